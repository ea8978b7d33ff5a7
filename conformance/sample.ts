// Values made from schemas: one that is allowed, and the nearest ones that are not.
import type { Document } from "../src/contract/document.ts";
import type { JsonValue } from "../src/contract/json.ts";
import type { Parameter, Schema } from "../src/contract/model.ts";
import { FIRST, patternText } from "../src/contract/pattern-text.ts";
import { type Shape, type TypeName, mayBe, shapeOf } from "./shape.ts";

const MAX_DEPTH = 8;

/** What free values are: a text and a number by which the run knows its own items again. */
export interface Marks {
  readonly text: string;
  readonly integer?: number;
  /** Texts that have a pattern and no example are made from it, without a mark. */
  readonly fromPatterns?: boolean;
}

const PLAIN: Marks = { text: "sample" };

/** A valid value of the schema at a pointer: plain, small, and the same for the same marks. */
export function sampleValue(document: Document, pointer: string, marks: Marks = PLAIN, depth = 0): JsonValue {
  const shape = shapeOf(document, pointer);
  const [first] = shape.values ?? [];
  if (first !== undefined) return first;
  const branch = shape.alternatives[0]?.[0];
  if (branch !== undefined && shape.properties.size === 0 && shape.types === undefined) {
    return sampleValue(document, branch, marks, depth + 1);
  }
  const type =
    shape.types?.find((one) => one !== "null") ??
    (shape.properties.size > 0 ? "object" : (shape.types?.[0] ?? "string"));
  return SAMPLES[type](document, shape, { marks, depth });
}

interface Making {
  readonly marks: Marks;
  readonly depth: number;
}

type Sampler = (document: Document, shape: Shape, making: Making) => JsonValue;

const SAMPLES: Readonly<Record<TypeName, Sampler>> = {
  null: () => null,
  boolean: () => true,
  integer: (_, shape, { marks }) => sampleNumber(shape, marks),
  number: (_, shape, { marks }) => sampleNumber(shape, marks),
  string: (_, shape, { marks }) => sampleString(shape, marks),
  array: (document, shape, making) => sampleArray(document, shape, making),
  object: (document, shape, making) => sampleObject(document, shape, making),
};

function sampleNumber(shape: Shape, { integer }: Marks): number | bigint {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = shape;
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : Number(exclusiveMinimum) + 1);
  const high = maximum ?? (exclusiveMaximum === undefined ? undefined : Number(exclusiveMaximum) - 1);
  const fits = (value: number): boolean => (low === undefined || value >= low) && (high === undefined || value <= high);
  const step = Number(multipleOf ?? 1);
  if (integer !== undefined && multipleOf === undefined && fits(integer)) return integer;
  const value = fits(7) ? 7 : (low ?? high ?? 7);
  return typeof value === "number" && multipleOf !== undefined ? Math.ceil(value / step) * step : value;
}

/** Texts of the formats that JSON Schema names. */
const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  time: "12:00:00Z",
  duration: "P1D",
  email: "someone@example.com",
  uuid: "3f2b8f0a-5c1d-4e6f-8a9b-0c1d2e3f4a5b",
  uri: "https://example.com/",
  "uri-reference": "/there",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  byte: "YQ==",
  binary: "a",
  password: "secret",
};

function sampleString(shape: Shape, { text, fromPatterns }: Marks): string {
  const example = shape.examples.find((value) => typeof value === "string");
  const [pattern] = shape.patterns;
  if (pattern !== undefined && example !== undefined) return example;
  const made = pattern !== undefined && fromPatterns === true ? patternText(pattern, FIRST) : undefined;
  if (made !== undefined) return made;
  const format = FORMATS[shape.format ?? ""];
  if (format !== undefined) return format;
  return text.slice(0, shape.maxLength).padEnd(shape.minLength ?? 0, "x");
}

function sampleArray(document: Document, shape: Shape, { marks, depth }: Making): JsonValue {
  const count = depth > MAX_DEPTH ? 0 : (shape.minItems ?? (shape.items === undefined ? 0 : 1));
  if (shape.items === undefined) return Array.from({ length: count }, (_, index) => index);
  const { items } = shape;
  return Array.from({ length: count }, () => sampleValue(document, items, marks, depth + 1));
}

function sampleObject(document: Document, shape: Shape, { marks, depth }: Making): JsonValue {
  const value: Record<string, JsonValue> = {};
  for (const [property, pointer] of shape.properties) {
    // A required property that is read-only is for responses alone.
    if (shape.required.has(property) && depth <= MAX_DEPTH && !shapeOf(document, pointer).readOnly)
      value[property] = sampleValue(document, pointer, marks, depth + 1);
  }
  // What is required without being described may be anything.
  for (const property of shape.required) if (!shape.properties.has(property)) value[property] = marks.text;
  return value;
}

/**
 * A valid value of a parameter: its first valid example, else its default, else one made from the schema. Undefined
 * where none can be made.
 */
