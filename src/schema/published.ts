// Judges a value by a published schema, such as those of OpenAPI and of JSON Schema itself, and collects all errors in
// linear time. Ajv copies the errors it has found into each part that holds them, so a part that has a definition of its
// own is not judged inside the part that holds it: it waits its turn.
import { type ValidateFunction, Ajv2020 } from "ajv/dist/2020.js";
import { type JsonObject, type JsonValue, isObject } from "../json/value.ts";
import { addUniqueItems } from "./compile/keywords/unique-items.ts";
import { KEYWORDS } from "./keywords.ts";
import { withoutFlags } from "./form/bounds.ts";
import type { RawViolation } from "./violation.ts";

/** A part that waits: the URI of its definition, its value and where it is. */
interface Waiting {
  readonly target: string;
  readonly value: unknown;
  readonly at: string;
}

/** The keyword that stands in for a reference from a part to a part it holds. */
const WAITS = "judgedApart";

/** Schemas that refer to each other by their `$id`. */
export class PublishedSchemas {
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    meta: false,
    validateFormats: false,
    logger: false,
  });
  readonly #compiled = new Map<string, ValidateFunction>();
  #waiting: Waiting[] = [];

  /** @param dynamic the URI of what `$dynamicRef: "#meta"` stands for */
  constructor(schemas: readonly JsonObject[], dynamic?: string) {
    addUniqueItems(this.#ajv);
    this.#ajv.addKeyword({
      keyword: WAITS,
      errors: false,
      validate: (target: string, value: unknown, _schema: unknown, place?: { readonly instancePath: string }) => {
        this.#waiting.push({ target, value, at: place?.instancePath ?? "" });
        return true;
      },
    });
    for (const schema of schemas) {
      const base = (schema["id"] ?? schema["$id"]) as string;
      this.#ajv.addSchema({ ...(divided(schema, { base, dynamic }, "same") as JsonObject), $id: base });
    }
  }

  /** All errors of a value. @param target the URI of the schema @param at the pointer of the value */
  judge(target: string, value: JsonValue, at: string): RawViolation[] {
    const errors: RawViolation[] = [];
    this.#waiting = [{ target, value, at }];
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const validate = this.#validator(next.target);
      const place = { instancePath: next.at, parentData: {}, parentDataProperty: "", rootData: {}, dynamicAnchors: {} };
      if (validate(next.value, place)) continue;
      for (const error of validate.errors ?? []) errors.push(error);
    }
    return errors;
  }

  #validator(target: string): ValidateFunction {
    const known = this.#compiled.get(target) ?? this.#ajv.getSchema(target);
    if (known === undefined) throw new Error(`no schema is published as ${target}`);
    this.#compiled.set(target, known);
    return known;
  }
}

/** What `$ref` and `$dynamicRef` of a schema start from. */
interface Home {
  readonly base: string;
  readonly dynamic: string | undefined;
}

/** Keywords whose result a schema depends on: what is below them has to be judged at once. */
const DECIDING = new Set(["if", "not", "oneOf", "anyOf", "contains"]);

/** Whether a schema judges the same value as the one around it, a part of it that may wait, or one that may not. */
type Turn = "same" | "part" | "decides";

/** A schema whose references to the definitions of parts let those wait. */
function divided(schema: JsonValue, home: Home, turn: Turn): JsonValue {
  if (!isObject(schema)) return schema;
  const alternatives = turn === "part" ? withoutReferences(schema) : undefined;
  if (alternatives !== undefined) return divided(alternatives, home, turn);
  const copy: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries<JsonValue>(schema)) {
    const inner = (one: JsonValue): JsonValue => divided(one, home, turnBelow(key, turn));
    if (key === "$ref" || key === "$dynamicRef") {
      const target = key === "$dynamicRef" ? home.dynamic : new URL(value as string, home.base).href;
      copy[turn === "part" ? WAITS : "$ref"] = target ?? true;
    } else if (KEYWORDS.get(key)?.holds === "map" && isObject(value)) {
      copy[key] = Object.fromEntries(Object.entries<JsonValue>(value).map(([name, one]) => [name, inner(one)]));
    } else if (Array.isArray(value) && value.every(isObject)) {
      copy[key] = value.map((one: JsonValue) => inner(one));
    } else if (isObject(value) && !LITERAL.has(key)) {
      copy[key] = inner(value);
    } else if (!DROPPED.has(key)) {
      copy[key] = value;
    }
  }
  // Draft 4 writes exclusive bounds as flags.
  return withoutFlags(copy["if"] === undefined ? copy : { ...copy, if: ofPresent(copy["if"]) });
}

/** A condition about properties is also met where they are missing, and then asks for what nobody meant. */
function ofPresent(condition: JsonValue): JsonValue {
  if (!isObject(condition) || condition["required"] !== undefined || !isObject(condition["properties"]))
    return condition;
  return { ...condition, required: Object.keys(condition["properties"]) };
}

function turnBelow(key: string, turn: Turn): Turn {
  const applies = KEYWORDS.get(key)?.applies;
  if (applies === "definition") return "same";
  if (turn === "decides" || DECIDING.has(key)) return "decides";
  return applies === "property" || applies === "item" ? "part" : turn;
}

const LITERAL = new Set(["default", "const", "enum", "examples"]);
const DROPPED = new Set(["$schema", "id", "$id", "$dynamicAnchor", "$vocabulary"]);

/**
 * "This, or a reference": which one is meant shows in the value. As a condition, only the errors of what was meant are
 * reported, and a part may wait.
 */
function withoutReferences({ oneOf, anyOf, ...others }: JsonObject): JsonObject | undefined {
  const list = (oneOf ?? anyOf) as readonly JsonObject[] | undefined;
  const reference = list?.find(({ $ref }) => typeof $ref === "string" && $ref.endsWith("/Reference"));
  if (list === undefined || reference === undefined) return undefined;
  const [meant, ...more] = list.filter((one) => one !== reference && one["type"] !== "boolean");
  if (meant === undefined || more.length > 0) return undefined;
  // oxlint-disable-next-line unicorn/no-thenable -- a schema
  const either = { if: { type: "object", required: ["$ref"] }, then: reference, else: meant };
  const isBoolean = list.some(({ type }) => type === "boolean");
  return { ...others, ...(isBoolean ? { if: { type: "boolean" }, else: either } : either) };
}

const require202012 = (name: string): JsonObject =>
  require(`ajv/dist/refs/json-schema-2020-12/${name}.json`) as JsonObject;

/** The published schemas of JSON Schema 2020-12. */
export function jsonSchema202012(): JsonObject[] {
  const metas = ["applicator", "content", "core", "format-annotation", "meta-data", "unevaluated", "validation"];
  return [require202012("schema"), ...metas.map((name) => require202012(`meta/${name}`))];
}
