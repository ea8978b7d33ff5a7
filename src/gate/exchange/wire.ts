// Values of parameters and headers as text on the wire, and back. A value that is written by one contract's
// style and read by the other's is what shows a change of style, explode or type.
import { type JsonValue, isObject, writeJson } from "../../contract/json.ts";
import { propertyConstraint } from "../schema/merge.ts";
import { type Shape, allowsType } from "../schema/shape.ts";
import type { SchemaSpace } from "../schema/space.ts";
import { cases } from "../witness/cases.ts";
import type { Pair } from "./model.ts";

/** How a parameter or header is written. */
export interface WireForm {
  readonly name: string;
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
  readonly mediaType?: string;
}

/** A written parameter: pairs for query and cookie, one text for path and header. */
export type Written = { readonly pairs: readonly Pair[] } | { readonly text: string };

const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: "%20", pipeDelimited: "|" };

/** Writes a value. Undefined where the style has no way to write it. */
export function writeParameter(form: WireForm, value: JsonValue): Written | undefined {
  const encode = form.in === "header" ? (text: string): string => text : encodeURIComponent;
  const single = (text: string): Written => (isPaired(form) ? { pairs: [[form.name, text]] } : { text });
  if (form.mediaType !== undefined) return single(encode(writeJson(value)));
  if (Array.isArray(value))
    return writeArray(
      form,
      value.map((item: JsonValue) => encode(toText(item))),
      single,
    );
  if (isObject(value))
    return writeObject(
      form,
      Object.entries(value).map(([key, item]) => [key, encode(toText(item))]),
      { single, encode },
    );
  const text = encode(toText(value));
  if (form.style === "matrix") return single(`;${form.name}=${text}`);
  return single(form.style === "label" ? `.${text}` : text);
}

function isPaired(form: WireForm): boolean {
  return form.in === "query" || form.in === "cookie";
}

function writeArray(form: WireForm, items: readonly string[], single: (text: string) => Written): Written | undefined {
  if (items.length === 0) return undefined;
  if (form.style === "deepObject") return undefined;
  if (isPaired(form) && form.explode) return { pairs: items.map((item) => [form.name, item]) };
  if (form.style === "label") return single(`.${items.join(form.explode ? "." : ",")}`);
  if (form.style === "matrix") {
    return single(
      form.explode ? items.map((item) => `;${form.name}=${item}`).join("") : `;${form.name}=${items.join(",")}`,
    );
  }
  return single(items.join(DELIMITERS[form.style] ?? ","));
}

/** Names of a query stay as they are: they are encoded where they are put into a URL. */
function writeObject(
  form: WireForm,
  members: readonly Pair[],
  { single, encode }: { single: (text: string) => Written; encode: (text: string) => string },
): Written | undefined {
  if (members.length === 0) return undefined;
  if (form.style === "deepObject") return { pairs: members.map(([key, item]) => [`${form.name}[${key}]`, item]) };
  if (isPaired(form) && form.explode) {
    return { pairs: form.in === "query" ? members : members.map(([key, item]) => [encode(key), item]) };
  }
  if (form.style === "label" || form.style === "matrix") return undefined;
  const flat = members.map(([key, item]) => `${encode(key)}${form.explode ? "=" : ","}${item}`);
  return single(flat.join(DELIMITERS[form.style] ?? ","));
}

/** A scalar as text; what is nested deeper has no agreed way to be written, JSON is as good as any. */
export function toText(value: JsonValue): string {
  if (value === null) return "null";
  return typeof value === "object" ? writeJson(value) : String(value);
}

/** What a consumer may take a written parameter for: every reading that its schema's types allow. */
export function readParameter(form: WireForm, written: Written, space: SchemaSpace, shape: Shape): JsonValue[] {
  const raw =
    "text" in written ? [written.text] : written.pairs.filter(([name]) => name === form.name).map(([, text]) => text);
  if (form.mediaType !== undefined) return raw.slice(0, 1).flatMap((text) => parse(decode(form, text)));
  return cases(space, shape).flatMap((one) => {
    const readings: JsonValue[] = [];
    if (one.types?.has("array") === true || (one.types === undefined && raw.length > 1)) {
      readings.push(...readArray(form, raw, space, one));
    }
    if (one.types?.has("object") === true || (one.types === undefined && one.properties.size > 0)) {
      readings.push(...readObject(form, written, space, one));
    }
    const text = raw.length === 1 && form.style !== "deepObject" ? unprefixed(form, raw[0] ?? "") : undefined;
    // JSON as a whole is only read where `content` says so; inside, nothing else is agreed upon.
    const scalars = text === undefined ? [] : readText(decode(form, text), one).filter((value) => !isNested(value));
    return [...readings, ...scalars];
  });
}

function isNested(value: JsonValue): boolean {
  return typeof value === "object" && value !== null;
}

