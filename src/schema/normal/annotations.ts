// What schemas say beside their constraints: titles, defaults, examples, markers, extensions.
import { referenceOf } from "../../document/document.ts";
import { KEYWORDS, MARKERS } from "../keywords.ts";
import { choosesByName } from "./tags.ts";
import type { Direction } from "../../document/grammar.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

/** Of several schemas that hold together, the nearest one that says something counts. */
export interface Annotations {
  readonly title?: string;
  readonly description?: string;
  readonly default?: JsonValue;
  /** All of them, the nearest first. */
  readonly examples: readonly JsonValue[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
}

/** The annotations of schemas that hold together. @param definitions the nearest first */
export function annotationsOf(definitions: readonly JsonObject[]): Annotations {
  const first = <T>(test: (value: unknown) => value is T, key: string): T | undefined =>
    definitions.map((definition): unknown => definition[key]).find(test);
  const marked = (key: string): boolean => definitions.some((definition) => definition[key] === true);
  const title = first(isText, "title");
  const description = first(isText, "description");
  const standard = first(isGiven, "default");
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(standard === undefined ? {} : { default: standard }),
    examples: definitions.flatMap(examplesOf),
    readOnly: marked("readOnly"),
    writeOnly: marked("writeOnly"),
    deprecated: marked("deprecated"),
  };
}

function examplesOf({ example, examples }: JsonObject): JsonValue[] {
  return [...(example === undefined ? [] : [example]), ...(Array.isArray(examples) ? (examples as JsonArray) : [])];
}

const isText = (value: unknown): value is string => typeof value === "string";
const isGiven = (value: unknown): value is JsonValue => value !== undefined;

const SILENCERS = [...KEYWORDS].flatMap(([name, { silences }]) => (silences === undefined ? [] : [{ name, silences }]));

/** True for a schema whose values do not travel in a direction: `readOnly` in requests, `writeOnly` in responses. */
export function isSilenced(schema: JsonValue | undefined, direction: Direction): boolean {
  return isObject(schema) && SILENCERS.some(({ name, silences }) => silences === direction && schema[name] === true);
}

/** So many references are followed in search of a marker. */
const MOST_REFERENCES = 32;

/** The same of the schema at a pointer and of those that its `$ref` leads to, one after the other. */
export function isSilencedAt(
  pointer: string,
  direction: Direction,
  valueOf: (pointer: string) => JsonValue | undefined,
): boolean {
  let place: string | undefined = pointer;
  for (let steps = 0; place !== undefined && steps < MOST_REFERENCES; steps++) {
    const value = valueOf(place);
    if (isSilenced(value, direction)) return true;
    place = referenceOf(value);
  }
  return false;
}

/** The annotations of some schemas as one text, for comparing. */
export function annotationsText(definitions: readonly { readonly definition: JsonObject }[]): string {
  return JSON.stringify(definitions.map(({ definition }) => annotationsIn(definition)));
}

const COMPARED = new Set([...MARKERS, ...["enum", "type", "contentEncoding", "contentMediaType", "contentSchema"]]);

/** What policy looks at. Numbers that JSON cannot write are left to the rules. */
function annotationsIn(definition: JsonObject): [string, string][] {
  // Where an alternative is chosen by the name that it is referred to by, the reference counts.
  const named = choosesByName(definition) ? ["oneOf", "anyOf"].filter((key) => key in definition) : [];
  const chosen = named.map((key): [string, string] => [key, writeJson(definition[key] ?? null)]);
  const annotated = Object.entries(definition)
    .filter(([key]) => COMPARED.has(key) || key.startsWith("x-"))
    .map(([key, value]): [string, string] => [key, writeJson(value)]);
  return [...annotated, ...chosen].sort(([a], [b]) => (a < b ? -1 : 1));
}
