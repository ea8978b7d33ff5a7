// Judges values by the schemas of one contract, listing the violations.
import { SchemaCompiler } from "../../schema/compile/compile.ts";
import { type Document, DocumentError, DocumentLimitError } from "../../document/document.ts";
import { addLateProperties } from "../../schema/compile/keywords/late-properties.ts";
import { SchemaSet } from "../../schema/schema-set.ts";
import { paid } from "../../schema/judging.ts";
import { WorkExceeded } from "../../schema/work.ts";
import { NormalForms } from "../../schema/normal/normal-forms.ts";
import { hasTags } from "../../schema/form/tags.ts";
import { tagViolations } from "./tag-violations.ts";
import { type Expected, expectedAt } from "../../contract/serialization/expected.ts";
import type { Sender } from "../surface/model.ts";
import type { Direction } from "../../document/grammar.ts";
import type { Schema, Violation } from "../../schema/model.ts";
import type { RawViolation } from "../../schema/violation.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";

/** Thrown if a schema does not compile and so cannot judge values. */
export class NotCompiled extends Error {
  /** Whether it cannot judge any value, rather than this one. */
  readonly isFinal: boolean;

  constructor(why: string, isFinal: boolean) {
    super(`a schema cannot be used: ${why}`);
    this.isFinal = isFinal;
  }
}

const MAX_ATTEMPTS = 10;
const ENDLESS = "it leads back to itself without end";

interface Asked {
  readonly pointer: string;
  readonly sender: Sender;
  readonly value: JsonValue;
}

interface Said extends Asked {
  readonly violations: readonly Violation[];
}

interface JudgeOptions {
  readonly known?: ValueJudge;
  /** The root of the other version. */
  readonly other?: JsonObject;
}

/** Judges values by the schemas of one document. */
export class ValueJudge {
  readonly document: Document;
  readonly request: NormalForms;
  readonly response: NormalForms;
  readonly #expected: Readonly<Record<Sender, Map<string | undefined, Expected>>>;
  readonly #set: SchemaSet;
  /** The same schemas, stopping at the first violation of a value: it may have thousands. */
  readonly #brief: SchemaSet;
  /** The set to use if only a verdict is needed. */
  readonly #quick: SchemaSet;
  readonly #other: JsonObject | undefined;
  readonly #excuses: ((error: RawViolation) => boolean) | undefined;
  readonly #compilers: Readonly<Record<"whole" | "brief", SchemaCompiler>>;
  readonly #schemas = new Map<string, Schema>();
  /** The last verdict: a search asks about a value first, then about the exchange that contains it. */
  #said: Said | undefined;
  /** How often the validator of a schema gave up. */
  readonly #gaveUp = new Map<string, number>();

