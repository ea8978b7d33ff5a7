// Numbers: their bounds and their divisors.
import type { NumberValue } from "../keywords.ts";
import { INTEGER_FORMATS } from "../number-formats.ts";
import { type NormalForm, allowsType } from "../normal/normal-form.ts";
import { type Keeps, atLeast, atMost } from "./bounds.ts";
import { type Rule, sameSet, some } from "./rule.ts";
import { type JsonObject, isNumeric } from "../../json/value.ts";

/** What a schema object says besides the bounds. */
export function readMultiples({ multipleOf }: JsonObject): readonly NumberValue[] {
  return isNumeric(multipleOf) ? [multipleOf] : [];
}

/** Every multiple of the producer's divisors is a multiple of the consumer's. */
export const DIVISORS: Rule = {
  keyword: "multipleOf",
  type: "number",
  read: ({ multiples }) => some(multiples),
  equal: sameSet,
  implied: (producer, consumer) =>
    (consumer as NumberValue[]).every((divisor) => divisible(producer, divisor)) ? "divisor-loosened" : undefined,
};

/** An exclusive bound stays within an inclusive one, and integers within the next integer. */
export const NUMBERS_KEPT: readonly (readonly [keyword: string, keeps: Keeps])[] = [
  ["minimum", (form, limit) => atLeast(lowest(form), limit) || atLeast(form.bounds.exclusiveMinimum, limit)],
  ["exclusiveMinimum", (form, limit) => isAbove(lowest(form), limit)],
  ["maximum", (form, limit) => atMost(highest(form), limit) || atMost(form.bounds.exclusiveMaximum, limit)],
  ["exclusiveMaximum", (form, limit) => isBelow(highest(form), limit)],
];

/** True if the numbers are integers, so that a bound may be rounded inwards. */
function isWhole({ types }: NormalForm): boolean {
  return types?.has("integer") === true && !types.has("number");
}

/** All integers that a shape allows, if there are few of them. */
export function integersOf(shape: NormalForm, most: number): readonly NumberValue[] | undefined {
  const [low, high] = [lowest(shape), highest(shape)];
  if (!isWhole(shape) || low === undefined || high === undefined) return undefined;
  if (!Number.isSafeInteger(Number(low)) || !Number.isSafeInteger(Number(high))) return undefined;
  const count = Number(high) - Number(low) + 1;
  return count > most ? undefined : Array.from({ length: Math.max(0, count) }, (_, index) => Number(low) + index);
}

/** True if each number that a shape allows is, by its bounds, an integer of a format. */
export function isWithinFormat(shape: NormalForm, format: string): boolean {
  const range = ofFormat(format);
  if (range === undefined || !isWhole(shape)) return false;
  return atLeast(lowest(shape), range.minimum) && atMost(highest(shape), range.maximum);
}

/** The smallest number that a shape allows, according to its bounds or format. */
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

function isAbove(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own > limit;
}

function isBelow(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own < limit;
}

/** True if every multiple of the producer's divisors is a multiple of the consumer's divisor. */
function divisible(shape: NormalForm, divisor: NumberValue): boolean {
  const own = isWhole(shape) ? [...shape.multiples, 1] : shape.multiples;
  if (own.some((one) => divides(divisor, one))) return true;
  const whole = own.map(Number).filter((one) => Number.isSafeInteger(one) && one > 0);
  const common = whole.reduce((least, one) => (least / greatest(least, one)) * one, 1);
  return whole.length > 1 && Number.isSafeInteger(common) && divides(divisor, common);
}

function greatest(a: number, b: number): number {
  return b === 0 ? a : greatest(b, a % b);
}

/** True if every multiple of `of` is a multiple of `divisor`. */
function divides(divisor: NumberValue, of: NumberValue): boolean {
  if (typeof divisor === "bigint" || typeof of === "bigint") {
    return Number.isInteger(Number(divisor)) && Number.isInteger(Number(of)) && BigInt(of) % BigInt(divisor) === 0n;
  }
  const quotient = of / divisor;
  return Number.isInteger(quotient) && quotient * divisor === of;
}

/** Digits that every number has room for. */
const MAX_DIGITS = 16;

const MOST_MULTIPLES = 4;

/** Numbers worth trying for a producer's shape, given the shapes that a consumer may compare it with. */
export function numberProposals(
  shape: NormalForm,
  hints: readonly NormalForm[],
  type: "integer" | "number",
): NumberValue[] {
  const all = [shape, ...hints.filter((hint) => hint.types === undefined || allowsType(hint, type))];
  const found: NumberValue[] = [0, 1, -1, 2, 10];
  for (const { bounds } of hints) {
    // A number sent as text may be too long.
    const most = Number(bounds.maxLength ?? MAX_DIGITS);
    if (most < MAX_DIGITS) found.push(10 ** most);
  }
  // Each of them multiplies the length of the list.
  const multiples = [...new Set(all.flatMap((one) => one.multiples))].slice(0, MOST_MULTIPLES);
  for (const one of all) {
    for (const limit of limitsOf(one)) found.push(...around(limit, type));
    for (const value of one.values ?? []) if (typeof value === "number") found.push(value, ...around(value, type));
    for (const format of one.formats) {
      const bounds = INTEGER_FORMATS.get(format);
      if (format === "float") found.push(10n ** 39n);
      if (bounds !== undefined) found.push(...around(bounds.maximum, "integer"), ...around(bounds.minimum, "integer"));
    }
  }
  for (const multiple of multiples) {
    const step = Number(multiple);
    found.push(step, step * 2, step * 3, -step, step / 2, step + 1, ...snapped(found, step));
    for (const other of multiples) found.push(step * Number(other));
  }
  if (type === "number") found.push(0.5, 1.5, -0.5);
  return found.filter((value) => fitsNumber(shape, value, type));
}

/** All bounds of a form. */
function limitsOf({ bounds }: NormalForm): NumberValue[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bounds;
  return [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((limit) => limit !== undefined);
}

function around(limit: NumberValue, type: "integer" | "number"): NumberValue[] {
  if (typeof limit === "bigint") return [limit, limit - 1n, limit + 1n].map(shorten);
  const whole = [Math.floor(limit), Math.ceil(limit)];
  const near = [...whole, ...whole.map((value) => value - 1), ...whole.map((value) => value + 1)];
  return type === "integer"
    ? near
    : [limit, ...near, limit - 0.5, limit + 0.5, limit + 0.01, limit - 0.01, ...beyond(limit)];
}

/** Next to a number so large that its neighbours are indistinguishable. */
function beyond(limit: number): number[] {
  return Number.isSafeInteger(limit) || Math.abs(limit) < 1 ? [] : [limit * 2, limit / 2];
}

function shorten(value: bigint): NumberValue {
  const short = Number(value);
  return Number.isSafeInteger(short) ? short : value;
}

function snapped(values: readonly NumberValue[], step: number): number[] {
  return values.flatMap((value) => {
    const count = Number(value) / step;
    return [Math.ceil(count) * step, Math.floor(count) * step, (Math.ceil(count) + 1) * step];
  });
}

function fitsNumber(shape: NormalForm, value: NumberValue, type: "integer" | "number"): boolean {
  if (typeof value === "number" && !Number.isFinite(value)) return false;
  if (type === "integer" && typeof value === "number" && !Number.isInteger(value)) return false;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = shape.bounds;
  if (minimum !== undefined && value < minimum) return false;
  if (maximum !== undefined && value > maximum) return false;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false;
  return shape.multiples.every((step) => {
    const quotient = Number(value) / Number(step);
    return Math.abs(quotient - Math.round(quotient)) < 1e-9;
  });
}
