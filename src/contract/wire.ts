// Parameters on the wire: from the text of a URL, header or cookie to a value, and back. Strict: the syntax
// of a number is that of JSON, nothing is coerced, and what cannot be read is said, not guessed.
import type { Document } from "./document.ts";
import { type JsonArray, type JsonValue, exactInteger, isObject, writeJson } from "./json.ts";
import type { Parameter } from "./model.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** A parameter read: its value, or nothing (it was not sent), or what is wrong with it. */
export type ParameterReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "absent" }
  | { readonly kind: "fault"; readonly message: string };

/** Name and text of each query parameter, cookie or form field, in the order sent, decoded. */
export type Pairs = readonly (readonly [name: string, text: string])[];

/** Reads one parameter from the decoded pairs of its place. */
export type ParameterReader = (pairs: Pairs) => ParameterReading;

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const ABSENT: ParameterReading = { kind: "absent" };

/** Prepares the reader of a parameter: what it may hold is worked out once, not at each request. */
export function parameterReader(document: Document, parameter: Parameter): ParameterReader {
  const shape = describe(document, parameter.schema.pointer, parameter.schema.definition !== true);
  if (parameter.mediaType === undefined && isArrayLike(shape)) return arrayReader(document, parameter, shape as Shape);
  if (parameter.mediaType === undefined && isObjectLike(shape))
    return objectReader(document, parameter, shape as Shape);
  const read = parameter.mediaType === undefined ? scalarReader(shape) : jsonReader;
  return (pairs) => {
    let found: string | undefined;
    for (const [name, text] of pairs) {
      if (name !== parameter.name) continue;
      if (found !== undefined) return fault("was given more than once");
      found = text;
    }
    return found === undefined ? ABSENT : read(found);
  };
}

type TextReader = (text: string) => ParameterReading;

function scalarReader(shape: Shape | undefined): TextReader {
  const types = shape?.types ?? (shape?.values === undefined ? undefined : typesOfValues(shape.values));
  if (types === undefined || types.includes("string")) {
    if (types === undefined || types.length === 1) return (text) => ({ kind: "value", value: text });
  }
  return (text) => {
    if (types.includes("integer") && INTEGER.test(text)) return { kind: "value", value: exactInteger(text) };
    if (types.includes("number") && NUMBER.test(text)) {
      const value = INTEGER.test(text) ? exactInteger(text) : Number(text);
      if (typeof value === "bigint" || Number.isFinite(value)) return { kind: "value", value };
    }
    if (types.includes("boolean") && (text === "true" || text === "false"))
      return { kind: "value", value: text === "true" };
    if (types.includes("null") && text === "null") return { kind: "value", value: null };
    if (types.includes("string")) return { kind: "value", value: text };
    return fault(`must be ${types.map((type) => WORDS[type] ?? type).join(" or ")}`);
  };
}

const WORDS: Readonly<Record<string, string>> = {
  integer: "an integer written in digits",
  number: "a number",
  boolean: "true or false",
};

function typesOfValues(values: readonly JsonValue[]): readonly NonNullable<Shape["types"]>[number][] {
  return [
    ...new Set(
      values.map((value) => {
        if (value === null) return "null" as const;
        if (typeof value === "bigint" || Number.isInteger(value)) return "integer" as const;
        if (Array.isArray(value)) return "array" as const;
        return typeof value as "string" | "number" | "boolean" | "object";
      }),
    ),
  ];
}

function jsonReader(text: string): ParameterReading {
  try {
    return { kind: "value", value: JSON.parse(text) as JsonValue };
  } catch {
    return fault("must be JSON text");
  }
}

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