  /** @param known another judge of the document: its parsed schemas are reused, but not its validators */
  constructor(document: Document, { known, other }: JudgeOptions = {}) {
    this.document = document;
    this.#other = known === undefined ? other : known.#other;
    this.request = known?.request ?? new NormalForms(document, "request");
    this.response = known?.response ?? new NormalForms(document, "response");
    this.#expected = known === undefined ? { client: new Map(), server: new Map() } : known.#expected;
    this.#excuses = known === undefined ? (hasBlank(document.root) ? isBlank : undefined) : known.#excuses;
    const excuses = this.#excuses;
    const reading = { deferred: true, sparing: addLateProperties, anyTag: true };
    const compilerOf = (kind: "whole" | "brief"): SchemaCompiler =>
      new SchemaCompiler(document, { ...reading, brief: kind === "brief" });
    // A search accepts values with brief validators; the complete ones are separate, and need no second compilation.
    const isSecond = known !== undefined && excuses === undefined;
    this.#compilers = { whole: isSecond ? known.#compilers.whole : compilerOf("whole"), brief: compilerOf("brief") };
    const setOf = (kind: "whole" | "brief"): SchemaSet =>
      new SchemaSet(document, this.#compilers[kind], excuses === undefined ? {} : { excuses });
    this.#set = setOf("whole");
    this.#brief = setOf("brief");
    // A second judgement uses each schema once or twice, which does not justify compiling a brief validator.
    this.#quick = known === undefined && excuses === undefined ? this.#brief : this.#set;
  }

  space(sender: Sender): NormalForms {
    return sender === "client" ? this.request : this.response;
  }

  /** The types that the schema at a pointer lets text represent: computed once, however many texts are read. */
  expected(pointer: string | undefined, sender: Sender): Expected {
    const known = this.#expected[sender].get(pointer) ?? expectedAt(this.space(sender), pointer);
    this.#expected[sender].set(pointer, known);
    return known;
  }

  /**
   * The violations of a value under the schema at a pointer. Without a pointer there is no schema, and no violation.
   */
  value(pointer: string | undefined, sender: Sender, value: JsonValue): readonly Violation[] {
    if (pointer === undefined) return [];
    const said = this.#saidOf(pointer, sender, value);
    if (said !== undefined) return said;
    const asked = { pointer, sender, value };
    const violations = this.#guarded(asked, (direction) => {
      // If no search has used the brief validator, the complete one gives both verdict and reasons: compiling takes
      // most of the time.
      const isKnown = this.#schemas.has(`brief ${direction} ${pointer}`) || isLarge(value);
      const set = isKnown ? this.#quick : this.#set;
      const violations = this.#isAllowed(pointer, direction, value, set) ? [] : this.#whole(pointer, direction, value);
      const more = this.#tagViolations(pointer, sender, value);
      // A schema that extends the one with the tag has already reported these.
      const told = new Set(violations.map(({ at, pointer: keyword }) => `${at} ${keyword}`));
      return [...violations, ...more.filter(({ at, pointer: keyword }) => !told.has(`${at} ${keyword}`))];
    });
    this.#said = { ...asked, violations };
    return violations;
  }

  /** True if a value has no violation: for searches, in which most values are refused. */
  allows(pointer: string | undefined, sender: Sender, value: JsonValue): boolean {
    if (pointer === undefined) return true;
    const said = this.#saidOf(pointer, sender, value);
    if (said !== undefined) return said.length === 0;
    const asked = { pointer, sender, value };
    const isAllowed = this.#guarded(asked, (direction) => {
      return this.#isAllowed(pointer, direction, value) && this.#tagViolations(pointer, sender, value).length === 0;
    });
    if (isAllowed) this.#said = { ...asked, violations: [] };
    return isAllowed;
  }

  #saidOf(pointer: string, sender: Sender, value: JsonValue): readonly Violation[] | undefined {
    const last = this.#said;
    const isSame = last?.value === value && last.pointer === pointer && last.sender === sender;
    return isSame ? last.violations : undefined;
  }

  #isAllowed(pointer: string, direction: Direction, value: JsonValue, set = this.#quick): boolean {
    const schema = this.#schema(set, pointer, direction);
    const verdict = schema.verdict === undefined ? schema.validate(value).length === 0 : schema.verdict(value);
    // Without a verdict the value is not allowed: neither side has to accept it.
    if (verdict === undefined) throw new RangeError(ENDLESS);
    return verdict;
  }

  #tagViolations(pointer: string, sender: Sender, value: JsonValue): readonly Violation[] {
    if (!hasTags(this.document.root)) return [];
    const space = this.space(sender);
    const judgeBy = (at: string, item: JsonValue) => this.#whole(at, space.direction, item);
    return tagViolations({ space, judgeBy, other: this.#other }, space.conjunction(pointer), value);
  }

  /** @throws NotCompiled if the schema cannot judge values */
  #guarded<Result>({ pointer, sender, value }: Asked, judge: (direction: Direction) => Result): Result {
    if (this.#gaveUp.size > 0 && (this.#gaveUp.get(`${sender} ${pointer}`) ?? 0) >= MAX_ATTEMPTS)
      throw new NotCompiled(ENDLESS, true);
    try {
      return paid(value, () => judge(sender === "client" ? "request" : "response"));
    } catch (error) {
      if (error instanceof WorkExceeded) throw error;
      if (error instanceof DocumentLimitError) throw new NotCompiled(error.message, true);
      if (error instanceof DocumentError) throw error;
      // The validator itself gave up: the recursion is too deep, or it cannot run a combination of keywords. A schema
      // that consists only of a reference to itself does so with every value, and fills a whole stack each time.
      this.#gaveUp.set(`${sender} ${pointer}`, (this.#gaveUp.get(`${sender} ${pointer}`) ?? 0) + 1);
      throw new NotCompiled(error instanceof Error ? error.message : String(error), false);
    }
  }

  /**
   * In a long list whose items are all wrong, the first violation is enough: collecting all of them takes quadratic
   * time.
   */
  #whole(pointer: string, direction: Direction, value: JsonValue): readonly Violation[] {
    const set = isLarge(value) && this.#excuses === undefined ? this.#brief : this.#set;
    return this.#schema(set, pointer, direction).validate(value);
  }

  #schema(set: SchemaSet, pointer: string, direction: Direction): Schema {
    const key = `${set === this.#brief ? "brief" : "whole"} ${direction} ${pointer}`;
    const known = this.#schemas.get(key);
    if (known !== undefined) return known;
    const schema = set.schema(pointer, direction);
    this.#schemas.set(key, schema);
    return schema;
  }
}

/** An empty name in `required` is an unfilled template: nobody sends such a property. */
function isBlank({ keyword, params }: RawViolation): boolean {
  return keyword === "required" && (params as { readonly missingProperty?: string }).missingProperty === "";
}

/**
 * True if a schema requires such a name: one of several violations may then be excused, so all of them are needed.
 */
function hasBlank(tree: JsonValue): boolean {
  if (typeof tree !== "object" || tree === null) return false;
  for (const key of Object.keys(tree)) {
    const item = (tree as JsonObject)[key] as JsonValue;
    if (key === "required" && Array.isArray(item) && item.includes("")) return true;
    if (hasBlank(item)) return true;
  }
  return false;
}

/** True for values with many parts. */
function isLarge(value: JsonValue): boolean {
  let left = LARGE;
  const enter = (one: JsonValue): void => {
    left--;
    if (typeof one !== "object" || one === null) return;
    for (const inner of Object.values(one)) if (left > 0) enter(inner);
  };
  enter(value);
  return left <= 0;
}

const LARGE = 300;
