// Ajv's errors in words for people, as violations.
import { writeJson } from "./json.ts";
import type { Violation } from "./model.ts";

type Params = Record<string, unknown>;

/** An error as Ajv gives it; of its fields, those that are put into words. */
export interface RawViolation {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: object;
  readonly message?: string;
  readonly schema?: unknown;
}

/** For each keyword, what was expected. Keywords that are not here keep Ajv's own words. */
const MESSAGES: Readonly<Record<string, (expected: unknown, params: Params) => string>> = {
  type: (expected, params) => `must be ${article(String(params["type"] ?? expected))}`,
  minimum: (expected) => `must be ${writeJson(expected)} or more`,
  maximum: (expected) => `must be ${writeJson(expected)} or less`,
  exclusiveMinimum: (expected) => `must be more than ${writeJson(expected)}`,
  exclusiveMaximum: (expected) => `must be less than ${writeJson(expected)}`,
  multipleOf: (expected) => `must be a multiple of ${writeJson(expected)}`,
  format: (expected, params) => `must be ${article(String(params["format"] ?? expected))}`,
  pattern: (_expected, params) => `must match the pattern ${String(params["pattern"])}`,
  minLength: (_expected, params) => `must be ${count(params["limit"], "character")} long or longer`,
  maxLength: (_expected, params) => `must be ${count(params["limit"], "character")} long or shorter`,
  minItems: (_expected, params) => `must have ${count(params["limit"], "item")} or more`,
  maxItems: (_expected, params) => `must have ${count(params["limit"], "item")} or fewer`,
  minProperties: (_expected, params) => `must have ${count(params["limit"], "property", "properties")} or more`,
  maxProperties: (_expected, params) => `must have ${count(params["limit"], "property", "properties")} or fewer`,
  uniqueItems: () => "must not have the same item twice",
  required: (_expected, params) => `must have the property ${JSON.stringify(params["missingProperty"])}`,
  additionalProperties: (_expected, params) =>
    `must not have the property ${JSON.stringify(params["additionalProperty"])}`,
  unevaluatedProperties: (_expected, params) =>
    `must not have the property ${JSON.stringify(params["unevaluatedProperty"])}`,
  enum: (expected, params) => `must be one of ${list(params["allowedValues"] ?? expected)}`,
  const: (expected, params) => `must be ${writeJson(params["allowedValue"] ?? expected)}`,
  oneOf: (_expected, params) =>
    params["passingSchemas"] === null
      ? "must match one of its alternatives"
      : "must match only one of its alternatives",
  anyOf: () => "must match one of its alternatives",
  not: () => "must not match what is excluded",
  "false schema": () => "must not be there",
};

/** Keywords of ours, named after those of JSON Schema that they stand for. */
const OURS = /exact-(type|format|const|enum)$/;

/** A keyword, or a pointer that ends in one, as the document has it. */
export function inDocument(keyword: string): string {
  return keyword.replace(OURS, "$1");
}

/**
 * Puts an error of Ajv into words.
 * @param place gives the pointer in the document for Ajv's schema path
 */
export function explainError(error: RawViolation, place: (schemaPath: string) => string): Violation {
  const keyword = inDocument(error.keyword);
  const params = error.params as Params;
  const message =
    MESSAGES[keyword]?.(error.schema ?? ownParameter(params), params) ?? error.message ?? "is not allowed";
  return {
    keyword,
    at: error.instancePath,
    message,
    pointer: inDocument(place(error.schemaPath)),
  };
}

function ownParameter(params: Params): unknown {
  return params["limit"] ?? params["type"] ?? params["format"];
}

function article(type: string): string {
  const names = type
    .split(",")
    .map((name) => (name === "null" ? "null" : `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`));
  return names.join(" or ");
}

function count(limit: unknown, one: string, many = `${one}s`): string {
  return `${String(limit)} ${Number(limit) === 1 ? one : many}`;
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => writeJson(value)).join(", ") : String(values);
}

/** "/name must be a string; must have the property \"id\"": at most three, then how many more. */
export function showViolations(violations: readonly Violation[]): string {
  return firstThree(violations, ({ at, message }) => (at === "" ? message : `${at} ${message}`));
}

/** The same as what follows a subject: "must have the property \"id\"; has at /name a value that must be a string". */
export function tellViolations(violations: readonly Violation[]): string {
  return firstThree(violations, ({ at, message }) => (at === "" ? message : `has at ${at} a value that ${message}`));
}

function firstThree(violations: readonly Violation[], say: (violation: Violation) => string): string {
  const shown = violations.slice(0, 3).map(say);
  const more = violations.length - shown.length;
  return more > 0 ? `${shown.join("; ")}; and ${more} more` : shown.join("; ");
}
