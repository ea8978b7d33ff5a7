// Counts of lists, and totals: of a line, quantity times price; of a thing with lines, their sum.
import { type JsonArray, type JsonObject, type JsonValue, isObject, ownValue } from "../../../json/value.ts";
import { isPlural, plainName, singular, wordsOf, thingOf } from "../../../resource/paths.ts";
import { type SchemaNode, isType, mayBe, propertiesIn } from "../../../schema/normal/schema-node.ts";

/** Works out a total of an object from itself, or from the whole thing that has its lines. */
export type Total = (object: JsonObject, whole: JsonObject, now?: number) => JsonValue | undefined;

const QUANTITY = /^(quantity|qty|count|units)$/i;
const PRICE = /^(unit_?price|unit_?amount|price|unit_?cost|amount|cost|rate)$/i;
const UNIT = /^(unit_?(price|amount|cost)|price)$/i;
const TOTAL =
  /^((grand|order|cart|invoice|line|net|gross|sub)_?)?total(_?(amount|price|cost|value))?$|^subtotal$|^sum$|^total_?(net|gross)$/i;
const LINE = /^((line|net|gross)_?)?(amount|price)$/i;
/** What a thing costs before anything is added. */
const BARE = /^sub_?total$|^(total_?)?net(_?(total|amount|price|value))?$/i;

/** A total: of a line, quantity times price; of a thing with lines, their sum. */
export function totalOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  const isLine = LINE.test(name) && [...around.keys()].some((one) => UNIT.test(one));
  if (!isLine && !TOTAL.test(name)) return undefined;
  const money = isType(part, "object");
  if (!money && !isType(part, "integer") && !isType(part, "number")) return undefined;
  const lines = [...around].flatMap(([one, { items }]) => (items !== undefined && hasAmounts(items) ? [one] : []));
  return (object, source) => {
    const own = amountsIn(object, lines);
    const amounts = own ?? amountsIn(source);
    if (amounts === undefined) return undefined;
    const more = BARE.test(name) ? 0 : extrasIn(own === undefined ? source : object);
    const sum = Math.round((amounts.reduce((all, one) => all + one.amount, 0) + more) * 100) / 100;
    const former = ownValue(object, name);
    if (!money) return isType(part, "integer") ? Math.round(sum) : sum;
    if (!isObject(former)) return undefined;
    const price = amounts[0]?.money;
    const amount = Object.keys(former).find((one) => typeof former[one] === "number");
    return amount === undefined ? undefined : { ...former, ...price, [amount]: sum };
  };
}

/** `balanceDue`: what is left of a total after what has been paid. */
export function dueOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  const isDue = /^(?:balance|amount|total)(?:due|remaining|outstanding)$|^(?:outstanding|remaining)(?:amount|balance)$/;
  if (!isDue.test(plainName(name)) || !(isType(part, "number") || isType(part, "integer"))) return undefined;
  const [whole, paid] = [/^(?:grand)?total(?:amount)?$|^amount$/, /^(?:amount|total)paid$|^paidamount$/].map((wanted) =>
    [...around.keys()].find((one) => wanted.test(plainName(one))),
  );
  if (whole === undefined || paid === undefined) return undefined;
  return (object) => {
    const [all, gone] = [ownValue(object, whole), ownValue(object, paid) ?? 0];
    if (typeof all !== "number" || typeof gone !== "number") return undefined;
    return Math.max(0, Math.round((all - gone) * 100) / 100);
  };
}

/** `taxTotal`: the tax of all lines, where each has a rate. */
export function taxOf(name: string): Total | undefined {
  if (!/^(?:total)?(?:tax|vat)(?:total|amount)?$/.test(plainName(name)) || /^(?:tax|vat)$/i.test(name))
    return undefined;
  return (object) => {
    const lines = Object.values<JsonValue>(object).find((one) => Array.isArray(one) && one.length > 0) as JsonArray;
    const taxes = (lines ?? [object]).map((line) => {
      const rate = isObject(line) ? Object.entries<JsonValue>(line).find(([one]) => RATE.test(plainName(one)))?.[1] : 0;
      const amount = isObject(line) ? lineAmount(line)?.amount : undefined;
      return typeof rate === "number" && amount !== undefined ? amount * (rate > 1 ? rate / 100 : rate) : undefined;
    });
    if (taxes.length === 0 || !taxes.every((one) => one !== undefined)) return undefined;
    return Math.round(taxes.reduce((sum, one) => sum + one, 0) * 100) / 100;
  };
}

