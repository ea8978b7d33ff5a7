// What follows from times: a thing ends after it begins, and somebody is as old as the time since the birth.
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../../json/value.ts";
import { plainName } from "../../../resource/paths.ts";
import type { SchemaNode } from "../../../schema/normal/schema-node.ts";
import { timesIn } from "../../../realistic/texts/times.ts";
import type { Total } from "./totals.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const USUAL = 30 * MINUTE;
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^duration(inms|ms|milliseconds)$/, 1],
  [/^duration(in)?(s|secs?|seconds?)$/, 1_000],
  [/^duration(in)?(h|hours?)$/, 60 * MINUTE],
  [/^duration(in)?(days?)$/, DAY],
  [/^((duration|length)(in)?(m|mins?|minutes?)?|minutes)$/, MINUTE],
  [/^hours$/, 60 * MINUTE],
];

/** `endsAt` comes after `startsAt`, by the duration that the thing has. */
export function endOf(name: string, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  const plain = plainName(name);
  const [end, begin] = PAIRS.find(([one]) => one.test(plain)) ?? [];
  const wanted = end === undefined ? undefined : plain.replace(end, begin ?? "");
  const start = wanted === undefined ? undefined : [...around.keys()].find((one) => plainName(one) === wanted);
  if (start !== undefined) return (object) => endAfter(object, ownValue(object, start), ownValue(object, name));
  return EXPIRING.test(plain) ? expiryOf(name, [...around.keys()]) : undefined;
}

/** `nights` from the day of arrival to that of departure. */
export function nightsOf(name: string, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  if (!/^(?:numberof|total)?nights?(?:count)?$/.test(plainName(name))) return undefined;
  const [begin, end] = [/^(?:checkin|arrival|start)/, /^(?:checkout|departure|end)/].map((wanted) =>
    [...around].find(
      ([one, node]) => wanted.test(plainName(one)) && node.form.formats.some((it) => it.startsWith("date")),
    ),
  );
  if (begin === undefined || end === undefined) return undefined;
  return (object) => {
    const [from, to] = [begin, end].map(([one]) => {
      const day = ownValue(object, one);
      return typeof day === "string" ? Date.parse(day.slice(0, 10)) : NaN;
    });
    return from !== undefined && to !== undefined && to > from ? Math.round((to - from) / DAY) : undefined;
  };
}

/** Ends, and the beginning of their names. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/^end/, "start"],
  [/^finish/, "start"],
  [/^close/, "open"],
  [/^closing/, "opening"],
  [/^checkout/, "checkin"],
  [/^(valid)?(to|until)$/, "$1from"],
  [/(?<=.)ends?(?=(at|on|date|time)?$)/, "start"],
  [/^departure/, "arrival"],
];

const EXPIRING = /^(expires?|expiry|expiration|valid(until|to|thru)|due|ends?)(at|on|date|time)?$/;
const BEGINS = /^(issued|created|starts?|started|registered|activated|borrowed|rented|valid(from)?)(at|on|date|from)?$/;
const LASTING =
  /^(valid(ity)?|expires?(after|in)?|lifetime|term|loan|rental|payment(terms)?|due(in)?|duration)(in)?days$/;

/** `expiresAt`, by the days for which the thing is valid since its beginning. */
function expiryOf(name: string, names: readonly string[]): Total | undefined {
  const days = names.find((one) => LASTING.test(plainName(one)));
  const start = names.find((one) => BEGINS.test(plainName(one)));
  if (days === undefined || start === undefined) return undefined;
  return (object) => {
    const [count, from] = [ownValue(object, days), ownValue(object, start)];
    if (typeof count !== "number" || count <= 0 || count > 36_500) return undefined;
    return endAfter({ durationDays: count }, from, ownValue(object, name));
  };
}

function endAfter(object: JsonObject, start: JsonValue | undefined, end: JsonValue | undefined): JsonValue | undefined {
  if (typeof start === "number" && typeof end === "number") return unixAfter(object, start, end);
  if (typeof start !== "string" || typeof end !== "string") return undefined;
  if (CLOCK.test(start) && CLOCK.test(end)) return closing(start, end);
  const begins = Date.parse(start);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(end);
  if (Number.isNaN(begins) || (!isDay && !/T\d\d:\d\d:\d\d(\.\d+)?Z$/.test(end))) return undefined;
  const lasts = durationIn(object) ?? (isDay ? 2 * DAY : USUAL);
  const text = new Date(begins + lasts).toISOString();
  return isDay ? text.slice(0, 10) : text;
}

/** The same for unix times, in seconds or milliseconds. */
function unixAfter(object: JsonObject, start: number, end: number): number | undefined {
  const unit = start > 9e11 ? 1 : 1_000;
  if (start * unit < 9e11) return undefined;
  return end > start && durationIn(object) === undefined ? end : start + (durationIn(object) ?? 30 * DAY) / unit;
}

const CLOCK = /^(\d\d):\d\d(:\d\d)?$/;

/** A time of the day after another one, by eight hours or at the end of the day. */
function closing(start: string, end: string): string {
  if (end > start) return end;
  const hour = Math.min(23, Number(start.slice(0, 2)) + 8);
  return String(hour).padStart(2, "0") + (hour === 23 ? ":45" : start.slice(2, 5)) + end.slice(5);
}

/** How long it lasts: by its own word, or by that of what it shows, such as the `service` of an appointment. */
function durationIn(object: JsonObject): number | undefined {
  const shown = Object.values<JsonValue>(object).flatMap((one) =>
    isObject(one) ? Object.entries<JsonValue>(one) : [],
  );
  for (const [name, value] of [...Object.entries<JsonValue>(object), ...shown]) {
    const unit = UNITS.find(([pattern]) => pattern.test(plainName(name)))?.[1];
    if (unit !== undefined && typeof value === "number" && value > 0 && value * unit < 1_000 * DAY) return value * unit;
  }
  return undefined;
}

/** `age` is that of somebody with a `birthDate`: now, or when the thing was last changed. */
export function ageOf(name: string, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  const birth = [...around.keys()].find((one) => /^(birth(day|date)|dateofbirth|dob)$/.test(plainName(one)));
  if (plainName(name) !== "age" || birth === undefined) return undefined;
  return (object, _whole, today) => {
    const born = ownValue(object, birth);
    const now = today ?? timesIn({ ...object, [birth]: null })?.updated;
    if (typeof born !== "string" || now === undefined || Number.isNaN(Date.parse(born))) return undefined;
    const years = (now - Date.parse(born)) / (365.25 * DAY);
    return years >= 0 && years < 130 ? Math.floor(years) : undefined;
  };
}
