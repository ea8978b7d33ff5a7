// Where each part of the document takes effect: the operations that use it, and on which side of an exchange. A schema
// that three operations share has three uses, and each of them may be tested or not.
import { isObject } from "../../src/contract/json.ts";
import type { Contract, MediaType, Operation, Parameter, ParameterPlace, Schema } from "../../src/contract/model.ts";
import { appendPointer, fragmentPointer, parentPointer, valueAt } from "../../src/contract/pointer.ts";
import { isJsonMedia } from "../../src/resource/infer.ts";
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from "../../src/contract/keywords.ts";

export type Side = "operation" | ParameterPlace | "body" | "response" | "response header" | "security";

export interface Use {
  readonly operation: Operation;
  readonly side: Side;
  /** The parameter, where it is one. */
  readonly parameter?: Parameter;
  /** The status of the response, and the header's name, where it is one. */
  readonly status?: string;
  readonly header?: string;
  /** True for content that is JSON, and for all that is no content. */
  readonly json: boolean;
  /** The value that a keyword here judges: the parameter, the whole body, or the property, by its pointers. */
  readonly anchors: readonly string[];
  /** How many properties and items deep that value is. */
  readonly depth: number;
}

export type Uses = ReadonlyMap<string, readonly Use[]>;

/** The uses of every part of a contract, by the pointer of the part. */
export function usesOf(contract: Contract): Uses {
  const index = new UseIndex(contract);
  for (const operation of contract.operations) index.operation(operation);
  return index.uses;
}

type Start = Omit<Use, "anchors" | "depth">;

class UseIndex {
  readonly uses = new Map<string, Use[]>();
  readonly #contract: Contract;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  operation(operation: Operation): void {
    const plain = { operation, json: true } as const;
    this.#add(operation.pointer, { ...plain, side: "operation" });
    this.#add(parentPointer(operation.pointer), { ...plain, side: "operation" });
    for (const scheme of operation.security.flat()) this.#add(scheme.pointer, { ...plain, side: "security" });
    // The document's own `security` holds for every operation without one.
    this.#add("", { ...plain, side: "operation" });
    for (const parameter of operation.parameters) {
      const start = { ...plain, side: parameter.in, parameter } as const;
      this.#add(parameter.pointer, start, [parameter.pointer]);
      this.#schema(parameter.schema, start, [parameter.pointer]);
    }
    if (operation.body !== undefined) {
      this.#add(operation.body.pointer, { ...plain, side: "body" });
      for (const media of operation.body.content) this.#media(media, { ...plain, side: "body" });
    }
    for (const { status, pointer, content, headers } of operation.responses) {
      const start = { ...plain, side: "response", status } as const;
      this.#add(pointer, start, [pointer]);
      for (const media of content) this.#media(media, start);
      for (const header of headers) {
        const own = { ...plain, side: "response header", status, header: header.name.toLowerCase() } as const;
        this.#add(header.pointer, own, [header.pointer]);
        this.#schema(header.schema, own, [header.pointer]);
      }
    }
  }

  #media(media: MediaType, start: Start): void {
    const own = { ...start, json: isJsonMedia(media.name) };
    this.#add(media.pointer, own);
    if (media.schema !== undefined) this.#schema(media.schema, own, [media.schema.pointer]);
  }

  #schema(schema: Schema, start: Start, anchors: readonly string[]): void {
    const seen = new Set<string>();
    const visit = (pointer: string, own: readonly string[], depth: number): void => {
      if (seen.has(pointer)) return;
      seen.add(pointer);
      const value = valueAt(this.#contract.document.root, pointer);
      if (value === undefined) return;
      this.#add(pointer, start, own, depth);
      if (!isObject(value)) return;
      const target = typeof value["$ref"] === "string" ? fragmentPointer(value["$ref"]) : undefined;
      if (target !== undefined) visit(target, own, depth);
      for (const [key, item] of Object.entries(value)) {
        const at = appendPointer(pointer, key);
        const same = SAME_VALUE.has(key);
        const inner = (place: string): void => visit(place, same ? own : [place], same ? depth : depth + 1);
        if (SCHEMA_KEYWORDS.includes(key)) inner(at);
        else if (SCHEMA_LIST_KEYWORDS.includes(key) && Array.isArray(item)) {
          for (const position of item.keys()) inner(appendPointer(at, position));
        } else if (SCHEMA_MAP_KEYWORDS.includes(key) && isObject(item)) {
          for (const name of Object.keys(item)) inner(appendPointer(at, name));
        }
      }
    };
    visit(schema.pointer, anchors, 0);
  }

  #add(pointer: string, start: Start, anchors: readonly string[] = [pointer], depth = 0): void {
    const known = this.uses.get(pointer);
    const use = { ...start, anchors, depth };
    if (known === undefined) this.uses.set(pointer, [use]);
    else known.push(use);
  }
}

/** Keywords whose schemas judge the same value as the schema that they stand in. */
const SAME_VALUE = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"]);
