// Compares two normal forms by keyword, for keywords that judge a value on their own. Schemas inside them are compared
// when the walk reaches them.
import { INTEGER_FORMATS } from "../number-formats.ts";
import { type NormalForm, allowsType, typesOf } from "../form/normal-form.ts";
import { differingBounds, isWithin } from "../form/bounds.ts";
import type { Compared, Fact, Medium } from "../keywords/fact.ts";
import { ruleFacts } from "../keywords/rule.ts";
import { neverFacts, typesGrew } from "../keywords/values.ts";
import { KEYWORDS } from "../keywords.ts";
import { mostItems } from "./arrays.ts";
import type { Sides } from "./graph.ts";
import { mostProperties } from "./objects.ts";
import type { JsonValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

/** Two forms as their values are sent. */
export function comparedOf(producer: NormalForm, consumer: NormalForm, sides: Sides): Compared {
  const sent = sides.textual ? asSentText(producer, consumer) : producer;
  return { producer, consumer, sent, medium: mediumOf(sides) };
}

/** The sides as the rules for keywords see them. */
function mediumOf(sides: Sides): Medium {
  return {
    textual: sides.textual,
    leavesToPolicy: sides.leavesToPolicy,
    work: sides.work,
    mostProperties: (shape) => mostProperties(shape, sides),
    mostItems: (shape) => mostItems(shape, sides),
  };
}

/** The keywords in which two forms differ. */
export function keywordFacts(compared: Compared): Fact[] {
  return [
    ...neverFacts(compared),
    ...RULED.flatMap(([name, keyword]) => ruleFacts(name, keyword, compared)),
    ...boundFacts(compared),
  ];
}

const RULED = [...KEYWORDS].filter(([, { rule }]) => rule !== undefined);

/** The bounds in which two forms differ. */
function boundFacts({ producer, sent, consumer, medium }: Compared): Fact[] {
  return differingBounds(sent.bounds, consumer.bounds).flatMap((name) => {
    const [own, after] = [producer.bounds[name], consumer.bounds[name]];
    // Only the way it is sent bounds it.
    if (own === undefined && after === undefined) return [];
    const fact = { keyword: name, producer: own, consumer: after };
    if (after === undefined) return [{ ...fact, provedBy: "constraint-dropped" }];
    const { type, keeps } = KEYWORDS.get(name) ?? {};
    if (type !== undefined && !allowsType(sent, type)) return [{ ...fact, provedBy: "type-not-sent" }];
    const isKept = isWithin(name, sent.bounds[name], after) || keeps?.(sent, after, medium) === true;
    return [isKept ? { ...fact, provedBy: "bound-loosened" } : fact];
  });
}

const NO_TEXTS = ["number", "integer", "boolean", "null"];

/**
 * A number or boolean sent as text may have to satisfy keywords for strings. If the consumer reads it only as a string,
 * what the producer says about its own strings does not apply to it.
 */
function asSentText(shape: NormalForm, consumer: NormalForm): NormalForm {
  if (!NO_TEXTS.some((type) => typesOf(shape).has(type)) || !typesOf(consumer).has("string")) return shape;
  const types = new Set([...typesOf(shape), "string"]);
  if (!isReadAsText(shape, consumer)) return { ...shape, types };
  const { minLength, maxLength: _most, ...others } = shape.bounds;
  // Numbers and booleans are never empty as text; null may be.
  const least = typesOf(shape).has("null") ? 0 : typesOf(shape).has("string") ? Math.min(Number(minLength ?? 0), 1) : 1;
  const bounds = least === 0 ? others : { ...others, minLength: least };
  const formats = shape.formats.filter((format) => INTEGER_FORMATS.has(format) || format === "float");
  const wanted = typesOf(consumer);
  const values = shape.values?.map((value) => (isOtherwise(value, wanted) ? writeJson(value) : value));
  return { ...shape, types, bounds, patterns: [], formats, ...(values === undefined ? {} : { values }) };
}

/** True for a number or boolean whose type is not among those named. */
function isOtherwise(value: JsonValue, types: ReadonlySet<string>): boolean {
  if (typeof value === "boolean") return !types.has("boolean");
  return (typeof value === "number" || typeof value === "bigint") && !types.has("number") && !types.has("integer");
}

/** True if the consumer reads a number or a boolean of the producer only as a string. */
export function isReadAsText(producer: NormalForm, consumer: NormalForm): boolean {
  const wanted = [...typesOf(consumer)];
  return NO_TEXTS.some((type) => typesOf(producer).has(type) && typesGrew([type], wanted) === undefined);
}
