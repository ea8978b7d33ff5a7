// Calls that do not belong to one world: health, sessions, the document.
import { valueAt } from "../../../json/pointer.ts";
import { quote, refuse } from "../../../mock/errors/refusal.ts";
import { type Call, type ControlAnswer, type ControlCalls, DONE, told } from "../call.ts";

const NO_PLACE = refuse("not_found", "query pointer", "the document has nothing at this pointer");
const HEALTHY = told({ status: "ok" });

export const SERVICE_CALLS: ControlCalls = {
  getHealth: () => HEALTHY,
  // A server that does not serve its document does not answer this either.
  getReadiness: () => HEALTHY,

  async listSessions({ steered }) {
    const { worlds, turns } = steered();
    return told(turns === undefined ? worlds.list() : await turns.list());
  },

  async dropSessions({ steered }) {
    const { worlds, turns } = steered();
    await (turns ?? worlds).dropAll();
    return DONE;
  },

  async dropSession({ steered, value }) {
    const name = value("session") as string;
    const { worlds, turns } = steered();
    if (await (turns ?? worlds).drop(name)) return DONE;
    return refuse("not_found", "path", `no session is called ${quote(name)}`);
  },

  getDocument: (call) => documentAnswer(call),

  locateInDocument({ steered, value }) {
    const { document } = steered().contract;
    const pointer = value("pointer") as string;
    if (valueAt(document.root, pointer) === undefined) return NO_PLACE;
    return told(document.locate(pointer));
  },

  async listFindings({ actions }) {
    if (actions.findings === undefined)
      return refuse("not_implemented", "document", "nothing here can lint a document");
    return told(await actions.findings());
  },

  async reloadDocument(call) {
    const { reload } = call.actions;
    if (reload === undefined) return refuse("not_implemented", "document", "nothing here can read the document again");
    const problem = await reload();
    return problem === undefined
      ? documentAnswer(call)
      : refuse("conflict", "document", `it stays as it was: ${problem}`);
  },
};

function documentAnswer({ steered, actions }: Call): ControlAnswer {
  const { contract, inference, basePaths } = steered();
  const isAsked = contract.operations.some(({ security }) => security.length > 0);
  return told({
    title: contract.title,
    version: contract.version,
    file: contract.document.file,
    baseUrls: basePaths,
    ...(actions.others === undefined ? {} : { others: actions.others() }),
    ...(actions.key === undefined || !isAsked ? {} : { key: actions.key }),
    // Lists of the same items are one resource.
    resources: inference.resources.flatMap(({ name, collection, itemPath, identifier, sharedWith }) =>
      sharedWith !== undefined
        ? []
        : {
            name,
            collection,
            ...(itemPath === undefined ? {} : { item: itemPath }),
            identifier: identifier.property,
          },
    ),
    operations: inference.assignments.map(({ operation, role, ...rest }) => ({
      id: operation.id,
      method: operation.method,
      path: operation.path,
      summary: operation.summary,
      role,
      ...("resource" in rest ? { resource: rest.resource.name } : {}),
      deprecated: operation.lifecycle.deprecated,
      ...(operation.lifecycle.sunset === undefined ? {} : { sunset: operation.lifecycle.sunset }),
      statuses: operation.responses.map(({ status }) => status),
    })),
  });
}
