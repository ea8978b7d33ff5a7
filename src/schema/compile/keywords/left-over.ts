// `unevaluatedProperties` and `unevaluatedItems` judge what all keywords beside them left over (JSON Schema 2020-12 sections
// 11.2 and 11.3). Ajv's own loses what `if` and `contains` evaluate, and makes every schema of the document record what it
// evaluated. Ours looks, when a value arrives, at which schemas apply to it.
import type { ErrorObject, ValidateFunction } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { SchemaEnv, type SchemaObjCxt, compileSchema } from "ajv/dist/compile/index.js";
import { escapeJsonPointer } from "ajv/dist/compile/util.js";
import type { DataValidateFunction, DataValidationCxt } from "ajv/dist/types/index.js";
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";
import { keptFor } from "../../../memo.ts";
import type { Judging } from "../../judging.ts";
import { namePatternsIn } from "../../keywords/properties.ts";

type Rest = "unevaluatedProperties" | "unevaluatedItems";

/** Teaches an Ajv instance both keywords. */
export function addLeftOver(ajv: Ajv2020, judging: Judging): void {
  for (const [keyword, type] of [
    ["unevaluatedProperties", "object"],
    ["unevaluatedItems", "array"],
  ] as const) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      type,
      schemaType: ["boolean", "object"],
      errors: "full",
      compile: (schema: JsonValue, parent, it) => judgeOf(ajv, keyword, { schema, parent, it, judging }),
    });
  }
}

interface Place {
  /** What is left over must fit this. */
  readonly schema: JsonValue;
  readonly parent: JsonObject;
  readonly it: SchemaObjCxt;
  readonly judging: Judging;
}

function judgeOf(ajv: Ajv2020, keyword: Rest, { schema, parent, it, judging }: Place): DataValidateFunction {
  const { [keyword]: _, ...beside } = parent;
  const asked = new Asked(ajv, it);
  const judge = (value: JsonValue, context?: DataValidationCxt): boolean => {
    delete known.errors;
    if (schema === true) return true;
    const evaluated = new Evaluated();
    mark(beside, evaluated, { asked, value, judging });
    const left = Object.keys(value as JsonObject).filter((name) => !evaluated.has(name));
    const errors = left.flatMap((name): ErrorObject[] => {
      const place = { instancePath: context?.instancePath ?? "", schemaPath: `${it.errSchemaPath}/${keyword}` };
      if (schema === false) return [refusal(keyword, name, { ...place, isTail: isTail(value, left) })];
      const part = (value as JsonObject)[name] as JsonValue;
      const inner = asked.errors(schema, part);
      return inner.map((error) => ({
        ...error,
        instancePath: `${place.instancePath}/${escapeJsonPointer(name)}${error.instancePath}`,
        schemaPath: error.schemaPath.startsWith("#") ? place.schemaPath + error.schemaPath.slice(1) : error.schemaPath,
      }));
    });
    if (errors.length > 0) known.errors = schema === false && keyword === "unevaluatedItems" ? once(errors) : errors;
    return errors.length === 0;
  };
  const known: DataValidateFunction = judge;
  return known;
}

interface Refused {
  readonly instancePath: string;
  readonly schemaPath: string;
  /** Whether what is left over is the end of a list. */
  readonly isTail: boolean;
}

/** A list that is too long says so; an item that may not be there is named. */
function refusal(keyword: Rest, name: string, { instancePath, schemaPath, isTail }: Refused): ErrorObject {
  if (keyword === "unevaluatedProperties")
    return { keyword, instancePath, schemaPath, params: { unevaluatedProperty: name } };
  if (isTail) return { keyword, instancePath, schemaPath, params: { limit: Number(name) } };
  return { keyword: "false schema", instancePath: `${instancePath}/${name}`, schemaPath, params: {} };
}

function isTail(value: JsonValue, left: readonly string[]): boolean {
  return Array.isArray(value) && Number(left[0]) === value.length - left.length;
}

/** One error for a list that is too long, not one for each item. */
function once(errors: ErrorObject[]): ErrorObject[] {
  return errors[0]?.keyword === "unevaluatedItems" ? errors.slice(0, 1) : errors;
}

/** The parts of a value that some keyword looked at: names of properties, or indexes of items. */
class Evaluated {
  isAll = false;
  readonly #names = new Set<string>();

  add(name: string): void {
    this.#names.add(name);
  }

  has(name: string): boolean {
    return this.isAll || this.#names.has(name);
  }
}

