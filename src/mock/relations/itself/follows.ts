// What follows from other properties of the same thing: its full name, its slug, what is left of a capacity.
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../../json/value.ts";
import { plainName } from "../../../resource/paths.ts";
import { type SchemaNode, isType, mayBe, propertiesIn } from "../../../schema/normal/schema-node.ts";
import { type Rule, live } from "../rule.ts";
import type { Total } from "./totals.ts";
import { partsOfName } from "./users.ts";
import { isStateName, flagName } from "../../../document/names.ts";

/** The name of somebody with a first and a last name. */
export function fullNameOf(name: string, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  if (!/^(full|display|complete)?name$/.test(plainName(name))) return undefined;
  const [first, last] = partsOfName((isPart) => [...around.keys()].find(isPart));
  if (first === undefined || last === undefined) return undefined;
  return (object) => {
    const parts = [ownValue(object, first), ownValue(object, last)].filter((one) => typeof one === "string");
    return parts.length === 0 ? undefined : parts.join(" ");
  };
}

/** `summary` that only the service writes: the name of the thing. */
export function summaryOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  if (!/^(summary|display(name|label))$/.test(plainName(name)) || !part.annotations.readOnly) return undefined;
  const source = ["name", "title", "label"].find((one) => around.has(one) && one !== name);
  if (source === undefined || !isType(part, "string")) return undefined;
  return live((object, { root }) => {
    const own = ownValue(object, source) ?? (root === undefined ? undefined : ownValue(root, source));
    return typeof own === "string" && own !== "" ? own : undefined;
  });
}

/** `slug` of a new thing, from its title or its name. */
export function slugOf(name: string, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  if (!isSlug(name)) return undefined;
  const source = TITLES.find((one) => around.has(one));
  if (source === undefined) return undefined;
  return { isLive: false, valueOf: (object, { isNew }) => (isNew ? sluggedIn(object, source) : undefined) };
}

/** True for the slug of a thing, which its title makes for use in addresses. */
export const isSlug = (name: string): boolean => /^(?:url)?slug$/.test(plainName(name));

/** The slug of a thing, from its title or its name; undefined without one. */
export function sluggedIn(object: JsonObject, ...sources: readonly string[]): string | undefined {
  const own = (sources.length === 0 ? TITLES : sources)
    .map((one) => ownValue(object, one))
    .find((one) => typeof one === "string");
  const slug = (own ?? "")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return slug === "" ? undefined : slug;
}

const TITLES = ["title", "name", "label"];

const LEFT = /^(?:available|remaining|free)([a-z]*)$|^([a-z]*?)(?:left|available|remaining|free)$/;
const WHOLE =
  /^(?:total|max|maximum)?(?:capacity|seats|places|spots|tickets|copies|units|rooms|stock|quantity|limit|total)(?:count|total)?$/;

/** `seatsLeft`: all of a new thing, and never more than there are. */
export function leftOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  const [, before, after] = LEFT.exec(plainName(name)) ?? [];
  const thing = before ?? after;
  if (thing === undefined || !mayBe(part, "integer") || isType(part, "boolean")) return undefined;
  const wholes = [...around.keys()].filter((one) => one !== name && WHOLE.test(plainName(one)));
  const whole = wholes.find((one) => thing !== "" && plainName(one).includes(thing)) ?? wholes[0];
  if (whole === undefined) return undefined;
  return live((object, { isNew, sent }) => {
    const [most, own] = [ownValue(object, whole), ownValue(object, name)];
    if (typeof most !== "number" || typeof own !== "number") return undefined;
    return (isNew && sent !== undefined) || own > most ? most : undefined;
  });
}

/** What a state is called that a flag tells of, too. */
export const ENDED: ReadonlySet<string> = new Set("done completed complete finished closed resolved".split(" "));

/** `completed` of a thing whose `status` has such a state. */
export function flagOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  if (!isType(part, "boolean")) return undefined;
  const flag = flagName(name);
  const isSame = (state: JsonValue): boolean =>
    typeof state === "string" && (plainName(state) === flag || (ENDED.has(flag) && ENDED.has(plainName(state))));
  const state = [...around].find(([one, { form }]) => isStateName(one) && form.values?.some(isSame) === true)?.[0];
  if (state === undefined) return undefined;
  const valueOf: Rule["valueOf"] = (object, { isNew, sent }) => {
    const own = ownValue(object, state);
    return isNew && sent === undefined && own !== undefined ? isSame(own) : undefined;
  };
  return { isLive: false, valueOf };
}

const SETTLED =
  /^(?:draft|paid|void|voided|cancell?ed|closed|completed?|done|finished|returned|resolved|refunded|archived)$/;

/** `is_overdue` of what was due before now and is not settled. */
export function overdueOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  if (flagName(name) !== "overdue" || !isType(part, "boolean")) return undefined;
  const due = [...around.keys()].find((one) => /^due(?:at|on|by|date)?$|^deadline$/.test(plainName(one)));
  if (due === undefined) return undefined;
  return (object, _whole, now) => {
    const day = ownValue(object, due);
    const time = typeof day === "string" ? Date.parse(day) : NaN;
    if (now === undefined || typeof day !== "string" || Number.isNaN(time)) return undefined;
    const isSettled = Object.entries<JsonValue>(object).some(
      ([one, value]) =>
        (typeof value === "string" && isStateName(one) && SETTLED.test(plainName(value))) ||
        (value === true && ENDED.has(flagName(one))),
    );
    // What is due on a day is so until it ends.
    return !isSettled && (day.length === 10 ? time + 86_400_000 : time) <= now;
  };
}

/** `price` or `unitPrice` of a new thing: the price of what it shows, such as the service of an appointment. */
export function priceOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  if (!/^(?:unit)?price$/.test(plainName(name)) || !mayBe(part, "number")) return undefined;
  const priced = [...around].flatMap(([one, node]) =>
    [name, "price"].flatMap((price) => (propertiesIn(node).has(price) ? [{ one, price }] : [])),
  );
  const [shown] = priced;
  if (shown === undefined || priced.some(({ one }) => one !== shown.one)) return undefined;
  return {
    isLive: false,
    valueOf: (object, { isNew }) => {
      const own = isNew ? ownValue(object, shown.one) : undefined;
      return isObject(own) ? ownValue(own, shown.price) : undefined;
    },
  };
}
