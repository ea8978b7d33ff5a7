// The nearest single values that a schema does not allow, each with what is wrong with it.
import type { JsonValue } from "../../../json/value.ts";
import { INTEGER_FORMATS } from "../../number-formats.ts";
import { type SchemaNode, mayBe } from "../../normal/schema-node.ts";
import { nearMisses } from "../../pattern/text.ts";
import { FORMATS } from "../../samples/formats.ts";
import { Numbers } from "../../keywords/numbers.ts";
import { TextNeeds } from "../text-needs.ts";
import type { Work } from "../../work.ts";

/** A list or an object with something wrong about it, one with a wrong part, and what a schema excludes. */
export const STRUCTURES = ["items", "properties", "part", "excluded"] as const;
export type Structure = (typeof STRUCTURES)[number];

/** What a schema says about single values. */
export type Single = Pick<SchemaNode, "form" | "types">;

/** A wrong value, and what is wrong with it. */
export interface WrongValue {
  readonly kind: "null" | "type" | "enum" | "enum-case" | "bound" | "format" | "length" | "pattern" | Structure;
  /** What is wrong with a part of it. */
  readonly of?: WrongValue["kind"];
  readonly value: JsonValue;
  readonly what: string;
}

/** Members of long lists that are tried. */
const MOST_MEMBERS = 4;
/** Longer strings say nothing about a bound. */
const LONGEST = 50_000;

/** Single values near the allowed ones that a schema should reject. */
export function wrongSingles(schema: Single, work: Work): WrongValue[] {
  return [...wrongTypes(schema), ...wrongMembers(schema), ...wrongNumbers(schema), ...wrongTexts(schema, work)];
}

function wrongTypes(schema: Single): WrongValue[] {
  const found: WrongValue[] = [{ kind: "null", value: null, what: "null" }];
  const add = (value: JsonValue, what: string): void => void found.push({ kind: "type", value, what });
  if (mayBe(schema, "integer") && !mayBe(schema, "string")) {
    add("1", "an integer in quotes");
    add("", "empty text");
    if (!mayBe(schema, "number")) add(1.5, "a fraction");
  }
  if (!mayBe(schema, "boolean")) add(true, "a boolean");
  if (!mayBe(schema, "integer") && !mayBe(schema, "number")) add(1, "a number");
  if (!mayBe(schema, "array")) add([schema.form.values?.[0] ?? 1], "an array of one");
  if (!mayBe(schema, "object")) add({}, "an object");
  if (!mayBe(schema, "string")) add("text", "text");
  return found;
}

function wrongMembers({ form }: Single): WrongValue[] {
  const texts = form.values?.filter((value) => typeof value === "string") ?? [];
  const [first] = texts;
  if (first === undefined) return [];
  return [
    { kind: "enum", value: `${first}-not`, what: "a value that is not in the list" },
    { kind: "enum", value: "", what: "empty text" },
    ...texts
      .slice(0, MOST_MEMBERS)
      .map((text, index) => ({ kind: "enum-case", value: otherCase(text, index), what: "other case" }) as const),
    { kind: "enum", value: ` ${first} `, what: "a listed value with spaces around it" },
    { kind: "enum", value: first.slice(0, -1), what: "the beginning of a listed value" },
  ];
}

/** Upper case, or only an initial capital, in turn; lower case for text in capitals. */
function otherCase(text: string, turn: number): string {
  if (text === text.toUpperCase()) return text.toLowerCase();
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return turn % 2 === 0 || capital === text ? text.toUpperCase() : capital;
}

function wrongNumbers({ form, types }: Single): WrongValue[] {
  const found: WrongValue[] = [];
  const add = (value: JsonValue, what: string): void => void found.push({ kind: "bound", value, what });
  const numbers = new Numbers(form, types?.includes("number") !== true);
  const { least, most, off } = numbers;
  if (least !== undefined) add(numbers.at(least - 1n), "below the smallest number allowed");
  if (most !== undefined) add(numbers.at(most + 1n), "above the largest number allowed");
  if (off !== undefined) add(off, "not a multiple");
  for (const format of form.formats) {
    const range = INTEGER_FORMATS.get(format);
    if (range === undefined) continue;
    add(range.maximum + 1n, `one above ${format}`);
    add(range.minimum - 1n, `one below ${format}`);
  }
  return found;
}

function wrongTexts(schema: Single, work: Work): WrongValue[] {
  if (!mayBe(schema, "string") || schema.form.values !== undefined) return [];
  const found: WrongValue[] = [];
  const { least, most, patterns, formats } = new TextNeeds(schema.form, work);
  if (least > 0 && least < LONGEST) found.push({ kind: "length", value: "x".repeat(least - 1), what: "too short" });
  if (most < LONGEST) found.push({ kind: "length", value: "x".repeat(most + 1), what: "too long" });
  for (const pattern of patterns) {
    const value = nearMisses(pattern, work)[0] ?? "\u0001 no pattern wants this";
    found.push({ kind: "pattern", value, what: "off the pattern" });
  }
  for (const name of formats) {
    const format = FORMATS.get(name);
    const near = format === undefined ? [] : [`not a ${name}`, ...format.near.slice(0, 1)];
    found.push(...near.map((value) => ({ kind: "format", value, what: `no ${name}` }) as const));
  }
  return found;
}
