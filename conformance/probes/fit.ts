// Whether the values of an item fit a comparison, as far as that is certain: a bound may be in or out, a day has no time
// zone, and a text may be found by a part of it.
import { showScalar } from "../../src/contract/serialization/text.ts";
import type { JsonValue } from "../../src/json/value.ts";
import type { Comparison } from "../../src/resource/model.ts";

/** `none`: the item has no value; `unsure`: services may rightly differ. */
export type Fit = "right" | "wrong" | "unsure" | "none";

const DAY_MS = 86_400_000;

/** A number, or a time as milliseconds; undefined for anything else. */
export function measured(value: JsonValue): number | undefined {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** What the text of a filter says: that it keeps the bound itself, or not, and that it compares whole texts. */
export interface Strictness {
  readonly atBound?: "right" | "wrong";
  readonly isWhole?: boolean;
  /** A part of a text is enough. */
  readonly takesParts?: boolean;
  readonly ignoresCase?: boolean;
}

const INCLUSIVE =
  /\binclusive|\bor (?:later|earlier|more|less|greater|equal|newer|older|after|before)\b|\b(?:at|on) or (?:after|before)\b|\bat (?:least|most)\b|\bnot (?:before|after)\b|[≥≤]|[<>]=/i;
const EXCLUSIVE = /\bexclusive|\bexclud|\bstrictly\b|\bnot includ/i;
const WHOLE = /\bexact|\bequal|\bidentical/i;

export function strictnessOf(said: string): Strictness {
  const [isIn, isOut] = [INCLUSIVE.test(said), EXCLUSIVE.test(said)];
  return { ...(isIn === isOut ? {} : { atBound: isIn ? "right" : "wrong" }), isWhole: WHOLE.test(said) };
}

/** How an item with these values fits: one of them that fits is enough. */
export function fitOf(
  values: readonly JsonValue[],
  relation: Comparison["relation"],
  asked: JsonValue,
  strictness: Strictness = {},
): Fit {
  if (values.length === 0) return "none";
  const fits = values.map((value) => oneFit(value, relation, asked, strictness));
  return (["right", "unsure"] as const).find((fit) => fits.includes(fit)) ?? "wrong";
}

interface Loose extends Omit<Strictness, "atBound"> {
  readonly atBound?: Fit;
}

const isDay = (value: JsonValue): boolean => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

function oneFit(
  value: JsonValue,
  relation: Comparison["relation"],
  asked: JsonValue,
  { atBound = "unsure", isWhole = false, takesParts = false, ignoresCase = false }: Loose,
): Fit {
  const [own, bound] = [measured(value), measured(asked)];
  if (own === undefined || bound === undefined) {
    if (relation !== "equal") return "unsure";
    const kept = (one: string): string => (ignoresCase ? one.toLowerCase() : one);
    const [text, part] = [kept(showScalar(value)), kept(showScalar(asked))];
    if (text === part || (takesParts && text.includes(part))) return "right";
    const isPart = text.toLowerCase().includes(part.toLowerCase());
    return isPart && !(isWhole && text.length > part.length) ? "unsure" : "wrong";
  }
  const isLoose = isDay(value) !== isDay(asked) || (isDay(value) && relation !== "equal");
  if (isLoose && Math.abs(own - bound) <= DAY_MS) return "unsure";
  if (relation === "equal") return own === bound ? "right" : "wrong";
  // The least and the most are among what is asked for.
  const isAmong = typeof asked === "number" && (relation === "from" || relation === "to");
  if (own === bound) return atBound === "unsure" && isAmong ? "right" : atBound;
  return own > bound === (relation === "above" || relation === "from") ? "right" : "wrong";
}