function arrayReader(document: Document, parameter: Parameter, shape: Shape): ParameterReader {
  const item = scalarReader(describe(document, shape.items, shape.items !== undefined));
  const separator = SEPARATORS[parameter.style] ?? ",";
  const split = !(parameter.explode && parameter.style === "form");
  return (pairs) => {
    const texts = pairs
      .filter(([name]) => name === parameter.name || name === `${parameter.name}[]`)
      .map(([, text]) => text);
    if (texts.length === 0) return ABSENT;
    if (split && texts.length > 1) return fault("was given more than once");
    const parts = split ? splitArray(texts[0] as string, separator) : texts;
    const values: JsonValue[] = [];
    for (const part of parts) {
      const reading = item(part);
      if (reading.kind !== "value")
        return reading.kind === "fault" ? fault(`has an item that ${reading.message}`) : reading;
      values.push(reading.value);
    }
    return { kind: "value", value: values };
  };
}

function splitArray(text: string, separator: string): string[] {
  return text === "" ? [] : text.split(separator);
}

function objectReader(document: Document, parameter: Parameter, shape: Shape): ParameterReader {
  const readers = new Map(
    [...shape.properties].map(([name, pointer]) => [name, scalarReader(describe(document, pointer, true))]),
  );
  const whole = scalarReader(undefined);
  return (pairs) => {
    const value: Record<string, JsonValue> = {};
    for (const [name, text] of objectPairs(parameter, shape, pairs)) {
      const reading = (readers.get(name) ?? whole)(text);
      if (reading.kind === "fault") return fault(`has a property ${name} that ${reading.message}`);
      if (reading.kind === "value") value[name] = reading.value;
    }
    return Object.keys(value).length === 0 ? ABSENT : { kind: "value", value };
  };
}

function objectPairs(parameter: Parameter, shape: Shape, pairs: Pairs): Pairs {
  if (parameter.style === "deepObject") {
    const prefix = `${parameter.name}[`;
    return pairs
      .filter(([name]) => name.startsWith(prefix) && name.endsWith("]"))
      .map(([name, text]) => [name.slice(prefix.length, -1), text] as const);
  }
  if (parameter.explode && parameter.style === "form") return pairs.filter(([name]) => shape.properties.has(name));
  const parts = pairs.find(([name]) => name === parameter.name)?.[1].split(",") ?? [];
  if (parameter.explode)
    return parts.map((part) => [part.split("=")[0] ?? "", part.split("=").slice(1).join("=")] as const);
  return parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ""] as const] : []));
}

function describe(document: Document, pointer: string | undefined, present: boolean): Shape | undefined {
  return present && pointer !== undefined ? shapeOf(document, pointer) : undefined;
}

function isArrayLike(shape: Shape | undefined): boolean {
  return shape?.types?.includes("array") === true;
}

function isObjectLike(shape: Shape | undefined): boolean {
  return shape?.types?.includes("object") === true;
}

function fault(message: string): ParameterReading {
  return { kind: "fault", message };
}

/** A value as the text of one header, path segment or simple parameter; not yet percent-encoded. */
export function showScalar(value: JsonValue): string {
  if (typeof value === "string") return value;
  return writeJson(value);
}

/**
 * Writes a parameter's value as the pairs that carry it, not yet percent-encoded.
 * Path and header parameters come as one pair whose text is the whole (style `simple`).
 */
export function writeParameter(parameter: Parameter, value: JsonValue): Pairs {
  const { name, style, explode } = parameter;
  if (parameter.mediaType !== undefined) return [[name, writeJson(value)]];
  if (Array.isArray(value)) return writeArray(parameter, value);
  if (!isObject(value)) return [[name, showScalar(value)]];
  const entries = Object.entries(value).map(([key, item]) => [key, showScalar(item)] as const);
  if (style === "deepObject") return entries.map(([key, text]) => [`${name}[${key}]`, text] as const);
  if (explode && style === "form") return entries;
  if (explode) return [[name, entries.map(([key, text]) => `${key}=${text}`).join(",")]];
  return [[name, entries.flat().join(",")]];
}

function writeArray(parameter: Parameter, value: JsonArray): Pairs {
  const texts = value.map((item) => showScalar(item));
  if (parameter.explode && parameter.style === "form") return texts.map((text) => [parameter.name, text] as const);
  return [[parameter.name, texts.join(SEPARATORS[parameter.style] ?? ",")]];
}
