// What is served: the paths of a document below each of their prefixes, with every operation prepared.
import { prefixesOf } from "../contract/read/servers.ts";
import type { Contract, Operation } from "../contract/model.ts";
import { groupsOf } from "../memo.ts";
import type { ErrorBodies } from "../mock/errors/body.ts";
import type { StorePlan } from "../mock/store-plan.ts";
import type { World } from "../mock/world.ts";
import type { Assignment, Inference } from "../resource/model.ts";
import { templateOf } from "../resource/paths.ts";
import type { Replies } from "./answer/replies.ts";
import type { MockOptions } from "./options.ts";
import type { BodyLimits } from "./request/body/limits.ts";
import { type Admission, type OperationEntry, PathItem, operationEntry } from "./routing/path-item.ts";
import { Router } from "./routing/router.ts";
import type { Visit } from "./routing/visit.ts";
import { toldOnce } from "./told-once.ts";

/** What is served of a document, and what all of its operations share. It lives as long as the server. */
interface Served {
  readonly contract: Contract;
  readonly inference: Inference;
  readonly fail: (visit: Visit, error: unknown) => void;
  readonly lenient: MockOptions["lenient"] | undefined;
  readonly handlers: MockOptions["handlers"] | undefined;
  readonly onWarning: MockOptions["onWarning"] | undefined;
  readonly errors: ErrorBodies;
  readonly storePlan: StorePlan;
  readonly basePaths: readonly string[];
  readonly admission: Admission;
  readonly limits: BodyLimits;
  readonly replies: () => Replies;
}

/** The paths of the document below each base path, with all operations prepared. */
export function pathsOf(parts: Served): Router<PathItem> {
  const { contract, inference, basePaths, admission, replies, onWarning } = parts;
  const onMismatch = toldOnce((mismatch) =>
    onWarning?.(`the document does not allow what a handler answers: ${mismatch}`),
  );
  const paths = new Router<PathItem>();
  const elsewhere: [path: string, item: PathItem][] = [];
  const served = new Set<string>();
  const serve = (path: string, item: PathItem): void => {
    served.add(templateOf(path));
    paths.add(path, item);
  };
  for (const [template, assignments] of byPath(inference)) {
    const make = (own: readonly OperationEntry[]): PathItem =>
      new PathItem(template, own, { contract, ...admission, replies });
    const entries = assignments.map((assignment) => entryOf(assignment, parts, onMismatch));
    const item = make(entries);
    for (const basePath of basePaths) serve(`${basePath}${template}`, item);
    elsewhere.push(...itemsElsewhere(contract, template, entries, make));
  }
  // What the document has at its own servers comes before.
  for (const [path, item] of elsewhere) if (!served.has(templateOf(path))) serve(path, item);
  return paths;
}

/** One operation, prepared. */
function entryOf(assignment: Assignment, parts: Served, onMismatch: (mismatch: string) => void): OperationEntry {
  const { operation } = assignment;
  const { contract, limits, fail, storePlan, errors, admission, lenient, handlers = {} } = parts;
  const behaviour = storePlan.behaviourOf(assignment);
  const handler = Object.hasOwn(handlers, operation.id) ? handlers[operation.id] : undefined;
  const made = {
    contract,
    operation,
    limits,
    fail,
    lenient,
    behaviour,
    code: handler && { operation, handler, fail, onMismatch },
    basePaths: [...new Set([...ownBasesOf(operation, contract), ...parts.basePaths])],
    lists: assignment.role === "list" ? storePlan.listedBy(assignment) : undefined,
    leadsOn: storePlan.leadingOf(assignment),
    report: storePlan.reportOf(assignment),
    home: homeOf(assignment),
    // Who is created is somebody new.
    usualUser: behaviour === undefined ? (world: World) => storePlan.usualUser(world) : undefined,
    takesAny: admission.keys.admits === "any",
  };
  return operationEntry(made, errors, admission);
}

/** The collection whose items an operation is about. */
function homeOf(assignment: Assignment): string | undefined {
  if (assignment.role === "unmodelled" || assignment.resource.kind !== "collection") return undefined;
  return (assignment.resource.sharedWith ?? assignment.resource).collection;
}

/** The path prefixes of an operation that has servers of its own. */
const ownBasesOf = ({ servers = [] }: Operation, contract: Contract): string[] => prefixesOf(servers, contract);

/** Where the operations of a path are served because of servers of their own. */
function itemsElsewhere(
  contract: Contract,
  template: string,
  entries: readonly OperationEntry[],
  make: (entries: readonly OperationEntry[]) => PathItem,
): [path: string, item: PathItem][] {
  const bases = new Map<string, OperationEntry[]>();
  for (const entry of entries)
    for (const base of ownBasesOf(entry.operation, contract)) bases.set(base, [...(bases.get(base) ?? []), entry]);
  // Many bases may have the same operations.
  const items = new Map<string, PathItem>();
  return [...bases].map(([base, own]) => {
    const key = own.map(({ operation }) => operation.method).join(" ");
    const item = items.get(key) ?? make(own);
    items.set(key, item);
    return [`${base}${template}`, item];
  });
}

/** The path prefixes of the mock: the operator's choice, or those of the document's servers. */
export function basePathsOf(contract: Contract, chosen: string | undefined): readonly string[] {
  if (chosen !== undefined) return [chosen];
  const own = prefixesOf(contract.servers, contract);
  return own.length === 0 ? [""] : own;
}

function byPath({ assignments }: Inference): (readonly [path: string, served: readonly Assignment[]])[] {
  // Two spellings of one template are the same path, whatever their parameters are named.
  const paths = groupsOf(assignments, ({ operation }) => templateOf(operation.path));
  return Array.from(paths.values(), (all) => {
    // If no request can distinguish two operations, the first is served.
    const methods = groupsOf(all, ({ operation }) => operation.method);
    return [all[0]?.operation.path ?? "", [...methods.values()].flatMap(([first]) => first ?? [])];
  });
}
