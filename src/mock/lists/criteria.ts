// What a search asks for in its body: the values that properties of the items must have, comparisons of them, identifiers,
// and a text to find in them, in whatever objects and groups search languages put them.
import {
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type Scalar,
  equalJson,
  isLeaf,
  isObject,
  ownValue,
  scalarText,
} from "../../json/value.ts";
import { readJson } from "../../json/read.ts";
import { plainName, singular } from "../../resource/paths.ts";
import { holds } from "./arranger.ts";
import { partAt } from "../../json/parts.ts";
import { orderOf } from "../../resource/lists/comparing.ts";

/** Objects around the criteria: `{"filter": {"status": "open"}}`. */
const AROUND = /^(?:filters?|where|criteria|query|conditions?|search|rules)$/i;
const SEARCH = /^(?:q|query|search|term|text|keywords?)$/i;
/** What names a property in a comparison: `{"field": "age", "operator": ">", "value": 3}`. */
const FIELD = /^(?:key|column|path|name|(?:field|property|attribute)(?:_?name)?)$/i;
const OPERATOR = /^(?:op|operator|comparison|comparator|condition)$/i;
const VALUE = /^(?:values?|match|range|equals|operand)$/i;
const IDS = /^(.*?)_?(?:ids|Ids|IDs|uuids|Uuids)$/;
const DEEP = 6;

/** True for an item that is asked for. */
export type Criteria = (item: JsonObject) => boolean;

/** What items have. */
export interface Searched {
  /** The properties that they may have. */
  readonly names: ReadonlySet<string>;
  /** The one that identifies them. */
  readonly identifier: string | undefined;
  /** What one of them is called. */
  readonly thing: string;
}

/** The criteria in a body; undefined if it has none. */
export function criteriaIn(body: JsonValue | undefined, searched: Searched): Criteria | undefined {
  const tests = testsIn(body, searched, DEEP);
  return tests.length === 0 ? undefined : (item) => tests.every((one) => one(item));
}

function testsIn(body: JsonValue | undefined, searched: Searched, deep: number): Criteria[] {
  if (Array.isArray(body)) return (body as JsonArray).flatMap((one) => testsIn(one, searched, deep - 1));
  if (!isObject(body) || deep < 0) return [];
  const compared = comparisonIn(body, searched, deep);
  if (compared !== undefined) return compared;
  return Object.entries<JsonValue>(body).flatMap(([name, wanted]): Criteria[] => {
    if (wanted === null) return [];
    const own = propertyOf(name, searched);
    if (own !== undefined) return [testOf([own], wanted)];
    const ids = identified(name, wanted, searched);
    if (ids !== undefined) return [ids];
    const group = GROUPS.get(name.toLowerCase().replace(/^\$|_/g, ""));
    if (group !== undefined) return grouped(group, wanted, searched, deep);
    if (typeof wanted === "object") return AROUND.test(name) ? testsIn(wanted, searched, deep - 1) : [];
    const text = typeof wanted === "string" && SEARCH.test(name) ? wanted.trim().toLowerCase() : "";
    return text === "" ? [] : [(item) => holds(item, text)];
  });
}

/** The patterns below take quadratic time. */
const LONGEST = 2_000;
const AND = /\s+and\s+(?=(?:[^'"]*(?:'[^']*'|"[^"]*"))*[^'"]*$)/i;
const CALL = /^(contains|startswith)\(\s*([\w./]+)\s*,\s*(.+?)\s*\)$/i;
const COMPARED = /^([\w./]+)(?:\s+(eq|ne|gt|ge|lt|le)\s+|\s*(!=|[<>]=?|=)\s*)('(?:[^']|'')*'|"[^"]*"|[^\s'"()]+)$/i;

