// Bounds of numbers, lengths and counts: what the producer's own bounds, or other keywords of it, already keep.
import { type BoundKeyword, LOWER, type LowerKeyword, type NumberValue, UPPER } from "../../keywords.ts";
import { INTEGER_FORMATS } from "../../number-formats.ts";
import type { Fact, Medium } from "../fact.ts";
import { type NormalForm, allowsType } from "../../normal/normal-form.ts";

const BOUND_TYPES: Readonly<Record<BoundKeyword, string>> = {
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

/** The bounds in which two shapes differ. `sent` is the producer's shape as its values travel. */
export function boundFacts(
  producer: NormalForm,
  consumer: NormalForm,
  { sent, medium }: { sent: NormalForm; medium: Medium },
): Fact[] {
  // How many items `contains` counts is compared with what it counts.
  const keywords = [...LOWER, ...UPPER].filter((keyword) => keyword !== "minContains" && keyword !== "maxContains");
  return keywords.flatMap((keyword) => {
    const before = sent.bounds[keyword];
    const after = consumer.bounds[keyword];
    // oxlint-disable-next-line eqeqeq -- a number and a bigint are compared by value on purpose
    if (before === after || (before !== undefined && after !== undefined && before == after)) return [];
    const own = producer.bounds[keyword];
    // What only the way in which it travels bounds.
    if (own === undefined && after === undefined) return [];
    const fact = { keyword, producer: own, consumer: after };
    const provedBy = boundProof(keyword, after, { sent, medium });
    return [provedBy === undefined ? fact : { ...fact, provedBy }];
  });
}

function boundProof(
  keyword: BoundKeyword,
  after: NumberValue | undefined,
  { sent, medium }: { sent: NormalForm; medium: Medium },
): string | undefined {
  if (after === undefined) return "constraint-dropped";
  if (!allowsType(sent, BOUND_TYPES[keyword])) return "type-not-sent";
  return keeps(keyword, after, { shape: sent, medium }) ? "bound-loosened" : undefined;
}

/** True when the producer already keeps within the consumer's bound. */
function keeps(
  keyword: BoundKeyword,
  limit: NumberValue,
  { shape, medium }: { shape: NormalForm; medium: Medium },
): boolean {
  const { bounds } = shape;
  switch (keyword) {
    case "minimum":
      return atLeast(lowest(shape), limit) || atLeast(bounds.exclusiveMinimum, limit);
    case "exclusiveMinimum":
      return atLeast(bounds.exclusiveMinimum, limit) || isAbove(lowest(shape), limit);
    case "maximum":
      return atMost(highest(shape), limit) || atMost(bounds.exclusiveMaximum, limit);
    case "exclusiveMaximum":
      return atMost(bounds.exclusiveMaximum, limit) || isBelow(highest(shape), limit);
    case "minProperties":
      return atLeast(bounds.minProperties, limit) || shape.required.size >= limit;
    case "maxProperties":
      return atMost(bounds.maxProperties, limit) || atMost(medium.mostProperties?.(shape), limit);
    case "maxItems":
      return atMost(bounds.maxItems, limit) || atMost(medium.mostItems?.(shape), limit);
    default:
      return isLower(keyword) ? atLeast(bounds[keyword], limit) : atMost(bounds[keyword], limit);
  }
}

function isLower(keyword: BoundKeyword): keyword is LowerKeyword {
  return (LOWER as readonly string[]).includes(keyword);
}

/** True where numbers are integers: then a bound may be rounded inwards. */
function isWhole({ types }: NormalForm): boolean {
  return types?.has("integer") === true && !types.has("number");
}

/** All integers that a shape allows, where there are few of them. */
export function integersOf(shape: NormalForm, most: number): readonly NumberValue[] | undefined {
  const [low, high] = [lowest(shape), highest(shape)];
  if (!isWhole(shape) || low === undefined || high === undefined) return undefined;
  if (!Number.isSafeInteger(Number(low)) || !Number.isSafeInteger(Number(high))) return undefined;
  const count = Number(high) - Number(low) + 1;
  return count > most ? undefined : Array.from({ length: Math.max(0, count) }, (_, index) => Number(low) + index);
}

/** The least number that a shape allows, if its own bounds or its format tell. */
function lowest(shape: NormalForm): NumberValue | undefined {
  const { minimum, exclusiveMinimum } = shape.bounds;
  if (!isWhole(shape)) return minimum;
  const known = [minimum === undefined ? undefined : ceil(minimum), next(exclusiveMinimum, 1)];
  for (const format of shape.formats) known.push(ofFormat(format)?.minimum);
  return known.reduce((best, one) => (best === undefined || (one !== undefined && one > best) ? one : best), undefined);
}

function highest(shape: NormalForm): NumberValue | undefined {
  const { maximum, exclusiveMaximum } = shape.bounds;
  if (!isWhole(shape)) return maximum;
  const known = [maximum === undefined ? undefined : -ceil(-maximum), next(exclusiveMaximum, -1)];
  for (const format of shape.formats) known.push(ofFormat(format)?.maximum);
  return known.reduce((best, one) => (best === undefined || (one !== undefined && one < best) ? one : best), undefined);
}

function ofFormat(format: string): { readonly minimum: bigint; readonly maximum: bigint } | undefined {
  return INTEGER_FORMATS.get(format);
}

function ceil(value: NumberValue): NumberValue {
  return typeof value === "bigint" ? value : Math.ceil(value);
}

/** The integer next to an exclusive bound, upwards (1) or downwards (-1). */
function next(bound: NumberValue | undefined, step: 1 | -1): NumberValue | undefined {
  if (bound === undefined) return undefined;
  if (typeof bound === "bigint") return bound + BigInt(step);
  return step === 1 ? Math.floor(bound) + 1 : Math.ceil(bound) - 1;
}

function atLeast(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own >= limit;
}

function atMost(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own <= limit;
}

function isAbove(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own > limit;
}

function isBelow(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own < limit;
}

/** True when every multiple of the producer's divisors is one of the consumer's divisor. */
export function divisible(shape: NormalForm, divisor: NumberValue): boolean {
  const own = isWhole(shape) ? [...shape.multiples, 1] : shape.multiples;
  if (own.some((one) => divides(divisor, one))) return true;
  const whole = own.map(Number).filter((one) => Number.isSafeInteger(one) && one > 0);
  const common = whole.reduce((least, one) => (least / greatest(least, one)) * one, 1);
  return whole.length > 1 && Number.isSafeInteger(common) && divides(divisor, common);
}

function greatest(a: number, b: number): number {
  return b === 0 ? a : greatest(b, a % b);
}

/** True when every multiple of `of` is one of `divisor`. */
function divides(divisor: NumberValue, of: NumberValue): boolean {
  if (typeof divisor === "bigint" || typeof of === "bigint") {
    return Number.isInteger(Number(divisor)) && Number.isInteger(Number(of)) && BigInt(of) % BigInt(divisor) === 0n;
  }
  const quotient = of / divisor;
  return Number.isInteger(quotient) && quotient * divisor === of;
}
