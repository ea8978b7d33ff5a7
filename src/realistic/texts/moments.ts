// Which properties are moments, and how the document writes them.
import { type JsonValue, isLeaf, scalarText } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { FORMATS } from "../../schema/samples/formats.ts";
import { once } from "../../memo.ts";
import { type Happening, happeningOf, isSurely, isTimely } from "./happenings.ts";
import { hasUnixBeside, namesBeside, unitOf } from "./units.ts";
import type { ValuePlace } from "../../schema/generate/place.ts";
import { plainName, wordsOf } from "../../document/names.ts";

export interface Moment {
  readonly happening: Happening;
  /** The document names no event: the property is a moment by its format or its examples only. */
  readonly isVague: boolean;
  /** The moment as the document writes it. */
  readonly write: (at: number) => JsonValue;
}

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
  const told = happeningOf(wordsOf(name));
  const happening = told === "updated" && isOfOther(name, place) ? "created" : (told ?? laterStep(name, place));
  return { happening: happening ?? "created", isVague: happening === undefined, write };
}

/** True for the change of something else, beside that of the thing itself: `content_modified_at` beside `modified_at`. */
function isOfOther(name: string, { nodes }: ValuePlace): boolean {
  const [subject = "", ...more] = wordsOf(name);
  if (more.length === 0 || CHANGE.test(subject)) return false;
  return namesBeside(nodes).some((one) => one !== name && OWN_CHANGE.test(plainName(one)));
}

const CHANGE = /^(?:last|date|time|update|modified|activity|active|seen|\w+ed)$/;
const OWN_CHANGE = /^(?:last|date)?(?:updated?|modified|changed|edited)(?:at|on|date|time)?$/;

/** What happens to a thing after its beginning, whatever it is: `picked_up_at` beside `created_at`. */
function laterStep(name: string, { nodes }: ValuePlace): Happening | undefined {
  const [done = "", ...more] = wordsOf(name);
  if (!done.endsWith("ed") || more.at(-1) !== "at") return undefined;
  return namesBeside(nodes).some((one) => one !== name && happeningOf(wordsOf(one)) === "created")
    ? "pending"
    : undefined;
}

export const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(?::(\d\d)([.,]\d+)?)?( ?(?:[zZ]|UTC|[+-]\d\d(?::?\d\d)?))?)?$/;
const MAIL_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (GMT|UTC|[+-]\d{4})$/;
/** What documents call the format of a moment: "date-time", "dateTime", "google-datetime". */
const TIME_FORMATS = /^(?:iso-?|google-)?date[-_]?time$|^iso-?8601$/i;
const MAIL_FORMATS = /rfc-?(?:2822|822|1123)$/i;
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
    const isNamed = seen.length === 0 && examples.length === 0 && (isSurely(name) || hasUnixBeside(name, nodes));
    if (!isUnix && !isSeen && !isNamed) return undefined;
    const unit = seen.some((one) => one > 9e11) ? "milliseconds" : unitOf(name, nodes);
    return (at) => (unit === "milliseconds" ? at : Math.floor(at / 1000));
  }
  if (!types.has("string") || form.values !== undefined) return undefined;
  const isUnixText =
    examples.every((one) => isLeaf(one) && /^\d+$/.test(scalarText(one))) && isTimely(name) && UNIX_WORDS.test(said);
  if (isUnixText) return (at) => String(/\bmilli/i.test(said) ? at : Math.floor(at / 1000));
  if (form.formats.includes("date")) return (at) => iso(at).slice(0, 10);
  const layout = examples.flatMap((one) => (typeof one === "string" ? (layoutOf(one) ?? []) : []))[0];
  if (layout !== undefined) return layout;
  if (form.formats.some((format) => TIME_FORMATS.test(format))) return iso;
  if (form.formats.some((format) => MAIL_FORMATS.test(format)))
    return (at) => new Date(at).toUTCString().replace("GMT", "+0000");
  const isFree =
    form.formats.every((format) => !FORMATS.has(format)) && form.patterns.length === 0 && examples.length === 0;
  const isShort = form.bounds.maxLength !== undefined && Number(form.bounds.maxLength) < 24;
  if (!isFree || isShort) return undefined;
  if (/(^|[a-z_-])(date|birthday|dob)$/i.test(name)) return (at) => iso(at).slice(0, 10);
  return isSurely(name) || (isTimely(name) && /\bdate and time\b/i.test(said)) ? iso : undefined;
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
