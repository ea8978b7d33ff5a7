// Numbers: their bounds and their divisors.
import {
  type Decimal,
  ONE,
  commonMultiple,
  decimalOf,
  isMultiple,
  isStep,
  numberOf,
  stepsIn,
  stepsOf,
} from "../decimal.ts";
import type { NumberValue } from "../keywords.ts";
import { INTEGER_FORMATS } from "../number-formats.ts";
import { ANYTHING, type NormalForm, allowsType } from "../form/normal-form.ts";
import { integersOf } from "../form/number-bounds.ts";
import { type Keeps, atLeast, atMost } from "./bounds.ts";
import { type Rule, sameSet, some } from "./rule.ts";
import { type JsonObject, isNumeric } from "../../json/value.ts";

/** What a schema object says besides the bounds. */
export function readMultiples({ multipleOf }: JsonObject): readonly NumberValue[] {
  return isNumeric(multipleOf) ? [multipleOf] : ANYTHING.multiples;
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
export function listedIntegers(shape: NormalForm, most: number): readonly NumberValue[] | undefined {
  const { least, most: last } = integersOf(shape);
  if (!isWhole(shape) || least === undefined || last === undefined || last - least >= most) return undefined;
  return Array.from({ length: Math.max(0, Number(last - least) + 1) }, (_, index) => shorten(least + BigInt(index)));
}

/** True if each number that a shape allows is, by its bounds, an integer of a format. */
export function isWithinFormat(shape: NormalForm, format: string): boolean {
  const range = INTEGER_FORMATS.get(format);
  if (range === undefined || !isWhole(shape)) return false;
  return atLeast(lowest(shape), range.minimum) && atMost(highest(shape), range.maximum);
}

/** The smallest number that a shape allows, according to its bounds or format. */
function lowest(shape: NormalForm): NumberValue | undefined {
  return isWhole(shape) ? integersOf(shape).least : shape.bounds.minimum;
}

function highest(shape: NormalForm): NumberValue | undefined {
  return isWhole(shape) ? integersOf(shape).most : shape.bounds.maximum;
}

function isAbove(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own > limit;
}

function isBelow(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own < limit;
}

/** True if every multiple of the producer's divisors is a multiple of the consumer's divisor. */
function divisible(shape: NormalForm, divisor: NumberValue): boolean {
  const common = commonMultiple([...stepsOf(shape.multiples), ...(isWhole(shape) ? [ONE] : [])]);
  const [step] = stepsOf([divisor]);
  return common !== undefined && step !== undefined && stepsIn(common, step).isExact;
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
  const steps = stepsOf(multiples);
  for (const step of steps) {
    const { units, digits } = step;
    const times = [1n, 2n, 3n, -1n, ...steps.map((other) => other.units)].map((count) => ({
      units: units * count,
      digits,
    }));
    found.push(...times.map(numberOf), Number(numberOf(step)) / 2, Number(numberOf(step)) + 1, ...snapped(found, step));
  }
  const common = commonMultiple(steps);
  if (common !== undefined) found.push(numberOf(common));
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

/** The multiples of a step around each value. */
function snapped(values: readonly NumberValue[], step: Decimal): NumberValue[] {
  return values.filter(isStep).flatMap((value) => {
    const { count } = stepsIn(decimalOf(value), step);
    return [count, count + 1n, count + 2n].map((times) => numberOf({ units: step.units * times, digits: step.digits }));
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
  return shape.multiples.every((step) => isMultiple(value, step));
}
