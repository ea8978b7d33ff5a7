// Parameters on the wire: from the text of a URL, header or cookie to a value, and back. Strict: the syntax
// of a number is that of JSON, nothing is coerced, and what cannot be read is said, not guessed.
import type { Document } from "./document.ts";
import { type JsonArray, type JsonValue, exactInteger, isObject, readJson, writeJson } from "./json.ts";
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
  const unpack = UNPACKERS[parameter.style];
  if (unpack === undefined || parameter.mediaType !== undefined) return pairsReader(document, parameter);
  // Without its prefix, a matrix parameter is like a form, and one of style label much like a simple one.
  const read = pairsReader(document, parameter.style === "matrix" ? { ...parameter, style: "form" } : parameter);
  return (pairs) => {
    const text = pairs.find(([name]) => name === parameter.name)?.[1];
    if (text === undefined) return ABSENT;
    const unpacked = unpack(parameter.name, text);
    return unpacked === undefined ? fault(`must be written in style ${parameter.style}`) : read(unpacked);
  };
}

/** The pairs in the text of a path parameter whose style gives it a prefix (RFC 6570 sections 3.2.5 and 3.2.7). */
const UNPACKERS: Readonly<Record<string, (name: string, text: string) => Pairs | undefined>> = {
  label: (name, text) => (text.startsWith(".") ? [[name, text.slice(1)]] : undefined),
  matrix: (_, text) =>
    text.startsWith(";")
      ? text
          .slice(1)
          .split(";")
          .map((part) => splitOnce(part))
      : undefined,
};

function splitOnce(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function pairsReader(document: Document, parameter: Parameter): ParameterReader {
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
  const reading = readJson(text);
  return "value" in reading ? { kind: "value", value: reading.value } : fault(reading.fault.message);
}

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

function separatorOf({ style, explode }: Parameter): string {
  return style === "label" && explode ? "." : (SEPARATORS[style] ?? ",");
}

function arrayReader(document: Document, parameter: Parameter, shape: Shape): ParameterReader {
  const item = scalarReader(describe(document, shape.items, shape.items !== undefined));
  const separator = separatorOf(parameter);
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
    const carriers = pairs.filter(([name]) => name === parameter.name);
    if (carriers.length > 1 && !shape.properties.has(parameter.name)) return fault("was given more than once");
    for (const [name, text] of objectPairs(parameter, shape, pairs)) {
      if (Object.hasOwn(value, name)) return fault(`has the property ${name} more than once`);
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
  const parts = pairs.find(([name]) => name === parameter.name)?.[1].split(separatorOf(parameter)) ?? [];
  if (parameter.explode) return parts.map((part) => splitOnce(part));
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
 * Path and header parameters come as one pair whose text is the whole.
 */
export function writeParameter(parameter: Parameter, value: JsonValue): Pairs {
  const { name, style, explode } = parameter;
  if (parameter.mediaType !== undefined) return [[name, writeJson(value)]];
  if (style === "matrix") {
    const pairs = writeParameter({ ...parameter, style: "form" }, value);
    return [[name, pairs.map(([key, text]) => (text === "" ? `;${key}` : `;${key}=${text}`)).join("")]];
  }
  const prefix = style === "label" ? "." : "";
  if (Array.isArray(value)) return writeArray(parameter, value, prefix);
  if (!isObject(value)) return [[name, prefix + showScalar(value)]];
  const entries = Object.entries(value).map(([key, item]) => [key, showScalar(item)] as const);
  if (style === "deepObject") return entries.map(([key, text]) => [`${name}[${key}]`, text] as const);
  if (explode && style === "form") return entries;
  const parts = explode ? entries.map(([key, text]) => `${key}=${text}`) : entries.flat();
  return [[name, prefix + parts.join(separatorOf(parameter))]];
}

function writeArray(parameter: Parameter, value: JsonArray, prefix: string): Pairs {
  const texts = value.map((item) => showScalar(item));
  if (parameter.explode && parameter.style === "form") return texts.map((text) => [parameter.name, text] as const);
  return [[parameter.name, prefix + texts.join(separatorOf(parameter))]];
}
