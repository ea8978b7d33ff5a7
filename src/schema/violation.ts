// Turns Ajv's errors into violations with messages for people.
import type { Violation, ViolationParams } from "./model.ts";
import type { JsonValue } from "../json/value.ts";
import { quoted } from "../json/quote.ts";

/** The fields of an Ajv error that are used. */
export interface RawViolation {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: object;
  /** Only from validators that are configured to give it, which those for documents are not. */
  readonly message?: string;
}

/** What was expected, for each keyword. */
const MESSAGES: ReadonlyMap<string, (params: ViolationParams) => string> = new Map<
  string,
  (params: ViolationParams) => string
>([
  ["type", ({ types = [] }) => `must be ${types.map(withArticle).join(" or ")}`],
  ["minimum", ({ limit }) => `must be ${String(limit)} or more`],
  ["maximum", ({ limit }) => `must be ${String(limit)} or less`],
  ["exclusiveMinimum", ({ limit }) => `must be more than ${String(limit)}`],
  ["exclusiveMaximum", ({ limit }) => `must be less than ${String(limit)}`],
  ["multipleOf", ({ limit }) => `must be a multiple of ${String(limit)}`],
  ["format", ({ format = "" }) => `must be ${withArticle(format)}`],
  ["pattern", ({ pattern }) => `must match the pattern ${pattern}`],
  ["minLength", ({ limit }) => `must be ${count(limit, "character")} long or longer`],
  ["maxLength", ({ limit }) => `must be ${count(limit, "character")} long or shorter`],
  ["minItems", ({ limit }) => `must have ${count(limit, "item")} or more`],
  ["maxItems", ({ limit }) => `must have ${count(limit, "item")} or fewer`],
  ["minProperties", ({ limit }) => `must have ${count(limit, "property", "properties")} or more`],
  ["maxProperties", ({ limit }) => `must have ${count(limit, "property", "properties")} or fewer`],
  ["uniqueItems", () => "must not have the same item twice"],
  ["required", ({ property }) => `must have the property ${quoted(property)}`],
  ["additionalProperties", ({ property }) => `must not have the property ${quoted(property)}`],
  ["unevaluatedProperties", ({ property }) => `must not have the property ${quoted(property)}`],
  [
    "enum",
    ({ values = [] }) =>
      values.length === 0 ? "cannot be valid: its enum is empty" : `must be one of ${values.map(quoted).join(", ")}`,
  ],
  ["const", ({ values = [] }) => `must be ${values.map(quoted).join()}`],
  [
    "oneOf",
    ({ matching = [] }) =>
      matching.length === 0 ? "must match one of its alternatives" : "must match only one of its alternatives",
  ],
  ["anyOf", () => "must match one of its alternatives"],
  ["not", () => "must not match what is excluded"],
  ["false schema", () => "must not be there"],
  ["if", () => "must match what its condition asks for"],
  ["contains", () => "must have as many items that match as it asks for"],
  ["items", ({ limit }) => `must have ${count(limit, "item")} or fewer`],
  ["unevaluatedItems", ({ limit }) => `must have ${count(limit, "item")} or fewer`],
  ["propertyNames", ({ property }) => `must not name a property ${quoted(property)}`],
  [
    "dependentRequired",
    ({ property }) => `must have the property ${quoted(property)}, which another of its properties requires`,
  ],
]);

/** Our own keywords, named after those of JSON Schema that they replace. */
const OURS = /exact-(type|format|const|enum)$/;

/** A keyword, or a pointer that ends in one, as the document has it. */
export function inDocument(keyword: string): string {
  return keyword.replace(OURS, "$1");
}

/**
 * Puts an Ajv error into words.
 * @param place gives the pointer in the document for Ajv's schema path
 */
export function explainError(error: RawViolation, place: (schemaPath: string) => string): Violation {
  const keyword = inDocument(error.keyword);
  const params = readParams(error.params);
  const message = MESSAGES.get(keyword)?.(params) ?? error.message ?? "is not allowed";
  return { keyword, params, at: error.instancePath, message, pointer: inDocument(place(error.schemaPath)) };
}

/** The parameters that Ajv's keywords, and ours, give with an error. */
interface RawParams {
  readonly limit?: number | bigint;
  /** The number of items allowed. */
  readonly len?: number;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly unevaluatedProperty?: string;
  readonly propertyName?: string;
  readonly allowedValues?: readonly JsonValue[];
  readonly allowedValue?: JsonValue;
  readonly passingSchemas?: readonly number[] | null;
}

function readParams(raw: RawParams): ViolationParams {
  const { limit = raw.len, type, format, pattern, allowedValue, passingSchemas } = raw;
  const named = raw.missingProperty ?? raw.additionalProperty ?? raw.unevaluatedProperty ?? raw.propertyName;
  // An invalid `required` may contain something other than names.
  const property = typeof named === "string" ? named : undefined;
  const values = raw.allowedValues ?? (allowedValue === undefined ? undefined : [allowedValue]);
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(type === undefined ? {} : { types: typeof type === "string" ? type.split(",") : type }),
    ...(format === undefined ? {} : { format }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(values === undefined ? {} : { values }),
    ...(property === undefined ? {} : { property }),
    ...(passingSchemas === undefined ? {} : { matching: passingSchemas ?? [] }),
  };
}

function withArticle(name: string): string {
  return name === "null" ? name : `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}

function count(limit: number | bigint | undefined, one: string, many = `${one}s`): string {
  return `${String(limit)} ${Number(limit) === 1 ? one : many}`;
}

type Said = Pick<Violation, "at" | "message">;

/** For example "/name must be a string; must have the property \"id\"": at most three, then how many more. */
export function showViolations(violations: readonly Said[]): string {
  return firstThree(violations, ({ at, message }) => (at === "" ? message : `${at} ${message}`));
}

/** The same to follow a subject: "must have the property \"id\"; has at /name a value that must be a string". */
export function tellViolations(violations: readonly Said[]): string {
  return firstThree(violations, ({ at, message }) => (at === "" ? message : `has at ${at} a value that ${message}`));
}

function firstThree(violations: readonly Said[], say: (violation: Said) => string): string {
  const shown = violations.slice(0, 3).map(say);
  const more = violations.length - shown.length;
  return more > 0 ? `${shown.join("; ")}; and ${more} more` : shown.join("; ");
}
