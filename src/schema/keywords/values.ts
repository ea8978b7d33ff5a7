// The type of a value, and the values it may have at all.
import { ALL_TYPES, type Group, type NormalForm, allowsType, typesOf } from "../form/normal-form.ts";
import type { Compared, Fact } from "./fact.ts";
import { type Keywords, type Rule, withArticle } from "./keyword.ts";
import { isPart, listed, ruleFacts, sameSet } from "./rule.ts";
import { INTEGER_FORMATS } from "../number-formats.ts";
import { typeOf } from "../types.ts";
import { canonical, isAmong } from "../../json/value-set.ts";
import { type JsonArray, type JsonObject, type JsonValue, isInteger, isNumeric, isObject } from "../../json/value.ts";
import { quoted } from "../../json/quote.ts";

/** Most schemas name one type. */
const SINGLE_TYPES: ReadonlyMap<JsonValue, ReadonlySet<string>> = new Map(
  ["integer", ...ALL_TYPES].map((type) => [type, new Set([type])]),
);

/**
 * The types that a schema names, without those that it excludes; undefined if all.
 * @param old whether `nullable` of OpenAPI 3.0 counts
 */
export function readTypes(definition: JsonObject, old: boolean): ReadonlySet<string> | undefined {
  return without(namedTypes(definition, old), excludedTypes(definition, old));
}

/** The types that a schema excludes with a `not` that says nothing else; integers alone leave other numbers. */
export function excludedTypes({ not }: JsonObject, old: boolean): ReadonlySet<string> | undefined {
  if (!isObject(not) || Object.keys(not).some((key) => !ABOUT_TYPES.has(key))) return undefined;
  const inner = excludedTypes(not, old);
  if (inner === undefined && not["not"] !== undefined) return undefined;
  const types = without(namedTypes(not, old), inner);
  return types?.has("integer") === true ? undefined : types;
}

const ABOUT_TYPES = new Set(["type", "nullable", "not", "title", "description"]);

function without(types: ReadonlySet<string> | undefined, excluded: ReadonlySet<string> | undefined) {
  if (excluded === undefined) return types;
  const isExcluded = (type: string): boolean => excluded.has(type) || (type === "integer" && excluded.has("number"));
  return new Set([...(types ?? ALL_TYPES)].filter((type) => !isExcluded(type)));
}

