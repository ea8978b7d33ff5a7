// What the state of a thing says of its times: whether it has reached an end, and whether what was ahead of it is behind it.
import type { JsonValue } from "../json/value.ts";
import type { Purpose } from "./evidence.ts";
import type { ValuePlace } from "../schema/generate/place.ts";
import { type Happening, isDispatch } from "./texts/happenings.ts";
import { type Moment, momentOf } from "./texts/moments.ts";
import { type Times, timeOf } from "./texts/times.ts";
import { flagOfMany, initialOf, isTrueAtFirst, oneOf } from "./texts/states.ts";
import { wordsOf, plainName, isStateName, flagName } from "../document/names.ts";

/** Which of many things it is, and what it is made for. */
interface Which {
  readonly kind: Purpose["kind"];
  readonly who: number;
}

/** The states that a thing may have; none if it has no state. */
function statesAt(place: ValuePlace): readonly JsonValue[] {
  const name = [...place.form.properties.keys()].find(isStateName);
  return name === undefined ? [] : (place.property(name).form.values ?? []);
}

/** True for the time of a state in which a thing does not begin: `checked_in_at`, where a status is `checked_in`. */
export function isAwaited(name: string, place: ValuePlace): boolean {
  const stem = /^(.{3,}?)_?(?:at|on|time|date)$/i.exec(name)?.[1];
  const values = stem === undefined ? [] : statesAt(place);
  // What is published is no draft any more.
  if (isDispatch(name) && values.some(isDraft)) return true;
  return values.some(
    (one) => one !== initialOf(values) && typeof one === "string" && plainName(one) === plainName(stem ?? ""),
  );
}

const isDraft = (state: JsonValue): boolean => typeof state === "string" && plainName(state) === "draft";

/** True if a thing has reached an end: as its state says, or as a few things have. */
export function isReached(name: string, place: ValuePlace, { kind, who }: Which): boolean {
  const end = isAwaited(name, place) ? plainName(name.replace(/_?(at|on|time|date)$/i, "")) : (wordsOf(name)[0] ?? "");
  const values = statesAt(place);
  const ends = [end, doneOf(end)].map(inOneSpelling);
  const named = values.find((one) => typeof one === "string" && ends.includes(inOneSpelling(plainName(one))));
  const flag = named === undefined && kind === "many" ? flagAt(place, end) : undefined;
  if (flag !== undefined) return flagOfMany(flag, who, usualFlag(place.property(flag), flag));
  if (named === undefined && kind === "many" && isDispatch(name) && values.some(isDraft))
    return !isDraft(oneOf(values, who));
  if (named === undefined || kind !== "many") return kind === "many" && who % 4 === 3;
  return oneOf(values, who) === named;
}

/** What is so after a deed: "terminated" after a termination. */
export const doneOf = (deed: string): string => deed.replace(/llation$/, "lled").replace(/([ct])ion$/, "$1ed");

/** "cancelled" and "canceled" are one state. */
const inOneSpelling = (state: string): string => state.replace("ll", "l");

/** The flag that says whether a thing has reached an end: `paid` beside `paid_at`. */
function flagAt(place: ValuePlace, end: string): string | undefined {
  return [...place.form.properties.keys()].find(
    (one) => flagName(one) === end && place.property(one).form.types?.has("boolean") === true,
  );
}

/** What most things say under a flag. */
export const usualFlag = ({ examples }: ValuePlace, name: string): boolean =>
  examples.find((value) => typeof value === "boolean") ?? isTrueAtFirst(name);

const OVER =
  /^(overdue|expired|past(due)?|late|missed|noshow|ended|finished|completed?|done|returned|delivered|arrived|attended|departed|checkedout|closed|used|redeemed)$/;

const UNDER_WAY =
  /^(active|ongoing|inprogress|running|started|live|current|checkedin|admitted|underway|intransit|open)$/;

/** True if what was ahead of one of many things is behind it: of an overdue loan, or a completed visit. */
function isBehind(happening: Happening, place: ValuePlace, { kind, who }: Which): boolean {
  if (kind !== "many") return false;
  const values = statesAt(place);
  const state = values.length === 0 ? undefined : oneOf(values, who);
  if (happening === "planned" && typeof state === "string" && UNDER_WAY.test(plainName(state))) return true;
  if (values.some((one) => isOverState(one))) return isOverState(state);
  return who % 6 === 5;
}

const isOverState = (state: JsonValue | undefined): boolean => typeof state === "string" && OVER.test(plainName(state));

/** What has the moment: its name, the words of the thing that has it, and the place of that thing. */
interface Within {
  readonly name: string;
  readonly owner: readonly string[];
  readonly who: number;
  readonly around?: ValuePlace;
}

/** The moment of a property in the thing that has it; undefined if it is none. */
export function momentAt(place: ValuePlace, examples: readonly JsonValue[], within: Within): Moment | undefined {
  const { name, owner, around } = within;
  const moment = momentOf(name, place, examples);
  return moment === undefined || around === undefined ? moment : momentWithin(moment, name, owner, around);
}

/** When the moment is. */
export function whenAt({ happening }: Moment, times: Times, { around, who }: Within, kind: Purpose["kind"]): number {
  return timeOf(happening, times, who, around !== undefined && isBehind(happening, around, { kind, who }));
}

const ARRANGED =
  /^(appointment|booking|reservation|visit|pickup|delivery|event|meeting|lesson|class|session|shift|departure|trip|flight|concert|show|screening|match|game|interview|exam|webinar|workshop|slot)s?$/;
const ARRANGED_STATE = /^(scheduled|booked|confirmed|planned|upcoming|reserved)$/;

/** A moment as what has it makes it: the `date` of an appointment lies ahead, and a payment is `paid_at` its beginning. */
function momentWithin(moment: Moment, name: string, owner: readonly string[], place: ValuePlace): Moment {
  const { happening } = moment;
  if (isAwaited(name, place)) return { ...moment, happening: "pending" };
  if (happening === "created" && /^(date|time|day|when|(date|start)_?time)$/i.test(name)) {
    const isArranged =
      owner.some((one) => ARRANGED.test(one)) ||
      statesAt(place).some((one) => typeof one === "string" && ARRANGED_STATE.test(one));
    return isArranged ? { ...moment, happening: "planned" } : moment;
  }
  return happening === "pending" && isOwnDeed(name, owner) ? { ...moment, happening: "created" } : moment;
}

/** True for what makes a thing what it is: a payment is paid, and a delivery is delivered. */
export function isOwnDeed(name: string, owner: readonly string[]): boolean {
  const [deed = ""] = wordsOf(name);
  const [thing = ""] = owner.slice(-1);
  if (/^pay(ment|out)s?$/.test(thing)) return deed === "paid";
  const stem = deed.replace(/e?d$/, "");
  return stem.length > 3 && /(ion|al|ment|y|und|urn)s?$/.test(thing) && thing.startsWith(stem.slice(0, -1));
}