const RATE = /^(?:tax|vat)(?:rate|percent|percentage)$/;

/** What a total adds to the lines, and takes off. */
const ADDED =
  /^(tax(es)?|total_?(tax|vat)|(tax|vat|shipping|delivery|service|tip)_?(amount|cost|fee|total)?|tip|fees?)$/i;
const TAKEN = /^(total_?)?discounts?(_?(amount|total))?$/i;

function extrasIn(object: JsonObject): number {
  if (!Object.keys(object).some((one) => BARE.test(one))) return 0;
  return Object.entries<JsonValue>(object).reduce((sum, [name, value]) => {
    if (typeof value !== "number") return sum;
    return ADDED.test(name) ? sum + value : TAKEN.test(name) ? sum - value : sum;
  }, 0);
}

interface Amount {
  readonly amount: number;
  readonly money: JsonObject;
}

/** True for lines that have a quantity. */
const hasAmounts = (line: SchemaNode): boolean => [...propertiesIn(line).keys()].some((name) => QUANTITY.test(name));

/** What an object costs: itself, by quantity and price, or each of its lines. @param lines lists that may be empty */
function amountsIn(object: JsonObject, lines: readonly string[] = []): readonly Amount[] | undefined {
  const own = lineAmount(object);
  if (own !== undefined) return [own];
  for (const value of Object.values<JsonValue>(object)) {
    if (!Array.isArray(value) || value.length === 0) continue;
    const amounts = (value as JsonArray).map((one) => (isObject(one) ? lineAmount(one) : undefined));
    if (amounts.every((one) => one !== undefined)) return amounts;
  }
  const empty = lines.map((one) => ownValue(object, one));
  return empty.length > 0 && empty.every(isEmpty) ? [] : undefined;
}

const named = (name: RegExp) => (entries: readonly (readonly [string, JsonValue])[]) =>
  entries.find(([one]) => name.test(one))?.[1];
const priceIn = named(UNIT);
const costIn = named(PRICE);

function lineAmount(line: JsonObject): Amount | undefined {
  const entries = Object.entries<JsonValue>(line);
  const quantity = entries.find(([name, value]) => QUANTITY.test(name) && typeof value === "number")?.[1];
  // A line may show what it is about, with its price: `product: { price }`.
  const shown = entries.flatMap(([, one]) => (isObject(one) ? Object.entries<JsonValue>(one) : []));
  const price = [entries, shown].map(priceIn).find((one) => one !== undefined) ?? costIn(entries);
  if (typeof quantity !== "number" || price === undefined) return undefined;
  if (typeof price === "number") return { amount: quantity * price, money: {} };
  const value = isObject(price) ? Object.values<JsonValue>(price).find((one) => typeof one === "number") : undefined;
  return typeof value === "number" ? { amount: quantity * value, money: price as JsonObject } : undefined;
}

const COUNTS = /^(?:(?:total|num|number|count)_?(?:of_?)?)?(.+?)_?(?:count|total|quantity)?$/;

/** What a number counts: "item" of `itemCount` and `num_items`; undefined for another property. */
export function countedIn(name: string, part: SchemaNode): string | undefined {
  const words = wordsOf(name);
  if (!mayBe(part, "integer") || !words.some((word) => /^(count|num|number|total)$/.test(word)) || words.length < 2)
    return undefined;
  // "line_total" is what a line costs.
  if (words.at(-1) === "total" && !isPlural(words.at(-2) ?? "")) return undefined;
  const thing = singular(COUNTS.exec(words.join("_"))?.[1]?.replaceAll("_", "") ?? "");
  return thing === "" || isMoney(words) || TOTAL.test(name) ? undefined : thing;
}

