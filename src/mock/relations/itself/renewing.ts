// Actions that give a thing more time, as their names say: `renew` moves what is due, and counts.
import type { Operation } from "../../../contract/model.ts";
import type { Document } from "../../../document/document.ts";
import { type JsonObject, type JsonValue, ownValue } from "../../../json/value.ts";
import type { Resource } from "../../../resource/model.ts";
import { plainName, stepsOf, wordsOf } from "../../../resource/paths.ts";
import { ValuePlace } from "../../../schema/generate/place.ts";
import { momentOf } from "../../../realistic/texts/moments.ts";
import { isWorse } from "../../allowed.ts";

const DAY = 86_400_000;
const USUAL = 14 * DAY;
const MOST = 400 * DAY;
const COUNTED = /^(renewals?|extensions?|timesrenewed|timesextended)(count)?$|^(count|number)of(renewals|extensions)$/;

/** @returns undefined for an action of another kind */
export function renewing(
  document: Document,
  { path }: Operation,
  { properties, item: schema }: Resource,
): ((item: JsonObject) => JsonObject) | undefined {
  if (!/^(renew|extend|prolong)$/.test(wordsOf(stepsOf(path).at(-1) ?? "")[0] ?? "")) return undefined;
  const moments = properties.flatMap(({ name, schema: own }) => {
    const moment = momentOf(name, ValuePlace.at(document, own.pointer, "response"));
    return moment === undefined ? [] : [{ name, moment }];
  });
  const counters = properties.filter(({ name }) => COUNTED.test(plainName(name)));
  return (item) => {
    const timeIn = (happening: string): number | undefined =>
      moments.flatMap(({ name, moment }) =>
        moment.happening === happening ? (timeOf(ownValue(item, name)) ?? []) : [],
      )[0];
    const [begin, end] = [timeIn("created"), timeIn("later")];
    const lasts = begin === undefined || end === undefined || end <= begin ? USUAL : Math.min(MOST, end - begin);
    const days = Math.max(1, Math.round(lasts / DAY)) * DAY;
    const moved = moments.flatMap(({ name, moment }): [string, JsonValue][] => {
      const at = moment.happening === "later" ? timeOf(ownValue(item, name)) : undefined;
      return at === undefined ? [] : [[name, moment.write(at + days)]];
    });
    const counted = counters.flatMap(({ name }): [string, JsonValue][] => {
      const count = ownValue(item, name);
      return typeof count === "number" ? [[name, count + 1]] : [];
    });
    const next = { ...item, ...Object.fromEntries([...moved, ...counted]) };
    return isWorse(schema, next, item) ? item : next;
  };
}

function timeOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === "number") return value > 9e11 ? value : value * 1000;
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
