// Turns Ajv's errors into violations with messages for people.
import type { Violation, ViolationParams } from "./model.ts";
import type { JsonValue } from "../json/value.ts";
import { KEYWORDS } from "./keywords.ts";

/** The fields of an Ajv error that are used. */
export interface RawViolation {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: object;
  /** Only from validators that are configured to give it, which those for documents are not. */
  readonly message?: string;
}

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
  const message = refusalOf(keyword, params) ?? error.message ?? "is not allowed";
  return { keyword, params, at: error.instancePath, message, pointer: inDocument(place(error.schemaPath)) };
}

/** What was expected. Ajv reports a schema `false` as if it were a keyword. */
function refusalOf(keyword: string, params: ViolationParams): string | undefined {
  return keyword === "false schema" ? "must not be there" : KEYWORDS.get(keyword)?.refusal?.(params);
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