export function sampleParameter(document: Document, { schema, examples }: Parameter): JsonValue | undefined {
  const shape = shapeOf(document, schema.pointer);
  const known = [...examples.map(({ value }) => value), ...(shape.default === undefined ? [] : [shape.default])];
  const makers = [
    ...known.map((value) => () => value),
    () => sampleValue(document, schema.pointer),
    () => sampleValue(document, schema.pointer, { ...PLAIN, fromPatterns: true }),
  ];
  for (const make of makers) {
    const value = make();
    if (schema.validate(value).length === 0) return value;
  }
  return undefined;
}

/** A wrong value, and what is wrong with it. */
export interface WrongValue {
  readonly kind: "null" | "type" | "enum" | "enum-case" | "bound" | "format" | "length" | "pattern";
  readonly value: JsonValue;
  readonly what: string;
}

/** Values near the allowed ones that the schema refuses. Each is refused by the validator itself. */
export function wrongValues(document: Document, schema: Schema): WrongValue[] {
  const shape = shapeOf(document, schema.pointer);
  const found = [...wrongTypes(shape), ...wrongMembers(shape), ...wrongNumbers(shape), ...wrongTexts(shape)];
  return found.filter(({ value }) => schema.validate(value).length > 0);
}

function wrongTypes(shape: Shape): WrongValue[] {
  const found: WrongValue[] = [{ kind: "null", value: null, what: "null" }];
  const add = (value: JsonValue, what: string): void => void found.push({ kind: "type", value, what });
  if (mayBe(shape, "integer") && !mayBe(shape, "string")) {
    add("1", "an integer in quotes");
    add("", "empty text");
    if (!mayBe(shape, "number")) add(1.5, "a fraction");
  }
  if (!mayBe(shape, "boolean")) add(true, "a boolean");
  if (!mayBe(shape, "integer") && !mayBe(shape, "number")) add(1, "a number");
  if (!mayBe(shape, "array")) add([shape.values?.[0] ?? 1], "an array of one");
  if (!mayBe(shape, "object")) add({}, "an object");
  if (!mayBe(shape, "string")) add("text", "text");
  return found;
}

function wrongMembers(shape: Shape): WrongValue[] {
  const texts = shape.values?.filter((value) => typeof value === "string") ?? [];
  const [first] = texts;
  if (first === undefined) return [];
  return [
    { kind: "enum", value: `${first}-not`, what: "a value that is not in the list" },
    { kind: "enum", value: "", what: "empty text" },
    ...texts
      .slice(0, MAX_MEMBERS)
      .map((text, index) => ({ kind: "enum-case", value: otherCase(text, index), what: "other case" }) as const),
    { kind: "enum", value: ` ${first} `, what: "a listed value with spaces around it" },
    { kind: "enum", value: first.slice(0, -1), what: "the beginning of a listed value" },
  ];
}

/** Of long lists, so many members are tried. */
const MAX_MEMBERS = 4;

/** Capitals, or a capital alone, in turn; small letters for what has only capitals. */
function otherCase(text: string, turn: number): string {
  if (text === text.toUpperCase()) return text.toLowerCase();
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return turn % 2 === 0 || capital === text ? text.toUpperCase() : capital;
}

function wrongNumbers(shape: Shape): WrongValue[] {
  const found: WrongValue[] = [];
  const add = (value: number | bigint, what: string): void => void found.push({ kind: "bound", value, what });
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = shape;
  if (minimum !== undefined) add(typeof minimum === "bigint" ? minimum - 1n : minimum - 1, "below the minimum");
  if (maximum !== undefined) add(typeof maximum === "bigint" ? maximum + 1n : maximum + 1, "above the maximum");
  if (exclusiveMinimum !== undefined) add(exclusiveMinimum, "the excluded minimum");
  if (exclusiveMaximum !== undefined) add(exclusiveMaximum, "the excluded maximum");
  if (shape.format === "int32") add(2 ** 31, "2^31, one above int32");
  if (shape.format === "int64") {
    add(2n ** 63n, "2^63, one above int64");
    add(-(2n ** 63n) - 1n, "-2^63-1, one below int64");
  }
  return found;
}

function wrongTexts(shape: Shape): WrongValue[] {
  if (!mayBe(shape, "string") || shape.values !== undefined) return [];
  const found: WrongValue[] = [];
  if (shape.minLength !== undefined && shape.minLength > 0) {
    found.push({ kind: "length", value: "x".repeat(shape.minLength - 1), what: "too short" });
  }
  if (shape.maxLength !== undefined && shape.maxLength < 100_000) {
    found.push({ kind: "length", value: "x".repeat(shape.maxLength + 1), what: "too long" });
  }
  if (shape.patterns.length > 0)
    found.push({ kind: "pattern", value: "\u0001 no pattern wants this", what: "off the pattern" });
  if (shape.format !== undefined && FORMATS[shape.format] !== undefined) {
    found.push({ kind: "format", value: `not a ${shape.format}`, what: `no ${shape.format}` });
  }
  return found;
}