function decode(form: WireForm, text: string): string {
  if (form.in === "header") return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parse(text: string): JsonValue[] {
  try {
    return [JSON.parse(text) as JsonValue];
  } catch {
    return [];
  }
}

/** The text without what its style puts before it; undefined where that is not there. */
function unprefixed(form: WireForm, text: string): string | undefined {
  const prefix = form.style === "label" ? "." : form.style === "matrix" ? `;${form.name}=` : "";
  return text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
}

function pieces(form: WireForm, raw: readonly string[]): string[] {
  if (isPaired(form) && form.explode) return [...raw];
  const text = unprefixed(form, raw[0] ?? "") ?? "";
  if (form.style === "label" && form.explode) return text.split(".");
  if (form.style === "matrix" && form.explode) return text.split(`;${form.name}=`);
  return text.split(DELIMITERS[form.style] ?? ",");
}

function readArray(form: WireForm, raw: readonly string[], space: SchemaSpace, shape: Shape): JsonValue[] {
  if (raw.length === 0 || form.style === "deepObject" || (raw.length > 1 && !form.explode)) return [];
  const texts = pieces(form, raw).map((text) => decode(form, text));
  const read = (text: string, index: number, preferText: boolean): JsonValue => {
    const readings = cases(space, space.shape(shape.prefix[index] ?? shape.items)).flatMap((one) =>
      readText(text, one),
    );
    return (preferText ? readings.at(-1) : readings[0]) ?? text;
  };
  return [false, true].map((preferText) => texts.map((text, index) => read(text, index, preferText)));
}

function readObject(form: WireForm, written: Written, space: SchemaSpace, shape: Shape): JsonValue[] {
  const members = readMembers(form, written, shape);
  if (members === undefined) return [];
  const read = (name: string, text: string, preferText: boolean): JsonValue => {
    const inner = space.shape(propertyConstraint(shape, name));
    const readings = cases(space, inner).flatMap((one) => readText(text, one));
    return (preferText ? readings.at(-1) : readings[0]) ?? text;
  };
  return [false, true].map((preferText) =>
    Object.fromEntries(members.map(([name, text]) => [name, read(name, text, preferText)])),
  );
}

function readMembers(form: WireForm, written: Written, shape: Shape): Pair[] | undefined {
  if ("pairs" in written && form.style === "deepObject") {
    const own = written.pairs.filter(([name]) => name.startsWith(`${form.name}[`));
    if (own.length === 0) return undefined;
    return own.map(([name, text]) => [name.slice(form.name.length + 1, -1), decode(form, text)]);
  }
  if ("pairs" in written && form.explode) {
    const nameOf = (name: string): string => (form.in === "query" ? name : decode(form, name));
    const own = written.pairs.filter(([name]) => shape.mapped || shape.properties.has(nameOf(name)));
    return own.length === 0 ? undefined : own.map(([name, text]) => [nameOf(name), decode(form, text)]);
  }
  const raw =
    "text" in written ? [written.text] : written.pairs.filter(([name]) => name === form.name).map(([, text]) => text);
  if (raw.length !== 1) return undefined;
  const parts = (raw[0] ?? "").split(DELIMITERS[form.style] ?? ",").map((text) => decode(form, text));
  if (form.explode) {
    const split = parts.map((part) => part.split("="));
    return split.every((pair) => pair.length === 2) ? split.map(([name = "", text = ""]) => [name, text]) : undefined;
  }
  if (parts.length % 2 !== 0) return undefined;
  return Array.from({ length: parts.length / 2 }, (_, index) => [parts[index * 2] ?? "", parts[index * 2 + 1] ?? ""]);
}

/** Every scalar that a text may stand for, the text itself last. */
export function readText(text: string, shape: Shape): JsonValue[] {
  const readings: JsonValue[] = [];
  if (allowsType(shape, "number") && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) {
    const exact = /^-?\d{16,}$/.test(text) ? BigInt(text) : Number(text);
    readings.push(exact);
  }
  // What is nested in a text was written as JSON.
  const nested =
    (allowsType(shape, "array") && text.startsWith("[")) || (allowsType(shape, "object") && text.startsWith("{"));
  if (nested) readings.push(...parse(text));
  if (allowsType(shape, "boolean") && (text === "true" || text === "false")) readings.push(text === "true");
  if (allowsType(shape, "null") && (text === "null" || text === "")) readings.push(null);
  if (allowsType(shape, "string")) readings.push(text);
  return readings;
}

/** A value as a format without types (text, XML, forms) carries it: every scalar a text. */
export function asTexts(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => asTexts(item));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asTexts(item)]));
  return toText(value);
}

/** Readings of such a value by a schema: texts as numbers and booleans where it wants them, or left alone. */
export function readTexts(value: JsonValue, space: SchemaSpace, shape: Shape): JsonValue[] {
  const options = cases(space, shape);
  const read = (one: Shape, preferText: boolean): JsonValue[] => {
    if (typeof value === "string") return readText(value, one);
    const inner = (item: JsonValue, schema: Shape): JsonValue => {
      const readings = readTexts(item, space, schema);
      return (preferText ? readings.at(-1) : readings[0]) ?? item;
    };
    if (Array.isArray(value)) {
      return [value.map((item: JsonValue, index) => inner(item, space.shape(one.prefix[index] ?? one.items)))];
    }
    if (!isObject(value)) return [value];
    const members = Object.entries(value);
    return [
      Object.fromEntries(
        members.map(([name, item]) => [name, inner(item, space.shape(propertyConstraint(one, name)))]),
      ),
    ];
  };
  return options.flatMap((one) => [...read(one, false), ...read(one, true)]);
}
