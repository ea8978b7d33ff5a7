// Puts the two ends of a range in order, which a schema cannot ask for: from before to, the minimum below the maximum.
import { type JsonObject, type JsonValue } from "../../../src/json/value.ts";
import { wordsOf } from "../../../src/resource/paths.ts";

/** Words for the beginning of a range, each with words for its end. */
const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["from", ["to", "until", "till", "thru", "through"]],
  ["start", ["end", "stop", "finish", "until", "due", "expiry"]],
  ["starts", ["ends", "until", "expires"]],
  ["started", ["ended", "stopped", "finished", "completed"]],
  ["begin", ["end", "finish"]],
  ["begins", ["ends"]],
  ["since", ["until"]],
  ["after", ["before"]],
  ["min", ["max"]],
  ["minimum", ["maximum"]],
  ["least", ["most"]],
  ["lower", ["upper"]],
  ["low", ["high"]],
  ["open", ["close"]],
  ["opens", ["closes"]],
  ["in", ["out"]],
  ["checkin", ["checkout"]],
  ["arrival", ["departure"]],
  ["arrives", ["departs"]],
  ["departure", ["return"]],
  ["pickup", ["dropoff", "return", "delivery"]],
  ["issued", ["expires", "due"]],
  ["issue", ["expiry", "due"]],
  ["valid", ["expires", "expiry"]],
]);

/** A body in which every range that its names show begins before it ends. */
export function inOrder(body: JsonObject): JsonObject {
  const changed: Record<string, JsonValue> = {};
  for (const [name, end] of rangesIn(Object.keys(body))) {
    const later = after(changed[name] ?? body[name], body[end]);
    if (later !== undefined) changed[end] = later;
  }
  return Object.keys(changed).length === 0 ? body : { ...body, ...changed };
}

/** The ranges that names show: where each begins, and where it ends. */
export const rangesIn = (names: readonly string[]): (readonly [from: string, to: string])[] =>
  names.flatMap((one) => endOf(one, names).map((other) => [one, other] as const));

function endOf(name: string, names: readonly string[]): string[] {
  const words = wordsOf(name);
  const found = words.flatMap((word, at) =>
    (ENDS.get(word) ?? []).flatMap((end) => {
      const wanted = words.with(at, end).join(" ");
      return names.filter((one) => wordsOf(one).join(" ") === wanted);
    }),
  );
  return found.slice(0, 1);
}

const DAY_MS = 86_400_000;

/** A body whose dates are as far apart as before, the first of them tomorrow; undefined if they are already to come. */
export function toCome(body: JsonObject, now: number): JsonObject | undefined {
  const dates = Object.entries(body).flatMap(([name, value]) => {
    const time = typeof value === "string" && DATE.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? [] : [[name, value as string, time] as const];
  });
  const first = Math.min(...dates.map(([, , time]) => time));
  if (dates.length === 0 || first > now) return undefined;
  const by = (Math.ceil((now - first) / DAY_MS) + 1) * DAY_MS;
  return { ...body, ...Object.fromEntries(dates.map(([name, value, time]) => [name, asDate(time + by, value)])) };
}

/** A body whose dates are those of another turn, more than a day away and on the same side of now. */
export function onOtherDays(body: JsonObject, text: string, now: number): JsonObject {
  const [turn = "0"] = /\d+$/.exec(text) ?? [];
  const moved = Object.entries<JsonValue>(body).flatMap(([name, value]): [string, JsonValue][] => {
    const time = typeof value === "string" && DATE.test(value) ? Date.parse(value) : Number.NaN;
    const by = (Number(turn) % 2000) * 26 * (DAY_MS / 24) * (time > now ? 1 : -1);
    return Number.isNaN(time) ? [] : [[name, asDate(time + by, value as string)]];
  });
  return { ...body, ...Object.fromEntries(moved) };
}

const DATE = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d|$)/;

/** A time in the form of another: with or without a time of day. */
function asDate(time: number, like: string): string {
  const text = new Date(time).toISOString();
  return /t/i.test(like) ? text.replace(".000Z", "Z") : text.slice(0, 10);
}

/** A value of the same kind that is later than another; undefined if the given one is. */
function after(start: JsonValue | undefined, end: JsonValue | undefined): JsonValue | undefined {
  if (typeof start === "number" && typeof end === "number") return end > start ? undefined : start + 1;
  if (typeof start !== "string" || typeof end !== "string") return undefined;
  const [from, to] = [Date.parse(start), Date.parse(end)];
  if (!/^\d{4}-\d\d-\d\d/.test(start) || Number.isNaN(from) || Number.isNaN(to) || to > from) return undefined;
  return asDate(from + DAY_MS, end);
}
