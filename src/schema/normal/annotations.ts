// What schemas say besides their constraints: titles, defaults, examples, markers, extensions.
import { referenceOf } from "../../document/document.ts";
import { KEYWORDS, MARKERS } from "../keywords.ts";
import { choosesByName } from "../form/tags.ts";
import type { Direction } from "../../document/grammar.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

/** If several schemas apply together, the nearest one that has an annotation counts. */
export interface Annotations {
  readonly title?: string;
  readonly description?: string;
  readonly default?: JsonValue;
  /** All of them, nearest first. */
  readonly examples: readonly JsonValue[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
}

/** The annotations of schemas that apply together. @param definitions nearest first */
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

/** True for a schema whose values are not sent in a direction: `readOnly` in requests, `writeOnly` in responses. */
export function isSilenced(schema: JsonValue | undefined, direction: Direction): boolean {
  return isObject(schema) && SILENCERS.some(({ name, silences }) => silences === direction && schema[name] === true);
}

/** References that are followed in search of a marker. */
const MOST_REFERENCES = 32;

/** The same for the schema at a pointer and the chain of its `$ref` targets. */
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

/** The annotations of some schemas as one text, for comparison. */
export function annotationsText(definitions: readonly { readonly definition: JsonObject }[]): string {
  return JSON.stringify(definitions.map(({ definition }) => annotationsIn(definition)));
}

const COMPARED = new Set([...MARKERS, ...["enum", "type", "contentEncoding", "contentMediaType", "contentSchema"]]);

/** The annotations that the policy looks at. Numbers that JSON cannot express are left to the rules. */
function annotationsIn(definition: JsonObject): [string, string][] {
  // If an alternative is selected by the name in its reference, the reference counts.
  const named = choosesByName(definition) ? ["oneOf", "anyOf"].filter((key) => key in definition) : [];
  const chosen = named.map((key): [string, string] => [key, writeJson(definition[key] ?? null)]);
  const annotated = Object.entries(definition)
    .filter(([key]) => COMPARED.has(key) || key.startsWith("x-"))
    .map(([key, value]): [string, string] => [key, writeJson(value)]);
  return [...annotated, ...chosen].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** True if a schema object says more than which others apply, and more than texts for people. */
export function decides(definition: JsonObject): boolean {
  return Object.keys(definition).some((name) => {
    const keyword = KEYWORDS.get(name);
    if (keyword === undefined || name === "allOf" || keyword.family === "reference") return false;
    return keyword.family !== "annotation" || keyword.silences !== undefined;
  });
}
