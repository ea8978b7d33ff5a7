// The bounds of numbers, lengths and counts. Of two of one kind, the narrower one applies. What each of them bounds is said
// where numbers, texts, items and properties are.
import type { NumberValue } from "../decimal.ts";
import { type JsonObject, type JsonValue, equalJson, isNumeric, isObject } from "../../json/value.ts";

/** Keywords with a lower bound; of two bounds, the greater one applies. */
const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
/** Keywords with an upper bound; of two bounds, the lesser one applies. */
const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;

export type BoundKeyword = (typeof LOWER)[number] | (typeof UPPER)[number];
export type Bounds = Readonly<Partial<Record<BoundKeyword, NumberValue>>>;
export type Side = "lower" | "upper";

export const NO_BOUNDS: Bounds = {};

const SIDES: ReadonlyMap<BoundKeyword, Side> = new Map([
  ...LOWER.map((keyword) => [keyword, "lower"] as const),
  ...UPPER.map((keyword) => [keyword, "upper"] as const),
]);

/** The side of a bound; undefined for another keyword. */
export const sideOf = (keyword: string): Side | undefined => SIDES.get(keyword as BoundKeyword);

/** The bounds of numbers: up to one, and up to but without one. 3.0 writes the latter as a flag next to the former. */
export const NUMBER_ENDS = {
  lower: { inclusive: "minimum", exclusive: "exclusiveMinimum" },
  upper: { inclusive: "maximum", exclusive: "exclusiveMaximum" },
} as const satisfies Record<Side, Record<"inclusive" | "exclusive", BoundKeyword>>;

/** The limits of numbers in some bounds. */
export function numberLimits(bounds: Bounds): NumberValue[] {
  const ends = Object.values(NUMBER_ENDS);
  const keywords = [...ends.map(({ inclusive }) => inclusive), ...ends.map(({ exclusive }) => exclusive)];
  return keywords.flatMap((keyword) => bounds[keyword] ?? []);
}

/** A schema object with its bounds in 3.1 notation; the object itself if they already are. */
export function withoutFlags(definition: JsonObject): JsonObject {
  const flags = Object.values(NUMBER_ENDS).filter(({ exclusive }) => typeof definition[exclusive] === "boolean");
  if (flags.length === 0) return definition;
  const bounds: Record<string, JsonValue> = { ...definition };
  for (const { exclusive: flag, inclusive: bound } of flags) {
    const limit = bounds[bound];
    const isExcluded = bounds[flag] === true && limit !== undefined;
    delete bounds[isExcluded ? bound : flag];
    if (isExcluded) bounds[flag] = limit;
  }
  return bounds;
}

/** What a schema object says. */
export function readBounds(definition: JsonObject): Bounds {
  const opposite = boundOfNot(definition);
  const own = writtenBounds(definition);
  return opposite === undefined ? own : mergeBounds(own, opposite);
}

function writtenBounds(definition: JsonObject): Bounds {
  let bounds: Partial<Record<BoundKeyword, NumberValue>> | undefined;
  const written = withoutFlags(definition);
  for (const keyword of SIDES.keys()) {
    const bound = written[keyword];
    if (!isNumeric(bound)) continue;
    const idle = keyword.startsWith("min") && keyword !== "minimum" && bound === 0;
    if (!idle) (bounds ??= {})[keyword] = bound;
  }
  return bounds ?? NO_BOUNDS;
}

/** For each bound, the one that says the opposite, and how far the limits are apart. */
const OPPOSITES: ReadonlyMap<string, readonly [type: string, opposite: BoundKeyword, step: number]> = new Map([
  ["minLength", ["string", "maxLength", -1]],
  ["maxLength", ["string", "minLength", 1]],
  ["minItems", ["array", "maxItems", -1]],
  ["maxItems", ["array", "minItems", 1]],
  ["minProperties", ["object", "maxProperties", -1]],
  ["maxProperties", ["object", "minProperties", 1]],
  [NUMBER_ENDS.lower.inclusive, ["number", NUMBER_ENDS.upper.exclusive, 0]],
  [NUMBER_ENDS.lower.exclusive, ["number", NUMBER_ENDS.upper.inclusive, 0]],
  [NUMBER_ENDS.upper.inclusive, ["number", NUMBER_ENDS.lower.exclusive, 0]],
  [NUMBER_ENDS.upper.exclusive, ["number", NUMBER_ENDS.lower.inclusive, 0]],
]);

/** The bound that a `not` amounts to: no text of 2 letters or more has 1 at most, and no empty text has 1 at least. */
export function boundOfNot({ not }: JsonObject): Bounds | undefined {
  if (!isObject(not)) return undefined;
  const { type, ...said } = withoutFlags(not);
  const [entry, another] = Object.entries(said);
  if (entry === undefined || another !== undefined) return undefined;
  const [keyword, limit] = entry;
  const isEmptyText = keyword === "const" ? limit === "" : keyword === "enum" && equalJson(limit, [""]);
  if (isEmptyText && (type === undefined || type === "string")) return { minLength: 1 };
  const [own, opposite, step] = OPPOSITES.get(keyword) ?? [];
  if (opposite === undefined || step === undefined || type !== own || !isNumeric(limit)) return undefined;
  if (step === 0) return { [opposite]: limit };
  const other = Number(limit) + step;
  return Number.isSafeInteger(other) && other >= 0 ? { [opposite]: other } : undefined;
}

/** The bounds if both schemas apply. */
export function mergeBounds(a: Bounds, b: Bounds): Bounds {
  const bounds: Partial<Record<BoundKeyword, NumberValue>> = { ...a };
  for (const [keyword, side] of SIDES) {
    const other = b[keyword];
    if (other !== undefined && !reaches(side, bounds[keyword], other)) bounds[keyword] = other;
  }
  return bounds;
}

/** The bounds in which two sets differ. */
export function differingBounds(one: Bounds, other: Bounds): BoundKeyword[] {
  if (one === other) return [];
  return [...SIDES.keys()].filter((keyword) => {
    const [a, b] = [one[keyword], other[keyword]];
    // oxlint-disable-next-line eqeqeq -- a number and a bigint are compared by value on purpose
    return a !== b && !(a !== undefined && b !== undefined && a == b);
  });
}

/** True if a bound is as narrow as a limit for the same keyword. */
export function isWithin(keyword: BoundKeyword, own: NumberValue | undefined, limit: NumberValue): boolean {
  return reaches(SIDES.get(keyword) ?? "lower", own, limit);
}

/** True if a bound is as narrow as a limit of the same side. */
export function reaches(side: Side, own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && (side === "lower" ? own >= limit : own <= limit);
}

/** True if a bound is narrower than a limit of the same side. */
export function isBeyond(side: Side, own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && (side === "lower" ? own > limit : own < limit);
}
