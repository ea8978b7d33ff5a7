// What rules look at: the document, its parts, and the contract as far as the document can be understood.
import { SchemaCompiler } from "../schema/compile/compile.ts";
import { type Document, type DocumentProblem, DocumentError, referenceText, wayFrom } from "../document/document.ts";
import { buildContract, isCallable, problemsOf } from "../contract/build.ts";
import type { Contract } from "../contract/model.ts";
import { fragmentPointer, valueAt } from "../json/pointer.ts";
import { misspeltNames } from "../schema/load/misspelt.ts";
import { SchemaSet } from "../schema/schema-set.ts";
import type { StructureFault } from "./structure/faults.ts";
import { type Structure, judgeStructure } from "./structure/structure.ts";
import { Judge } from "../gate/exchange/judge.ts";
import { inferResources } from "../resource/infer.ts";
import type { Inference } from "../resource/model.ts";
import { type LintPart, type Reference, walk } from "./walk.ts";
import type { Direction, PartKind } from "../document/grammar.ts";
import { Work, WorkExceeded } from "../schema/work.ts";
import type { Violation } from "../schema/model.ts";
import { type SchemaNode, nodeOf } from "../schema/normal/schema-node.ts";
import type { JsonValue } from "../json/value.ts";

const ENDLESS = "it refers to itself, or through too many schemas, at the same place of a value: judging never ends";

const BOTH: readonly Direction[] = ["response", "request"];

export class LintContext {
  readonly document: Document;
  /** The budget of all rules. */
  readonly work: Work;
  readonly parts: readonly LintPart[];
  readonly references: readonly Reference[];
  /** Contains every callable operation, including those that are only partly understood. */
  readonly contract: Contract;
  readonly inference: Inference;
  /** What could not be understood. */
  readonly problems: readonly DocumentProblem[];
  /** Misspelled names: the messages by pointer. */
  readonly misspelt: ReadonlyMap<string, string>;
  readonly judge: Judge;
  #structure: Structure | undefined;
  readonly #homes = new Map<string, string | undefined>();
  readonly #compiler: SchemaCompiler;
  readonly #schemas: SchemaSet;

  constructor(document: Document, work: Work) {
    const { parts, references } = walk(document);
    this.document = document;
    this.work = work;
    this.parts = parts;
    this.references = references;
    this.judge = new Judge(document, work);
    this.#compiler = new SchemaCompiler(document);
    this.#schemas = new SchemaSet(document, this.#compiler);
    const read = buildContract(document, this.#schemas);
    this.problems = problemsOf(read);
    this.contract = { ...read, operations: [...read.operations, ...read.unserved.filter(isCallable)] };
    this.inference = inferResources(this.contract);
    this.misspelt = new Map(misspeltNames(document).map(({ pointer, message }) => [pointer, message]));
  }

  /** What does not conform to OpenAPI and JSON Schema; judged when a rule asks for the first time. */
  get structure(): Structure {
    return (this.#structure ??= judgeStructure(this.document, this.parts));
  }

  of(...kinds: readonly PartKind[]): LintPart[] {
    return this.parts.filter(({ kind }) => kinds.includes(kind));
  }

  /** The faults of the schema at a pointer, without those of schemas inside it. */
  schemaFaults(pointer: string): readonly StructureFault[] {
    return this.structure.schemas.get(pointer) ?? [];
  }

  /** The schema at a pointer, paid for by the rules. */
  schemaAt(pointer: string, direction: Direction): SchemaNode {
    return nodeOf(this.judge[direction], [pointer]);
  }

  /** Why a schema has no validator; undefined if it has one. */
  compileFault(pointer: string): string | undefined {
    if (leadsInCircle(this.document, pointer)) return ENDLESS;
    try {
      // The other direction differs only in what is required, which cannot trip a compiler. Call the validator
      // directly: the schema set skips a value that would never stop being judged.
      const validator = this.#compiler.validator(pointer, "response", this.work);
      const judge = () => Work.within(() => ({ verdict: validator(null) }));
      return this.#compiler.judging.paid(null, this.work, judge) === undefined ? ENDLESS : undefined;
    } catch (error) {
      if (error instanceof WorkExceeded) throw error;
      if (error instanceof RangeError) return ENDLESS;
      return error instanceof Error ? error.message : String(error);
    }
  }

  /**
   * Why a schema rejects a value, for the directions in which it travels. Empty if one direction allows it, or if the
   * schema itself cannot be used, which another rule reports.
   */
  refusal(pointer: string, value: JsonValue, directions: ReadonlySet<Direction> = new Set()): readonly Violation[] {
    const asked = directions.size === 0 ? BOTH : [...directions];
    let first: readonly Violation[] | undefined;
    for (const direction of asked) {
      try {
        const violations = this.#schemas.schema(pointer, direction).validate(value, this.work);
        if (violations.length === 0) return [];
        first ??= violations;
      } catch (error) {
        if (error instanceof WorkExceeded) throw error;
        return [];
      }
    }
    return first ?? [];
  }

  /** The pointer after following references; the pointer itself if they lead nowhere or form a cycle. */
  home(pointer: string): string {
    const passed = new Set<string>();
    let place: string | undefined = pointer;
    while (place !== undefined && !passed.has(place) && !this.#homes.has(place)) {
      passed.add(place);
      const value: JsonValue | undefined = valueAt(this.document.root, place);
      const reference = referenceText(value);
      if (value !== undefined && reference === undefined) this.#homes.set(place, place);
      else place = reference === undefined ? undefined : fragmentPointer(reference);
    }
    const end = place === undefined ? undefined : this.#homes.get(place);
    for (const one of passed) this.#homes.set(one, end);
    return end ?? pointer;
  }
}

/** True for a reference that leads, through references alone, into a cycle. */
function leadsInCircle(document: Document, pointer: string): boolean {
  try {
    return wayFrom(document, pointer).isCircle;
  } catch (error) {
    if (error instanceof DocumentError) return false;
    throw error;
  }
}
