// Keywords that limit a number, a length or a count. Of two limits, the narrower one applies.
import { type BoundKeyword, KEYWORDS, LOWER, type NumberValue, UPPER } from "../keywords.ts";
import { ANYTHING, type NormalForm, allowsType } from "../form/normal-form.ts";
import type { Compared, Fact, Medium } from "./fact.ts";
import { type JsonObject, type JsonValue, isNumeric } from "../../json/value.ts";

const BOUNDS = [...LOWER, ...UPPER];

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

/** What a schema object says. */
export function readBounds(definition: JsonObject): NormalForm["bounds"] {
  let bounds: Partial<Record<BoundKeyword, NumberValue>> | undefined;
  const written = withoutFlags(definition);
  for (const keyword of BOUNDS) {
    const bound = written[keyword];
    if (!isNumeric(bound)) continue;
    const idle = keyword.startsWith("min") && keyword !== "minimum" && bound === 0 && keyword !== "minContains";
    const alone = keyword.endsWith("Contains") && definition["contains"] === undefined;
    if (!idle && !alone) (bounds ??= {})[keyword] = bound;
  }
  return bounds ?? ANYTHING.bounds;
}

/** The bounds if both schemas apply. */
export function mergeBounds(a: NormalForm, b: NormalForm): NormalForm["bounds"] {
  const bounds: Partial<Record<BoundKeyword, NumberValue>> = { ...a.bounds };
  for (const keyword of LOWER) {
    const other = b.bounds[keyword];
    if (other !== undefined && !(bounds[keyword] !== undefined && bounds[keyword] >= other)) bounds[keyword] = other;
  }
  for (const keyword of UPPER) {
    const other = b.bounds[keyword];
    if (other !== undefined && !(bounds[keyword] !== undefined && bounds[keyword] <= other)) bounds[keyword] = other;
  }
  return bounds;
}

/** True if a form stays within a limit because of its other keywords. */
export type Keeps = (form: NormalForm, limit: NumberValue, medium: Medium) => boolean;

// The number of items in `contains` is compared together with what it counts.
const COMPARED = BOUNDS.filter((keyword) => !keyword.endsWith("Contains"));

/** The bounds in which two forms differ. @param keeps for keywords that others can imply */
export function boundFacts({ producer, sent, consumer, medium }: Compared, keeps: ReadonlyMap<string, Keeps>): Fact[] {
  if (sent.bounds === consumer.bounds) return [];
  return COMPARED.flatMap((keyword) => {
    const before = sent.bounds[keyword];
    const after = consumer.bounds[keyword];
    // oxlint-disable-next-line eqeqeq -- a number and a bigint are compared by value on purpose
    if (before === after || (before !== undefined && after !== undefined && before == after)) return [];
    const own = producer.bounds[keyword];
    // Only the way it is sent bounds it.
    if (own === undefined && after === undefined) return [];
    const fact = { keyword, producer: own, consumer: after };
    if (after === undefined) return [{ ...fact, provedBy: "constraint-dropped" }];
    const { type } = KEYWORDS.get(keyword) ?? {};
    if (type !== undefined && !allowsType(sent, type)) return [{ ...fact, provedBy: "type-not-sent" }];
    const isKept = isWithin(keyword, before, after) || keeps.get(keyword)?.(sent, after, medium) === true;
    return [isKept ? { ...fact, provedBy: "bound-loosened" } : fact];
  });
}

function isWithin(keyword: BoundKeyword, own: NumberValue | undefined, limit: NumberValue): boolean {
  return (LOWER as readonly string[]).includes(keyword) ? atLeast(own, limit) : atMost(own, limit);
}

/** True if there is a bound at or above the limit. */
export function atLeast(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own >= limit;
}

/** True if there is a bound at or below the limit. */
export function atMost(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own <= limit;
}
