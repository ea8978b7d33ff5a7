// Proofs that a keyword became no stricter. A fact is one keyword that differs between what the producer may
// send and what the consumer accepts; it carries the name of the rule that proves it harmless, or none.
import type { NumberValue } from "../../keywords.ts";
import { INTEGER_FORMATS } from "../../number-formats.ts";
import { type NormalForm, allowsType, typesOf } from "../../normal/normal-form.ts";
import { patternsOf, textBeyond } from "../../pattern/inclusion.ts";
import type { Fact, Medium } from "../fact.ts";
import { boundFacts, divisible } from "./numbers.ts";
import { isAmong } from "../../../json/value-set.ts";
import { type JsonArray, type JsonValue, equalJson } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";

interface Rule {
  readonly keyword: string;
  /** Types of values that the keyword judges; others pass it. Absent: all. */
  readonly type?: string;
  readonly read: (shape: NormalForm) => JsonValue | undefined;
  readonly equal?: (a: JsonValue, b: JsonValue) => boolean;
  /** Both are given and differ: the rule that proves it harmless, or undefined. */
  readonly proof: (producer: JsonValue, consumer: JsonValue) => string | undefined;
  /** As `proof`, by what the producer's other keywords say. */
  readonly implied?: (producer: NormalForm, consumer: JsonValue, medium: Medium) => string | undefined;
}

const list = (items: Iterable<JsonValue> | undefined): JsonValue | undefined =>
  items === undefined ? undefined : [...items];

const sameSet = (a: JsonValue, b: JsonValue): boolean => isPart(a, b) && isPart(b, a);

function isPart(part: JsonValue, whole: JsonValue): boolean {
  return (
    Array.isArray(part) && Array.isArray(whole) && part.every((value: JsonValue) => isAmong(whole as JsonArray, value))
  );
}

const typesGrew = (producer: JsonValue, consumer: JsonValue): string | undefined => {
  const allowed = new Set(consumer as string[]);
  const passes = (type: string): boolean => allowed.has(type) || (type === "integer" && allowed.has("number"));
  return (producer as string[]).every(passes) ? "types-added" : undefined;
};

const ANY_TEXT = new Set(["", ".*", "^.*", ".*$", "^", "$", "^[\\s\\S]*$"]);
const SCALARS = new Set(["string", "number", "integer", "boolean", "null"]);

/** Whole multiples are integers, and what travels as text may be read as a text. */
function typesFit(producer: NormalForm, consumer: JsonValue, medium: Medium): string | undefined {
  const allowed = new Set(consumer as string[]);
  const whole = producer.multiples.some((multiple) => Number.isInteger(Number(multiple)));
  const passes = (type: string): boolean =>
    typesGrew([type], consumer) !== undefined ||
    (type === "number" && whole && allowed.has("integer")) ||
    (medium.textual && allowed.has("string") && SCALARS.has(type));
  return [...typesOf(producer)].every(passes) ? "types-added" : undefined;
}

const RULES: readonly Rule[] = [
  {
    keyword: "type",
    read: (shape) => list(shape.types && [...shape.types].sort()),
    equal: sameSet,
    proof: typesGrew,
    implied: typesFit,
  },
  {
    keyword: "enum",
    read: (shape) => list(shape.values),
    equal: sameSet,
    proof: (producer, consumer) => (isPart(producer, consumer) ? "values-added" : undefined),
  },
  {
    keyword: "multipleOf",
    type: "number",
    read: (shape) => (shape.multiples.length === 0 ? undefined : [...shape.multiples]),
    equal: sameSet,
    proof: () => undefined,
    implied: (producer, consumer) =>
      (consumer as NumberValue[]).every((divisor) => divisible(producer, divisor)) ? "divisor-loosened" : undefined,
  },
  {
    keyword: "pattern",
    type: "string",
    read: (shape) => (shape.patterns.length === 0 ? undefined : [...shape.patterns]),
    equal: sameSet,
    proof: (producer, consumer) =>
      (consumer as string[]).every((pattern) => (producer as string[]).includes(pattern))
        ? "pattern-dropped"
        : undefined,
    // With both anchors, a text of two lines does not match.
    implied: (producer, consumer) => {
      const others = (consumer as string[]).filter((pattern) => !ANY_TEXT.has(pattern));
      if (others.length === 0) return "pattern-without-effect";
      const given = patternsOf(producer);
      return others.every((pattern) => textBeyond(given, pattern) === null) ? "pattern-loosened" : undefined;
    },
  },
  {
    keyword: "format",
    read: (shape) => (shape.formats.length === 0 ? undefined : [...shape.formats]),
    equal: sameSet,
    proof: (producer, consumer) =>
      (consumer as string[]).every((format) => (producer as string[]).some((given) => formatCovers(format, given)))
        ? "format-loosened"
        : undefined,
  },
  {
    keyword: "uniqueItems",
    type: "array",
    read: (shape) => (shape.uniqueItems ? true : undefined),
    proof: () => undefined,
    implied: (producer, _consumer, medium) =>
      (producer.bounds.maxItems ?? medium.mostItems?.(producer) ?? 2) <= 1 ? "one-item-at-most" : undefined,
  },
];

function formatCovers(consumer: string, producer: string): boolean {
  if (consumer === "float" && INTEGER_FORMATS.has(producer)) return true;
  if (consumer === "uri-reference" && producer === "uri") return true;
  return consumer === producer || (consumer === "int64" && producer === "int32") || !JUDGED_FORMATS.has(consumer);
}

