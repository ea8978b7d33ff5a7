// Proofs that a keyword became no stricter. A fact is one keyword that differs between what the producer may
// send and what the consumer accepts; it carries the name of the rule that proves it harmless, or none.
import { type JsonValue, equalJson } from "../../contract/json.ts";
import { INTEGER_FORMATS } from "../../contract/keywords.ts";
import { type BoundKeyword, LOWER, type NumberValue, type Shape, UPPER, allowsType, typesOf } from "./shape.ts";

export interface Fact {
  /** The JSON Schema keyword that differs. */
  readonly keyword: string;
  /** The property it is about, for `required` and `properties`. */
  readonly name?: string;
  readonly producer: JsonValue | undefined;
  readonly consumer: JsonValue | undefined;
  /** The rule by which every value of the producer stays accepted; absent: not proved. */
  readonly wider?: string;
}

interface Rule {
  readonly keyword: string;
  /** Types of values that the keyword judges; others pass it. Absent: all. */
  readonly type?: string;
  readonly read: (shape: Shape) => JsonValue | undefined;
  readonly equal?: (a: JsonValue, b: JsonValue) => boolean;
  /** Both are given and differ: the rule that proves it wider, or undefined. */
  readonly wider: (producer: JsonValue, consumer: JsonValue) => string | undefined;
}

const list = (items: Iterable<JsonValue> | undefined): JsonValue | undefined =>
  items === undefined ? undefined : [...items];

const sameSet = (a: JsonValue, b: JsonValue): boolean => isPart(a, b) && isPart(b, a);

function isPart(part: JsonValue, whole: JsonValue): boolean {
  return (
    Array.isArray(part) &&
    Array.isArray(whole) &&
    part.every((value: JsonValue) => whole.some((other: JsonValue) => equalJson(value, other)))
  );
}

const typesGrew = (producer: JsonValue, consumer: JsonValue): string | undefined => {
  const allowed = new Set(consumer as string[]);
  const passes = (type: string): boolean => allowed.has(type) || (type === "integer" && allowed.has("number"));
  return (producer as string[]).every(passes) ? "types-added" : undefined;
};

const RULES: readonly Rule[] = [
  {
    keyword: "type",
    read: (shape) => list(shape.types && [...shape.types].sort()),
    equal: sameSet,
    wider: typesGrew,
  },
  {
    keyword: "enum",
    read: (shape) => list(shape.values),
    equal: sameSet,
    wider: (producer, consumer) => (isPart(producer, consumer) ? "values-added" : undefined),
  },
  {
    keyword: "multipleOf",
    type: "number",
    read: (shape) => (shape.multiples.length === 0 ? undefined : [...shape.multiples]),
    equal: sameSet,
    wider: (producer, consumer) =>
      (consumer as NumberValue[]).every((divisor) => (producer as NumberValue[]).some((n) => divides(divisor, n)))
        ? "divisor-loosened"
        : undefined,
  },
  {
    keyword: "pattern",
    type: "string",
    read: (shape) => (shape.patterns.length === 0 ? undefined : [...shape.patterns]),
    equal: sameSet,
    wider: (producer, consumer) =>
      (consumer as string[]).every(
        (pattern) => /^\^?\.\*\$?$/.test(pattern) || (producer as string[]).includes(pattern),
      )
        ? "pattern-dropped"
        : undefined,
  },
  {
    keyword: "format",
    read: (shape) => (shape.formats.length === 0 ? undefined : [...shape.formats]),
    equal: sameSet,
    wider: (producer, consumer) =>
      (consumer as string[]).every((format) => (producer as string[]).some((given) => formatCovers(format, given)))
        ? "format-loosened"
        : undefined,
  },
  {
    keyword: "uniqueItems",
    type: "array",
    read: (shape) => (shape.uniqueItems ? true : undefined),
    wider: () => undefined,
  },
];

/** True when every multiple of `of` is one of `divisor`. */
function divides(divisor: NumberValue, of: NumberValue): boolean {
  if (typeof divisor === "bigint" || typeof of === "bigint") {
    return Number.isInteger(Number(divisor)) && Number.isInteger(Number(of)) && BigInt(of) % BigInt(divisor) === 0n;
  }
  const quotient = of / divisor;
  return Number.isInteger(quotient) && quotient * divisor === of;
}

function formatCovers(consumer: string, producer: string): boolean {
  if (consumer === "float" && Object.hasOwn(INTEGER_FORMATS, producer)) return true;
  return consumer === producer || (consumer === "int64" && producer === "int32") || !JUDGED_FORMATS.has(consumer);
}

/** Formats that the validators judge; others are words without effect. */
export const JUDGED_FORMATS: ReadonlySet<string> = new Set([
  ...["date", "time", "date-time", "iso-time", "iso-date-time", "duration", "uri", "uri-reference", "uri-template"],
  ...["url", "email", "hostname", "ipv4", "ipv6", "regex", "uuid", "json-pointer", "json-pointer-uri-fragment"],
  ...["relative-json-pointer", "byte", "float", ...Object.keys(INTEGER_FORMATS)],
]);

