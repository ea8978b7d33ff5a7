// Keywords that bound a number, a length or a count, whichever they bound: of two, the narrower holds.
import { type BoundKeyword, KEYWORDS, LOWER, type NumberValue, UPPER } from "../keywords.ts";
import { type NormalForm, allowsType } from "../normal/normal-form.ts";
import { withoutFlags } from "../normal/number-bounds.ts";
import type { Compared, Fact, Medium } from "./fact.ts";
import { type JsonObject, isNumeric } from "../../json/value.ts";

/** What a schema object says. */
export function readBounds(definition: JsonObject): NormalForm["bounds"] {
  const bounds: Partial<Record<BoundKeyword, NumberValue>> = {};
  const written = withoutFlags(definition);
  for (const keyword of [...LOWER, ...UPPER]) {
    const bound = written[keyword];
    const idle = keyword.startsWith("min") && keyword !== "minimum" && bound === 0 && keyword !== "minContains";
    const alone = keyword.endsWith("Contains") && definition["contains"] === undefined;
    if (isNumeric(bound) && !idle && !alone) bounds[keyword] = bound;
  }
  return bounds;
}

/** The bounds that hold where both do. */
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

/** True where a form keeps within a limit by what its other keywords say. */
export type Keeps = (form: NormalForm, limit: NumberValue, medium: Medium) => boolean;

/** The bounds in which two forms differ. @param keeps for the keywords that are not kept by themselves alone */
export function boundFacts({ producer, sent, consumer, medium }: Compared, keeps: ReadonlyMap<string, Keeps>): Fact[] {
  // How many items `contains` counts is compared with what it counts.
  const keywords = [...LOWER, ...UPPER].filter((keyword) => !keyword.endsWith("Contains"));
  return keywords.flatMap((keyword) => {
    const before = sent.bounds[keyword];
    const after = consumer.bounds[keyword];
    // oxlint-disable-next-line eqeqeq -- a number and a bigint are compared by value on purpose
    if (before === after || (before !== undefined && after !== undefined && before == after)) return [];
    const own = producer.bounds[keyword];
    // What only the way in which it travels bounds.
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
  return isAmongLower(keyword) ? atLeast(own, limit) : atMost(own, limit);
}

function isAmongLower(keyword: BoundKeyword): boolean {
  return (LOWER as readonly string[]).includes(keyword);
}

/** True where there is a bound, and it is the limit or above. */
export function atLeast(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own >= limit;
}

/** True where there is a bound, and it is the limit or below. */
export function atMost(own: NumberValue | undefined, limit: NumberValue): boolean {
  return own !== undefined && own <= limit;
}
