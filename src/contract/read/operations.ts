// The only reader of operations. It turns a document into everything that can be called, in OpenAPI's terms, plus
// problems for what cannot be understood. It never stops at a problem.
import type { Document, DocumentProblem } from "../../document/document.ts";
import type { SchemaSet } from "../../schema/schema-set.ts";
import type { DescribedOperation, SecurityAlternative } from "../model.ts";
import { readBody } from "./body.ts";
import { readLifecycle } from "./lifecycle.ts";
import { readParameters } from "./parameters.ts";
import { type OperationPlace, operationPlaces, whole } from "./operation-places.ts";
import { plainText, Reading, freezeList } from "./reading.ts";
import { readResponses } from "./responses.ts";
import { ownServers, readServers } from "./servers.ts";
import { readSecurity } from "./security.ts";

/** The operations of a document, and the problems outside of them. */
export interface OperationsRead {
  readonly operations: readonly DescribedOperation[];
  readonly problems: readonly DocumentProblem[];
}

/** How much is read, and in which form. */
interface Wanted {
  /** Whether a path can be skipped. */
  readonly skip?: ((path: string) => boolean) | undefined;
  /** Parameters stay as they are written, where a query has each property of an object as a parameter of its own. */
  readonly asWritten?: boolean;
}

/**
 * Reads the operations of a document: paths, webhooks and callbacks. Each callback follows the operation it belongs to.
 */
export function readOperations(
  document: Document,
  schemas: SchemaSet,
  { skip, asWritten = false }: Wanted = {},
): OperationsRead {
  const reading = new Reading(document, schemas);
  const reader = new OperationReader(reading, asWritten);
  const drafts = Array.from(operationPlaces(reading, skip), (place) => reader.read(place));
  return { operations: freezeList(withIds(drafts)), problems: reading.problems };
}

/** Characters in a path: servers accept request lines of 8,000 octets (RFC 9112, section 3). */
const LONGEST_PATH = 8_000;

/** An operation without an id. */
interface Draft {
  readonly operation: Omit<DescribedOperation, "id">;
  readonly operationId: string;
}

class OperationReader {
  readonly #reading: Reading;
  readonly #asWritten: boolean;
  /** Of the operations without `security` of their own. */
  #security: readonly SecurityAlternative[] | undefined;

  constructor(reading: Reading, asWritten: boolean) {
    this.#reading = reading;
    this.#asWritten = asWritten;
  }

  read({ kind, name, method, path, item, operation: at, callback }: OperationPlace): Draft {
    const reading = this.#reading;
    const { value, pointer } = at;
    // Not read apart: its problems are the document's, or all operations would be left out.
    const shared =
      value["security"] === undefined ? (this.#security ??= readSecurity(reading, whole(reading))) : undefined;
    const { value: parts, problems } = reading.apart(() => {
      if (path.length > LONGEST_PATH) {
        reading.report(pointer, `the path has more than ${LONGEST_PATH} characters, which no request line carries`);
      }
      const body = readBody(reading, at);
      const security = shared ?? readSecurity(reading, at);
      const holders = { item, operation: at, path: kind === "path" ? path : "", security, asWritten: this.#asWritten };
      return {
        parameters: freezeList(readParameters(reading, holders)),
        ...(body === undefined ? {} : { body }),
        responses: freezeList(readResponses(reading, at)),
        security,
        lifecycle: readLifecycle(reading, at),
      };
    });
    const servers = ownServers(value, item.value);
    const operation = {
      ...(servers === undefined ? {} : { servers: freezeList(readServers({ servers })) }),
      ...(callback === undefined ? {} : { callback }),
      kind,
      name,
      method,
      path,
      pointer,
      itemPointer: item.pointer,
      summary: plainText(value["summary"]),
      ...parts,
      ...(value["x-resource"] === undefined ? {} : { resourceHint: value["x-resource"] }),
      problems,
    };
    return { operation, operationId: plainText(value["operationId"]) };
  }
}

/** Assigns ids. If an operationId is taken, the operation's name becomes its id. Operations of paths come first. */
function withIds(drafts: readonly Draft[]): DescribedOperation[] {
  const taken = new Set<string>();
  const ids = new Map<Draft, string>();
  const [own, others] = [true, false].map((wanted) =>
    drafts.filter(({ operation }) => (operation.kind === "path") === wanted),
  );
  for (const draft of [...(own ?? []), ...(others ?? [])]) {
    const { operationId, operation } = draft;
    const id = operationId === "" || taken.has(operationId) ? operation.name : operationId;
    taken.add(id);
    ids.set(draft, id);
  }
  return drafts.map((draft) => Object.freeze({ id: ids.get(draft) ?? "", ...draft.operation }));
}