const BOUND_TYPES: Readonly<Record<BoundKeyword, string | undefined>> = {
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  minLength: "string",
  maxLength: "string",
  minItems: "array",
  maxItems: "array",
  minContains: "array",
  maxContains: "array",
  minProperties: "object",
  maxProperties: "object",
};

/** The keywords in which two shapes differ and that say something about a value by themselves. */
export function keywordFacts(producer: Shape, consumer: Shape, medium: Medium): Fact[] {
  const sent = medium.textual ? asSentText(producer) : producer;
  const facts = RULES.flatMap((rule) => {
    const before = rule.read(producer);
    const after = rule.read(consumer);
    if (before === undefined && after === undefined) return [];
    const fact = { keyword: rule.keyword, producer: before, consumer: after };
    if (before !== undefined && after !== undefined && (rule.equal ?? equalJson)(before, after)) return [];
    const wider = widerBy(rule, sent, before, after) ?? grown(medium, fact);
    return [wider === undefined ? fact : { ...fact, wider }];
  });
  return [...neverFact(producer, consumer), ...facts, ...boundFacts(producer, consumer, sent)];
}

/** How values travel, as far as the rules care. */
export interface Medium {
  readonly textual: boolean;
  readonly enumsMayGrow: boolean;
}

/** A number or boolean that travels as text may be met by keywords for texts. */
function asSentText(shape: Shape): Shape {
  if (shape.types === undefined || !["number", "integer", "boolean", "null"].some((type) => shape.types?.has(type)))
    return shape;
  return { ...shape, types: new Set([...shape.types, "string"]) };
}

function grown(medium: Medium, { keyword, producer, consumer }: Fact): string | undefined {
  if (!medium.enumsMayGrow || keyword !== "enum" || producer === undefined || consumer === undefined) return undefined;
  return isPart(consumer, producer) ? "enum-may-grow" : undefined;
}

function neverFact(producer: Shape, consumer: Shape): Fact[] {
  if (producer.never === consumer.never) return [];
  const fact = { keyword: "false schema", producer: !producer.never, consumer: !consumer.never };
  return [producer.never ? { ...fact, wider: "nothing-is-sent" } : fact];
}

function widerBy(
  rule: Rule,
  producer: Shape,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string | undefined {
  if (after === undefined) return "constraint-dropped";
  if (rule.type !== undefined && !allowsType(producer, rule.type)) return "type-not-sent";
  if (rule.keyword === "format" && !formatMatters(producer, after)) return "format-without-effect";
  if (before === undefined) return rule.keyword === "type" ? typesGrew([...typesOf(producer)], after) : undefined;
  return rule.wider(before, after);
}

function formatMatters(producer: Shape, formats: JsonValue): boolean {
  return (formats as string[]).some((format) => {
    if (!JUDGED_FORMATS.has(format)) return false;
    return allowsType(producer, format === "float" || Object.hasOwn(INTEGER_FORMATS, format) ? "number" : "string");
  });
}

function boundFacts(producer: Shape, consumer: Shape, sent: Shape): Fact[] {
  // How many items `contains` counts is compared with what it counts.
  const keywords = [...LOWER, ...UPPER].filter((keyword) => keyword !== "minContains" && keyword !== "maxContains");
  return keywords.flatMap((keyword) => {
    const before = producer.bounds[keyword];
    const after = consumer.bounds[keyword];
    // oxlint-disable-next-line eqeqeq -- a number and a bigint are compared by value on purpose
    if (before === after || (before !== undefined && after !== undefined && before == after)) return [];
    const fact = { keyword, producer: before, consumer: after };
    const wider = boundWider(keyword, sent, after);
    return [wider === undefined ? fact : { ...fact, wider }];
  });
}

function boundWider(keyword: BoundKeyword, producer: Shape, after: NumberValue | undefined): string | undefined {
  if (after === undefined) return "constraint-dropped";
  const type = BOUND_TYPES[keyword];
  if (type !== undefined && !allowsType(producer, type)) return "type-not-sent";
  return keeps(keyword, producer.bounds, after) ? "bound-loosened" : undefined;
}

/** True when the producer's own bounds already keep within the consumer's. */
function keeps(keyword: BoundKeyword, bounds: Shape["bounds"], limit: NumberValue): boolean {
  const own = bounds[keyword];
  switch (keyword) {
    case "minimum":
      return atLeast(own, limit) || atLeast(bounds.exclusiveMinimum, limit);
    case "exclusiveMinimum":
      return atLeast(own, limit) || (bounds.minimum !== undefined && bounds.minimum > limit);
    case "maximum":
      return atMost(own, limit) || atMost(bounds.exclusiveMaximum, limit);
    case "exclusiveMaximum":
      return atMost(own, limit) || (bounds.maximum !== undefined && bounds.maximum < limit);
    case "minLength":
    case "minItems":
    case "minProperties":
      return atLeast(own, limit);
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return atMost(own, limit);
    // Compared in `opaque-facts.ts`.
    case "minContains":
    case "maxContains":
      return false;
  }
}

function atLeast(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own >= limit;
}

function atMost(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own <= limit;
}