function namedTypes(definition: JsonObject, old: boolean): ReadonlySet<string> | undefined {
  const type = definition["type"];
  if (type === undefined) return undefined;
  const single = SINGLE_TYPES.get(type);
  if (single !== undefined && !(old && definition["nullable"] === true)) return single;
  const types = new Set((Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string"));
  if (old && definition["nullable"] === true) types.add("null");
  if (types.has("number")) types.delete("integer");
  return types;
}

/** The values that `const` and `enum` leave, without those that are not among the constants; undefined if any. */
export function readValues(
  { const: only, enum: listed }: JsonObject,
  constants: readonly JsonValue[] | undefined,
): readonly JsonValue[] | undefined {
  const lists = [only === undefined ? undefined : [only], Array.isArray(listed) ? listed : undefined, constants];
  const [first, ...others] = lists.filter((list) => list !== undefined);
  return others.reduce((kept, list) => kept.filter((value) => isAmong(list, value)), first as readonly JsonValue[]);
}

/** Keywords next to an alternative's values that say nothing about them. */
const SILENT = new Set(["const", "enum", "type", "title", "description", "deprecated", "example", "examples"]);

/** The values of alternatives that each list their own: an `enum` with titles, or one that also allows null. */
export function readConstants(
  definition: JsonObject,
): { readonly keyword: Group["kind"]; readonly values: readonly JsonValue[] } | undefined {
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const branches = definition[keyword];
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const lists = branches.map(ownValues);
    const values = lists.flatMap((list) => list ?? []);
    // A value that two alternatives allow does not match `oneOf`.
    const isApart = new Set(values.map(canonical)).size === values.length;
    if (isApart && lists.every((list) => list !== undefined)) return { keyword, values };
  }
  return undefined;
}

/** The values of an alternative that says nothing else. */
function ownValues(branch: JsonValue): readonly JsonValue[] | undefined {
  if (!isObject(branch) || Object.keys(branch).some((key) => !SILENT.has(key) && !key.startsWith("x-")))
    return undefined;
  const { const: only, enum: list, type } = branch;
  if (type === "null") return [null];
  const values = only === undefined ? list : list === undefined ? [only] : undefined;
  if (!Array.isArray(values) || values.length === 0) return undefined;
  return values.every((value: JsonValue) => hasType(value, type)) ? values : undefined;
}

function hasType(value: JsonValue, type: JsonValue | undefined): boolean {
  const own = typeOf(value);
  return type === undefined || type === own || (type === "number" && own === "integer");
}

/** The types that two schemas have in common; an integer is a number. */
export function mergeTypes(
  a: ReadonlySet<string> | undefined,
  b: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const both = [...a].filter((type) => b.has(type) || (type === "integer" && b.has("number")));
  if (a.has("number") && b.has("integer")) both.push("integer");
  return new Set(both);
}

/** The values that two schemas have in common; undefined if any. */
export function mergeValues(
  a: readonly JsonValue[] | undefined,
  b: readonly JsonValue[] | undefined,
): readonly JsonValue[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.filter((value) => isAmong(b, value));
}

/** Every type that is sent is accepted. */
const TYPES: Rule = {
  read: ({ types }) => listed(types && [...types].sort()),
  equal: sameSet,
  meant: ({ values }) => listed(values && new Set(values.map(typeOf))),
  proof: typesGrew,
  implied: typesFit,
};

/** Every value that is sent is accepted. */
const VALUES: Rule = {
  read: ({ values }) => listed(values),
  equal: sameSet,
  proof: (producer, consumer) => (isPart(producer, consumer) ? "values-added" : undefined),
  implied: (_, consumer, compared) => grown(consumer, compared),
};

/** Proves that each type that is sent is accepted. @returns the name of the rule, or undefined */
export function typesGrew(producer: JsonValue, consumer: JsonValue): string | undefined {
  const allowed = new Set(consumer as string[]);
  const passes = (type: string): boolean => allowed.has(type) || (type === "integer" && allowed.has("number"));
  return (producer as string[]).every(passes) ? "types-added" : undefined;
}

const SCALARS = new Set(["string", "number", "integer", "boolean", "null"]);

/**
 * Integer multiples and numbers of a format of integers are integers, and values sent as text may be read as strings. Of values that are listed, those count
 * that the other side lists as well: the others are a difference of `enum`.
 */
function typesFit(
  producer: NormalForm,
  consumer: JsonValue,
  { medium, consumer: known }: Compared,
): string | undefined {
  const allowed = new Set(consumer as string[]);
  const whole =
    producer.formats.some((format) => INTEGER_FORMATS.has(format)) ||
    producer.multiples.some((multiple) => Number.isInteger(Number(multiple)));
  const passes = (type: string): boolean =>
    typesGrew([type], consumer) !== undefined ||
    (type === "number" && whole && allowed.has("integer")) ||
    (medium.textual && allowed.has("string") && SCALARS.has(type));
  const shared = producer.values?.filter(
    (value) => fitsType(producer, value) && isAmong(known.values ?? [value], value),
  );
  // Without a value in common, it is the type that differs.
  const sent = shared?.length === 0 ? producer.values?.filter((value) => fitsType(producer, value)) : shared;
  const types = sent?.map(typeOf) ?? [...typesOf(producer)];
  return types.every(passes) ? "types-added" : undefined;
}

/** If the policy judges new values, it does not matter that others were removed at the same time. */
function grown(known: JsonValue, { producer: { values }, consumer, medium }: Compared): string | undefined {
  if (!medium.leavesToPolicy || values === undefined) return undefined;
  // Null, or a value of another type, is more than another value, unless the type already allowed it.
  const types = consumer.types ?? new Set((known as JsonArray).map(typeOf));
  if (values.some((value) => !isAmong(known as JsonArray, value) && !isOneOf(types, value))) return undefined;
  // If no value that clients know is left, it is not growth.
  return values.some((value) => isAmong(known as JsonArray, value)) ? "enum-may-grow" : undefined;
}

/** The difference of two schemas without a common type, apart from null; undefined if they have one. */
export function typesApart(compared: Compared): Fact | undefined {
  const { producer, consumer, medium } = compared;
  if (producer.types === undefined || consumer.types === undefined) return undefined;
  // A string may represent a number or a list of one item, but never an object.
  if (medium.textual && ![...producer.types].every((type) => type === "object" || type === "null")) return undefined;
  const [sent, known] = [producer.types, [...consumer.types].filter((type) => type !== "null")];
  if ([...sent].every((type) => type === "null") || known.length === 0) return undefined;
  if (known.some((type) => allowsType(producer, type))) return undefined;
  return typeFact(compared);
}

/** The difference of two schemas in their types, if there is one. */
export const typeFact = (compared: Compared): Fact | undefined => ruleFacts("type", { rule: TYPES }, compared).at(0);

/** The difference of two schemas of which one allows nothing at all. */
export function neverFacts({ producer, consumer }: Compared): Fact[] {
  if (producer.never === consumer.never) return [];
  const fact = {
    keyword: "false schema",
    producer: !producer.never,
    consumer: !consumer.never,
    refusedBy: "any" as const,
  };
  return [producer.never ? { ...fact, provedBy: "nothing-is-sent" } : fact];
}

/** A schema that excludes a type with `not` reports that. */
export const VALUE_KEYWORDS: Keywords = {
  type: {
    family: "type",
    rule: TYPES,
    refusedBy: ["type", "exact-type", "not"],
    refusal: ({ types = [] }) => `must be ${types.map(withArticle).join(" or ")}`,
    change: ["has a different type", "keep the old type next to the new one"],
  },
  nullable: { family: "type", only: "3.0" },
  enum: {
    family: "values",
    rule: VALUES,
    refusal: ({ values = [] }) =>
      values.length === 0 ? "cannot be valid: its enum is empty" : `must be one of ${values.map(quoted).join(", ")}`,
    noun: "allowed values",
    change: ["has different allowed values", "keep every value that was accepted"],
  },
  const: {
    family: "values",
    only: "3.1",
    comparedAs: "enum",
    refusal: ({ values = [] }) => `must be ${values.map(quoted).join()}`,
    noun: "constant",
    change: ["has a different constant", "keep the constant"],
  },
};

/** True if a value has one of the types of a form. */
export function fitsType(shape: NormalForm, value: JsonValue): boolean {
  return isOneOf(typesOf(shape), value);
}

/** True if a value has one of some types. */
export function isOneOf(types: ReadonlySet<string>, value: JsonValue): boolean {
  if (value === null) return types.has("null");
  if (Array.isArray(value)) return types.has("array");
  if (isObject(value)) return types.has("object");
  if (isNumeric(value)) return types.has("number") || (types.has("integer") && isInteger(value));
  return types.has(typeof value);
}
