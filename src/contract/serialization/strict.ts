// Reads a parameter the way the mock and the suite do: one value, or what is wrong with it.
import type { Document } from "../../document/document.ts";
import { normalForms } from "../../schema/normal/normal-forms.ts";
import type { Schema } from "../../schema/model.ts";
import type { JsonValue } from "../../json/value.ts";
import { isJson, isText } from "../media.ts";
import type { Header } from "../model.ts";
import { type SchemaNode, mayBe, schemaAt } from "../../schema/normal/schema-node.ts";
import { nestedValue } from "./brackets.ts";
import { expectedAt } from "./expected.ts";
import { ParameterReadings } from "./read.ts";
import type { Pairs, Serialization } from "./styles.ts";

/** The result: a value, that none was sent, or what is wrong. */
export type ParameterReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "absent" }
  | { readonly kind: "fault"; readonly message: string };

/** Reads one parameter from the pairs of its place. */
export type ParameterReader = (pairs: Pairs) => ParameterReading;

/** How a value is written, and its schema. */
export interface Serialized extends Serialization {
  readonly required?: boolean;
  readonly schema: Pick<Schema, "pointer" | "origin" | "validate" | "accepts">;
}

/**
 * Prepares the reader of a parameter. If a text may mean several values, the first one that the schema allows wins: "1"
 * is a number where numbers are allowed, and a string otherwise.
 * @param others the other parameters in its place; an exploded object never claims their names
 */
export function parameterReader(
  document: Document,
  parameter: Serialized,
  others: Pick<ReadonlySet<string>, "has"> = new Set(),
): ParameterReader {
  const { schema } = parameter;
  // Both directions allow the same readings of a text.
  const expected = expectedAt(
    normalForms(document, "request"),
    schema.origin === "absent" ? undefined : schema.pointer,
  );
  const all = new ParameterReadings(parameter, expected, { others, strict: true });
  const nested = parameter.in === "query" ? nestedReader(document, parameter) : undefined;
  return (pairs) => {
    const other = nested?.(pairs, all);
    if (other !== undefined) return other;
    const readings = all.read(pairs);
    if (readings.kind === "absent" && isNothing(parameter, all)) return { kind: "value", value: {} };
    if (readings.kind !== "values") return readings;
    const { values } = readings;
    const value = values.length === 1 ? values[0] : (values.find((one) => isAllowed(schema, one)) ?? values[0]);
    return { kind: "value", value: value as JsonValue };
  };
}

type NestedReader = (pairs: Pairs, all: ParameterReadings) => ParameterReading | undefined;

/**
 * Reads lists and objects in the spellings of client libraries that the style does not have: "a[]=", "a[0]=",
 * "a[b][c]=", repeated, with commas, or as JSON. Undefined for a parameter that is neither list nor object. What the style
 * has comes first, unless nobody could mean it.
 */
function nestedReader(document: Document, parameter: Serialized): NestedReader | undefined {
  const { name, schema, style, mediaType } = parameter;
  if (schema.origin === "absent" || mediaType !== undefined) return undefined;
  const node = schemaAt(document, schema.pointer, "request");
  const kinds = [node, ...node.alternatives.flatMap(({ branches }) => branches)];
  const isList = kinds.some(({ types }) => types?.includes("array"));
  const isCompound = isList || style === "deepObject" || kinds.some(({ types }) => types?.includes("object"));
  if (!isCompound) return undefined;
  const start = `${name}[`;
  return (pairs, all) => {
    const own = pairs.filter(([one]) => one === name || one.startsWith(start));
    const [first] = own;
    if (first === undefined) return undefined;
    const isDeeper = own.some(([one]) => one.includes("][") || (isList && /^\[\d*\]$/.test(one.slice(name.length))));
    const names = own.map(([one]) => one).filter((one) => one !== name && !one.endsWith("[]"));
    if (new Set(names).size < names.length) return repeatedly(own, names, { node, schema });
    const isUsual = !isDeeper || (isList && own.every(([one]) => one === `${name}[]`));
    const readings = isUsual ? all.read(pairs) : undefined;
    const isFitting = readings?.kind === "values" && readings.values.some((one) => isAllowed(schema, one));
    if (isFitting) return undefined;
    if (own.some(([one]) => one.includes("[__proto__]"))) {
      return { kind: "fault", message: 'has the property "__proto__", which is not accepted' };
    }
    const separated = own.length === 1 && first[0] === name && isList ? first[1].split(/,|%2C/i) : [];
    const ways = [own, ...(separated.length > 1 ? [separated.map((text) => [`${name}[]`, text] as const)] : [])];
    const values = ways.map((way) => nestedValue(way, node));
    const value = values.find((one) => isAllowed(schema, one)) ?? (isDeeper ? values[0] : undefined);
    return value === undefined ? undefined : { kind: "value", value };
  };
}

/** "filter[tags]=a&filter[tags]=b", where that is a list. */
function repeatedly(
  own: Pairs,
  names: readonly string[],
  { node, schema }: Pick<Serialized, "schema"> & { readonly node: SchemaNode },
): ParameterReading | undefined {
  const twice = new Set(names.filter((one, at) => names.indexOf(one) !== at));
  const isList = (one: string): boolean => {
    const steps = Array.from(one.matchAll(/\[([^[\]]*)\]/g), ([, step = ""]) => step);
    const at = steps.reduce<SchemaNode | undefined>((inner, step) => inner?.properties.get(step), node);
    return at?.types?.includes("array") === true;
  };
  if (![...twice].every(isList)) return undefined;
  const value = nestedValue(
    own.map(([one, text]) => [twice.has(one) ? `${one}[]` : one, text] as const),
    node,
  );
  return isAllowed(schema, value) ? { kind: "value", value } : undefined;
}

/**
 * True for a required parameter that is present although nothing was sent: an empty object with separate pairs for its
 * members.
 */
function isNothing({ required, schema }: Serialized, readings: ParameterReadings): boolean {
  return required === true && readings.hasTracelessObject && isAllowed(schema, {});
}

/** Reads the text of a header. What is written in a media type that nothing here reads says nothing. */
export function readHeader(document: Document, header: Header, text: string): ParameterReading {
  const { mediaType, schema } = header;
  const isRead = mediaType === undefined || isJson(mediaType) || isText(mediaType);
  if (!isRead && !mayBe(schemaAt(document, schema.pointer, "request"), "string")) return { kind: "absent" };
  return parameterReader(document, { ...header, in: "header", style: "simple" })([[header.name, text]]);
}

function isAllowed({ accepts, validate }: Serialized["schema"], value: JsonValue): boolean {
  return accepts === undefined ? validate(value).length === 0 : accepts(value);
}
