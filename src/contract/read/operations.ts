// The only reader of operations. It turns a document into everything that can be called, in OpenAPI's terms, plus
// problems for what cannot be understood. It never stops at a problem.
import type { Document, DocumentProblem } from "../../document/document.ts";
import { METHODS, isExtension } from "../../document/grammar.ts";
import { plainText } from "./plain-text.ts";
import { isObject } from "../../json/value.ts";
import type { SchemaSet } from "../../schema/schema-set.ts";
import type { DescribedOperation, OperationKind, SecurityAlternative } from "../model.ts";
import { readBody } from "./content.ts";
import { readLifecycle } from "./lifecycle.ts";
import { readParameters } from "./parameters.ts";
import { type ObjectAt, Reading, freezeList } from "./reading.ts";
import { readResponses } from "./responses.ts";
import { readSecurity } from "./security.ts";

/** The operations of a document, and the problems outside of them. */
export interface OperationsRead {
  readonly operations: readonly DescribedOperation[];
  readonly problems: readonly DocumentProblem[];
}

/**
 * Reads the operations of a document: paths, webhooks and callbacks. Each callback follows the operation it belongs to.
 * @param skip says whether a path can be skipped
 */
export function readOperations(
  document: Document,
  schemas: SchemaSet,
  skip: (path: string) => boolean = () => false,
): OperationsRead {
  const reader = new OperationReader(new Reading(document, schemas));
  reader.items("path", (path) => path.startsWith("/") && !skip(path));
  reader.items("webhook", (name) => !isExtension(name));
  return { operations: freezeList(withIds(reader.found)), problems: reader.reading.problems };
}

/** Limits on nested callbacks: this deep, and no more than this many, however often they are referred to. */
const MAX_CALLBACK_DEPTH = 4;
const MAX_CALLBACKS = 10_000;
/** Characters in a path: servers accept request lines of 8,000 octets (RFC 9112, section 3). */
const LONGEST_PATH = 8_000;

const HOLDERS = {
  path: { field: "paths", what: "paths must map path templates to their operations", prefix: "" },
  webhook: { field: "webhooks", what: "webhooks must map names to their operations", prefix: "webhook " },
} as const;

/** Where a path item is used. */
interface ItemPlace {
  readonly kind: OperationKind;
  /** The prefix of its operations' names. */
  readonly prefix: string;
  readonly path: string;
  /** How many callbacks lead to it. */
  readonly depth: number;
}

interface MethodPlace {
  readonly method: string;
  readonly steps: readonly string[];
}

/** An operation without an id. */
interface Draft {
  readonly operation: Omit<DescribedOperation, "id">;
  readonly operationId: string;
}

function whole({ document }: Reading): ObjectAt {
  return { value: document.root, pointer: "" };
}

class OperationReader {
  readonly reading: Reading;
  readonly found: Draft[] = [];
  #callbacks = 0;
  /** Of the operations without `security` of their own. */
  #security: readonly SecurityAlternative[] | undefined;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  /** Reads the path items of one kind. @param wanted says by name whether to read a path item */
  items(kind: keyof typeof HOLDERS, wanted: (path: string) => boolean): void {
    const { field, what, prefix } = HOLDERS[kind];
    const items = this.reading.map(whole(this.reading), field, what);
    for (const path of Object.keys(items.value).filter(wanted)) {
      this.#item({ kind, prefix, path, depth: 0 }, this.reading.object(items, [path], "a path item"));
    }
  }

  #item(place: ItemPlace, item: ObjectAt | undefined): void {
    if (item === undefined) return;
    for (const { method, steps } of methodsOf(item)) {
      const operation = this.reading.object(item, steps, "an operation");
      if (operation === undefined) continue;
      const name = `${place.prefix}${method} ${place.path}`;
      this.#operation({ ...place, method, name }, item, operation);
      this.#callbacksOf({ name, depth: place.depth }, operation);
    }
  }

  #operation(
    place: ItemPlace & { readonly method: string; readonly name: string },
    item: ObjectAt,
    at: ObjectAt,
  ): void {
    const { reading } = this;
    const { value, pointer } = at;
    const { kind, name, method, path } = place;
    // Not read apart: its problems are the document's, or all operations would be left out.
    const shared =
      value["security"] === undefined ? (this.#security ??= readSecurity(reading, whole(reading))) : undefined;
    const { value: parts, problems } = reading.apart(() => {
      if (path.length > LONGEST_PATH) {
        reading.report(pointer, `the path has more than ${LONGEST_PATH} characters, which no request line carries`);
      }
      const body = readBody(reading, at);
      const security = shared ?? readSecurity(reading, at);
      const holders = { item, operation: at, path: kind === "path" ? path : "", security };
      return {
        parameters: freezeList(readParameters(reading, holders)),
        ...(body === undefined ? {} : { body }),
        responses: freezeList(readResponses(reading, at)),
        security,
        lifecycle: readLifecycle(reading, at),
      };
    });
    const operation = {
      ...{ kind, name, method, path, pointer, itemPointer: item.pointer, summary: plainText(value["summary"]) },
      ...parts,
      ...(value["x-resource"] === undefined ? {} : { resourceHint: value["x-resource"] }),
      problems,
    };
    this.found.push({ operation, operationId: plainText(value["operationId"]) });
  }

  #callbacksOf(owner: { readonly name: string; readonly depth: number }, operation: ObjectAt): void {
    if (owner.depth >= MAX_CALLBACK_DEPTH) return;
    const callbacks = this.reading.map(operation, "callbacks", "callbacks must map names to their operations");
    for (const name of Object.keys(callbacks.value)) {
      const callback = this.reading.object(callbacks, [name], "a callback");
      for (const path of Object.keys(callback?.value ?? {})) {
        if (callback === undefined || isExtension(path) || this.#callbacks++ >= MAX_CALLBACKS) continue;
        const prefix = `${owner.name} callback ${name} `;
        const item = this.reading.object(callback, [path], "a path item");
        this.#item({ kind: "callback", prefix, path, depth: owner.depth + 1 }, item);
      }
    }
  }
}

/** The methods that a path item describes: the usual ones in the order of the specification, then those of 3.2. */
function methodsOf({ value }: ObjectAt): MethodPlace[] {
  const fields = [...METHODS, "query"].filter((field) => value[field] !== undefined);
  const { additionalOperations } = value;
  return [
    ...fields.map((field) => ({ method: field.toUpperCase(), steps: [field] })),
    ...Object.keys(isObject(additionalOperations) ? additionalOperations : {}).map((method) => ({
      method,
      steps: ["additionalOperations", method],
    })),
  ];
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