/** A filter as a query writes it, as a body would: `$filter=price gt 5 and name eq 'A'`, or JSON; undefined for another text. */
export function filterIn(text: JsonValue | undefined): JsonValue | undefined {
  if (isObject(text)) return text;
  if (typeof text !== "string" || text.length > LONGEST) return undefined;
  const all = text.split(AND).map((part) => {
    const called = CALL.exec(part.trim());
    const [, field, word, sign, said] = called
      ? ["", called[2], called[1], "", called[3]]
      : (COMPARED.exec(part.trim()) ?? []);
    if (field === undefined || said === undefined) return undefined;
    const quoted = /^(['"])(.*)\1$/s.exec(said)?.[2];
    const plain = /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(said) ? readJson(said) : undefined;
    return {
      field: field.replaceAll("/", "."),
      operator: word ?? sign ?? "=",
      value: quoted?.replaceAll("''", "'") ?? (plain !== undefined && "value" in plain ? plain.value : said),
    };
  });
  return all.includes(undefined) ? undefined : (all as JsonArray);
}

const GROUPS: ReadonlyMap<string, "all" | "some" | "none"> = new Map(
  [
    ["all", "and all must"],
    ["some", "or any some should filtergroups"],
    ["none", "not none mustnot"],
  ].flatMap(([kind = "", names = ""]) => names.split(" ").map((name) => [name, kind as "all"] as const)),
);

function grouped(kind: "all" | "some" | "none", wanted: JsonValue, searched: Searched, deep: number): Criteria[] {
  const list = Array.isArray(wanted) ? (wanted as JsonArray) : [wanted];
  const parts = list.map((one) => testsIn(one, searched, deep - 1)).filter((one) => one.length > 0);
  if (parts.length === 0) return [];
  const meet = (item: JsonObject) => (tests: readonly Criteria[]) => tests.every((test) => test(item));
  if (kind === "none") return [(item) => !parts.some(meet(item))];
  return [(item) => (kind === "all" ? parts.every(meet(item)) : parts.some(meet(item)))];
}

/** `{"field": …, "operator": …, "value": …}`, or a group that is written like that; undefined for another object. */
function comparisonIn(body: JsonObject, searched: Searched, deep: number): Criteria[] | undefined {
  const part = (names: RegExp): JsonValue | undefined =>
    Object.entries<JsonValue>(body).find(([one]) => names.test(one))?.[1];
  const [field, operator, value] = [part(FIELD), part(OPERATOR), part(VALUE)];
  if (value === undefined) return undefined;
  const how = typeof operator === "string" ? operator.toLowerCase() : "=";
  const group = GROUPS.get(how);
  if (field === undefined) return group === undefined ? undefined : grouped(group, value, searched, deep);
  if (typeof field !== "string") return undefined;
  const steps = field.split(".");
  const first = propertyOf(steps[0] ?? "", searched);
  // What is not described may be anywhere in the item: `city` in its payload.
  const find = (item: JsonObject): JsonValue | undefined =>
    first === undefined ? foundIn(item, steps) : partAt(item, [first, ...steps.slice(1)]);
  if (isObject(value)) return [(item) => meetsAll(find(item), value)];
  return [(item) => compare(find(item), how, value)];
}

function testOf(steps: readonly string[], wanted: JsonValue): Criteria {
  return (item) => {
    const own = partAt(item, steps);
    // Names beside an object say what is shown of it.
    if (isObject(own) && Array.isArray(wanted)) return true;
    return isObject(wanted) ? meetsAll(own, wanted) : meets(own, wanted);
  };
}

/** A value by the operators in an object, `{"gte": 3}`, or the properties that it must have. */
function meetsAll(value: JsonValue | undefined, wanted: JsonObject): boolean {
  if (value !== undefined && equalJson(value, wanted)) return true;
  return Object.entries<JsonValue>(wanted).every(([name, one]) => {
    const how = name.toLowerCase().replace(/^[$_]/, "");
    if (OPERATORS.has(how)) return compare(value, how, one);
    return isObject(value) && meets(ownValue(value, name), one);
  });
}

type Compare = (value: JsonValue | undefined, wanted: JsonValue) => boolean;
const isNot: Compare = (value, wanted) => !meets(value, wanted);
const isIn: Compare = (value, wanted) => (value === undefined ? false : holds(value, textOf(wanted).toLowerCase()));
const begins: Compare = (value, wanted) => textOf(value).toLowerCase().startsWith(textOf(wanted).toLowerCase());
const ordered =
  (test: (order: number) => boolean): Compare =>
  (value, wanted) => {
    const order = value === undefined ? undefined : orderOf(value, wanted);
    if (order !== undefined) return test(order);
    if (typeof value !== "string" || !isLeaf(wanted)) return false;
    return test(value < textOf(wanted) ? -1 : value > textOf(wanted) ? 1 : 0);
  };

const OPERATORS: ReadonlyMap<string, Compare> = new Map(
  (
    [
      ["= == eq equals equal is exact value in any", meets],
      ["!= <> ne neq not_equals notequals nin not_in", isNot],
      ["> gt greater_than after", ordered((order) => order > 0)],
      [">= gte ge from min start_at", ordered((order) => order >= 0)],
      ["< lt less_than before", ordered((order) => order < 0)],
      ["<= lte le to max end_at", ordered((order) => order <= 0)],
      ["~ contains contains_token like fuzzy text includes match", isIn],
      ["^ starts_with startswith prefix", begins],
    ] as const
  ).flatMap(([names, test]) => names.split(" ").map((name): [string, Compare] => [name, test])),
);

/** An operator that nobody knows keeps the item. */
function compare(value: JsonValue | undefined, how: string, wanted: JsonValue): boolean {
  return OPERATORS.get(how)?.(value, wanted) ?? true;
}

/** `ids` and `order_ids` are identifiers of orders, `location_ids` those of their locations. */
function identified(name: string, wanted: JsonValue, searched: Searched): Criteria | undefined {
  if (!Array.isArray(wanted)) return undefined;
  // `inputs: [{ id }]`
  const listed = (wanted as JsonArray).map((one) =>
    isObject(one) ? ownValue(one, searched.identifier ?? "") : undefined,
  );
  if (listed.length > 0 && !listed.includes(undefined)) return identified("ids", listed as JsonArray, searched);
  const stem = IDS.exec(name)?.[1];
  if (stem === undefined) return undefined;
  const isOwn = stem === "" || plainName(stem) === searched.thing;
  const property = isOwn ? searched.identifier : (propertyOf(singular(name), searched) ?? propertyOf(stem, searched));
  if (property === undefined) return undefined;
  const ids = new Set((wanted as JsonArray).map(textOf));
  return (item) => {
    const own = ownValue(item, property);
    return ids.has(textOf(isObject(own) ? ownValue(own, "id") : own));
  };
}

const textOf = (value: JsonValue | undefined): string =>
  isLeaf(value ?? null) ? scalarText(value as Scalar | undefined) : "";

function propertyOf(name: string, { names }: Searched): string | undefined {
  if (names.has(name)) return name;
  return [...names].find((one) => plainName(one) === plainName(name));
}

function foundIn(item: JsonObject, steps: readonly string[]): JsonValue | undefined {
  const parts = [item, ...Object.values<JsonValue>(item).filter(isObject)];
  return parts.map((one) => partAt(one, steps)).find((one) => one !== undefined);
}

/** True for the wanted value, or one of several; a list has it if one of its elements is. */
function meets(value: JsonValue | undefined, wanted: JsonValue): boolean {
  if (value === undefined) return false;
  if (equalJson(value, wanted)) return true;
  if (Array.isArray(wanted)) return (wanted as JsonArray).some((one) => meets(value, one));
  return Array.isArray(value) && (value as JsonArray).some((one) => equalJson(one, wanted));
}
