// Applies the rules of a thing to its values, from the outside to the inside.
import { only } from "../../json/parts.ts";
import { type JsonArray, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import type { Relating, Rule } from "./rule.ts";

/** The rules of the objects at one place. */
export interface Level {
  /** Those that show another thing inside come first, and sums last. */
  readonly rules: readonly (readonly [name: string, rule: Rule])[];
  inner(name: string): Level | undefined;
}

/** How much deeper things are related, and how many whole things more are shown inside each other. */
interface Room {
  readonly levels: number;
  readonly wholes: number;
}

const WHOLE: Room = { levels: 12, wholes: 1 };

/** The value with what its properties say about other things and about its own parts. */
export function related(level: Level, value: JsonValue, relating: Relating, room: Room = WHOLE): JsonValue {
  if (room.levels === 0) return value;
  if (Array.isArray(value)) {
    const { sent, about } = relating;
    return (value as JsonArray).map((one, at) => {
      const own = Array.isArray(sent) ? (sent as JsonArray)[at] : undefined;
      return related(level, one, { ...relating, sent: own, about: `${about}/${at}`, whole: undefined }, room);
    });
  }
  if (!isObject(value)) return value;
  let object = value;
  const isSent = (name: string): boolean => isObject(relating.sent) && Object.hasOwn(relating.sent, name);
  const apply = (isWhole: boolean): void => {
    for (const [name, rule] of level.rules) {
      if ((rule.isWhole === true) !== isWhole || !Object.hasOwn(object, name)) continue;
      if (isSent(name) && rule.isNaming !== true) continue;
      if (rule.isNone?.(object, relating) === true) object = only(object, (one) => one !== name);
      const made = rule.valueOf(object, relating);
      if (made !== undefined) object = { ...object, [name]: made };
    }
  };
  if (room.wholes > 0) apply(true);
  const wholes = new Set(level.rules.flatMap(([name, { isWhole }]) => (isWhole === true ? [name] : [])));
  for (const [name, own] of Object.entries<JsonValue>(object)) {
    const inner = typeof own === "object" && own !== null ? level.inner(name) : undefined;
    if (inner === undefined) continue;
    const sent = isObject(relating.sent) ? ownValue(relating.sent, name) : undefined;
    const isWhole = wholes.has(name);
    const inside = { ...relating, sent, about: `${relating.about}/${name}`, whole: undefined };
    const less = { levels: room.levels - 1, wholes: room.wholes - Number(isWhole) };
    const made =
      isWhole && Array.isArray(own)
        ? eachRelated(inner, own as JsonArray, inside, less)
        : related(inner, own, isWhole && isObject(own) ? { ...inside, root: own } : inside, less);
    if (made !== own) object = { ...object, [name]: made };
  }
  apply(false);
  return object;
}

/** Each of several whole things. */
function eachRelated(level: Level, things: JsonArray, relating: Relating, room: Room): JsonArray {
  const all = (things as readonly JsonValue[]).map((one, at) =>
    related(
      level,
      one,
      { ...relating, about: `${relating.about}/${at}`, ...(isObject(one) ? { root: one } : {}) },
      room,
    ),
  );
  return all.every((one, at) => one === things[at]) ? things : all;
}