/** Formats that the validators judge; others are words without effect. */
export const JUDGED_FORMATS: ReadonlySet<string> = new Set([
  ...["date", "time", "date-time", "iso-time", "iso-date-time", "duration", "uri", "uri-reference", "uri-template"],
  ...["url", "email", "hostname", "ipv4", "ipv6", "regex", "uuid", "json-pointer", "json-pointer-uri-fragment"],
  ...["relative-json-pointer", "byte", "float", ...INTEGER_FORMATS.keys()],
]);

/** The keywords in which two shapes differ and that say something about a value by themselves. */
export function keywordFacts(producer: NormalForm, consumer: NormalForm, medium: Medium): Fact[] {
  const sent = medium.textual ? asSentText(producer, consumer) : producer;
  const facts = RULES.flatMap((rule) => {
    const given = rule.keyword === "type" ? producer : sent;
    const before = rule.read(given);
    const after = rule.read(consumer);
    if (before === undefined && after === undefined) return [];
    const fact = { keyword: rule.keyword, producer: rule.read(producer), consumer: after };
    if (before !== undefined && after !== undefined && (rule.equal ?? equalJson)(before, after)) return [];
    const implied = after === undefined ? undefined : rule.implied?.(given, after, medium);
    const provedBy = proofOf(rule, sent, before, after) ?? implied ?? grown(medium, fact);
    return [provedBy === undefined ? fact : { ...fact, provedBy }];
  });
  return [...neverFact(producer, consumer), ...facts, ...boundFacts(producer, consumer, { sent, medium })];
}

const NO_TEXTS = ["number", "integer", "boolean", "null"];

/**
 * A number or boolean that travels as text may be met by keywords for texts; and where the consumer reads it as
 * nothing else, what the producer says of its own texts does not hold for it.
 */
function asSentText(shape: NormalForm, consumer: NormalForm): NormalForm {
  if (!NO_TEXTS.some((type) => typesOf(shape).has(type))) return shape;
  const types = new Set([...typesOf(shape), "string"]);
  if (!isReadAsText(shape, consumer)) return { ...shape, types };
  const { minLength, maxLength: _most, ...others } = shape.bounds;
  // No number and no boolean is an empty text; null may be one.
  const least = typesOf(shape).has("null") ? 0 : typesOf(shape).has("string") ? Math.min(Number(minLength ?? 0), 1) : 1;
  const bounds = least === 0 ? others : { ...others, minLength: least };
  const formats = shape.formats.filter((format) => INTEGER_FORMATS.has(format) || format === "float");
  const wanted = typesOf(consumer);
  const values = shape.values?.map((value) => (isOtherwise(value, wanted) ? writeJson(value) : value));
  return { ...shape, types, bounds, patterns: [], formats, ...(values === undefined ? {} : { values }) };
}

/** True for a number or boolean of a type that is not among those named. */
function isOtherwise(value: JsonValue, types: ReadonlySet<string>): boolean {
  if (typeof value === "boolean") return !types.has("boolean");
  return (typeof value === "number" || typeof value === "bigint") && !types.has("number") && !types.has("integer");
}

/** True where a number or a boolean of the producer is nothing but a text to the consumer. */
export function isReadAsText(producer: NormalForm, consumer: NormalForm): boolean {
  const wanted = [...typesOf(consumer)];
  return NO_TEXTS.some((type) => typesOf(producer).has(type) && typesGrew([type], wanted) === undefined);
}

/** Where the policy judges values that are new, it makes no difference that others went at the same time. */
function grown(medium: Medium, { keyword, producer, consumer }: Fact): string | undefined {
  if (!medium.leavesToPolicy || keyword !== "enum" || producer === undefined || consumer === undefined)
    return undefined;
  // Nothing that clients know is left: that is no growth.
  const known = consumer as readonly JsonValue[];
  const shares = (producer as readonly JsonValue[]).some((value) => isAmong(known, value));
  return shares ? "enum-may-grow" : undefined;
}

/** The difference of two schemas that have no type in common, null aside; undefined where they have one. */
export function typesApart(producer: NormalForm, consumer: NormalForm, medium: Medium): Fact | undefined {
  if (medium.textual || producer.types === undefined || consumer.types === undefined) return undefined;
  const [sent, known] = [producer.types, [...consumer.types].filter((type) => type !== "null")];
  if ([...sent].every((type) => type === "null") || known.length === 0) return undefined;
  if (known.some((type) => allowsType(producer, type))) return undefined;
  return keywordFacts(producer, consumer, medium).find(({ keyword }) => keyword === "type");
}

function neverFact(producer: NormalForm, consumer: NormalForm): Fact[] {
  if (producer.never === consumer.never) return [];
  const fact = { keyword: "false schema", producer: !producer.never, consumer: !consumer.never };
  return [producer.never ? { ...fact, provedBy: "nothing-is-sent" } : fact];
}

function proofOf(
  rule: Rule,
  producer: NormalForm,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string | undefined {
  if (after === undefined) return "constraint-dropped";
  if (rule.type !== undefined && !allowsType(producer, rule.type)) return "type-not-sent";
  if (rule.keyword === "format" && !formatMatters(producer, after)) return "format-without-effect";
  if (before === undefined) return rule.keyword === "type" ? typesGrew([...typesOf(producer)], after) : undefined;
  return rule.proof(before, after);
}

function formatMatters(producer: NormalForm, formats: JsonValue): boolean {
  return (formats as string[]).some((format) => {
    if (!JUDGED_FORMATS.has(format)) return false;
    return allowsType(producer, format === "float" || INTEGER_FORMATS.has(format) ? "number" : "string");
  });
}
