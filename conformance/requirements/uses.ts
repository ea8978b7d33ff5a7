// Finds where each part of the document takes effect: the operations that use it, and on which side of an exchange. A
// schema that three operations share has three uses, and each of them may be tested or not.
import type { Contract, MediaType, Operation, Parameter, ParameterPlace } from "../../src/contract/model.ts";
import { keptFor } from "../../src/memo.ts";
import { protection } from "../operations.ts";
import { parentPointer, pointerSteps } from "../../src/json/pointer.ts";
import { mayBeJson } from "../../src/contract/media.ts";
import type { DocumentPart, Stray } from "../../src/document/references/visited.ts";
import { KEYWORDS } from "../../src/schema/keywords.ts";
import { walk } from "../../src/schema/walk.ts";
import type { Schema } from "../../src/schema/model.ts";

export type Side = "operation" | ParameterPlace | "body" | "response" | "response header" | "security";

export interface Use {
  readonly operation: Operation;
  readonly side: Side;
  /** The parameter, if the use is one. */
  readonly parameter?: Parameter;
  /** The status of the response, and the name of the header, if the use is one. */
  readonly status?: string;
  readonly header?: string;
  /** True for JSON content, and for everything that is not content. */
  readonly json: boolean;
  /** The value that a keyword here validates: the parameter, the whole body, or the property, by its pointers. */
  readonly anchors: readonly string[];
  /** How many properties and items deep that value is. */
  readonly depth: number;
}

export type Uses = ReadonlyMap<string, readonly Use[]>;

/** The uses of every part of a contract, by the pointer of the part. */
export function usesOf(contract: Contract): Uses {
  return usesWithin(contract, Number.POSITIVE_INFINITY) as Uses;
}

/** Like `usesOf`, but undefined beyond a limit: each operation may lead to most of the schemas. */
export function usesWithin(contract: Contract, most: number): Uses | undefined {
  const index = new UseIndex(contract);
  for (const operation of contract.operations) {
    index.operation(operation);
    if (index.size > most) return undefined;
  }
  return index.uses;
}

type Judged = Pick<Use, "anchors" | "depth">;
type Start = Omit<Use, keyof Judged>;

class UseIndex {
  readonly uses = new Map<string, Use[]>();
  size = 0;
  readonly #contract: Contract;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  operation(operation: Operation): void {
    const plain = { operation, json: true } as const;
    this.#add(operation.pointer, { ...plain, side: "operation" });
    this.#add(parentPointer(operation.pointer), { ...plain, side: "operation" });
    for (const scheme of operation.security.flat()) this.#add(scheme.pointer, { ...plain, side: "security" });
    // The document's own `security` applies to every operation without one.
    this.#add("", { ...plain, side: "operation" });
    for (const parameter of operation.parameters) {
      const start = { ...plain, side: parameter.in, parameter } as const;
      this.#add(parameter.pointer, start);
      this.#schema(parameter.schema, start, [parameter.pointer]);
    }
    if (operation.body !== undefined) {
      this.#add(operation.body.pointer, { ...plain, side: "body" });
      for (const media of operation.body.content) this.#media(media, { ...plain, side: "body" });
    }
    for (const { status, pointer, content, headers } of operation.responses) {
      const start = { ...plain, side: "response", status } as const;
      this.#add(pointer, start);
      for (const media of content) this.#media(media, start);
      for (const header of headers) {
        const own = { ...plain, side: "response header", status, header: header.name.toLowerCase() } as const;
        this.#add(header.pointer, own);
        this.#schema(header.schema, own, [header.pointer]);
      }
    }
  }

  #media(media: MediaType, start: Start): void {
    const own = { ...start, json: mayBeJson(media.name) };
    this.#add(media.pointer, own);
    if (media.schema !== undefined) this.#schema(media.schema, own, [media.schema.pointer]);
  }

  #schema({ pointer, definition = true }: Schema, start: Start, anchors: readonly string[]): void {
    const { document } = this.#contract;
    const judged = new Map<DocumentPart, Judged>();
    for (const visit of walk(document, {}, { kind: "schema", value: definition, pointer })) {
      if (visit.what === "leaf") continue;
      const around = visit.holder === undefined ? undefined : judged.get(visit.holder);
      const own = around === undefined ? { anchors, depth: 0 } : judgedBy(visit, around);
      if (visit.what === "part") judged.set(visit, own);
      this.#add(visit.pointer, start, own);
    }
  }

  #add(pointer: string, start: Start, { anchors, depth }: Judged = { anchors: [pointer], depth: 0 }): void {
    this.size++;
    keptFor(this.uses, pointer, () => []).push({ ...start, anchors, depth });
  }
}

/** The value that a schema validates, given that of the schema around it or of the reference to it. */
function judgedBy({ steps: [keyword], pointer }: DocumentPart | Stray, around: Judged): Judged {
  const isSame = keyword === undefined || KEYWORDS.get(String(keyword))?.applies === "in place";
  return isSame ? around : { anchors: [pointer], depth: around.depth + 1 };
}

/** The property that a keyword validates; undefined for a parameter, a whole body or an item of a list. */
export function propertyOf({ anchors: [anchor = ""] }: Use): string | undefined {
  const steps = pointerSteps(anchor);
  return steps.at(-2) === "properties" ? steps.at(-1) : undefined;
}

/** True if an operation requires no credential that the suite could send. */
export function needsNoCredential({ operation }: Use): boolean {
  return protection(operation).length === 0;
}

/** True for responses that the checks of credentials and of missing items do not judge. */
export function isGeneral({ status }: Use): boolean {
  return status !== "401" && status !== "404";
}
