// Which properties are moments, what happens at them, and how the document writes them. A thing is created before it
// is changed, and what has not happened yet has no moment.
import type { JsonObject, JsonValue } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";
import { once } from "../../../memo.ts";
import { wordsIn } from "./names.ts";
import type { ValuePlace } from "../place.ts";

/** When a thing was created and last changed, in milliseconds since 1970. */
export interface Times {
  readonly created: number;
  readonly updated: number;
}

/** What happens at a moment. "pending": an end that a new thing has not reached, such as closed_at. */
export type Happening = "created" | "planned" | "updated" | "later" | "pending" | "birth";

export interface Moment {
  readonly happening: Happening;
  /** The document names no event: the property is a moment by its format or its examples only. */
  readonly isVague: boolean;
  /** The moment as the document writes it. */
  readonly write: (at: number) => JsonValue;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const PENDING = words(
  `closed deleted cancelled canceled completed finished archived resolved merged shipped delivered paid refunded revoked
  suspended failed disabled ended processed confirmed verified approved rejected read paused trashed removed dismissed
  converted released settled voided accepted declined answered assigned fulfilled redeemed used stopped terminated locked
  banned blocked charged acknowledged deactivated unsubscribed bounced opened clicked
  returned collected waived discharged withdrawn`,
);
const UPDATED = words(
  "updated modified changed edited touched accessed seen pushed synced refreshed last activity active",
);
const LATER = words(
  "expires expire expiry expiration expired due until end ends deadline renews renewal next scheduled schedule to stop",
);
/** What a thing has a next one of from its beginning. */
const DUE = words("billing bill payment invoice renewal charge run retry delivery due attempt page");
/** What people arrange for the hours of a day. */
const PLANNED = /^(starts?|begins?|appointment|slot|departure|departs|pickup|visit)$/;
const BIRTH = words("birth birthday birthdate born dob");
const NAMED = words(
  `created inserted added registered uploaded joined placed ordered issued submitted sent received posted published
  timestamp datetime date time day since start started starts signup generated occurred recorded creation effective from
  begin began at on`,
);
const DAY = 86_400_000;
const HOUR = 3_600_000;
const QUARTER = 900_000;

/** The moment of a property; undefined if it is none. */
export function momentOf(
  name: string,
  place: ValuePlace,
  examples: readonly JsonValue[] = place.examples,
): Moment | undefined {
  const kept = momentsOf(place);
  // The document's examples of the whole thing say it where the place has none.
  const more = place.examples.length === 0 && examples.length > 0 ? examples : place.examples;
  const key = more === place.examples ? name : `${name} ${writeJson(more[0] ?? null)}`;
  const known = kept.get(key);
  if (known !== undefined) return known ?? undefined;
  const moment = readMoment(name, place, more);
  kept.set(key, moment ?? null);
  return moment;
}

const momentsOf = once((_place: ValuePlace) => new Map<string, Moment | null>());

function readMoment(name: string, place: ValuePlace, examples: readonly JsonValue[]): Moment | undefined {
  const present =
    place.form.groups.length === 0 ? place : place.cases.find(({ form }) => form.types?.has("null") !== true);
  const write = writerOf(name, present ?? place, examples);
  if (write === undefined) return undefined;
  const parts = wordsIn(name);
  const happening = happeningOf(parts);
  return { happening: happening ?? "created", isVague: happening === undefined, write };
}

function happeningOf(parts: readonly string[]): Happening | undefined {
  const has = (set: ReadonlySet<string>): boolean => parts.some((part) => set.has(part));
  if (has(BIRTH)) return "birth";
  if (parts.includes("created") || parts.includes("creation")) return "created";
  // Nobody has visited a new thing yet.
  const [first = "", second = ""] = parts;
  if (first === "last" && !/^(updated?|modified|changed?|edited|touched|synced|saved|at|on)$/.test(second))
    return "pending";
  if (/^(next|upcoming)$/.test(first) && !DUE.has(second)) return "pending";
  if (has(UPDATED)) return "updated";
  if (has(PENDING)) return "pending";
  if (parts.some((part) => PLANNED.test(part))) return "planned";
  if (has(LATER)) return "later";
  return has(NAMED) ? "created" : undefined;
}

const ENDS = words(
  "cancellation rejection failure refund deletion termination revocation suspension resolution decline",
);

/** True for who ends a thing, and why: completed_by, cancellationReason. */
export function isEnder(name: string): boolean {
  const [end = "", how = "", more] = wordsIn(name);
  return (
    more === undefined && /^(by|reason|note|code|message|comment)$/.test(how) && (PENDING.has(end) || ENDS.has(end))
  );
}

/** True for what a new thing may not have done yet: sent_at, published_at. */
export const isDispatch = (name: string): boolean => /^(sent|published)(_?(at|on|date|time))?$/i.test(name);

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(?::(\d\d)([.,]\d+)?)?( ?(?:[zZ]|UTC|[+-]\d\d(?::?\d\d)?))?)?$/;
const MAIL_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (GMT|UTC|[+-]\d{4})$/;
const UNIX_FORMATS = /^(unix|epoch|timestamp)/;
const UNIX_WORDS = /\b(unix|epoch)\b|\b(milli)?seconds since\b/i;