/** Judges values by parts of a schema, compiled when they are first asked. */
class Asked {
  readonly ajv: Ajv2020;
  readonly #place: Pick<SchemaEnv, "baseId" | "root">;
  readonly #allErrors: boolean;
  readonly #made = new Map<JsonValue, ValidateFunction>();
  readonly #patterns = new Map<string, { test(text: string): boolean }>();

  constructor(ajv: Ajv2020, it: SchemaObjCxt) {
    this.ajv = ajv;
    const { allErrors, baseId, schemaEnv } = it;
    this.#place = { baseId, root: schemaEnv.root };
    this.#allErrors = allErrors === true;
  }

  accepts(schema: JsonValue, value: JsonValue): boolean {
    if (typeof schema === "boolean") return schema;
    const validate = keptFor(this.#made, schema, () => this.#compiled(schema));
    const context = { instancePath: "", parentData: {}, parentDataProperty: "", rootData: {}, dynamicAnchors: {} };
    return validate(value, context);
  }

  /** The validator of a part, which finds as many faults as that of the whole. */
  #compiled(schema: JsonValue): ValidateFunction {
    const { opts } = this.ajv;
    const before = opts.allErrors === true;
    opts.allErrors = this.#allErrors;
    try {
      const part = new SchemaEnv({ ...this.#place, schema: schema as object });
      return compileSchema.call(this.ajv, part).validate as ValidateFunction;
    } finally {
      opts.allErrors = before;
    }
  }

  errors(schema: JsonValue, value: JsonValue): readonly ErrorObject[] {
    return this.accepts(schema, value) ? [] : (this.#made.get(schema)?.errors ?? []);
  }

  matches(pattern: string, name: string): boolean {
    const engine = this.ajv.opts.code.regExp as (pattern: string, flags: string) => { test(text: string): boolean };
    return keptFor(this.#patterns, pattern, () => engine(pattern, "u")).test(name);
  }

  /** The schema that a reference leads to, if a value has reached it. */
  target({ $ref }: JsonObject): JsonValue {
    return (typeof $ref === "string" ? (this.ajv.schemas[$ref]?.schema as JsonValue | undefined) : undefined) ?? true;
  }
}

interface Around {
  readonly value: JsonValue;
  readonly asked: Asked;
  readonly judging: Judging;
}

/** Notes what a schema evaluates of a value that it allows. */
function mark(schema: JsonValue, evaluated: Evaluated, around: Around): void {
  if (!isObject(schema) || evaluated.isAll) return;
  const { value, asked, judging } = around;
  if (--judging.left < 0) judging.exceeded();
  if (Array.isArray(value)) markItems(schema, evaluated, around);
  else markProperties(schema, evaluated, around);
  const applies = (one: JsonValue): boolean => asked.accepts(one, value);
  for (const one of applied(schema, value, applies)) mark(one, evaluated, around);
  mark(asked.target(schema), evaluated, around);
}

/** The schemas beside others that a value must fit as well. */
function applied(schema: JsonObject, value: JsonValue, applies: (one: JsonValue) => boolean): readonly JsonValue[] {
  const { allOf, anyOf, oneOf, if: condition, then, else: otherwise, dependentSchemas } = schema;
  const found = [...listOf(allOf), ...[...listOf(anyOf), ...listOf(oneOf)].filter(applies)];
  if (condition !== undefined) {
    if (applies(condition)) found.push(condition, then ?? true);
    else found.push(otherwise ?? true);
  }
  if (isObject(dependentSchemas) && isObject(value)) {
    for (const [name, one] of Object.entries<JsonValue>(dependentSchemas))
      if (Object.hasOwn(value, name)) found.push(one);
  }
  return found;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as JsonArray) : [];
}

function markProperties(schema: JsonObject, evaluated: Evaluated, { value, asked }: Around): void {
  if (schema["additionalProperties"] !== undefined || schema["unevaluatedProperties"] !== undefined) {
    evaluated.isAll = true;
    return;
  }
  const { properties } = schema;
  const patterns = namePatternsIn(schema);
  for (const name of Object.keys(value as JsonObject)) {
    const isNamed = isObject(properties) && Object.hasOwn(properties, name);
    if (isNamed || patterns.some((pattern) => asked.matches(pattern, name))) evaluated.add(name);
  }
}

function markItems(schema: JsonObject, evaluated: Evaluated, { value, asked }: Around): void {
  const { prefixItems, items, unevaluatedItems, contains } = schema;
  if (items !== undefined || unevaluatedItems !== undefined) {
    evaluated.isAll = true;
    return;
  }
  const prefix = listOf(prefixItems).length;
  for (const [index, item] of (value as JsonArray).entries()) {
    const isContained = contains !== undefined && asked.accepts(contains, item);
    if (index < prefix || isContained) evaluated.add(String(index));
  }
}
