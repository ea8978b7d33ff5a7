// What a row in the table of keywords says: where a keyword stands, what it means, and what it is called.
import type { Dialect } from "../../document/document.ts";
import type { Direction, Stated } from "../../document/grammar.ts";
import type { JsonValue } from "../../json/value.ts";
import type { NumberValue } from "../decimal.ts";
import type { PlainFacts } from "../form/facts.ts";
import type { NormalForm } from "../form/normal-form.ts";
import type { ViolationParams } from "../model.ts";
import type { Compared, Medium } from "./fact.ts";

/** What a keyword does. Keywords that apply other schemas are distinguished by `applies`. */
export type KeywordFamily =
  | "identity" // names the schema
  | "reference"
  | "type"
  | "values" // lists the values
  | "number bound"
  | "multiple"
  | "length" // of a string
  | "pattern"
  | "format"
  | "count" // of items or properties
  | "unique"
  | "presence" // which properties are required
  | "applicator"
  | "annotation";

/** What the schemas under a keyword apply to, relative to the value that the outer schema judges. */
export type Application =
  | "in place" // the same value
  | "property"
  | "name" // of a property
  | "item"
  | "content" // what the string encodes
  | "definition"; // nothing: they are only stored here

/** What keywords state besides what fields do. */
export type KeywordStated = "keyword" | "annotation" | "default" | "access";

/** True if a form stays within a limit because of its other keywords. */
export type Keeps = (form: NormalForm, limit: NumberValue, medium: Medium) => boolean;

/** How a keyword that judges a value alone is compared: when a difference is harmless. */
export interface Rule {
  /** What is compared; undefined if nothing is said. */
  readonly read: (form: NormalForm) => JsonValue | undefined;
  readonly equal?: (a: JsonValue, b: JsonValue) => boolean;
  /** What the other keywords say already where this one says nothing. */
  readonly meant?: (form: NormalForm) => JsonValue | undefined;
  /** False if the consumer's keyword judges none of the producer's values. */
  readonly matters?: (sent: NormalForm, consumer: JsonValue) => boolean;
  /** The rule that proves a difference harmless, if both sides have the keyword; undefined if none does. */
  readonly proof?: (producer: JsonValue, consumer: JsonValue) => string | undefined;
  /** Like `proof`, using the other keywords. */
  readonly implied?: (given: NormalForm, consumer: JsonValue, compared: Compared) => string | undefined;
}

export interface Keyword extends Place, Meaning, Words {}

/** Where it stands in a schema. */
interface Place {
  readonly family: KeywordFamily;
  /** How the keyword contains schemas: one, a list, or a map by name. If absent, it contains none. */
  readonly holds?: "schema" | "list" | "map";
  /** Set for every keyword that contains schemas. */
  readonly applies?: Application;
  /** The only type of values that it judges; all if absent. */
  readonly type?: "number" | "string" | "array" | "object";
  /** The only dialect that defines it. Validators follow the keywords of 3.1 in both dialects. */
  readonly only?: Dialect;
  /** True if OpenAPI 3.0 has a boolean here that modifies another keyword. */
  readonly mayBeFlag?: true;
  /** The direction in which values of a schema with this marker are not sent. */
  readonly silences?: Direction;
  /** An annotation that says nothing about values but that programs act on. */
  readonly matters?: true;
  /** What it states to readers; by its family if absent, and "nothing" where only the schemas in it state something. */
  readonly states?: Stated | KeywordStated | "nothing";
}

/** What it means, where its file can say so alone. */
interface Meaning {
  /** What it says about values, in the normal form; nothing for a value that it does not take. */
  readonly means?: (said: JsonValue) => Partial<PlainFacts> | undefined;
  /** Judges a value, of any type, where Ajv has no such keyword or another opinion. */
  readonly accepts?: (value: unknown, said: JsonValue) => boolean;
  /** When a change of it is harmless. */
  readonly rule?: Rule;
  /** When other keywords keep its bound. */
  readonly keeps?: Keeps;
  /** The keyword in whose terms it is compared, where it says the same in another way. */
  readonly comparedAs?: string;
  /** The keywords with which validators report that it changed; if absent, itself and those compared in its terms. */
  readonly refusedBy?: readonly string[] | "any";
}

/** What it is called. */
interface Words {
  /** What a refused value must do: "must be 100 or more". */
  readonly refusal?: (params: ViolationParams) => string;
  /** What it is called in a sentence, if not by its name. */
  readonly noun?: string;
  /** How a value differs if it changed, and what would be safe in a request; a bound needs no words of its own. */
  readonly change?: readonly [differs: string, help: string];
  /** Its name in kinds of changes, if not its own. */
  readonly kind?: string;
}

/** Rows of the table, by keyword. */
export type Keywords = Readonly<Record<string, Keyword>>;

/** What many rows have in common. */
export const SCHEMA = { family: "applicator", holds: "schema" } as const;
export const LIST = { family: "applicator", holds: "list" } as const;
export const MAP = { family: "applicator", holds: "map" } as const;
export const NEWER = { only: "3.1" } as const;

/** "1 item", "2 items". */
export function counted(limit: NumberValue | undefined, one: string, many = `${one}s`): string {
  return `${String(limit)} ${Number(limit) === 1 ? one : many}`;
}

/** "an integer", "a string", "null". */
export function withArticle(name: string): string {
  return name === "null" ? name : `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}
