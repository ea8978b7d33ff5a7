// What rules look at: the document with its parts, and the contract where there can be one.
import { SchemaCompiler } from "../contract/compile.ts";
import { type Document, DocumentError, type DocumentProblem } from "../contract/document.ts";
import { type JsonValue, isObject } from "../contract/json.ts";
import { contractOf } from "../contract/load.ts";
import type { Contract, Direction, Violation } from "../contract/model.ts";
import { fragmentPointer, valueAt } from "../contract/pointer.ts";
import { SchemaSet } from "../contract/schema-set.ts";
import { DocumentStructure, type StructureFault } from "../contract/structure.ts";
import type { PartKind } from "../contract/parts.ts";
import { Budget } from "../gate/budget.ts";
import { Judge } from "../gate/exchange/judge.ts";
import { inferResources } from "../resource/infer.ts";
import type { Inference } from "../resource/model.ts";
import { type Part, type Reference, walk } from "./walk.ts";

/** How long lint looks for values of schemas before it says that it does not know. */
const SEARCH_MS = 10_000;

const BOTH: readonly Direction[] = ["response", "request"];

/** A contract, and what it means. */
export interface Known {
  readonly contract: Contract;
  readonly inference: Inference;
}

export class LintContext {
  readonly document: Document;
  readonly parts: readonly Part[];
  readonly references: readonly Reference[];
  /** Absent where no contract can be made of the document. */
  readonly known?: Known;
  /** Why there is no contract. */
  readonly problems: readonly DocumentProblem[] = [];
  /** Absent for versions of OpenAPI without an official schema. */
  readonly structure?: DocumentStructure;
  readonly judge: Judge;
  readonly budget: Budget;
  readonly #homes = new Map<string, string>();
  readonly #compiler: SchemaCompiler;
  readonly #schemas: SchemaSet;
  readonly #schemaFaults = new Map<string, readonly StructureFault[]>();

  constructor(document: Document) {
    this.document = document;
    const { parts, references } = walk(document);
    this.parts = parts;
    this.references = references;
    this.judge = new Judge(document);
    this.budget = new Budget(SEARCH_MS);
    this.#compiler = new SchemaCompiler(document);
    this.#schemas = new SchemaSet(document, this.#compiler);
    if (DocumentStructure.knows(document)) this.structure = new DocumentStructure(document);
    try {
      const contract = contractOf(document, { lazy: true });
      this.known = { contract, inference: inferResources(contract) };
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      this.problems = error.problems;
    }
  }

  of(...kinds: readonly PartKind[]): Part[] {
    return this.parts.filter(({ kind }) => kinds.includes(kind));
  }

  /** What is wrong with the schema at a pointer as a schema, those inside it aside. */
  schemaFaults(pointer: string): readonly StructureFault[] {
    const known = this.#schemaFaults.get(pointer);
    if (known !== undefined) return known;
    const faults = this.structure?.schema(pointer) ?? [];
    this.#schemaFaults.set(pointer, faults);
    return faults;
  }

  /** Why a schema has no validator; undefined where it has one. */
  compileFault(pointer: string): string | undefined {
    try {
      // In the other direction it differs in what is required, and in nothing that a compiler may stumble over. The
      // validator itself is asked: a schema of the set lets a value be where judging it never ends.
      this.#compiler.validator(pointer, "response")(null);
      return undefined;
    } catch (error) {
      if (error instanceof RangeError)
        return "it refers to itself, or through too many schemas, at the same place of a value: judging never ends";
      return error instanceof Error ? error.message : String(error);
    }
  }

  /**
   * Why a schema refuses a value in each direction in which it may travel; empty where one of them allows it, and
   * where the schema itself cannot be used, which is another rule's concern.
   */
  refusal(pointer: string, value: JsonValue, directions: ReadonlySet<Direction> = new Set()): readonly Violation[] {
    const asked = directions.size === 0 ? BOTH : [...directions];
    let first: readonly Violation[] | undefined;
    for (const direction of asked) {
      try {
        const violations = this.#schemas.schema(pointer, direction).validate(value);
        if (violations.length === 0) return [];
        first ??= violations;
      } catch {
        return [];
      }
    }
    return first ?? [];
  }

  /** The pointer where a part really stands; the pointer itself where references lead nowhere or in a circle. */
  home(pointer: string): string {
    const passed = new Set<string>();
    let place = pointer;
    for (;;) {
      const value = passed.has(place) ? undefined : valueAt(this.document.root, place);
      const reference = isObject(value) ? value["$ref"] : undefined;
      const end = this.#homes.get(place) ?? (typeof reference === "string" ? undefined : place);
      if (value === undefined) return pointer;
      passed.add(place);
      if (end !== undefined) {
        for (const one of passed) this.#homes.set(one, end);
        return end;
      }
      const next = typeof reference === "string" ? fragmentPointer(reference) : undefined;
      if (next === undefined) return pointer;
      place = next;
    }
  }
}
