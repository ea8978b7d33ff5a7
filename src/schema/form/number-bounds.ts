// The numbers that a schema allows between its bounds, whatever keywords set them.
import type { NumberValue } from "../keywords.ts";
import { INTEGER_FORMATS } from "../number-formats.ts";
import type { NormalForm } from "./normal-form.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";

/** 3.0 writes an exclusive bound as a flag next to the bound, 3.1 as a separate keyword. */
const FLAGS = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

/** A schema object with its bounds in 3.1 notation; the object itself if they already are. */
export function withoutFlags(definition: JsonObject): JsonObject {
  const flags = FLAGS.filter(([flag]) => typeof definition[flag] === "boolean");
  if (flags.length === 0) return definition;
  const bounds: Record<string, JsonValue> = { ...definition };
  for (const [flag, bound] of flags) {
    const limit = bounds[bound];
    const isExcluded = bounds[flag] === true && limit !== undefined;
    delete bounds[isExcluded ? bound : flag];
    if (isExcluded) bounds[flag] = limit;
  }
  return bounds;
}

/** One end of a range of numbers, and the keyword that sets it. */
interface NumberBound {
  readonly keyword: string;
  readonly limit: NumberValue;
  /** Whether the limit itself is allowed. */
  readonly included: boolean;
}

export interface NumberRange {
  readonly lower?: NumberBound;
  readonly upper?: NumberBound;
}

/** The numbers between the bounds in a schema. */
export function numbersOf({ bounds }: NormalForm): NumberRange {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bounds;
  const lower = narrower(["minimum", minimum], ["exclusiveMinimum", exclusiveMinimum], (a, b) => a > b);
  const upper = narrower(["maximum", maximum], ["exclusiveMaximum", exclusiveMaximum], (a, b) => a < b);
  return { ...(lower === undefined ? {} : { lower }), ...(upper === undefined ? {} : { upper }) };
}

type Limit = readonly [keyword: string, limit: NumberValue | undefined];

function narrower(
  [keyword, included]: Limit,
  [other, excluded]: Limit,
  isNarrower: (a: NumberValue, b: NumberValue) => boolean,
): NumberBound | undefined {
  if (included !== undefined && (excluded === undefined || isNarrower(included, excluded))) {
    return { keyword, limit: included, included: true };
  }
  return excluded === undefined ? undefined : { keyword: other, limit: excluded, included: false };
}

/** A range of integers, inclusive; an absent end is open. */
export interface IntegerRange {
  readonly least?: bigint;
  readonly most?: bigint;
}

/** The integers between the bounds in a schema. */
export function boundedIntegers(form: NormalForm): IntegerRange {
  const { lower, upper } = numbersOf(form);
  const least = lower && (lower.included ? ceil(lower.limit) : next(floor(lower.limit), 1n));
  const most = upper && (upper.included ? floor(upper.limit) : next(ceil(upper.limit), -1n));
  return { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

/** The same, limited by its formats, `int32` and `int64`. */
export function integersOf(form: NormalForm): IntegerRange {
  const formats = form.formats.flatMap((format) => INTEGER_FORMATS.get(format) ?? []);
  const { least, most } = boundedIntegers(form);
  const lower = [...(least === undefined ? [] : [least]), ...formats.map(({ minimum }) => minimum)];
  const upper = [...(most === undefined ? [] : [most]), ...formats.map(({ maximum }) => maximum)];
  return {
    ...(lower.length === 0 ? {} : { least: lower.reduce((a, b) => (a > b ? a : b)) }),
    ...(upper.length === 0 ? {} : { most: upper.reduce((a, b) => (a < b ? a : b)) }),
  };
}

/** Undefined for a number too large for a double, which has no nearby integer. */
function floor(value: NumberValue): bigint | undefined {
  if (typeof value === "bigint") return value;
  return Number.isFinite(value) ? BigInt(Math.floor(value)) : undefined;
}

function ceil(value: NumberValue): bigint | undefined {
  if (typeof value === "bigint") return value;
  return Number.isFinite(value) ? BigInt(Math.ceil(value)) : undefined;
}

function next(value: bigint | undefined, by: bigint): bigint | undefined {
  return value === undefined ? undefined : value + by;
}
