// When something happened to a thing: what became true or reached a state has the time of that, and what is no longer so has
// none.
import type { Document } from "../../document/document.ts";
import { type JsonObject, type JsonValue, ownValue } from "../../json/value.ts";
import { plainName } from "../../resource/paths.ts";
import type { Resource } from "../../resource/model.ts";
import { allowsNull, happenedAt } from "../../realistic/facts.ts";
import { doneOf } from "../../realistic/stages.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { momentOf } from "../../realistic/texts/moments.ts";
import { Answers } from "../answer/answer.ts";
import { isWorse } from "../allowed.ts";
import { ENDED } from "../relations/itself/follows.ts";
import { isStateName, flagName } from "../../document/names.ts";

const UPDATED = /^(?:(?:last)?(?:updated|modified|changed)(?:at|on|time|date)?|lastupdate)$/;
const BEGINNING = /^(?:open|opened|reopened|draft|todo|new|active|enabled|pending)$/;

/**
 * @returns a changed thing with the times of what changed
 * @param deeds what is so since the change, in lower case, whether or not a property says it: what was closed is "closed"
 */
export function timesOf(
  document: Document,
  { properties, item: schema }: Resource,
  deeds: readonly string[] = [],
): (next: JsonObject, former: JsonObject, now: number) => JsonObject {
  const times = properties.flatMap(({ name, schema: own }) => {
    const plain = plainName(name);
    const place = ValuePlace.at(document, own.pointer, "response");
    const moment = /(at|on|time|date|update)$/.test(plain) ? momentOf(name, place) : undefined;
    if (moment !== undefined)
      return [{ name, isUpdate: UPDATED.test(plain), of: doneOf(stemOf(plain)), place, write: moment.write }];
    // What tells of it: `approval: { approved_at }`, `return: { created_at }`.
    const told = allowsNull(place) ? happenedAt(place) : null;
    if (told === null) return [];
    const stem = stemOf(plainName(told.name));
    const write = (now: number): JsonValue =>
      new Answers(document, own).make(name, { kind: "one", now }, { certain: [[[told.name], told.moment.write(now)]] });
    return [{ name, isUpdate: false, of: stem === "created" ? plain : doneOf(stem), place, write }];
  });
  if (times.length === 0) return (next) => next;
  return (next, former, now) => {
    const isDone = times.some(({ of }) => deeds.includes(of));
    if (next === former && !isDone) return next;
    const said = deeds.map((deed): [string, boolean] => [deed, true]);
    const words = new Map([
      ...said,
      ...Object.entries<JsonValue>(next).flatMap(([name, value]) => wordsOf(name, value, former)),
    ]);
    const told = times.flatMap(({ name, isUpdate, of, place, write }): [string, JsonValue][] => {
      if (isUpdate) return [[name, write(now)]];
      const isSaid = (ownValue(next, name) ?? null) !== (ownValue(former, name) ?? null);
      const is = isSaid ? undefined : words.get(of);
      if (is === true) return [[name, write(now)]];
      return is === false && ownValue(former, name) !== undefined && allowsNull(place) ? [[name, null]] : [];
    });
    const timed = { ...next, ...Object.fromEntries(told) };
    return told.length === 0 || isWorse(schema, timed, next) ? next : timed;
  };
}

const stemOf = (plain: string): string => plain.replace(/(at|on|time|date)$/, "");

/** What a changed property says that is so now, and what is no longer so. */
function wordsOf(name: string, value: JsonValue, former: JsonObject): [string, boolean][] {
  const before = ownValue(former, name);
  if (before === value) return [];
  const plain = plainName(name);
  if (typeof value === "boolean") return [[flagName(plain), value]];
  if (typeof value !== "string" || !isStateName(plain)) return [];
  // What is open again is not closed; but who was received is so, even if nothing came of it.
  const isAgain = typeof before === "string" && BEGINNING.test(plainName(value));
  const ended: [string, boolean][] = isAgain ? [[plainName(before), false]] : [];
  // What is done is completed.
  const words = ENDED.has(plainName(value)) ? [...ENDED] : [plainName(value)];
  return [...ended, ...words.map((word): [string, boolean] => [word, true])];
}
