// A body with one part repeated until it is larger than any generated value: in words, and as a shell command that
// prints it.
import { pointerSteps, valueAt } from "../../json/pointer.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import type { Repeated } from "../../report/renderers/curl.ts";
import type { Grown } from "../model.ts";

const LAST: Readonly<Record<Grown["unit"], string>> = {
  items: "item",
  characters: "letter",
  properties: "property, a number behind its name,",
};

/** Says how to build the refused value from the one shown. */
export function sayGrown({ at, unit, to }: Grown): string {
  return `with the last ${LAST[unit]} of /body${at} repeated until there are ${to} ${unit}`;
}

/** A marker that no generated body contains. */
const MARK = "\u0001grown";

/** The text of the body once it has grown. */
export function grownText(body: JsonValue, { at, to }: Grown): Repeated {
  const seed = valueAt(body, at);
  const [before = "", after = ""] = writeJson(put(body, pointerSteps(at), MARK)).split(writeJson(MARK));
  if (Array.isArray(seed)) {
    const items = seed.map((item: JsonValue) => `${writeJson(item)},`);
    const last = items.at(-1) ?? "";
    const times = to - BigInt(items.length);
    return {
      before: `${before}[${items.slice(0, -1).join("")}`,
      unit: last,
      times,
      after: `${last.slice(0, -1)}]${after}`,
    };
  }
  if (isObject(seed)) {
    const names = Object.keys(seed);
    const last = names.at(-1) ?? "";
    const times = to - BigInt(names.length);
    const unit = { before: `,${writeJson(last).slice(0, -1)}`, after: `":${writeJson(seed[last])}` };
    return { before: `${before}${writeJson(seed).slice(0, -1)}`, unit, times, after: `}${after}` };
  }
  const text = typeof seed === "string" ? seed : "";
  return { before: `${before}"${text}`, unit: text.slice(-1), times: to - BigInt(text.length), after: `"${after}` };
}

/** The value with another one at a place. */
function put(value: JsonValue, steps: readonly string[], part: JsonValue): JsonValue {
  const [step, ...rest] = steps;
  if (step === undefined) return part;
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) => (index === Number(step) ? put(item, rest, part) : item));
  }
  return isObject(value) ? { ...value, [step]: put(value[step] ?? null, rest, part) } : value;
}
