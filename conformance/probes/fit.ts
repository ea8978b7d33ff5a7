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

/** How an item with these values fits: one of them that fits is enough. */
export function fitOf(values: readonly JsonValue[], relation: Comparison["relation"], asked: JsonValue): Fit {
  if (values.length === 0) return "none";
  const fits = values.map((value) => oneFit(value, relation, asked));
  return (["right", "unsure"] as const).find((fit) => fits.includes(fit)) ?? "wrong";
}

const isDay = (value: JsonValue): boolean => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

function oneFit(value: JsonValue, relation: Comparison["relation"], asked: JsonValue): Fit {
  const [own, bound] = [measured(value), measured(asked)];
  if (own === undefined || bound === undefined) {
    if (relation !== "equal") return "unsure";
    const [text, part] = [showScalar(value), showScalar(asked)];
    if (text === part) return "right";
    return text.toLowerCase().includes(part.toLowerCase()) ? "unsure" : "wrong";
  }
  const isLoose = isDay(value) !== isDay(asked) || (isDay(value) && relation !== "equal");
  if (isLoose && Math.abs(own - bound) <= DAY_MS) return "unsure";
  if (relation === "equal") return own === bound ? "right" : "wrong";
  if (own === bound) return "unsure";
  return own > bound === (relation === "above" || relation === "from") ? "right" : "wrong";
}