/** How a property writes moments; undefined if its values are none. */
function writerOf(
  name: string,
  { form, nodes }: ValuePlace,
  examples: readonly JsonValue[],
): Moment["write"] | undefined {
  const types = form.types ?? new Set(["string"]);
  const said = nodes.map(({ annotations }) => annotations.description ?? "").join(" ");
  if (types.has("integer") || types.has("number")) {
    const seen = examples.filter((one) => typeof one === "number");
    const isUnix =
      form.formats.some((format) => UNIX_FORMATS.test(format)) || (isTimely(name) && UNIX_WORDS.test(said));
    const isSeen = seen.some((one) => (one > 9e8 && one < 5e9) || (one > 9e11 && one < 5e12)) && isTimely(name);
    const isNamed = seen.length === 0 && examples.length === 0 && isSurely(name);
    if (!isUnix && !isSeen && !isNamed) return undefined;
    const counts = seen.some((one) => one > 9e11) || /milli/i.test(said) || /ms$|millis$/i.test(name);
    return (at) => (counts ? at : Math.floor(at / 1000));
  }
  if (!types.has("string") || form.values !== undefined) return undefined;
  if (form.formats.includes("date")) return (at) => iso(at).slice(0, 10);
  const layout = examples.flatMap((one) => (typeof one === "string" ? (layoutOf(one) ?? []) : []))[0];
  if (layout !== undefined) return layout;
  if (form.formats.includes("date-time")) return iso;
  const isFree = form.formats.length === 0 && form.patterns.length === 0 && examples.length === 0;
  const isShort = form.bounds.maxLength !== undefined && Number(form.bounds.maxLength) < 24;
  if (!isFree || isShort) return undefined;
  if (/(^|[a-z_-])(date|birthday|dob)$/i.test(name)) return (at) => iso(at).slice(0, 10);
  return isSurely(name) ? iso : undefined;
}

/** True for names such as created_at, expiresAt, lastModifiedDate. */
function isSurely(name: string): boolean {
  const parts = wordsIn(name);
  const last = parts.at(-1) ?? "";
  if (last === "at" && parts.length > 1) return happeningOf(parts.slice(0, -1)) !== undefined;
  if (["created", "updated", "modified"].includes(last)) return true;
  return parts.length > 1 && ["date", "time", "datetime", "timestamp", "on"].includes(last)
    ? happeningOf(parts.slice(0, -1)) !== undefined
    : last === "timestamp" || last === "datetime";
}

function isTimely(name: string): boolean {
  return happeningOf(wordsIn(name)) !== undefined;
}

/** Writes moments as an example does. */
function layoutOf(example: string): Moment["write"] | undefined {
  const mail = MAIL_DATE.exec(example);
  if (mail !== null) return (at) => new Date(at).toUTCString().replace("GMT", mail[1] === "GMT" ? "GMT" : "+0000");
  const parts = DATE_TIME.exec(example);
  if (parts === null) return undefined;
  const [, , , , separator, hour, , second, fraction = "", zone = ""] = parts;
  const digits = Math.max(0, fraction.length - 1);
  return (at) => {
    const text = iso(at);
    if (hour === undefined) return text.slice(0, 10);
    const time = text.slice(11, second === undefined ? 16 : 19);
    const parted = digits === 0 ? "" : `.${text.slice(20, 23).padEnd(digits, "0").slice(0, digits)}`;
    return `${text.slice(0, 10)}${separator}${time}${parted}${/\d/.test(zone) ? zone.replaceAll(/\d/g, "0").replace("-", "+") : zone}`;
  };
}

const iso = (at: number): string => new Date(at).toISOString();

/** Things from before the mock: the first of many was created on this day. */
const FIRST = Date.parse("2025-01-06T09:00:00Z");
const SPAN = 280 * DAY;
/** After this many things, half of the span is used up. */
const HALF = 24;

/** The times of one of many things: each is newer than the one before, and none is from the future. */
export function timesOf(turn: number): Times {
  const created = FIRST + SPAN * (turn / (turn + HALF)) + ((turn * 7_919) % 540) * 60_000;
  const whole = Math.floor(created / 1000) * 1000;
  return { created: whole, updated: whole + (1 + ((turn * 5) % 9)) * 0.8 * DAY };
}

/** The times of a thing that is shown, by the moments that it has; undefined if it has none. */
export function timesIn(thing: JsonObject): Times | undefined {
  const moments = Object.values<JsonValue>(thing).flatMap((value) =>
    typeof value === "string" && DATE_TIME.test(value) ? [Date.parse(value)] : [],
  );
  const known = moments.filter((moment) => !Number.isNaN(moment));
  return known.length === 0 ? undefined : { created: Math.min(...known), updated: Math.max(...known) };
}

/** When something happens to a thing with these times. */
export function timeOf({ happening }: Moment, { created, updated }: Times, turn: number, isMany: boolean): number {
  switch (happening) {
    case "created":
      return created;
    case "updated":
    case "pending":
      return updated;
    case "later":
      return updated + 30 * DAY;
    case "planned":
      return !isMany
        ? created
        : created -
            (created % DAY) +
            (1 + (turn % 6)) * DAY +
            (8 + ((turn * 5) % 9)) * HOUR +
            ((turn * 7) % 4) * QUARTER;
    case "birth":
      return Date.parse("1984-03-12T00:00:00Z") + ((turn * 977) % 6_000) * DAY;
  }
}