/** `itemCount`: the length of the list of items. */
export function countOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  const thing = countedIn(name, part);
  // A page in a thing counts what is not in it: nothing, where it is empty.
  const paged = /^total$/i.test(name) && around.has("limit") ? [...around].find(([, node]) => node.items) : undefined;
  if (paged !== undefined) return (object) => (isEmpty(ownValue(object, paged[0])) ? 0 : undefined);
  if (thing === undefined) return undefined;
  const isThing = (one: string): boolean => thingOf(one) === thing;
  const known = [...around].some(([one, node]) => isThing(one) && node.items !== undefined);
  return (object, whole) => {
    const source = known ? object : whole;
    const lists = Object.entries<JsonValue>(source).filter(([, value]) => Array.isArray(value));
    const own = lists.find(([one]) => isThing(one)) ?? (thing === "item" || thing === "line" ? lists[0] : undefined);
    if (own === undefined) return undefined;
    // `totalDeductions` that may be fractions are their sum.
    const amounts = isType(part, "number")
      ? (own[1] as JsonArray).map((one) => isObject(one) && ownValue(one, "amount"))
      : [];
    const isSum = amounts.length > 0 && amounts.every((one) => typeof one === "number");
    return isSum ? Math.round(amounts.reduce((sum, one) => sum + one, 0) * 100) / 100 : (own[1] as JsonArray).length;
  };
}

const isEmpty = (list: JsonValue | undefined): boolean => Array.isArray(list) && list.length === 0;

const AVERAGE = /^(?:avg|average|mean)(.+)$|^(.+?)(?:avg|average|mean)$/;
const RATED = /^(?:star)?rating$/;

/** What an average is of: "rating" of `averageRating`, and of a `rating` that many gave; undefined for another property. */
export function averagedIn(name: string, part: SchemaNode): string | undefined {
  if (!mayBe(part, "number")) return undefined;
  const plain = plainName(name).replace(/value$/, "");
  const [, after, before] = AVERAGE.exec(plain) ?? [];
  return after ?? before ?? (RATED.test(plain) ? "rating" : undefined);
}

/** The average of what things have under a name; undefined where none has it. */
export function meanOf(things: readonly JsonValue[], averaged: string): number | undefined {
  const numbers = things.flatMap((one): number[] => {
    if (!isObject(one)) return [];
    const own = Object.entries<JsonValue>(one).find(([name]) => plainName(name) === averaged)?.[1];
    return typeof own === "number" ? [own] : [];
  });
  const sum = numbers.reduce((all, one) => all + one, 0);
  return numbers.length === 0 ? undefined : Math.round((sum / numbers.length) * 100) / 100;
}

/** `averageRating` beside a list of ratings. */
export function averageOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  const averaged = averagedIn(name, part);
  const lists = averaged === undefined ? [] : [...around].filter(([, { items }]) => items !== undefined);
  if (averaged === undefined || lists.length === 0) return undefined;
  return (object) => {
    const means = lists
      .map(([one]) => ownValue(object, one))
      .map((one) => (Array.isArray(one) ? meanOf(one, averaged) : undefined));
    return means.find((one) => one !== undefined);
  };
}

/** `total_tokens`: the sum of `prompt_tokens` and `completion_tokens`. */
export function sumOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  const [first, ...thing] = wordsOf(name);
  if (first !== "total" || thing.length === 0 || isMoney(thing) || !mayBe(part, "integer")) return undefined;
  const tail = `_${thing.join("_")}`;
  const parts = [...around.keys()].filter(
    (one) => one !== name && wordsOf(one).join("_").endsWith(tail) && !wordsOf(one).includes("total"),
  );
  if (parts.length < 2) return undefined;
  return (object) => {
    const numbers = parts.flatMap((one) => ownValue(object, one) ?? []).filter((one) => typeof one === "number");
    return numbers.length < 2 ? undefined : numbers.reduce((sum, one) => sum + one, 0);
  };
}

const isMoney = (words: readonly string[]): boolean =>
  words.some((word) => /^(amount|price|cost|sum|due|value)$/.test(word));
