// Query parameters that keep some items of a list by a comparison: ranges ("createdAfter", "min_price", "created[gte]"),
// nested properties ("author.id"), and other spellings of a property or lists of values ("statuses[]", "customer_id").
import type { Parameter } from "../../contract/model.ts";
import { type Document, descriptionAt } from "../../document/document.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { type SchemaNode, isType, mayBe, presentAt, propertiesIn } from "../../schema/normal/schema-node.ts";
import type { Comparison, ItemProperty } from "../model.ts";
import { flagName } from "../../document/names.ts";
import { spoken } from "../items/envelope.ts";
import { plainName, singular, wordsOf } from "../paths.ts";

type Relation = Exclude<Comparison["relation"], "equal" | "day" | "flag" | "entry">;

/** Words for a bound, before or after the name of what is bounded. */
const BOUNDS: ReadonlyMap<string, Relation> = new Map([
  ...["after", "gt", "over", "above", "newer"].map((word) => [word, "above"] as const),
  ...["since", "from", "min", "minimum", "gte", "ge", "start", "begin"].map((word) => [word, "from"] as const),
  ...["before", "lt", "under", "below", "older"].map((word) => [word, "below"] as const),
  ...["until", "till", "to", "max", "maximum", "lte", "le", "end", "through"].map((word) => [word, "to"] as const),
]);
/** Words beside a bound that name nothing. */
const FILLERS = new Set(["at", "on", "date", "time", "datetime", "timestamp", "than", "by", "in", "is"]);
/** Properties with the time that is meant if a bound names none, the likeliest first. */
const TIMES = ["created", "published", "placed", "ordered", "started", "start", "sent", "date", "time", "timestamp"];
/** Properties with the time for which a thing is planned, which is meant before that of its creation. */
const PLANNED = ["starts", "start", "scheduled", "departure", "checkin", "date"];
/** Values of a filter that keep every item, unless items can have them. */
const EVERY = new Set(["all", "any", "every", "everything", "*"]);

/** Words for a filter that keeps what has a text in it. */
const PARTS = /\bcontain|\bsubstring|\bpart(?:s|ly|ial(?:ly)?)?\b|\bhas this text\b/i;

/** Words for a comparison of texts in any case. */
export const ANY_CASE =
  /\b(?:any|ignor\w*|either|regardless of|independent of)\b[^.]{0,20}\bcase\b|case[- ]?insensitive|\bcase (?:is (?:ignored|not)|does not|doesn't)|\b(?:upper|lower)[- ]?case (?:and|or) (?:upper|lower)/i;

/** A scalar property, with the names of the objects that it is in. */
interface Leaf {
  readonly path: readonly string[];
  readonly node: SchemaNode;
  readonly plain: string;
  /** It is in the objects of a list, so there may be several of it. */
  readonly isOfMany?: boolean;
  /** It is an object with any names. */
  readonly isMap?: boolean;
}

/** The properties that can be compared or sorted by: scalars, lists of scalars, and those in objects. */
export function leavesOf(document: Document, properties: readonly ItemProperty[]): Leaf[] {
  return properties
    .filter(({ hidden }) => !hidden)
    .flatMap(({ name, schema }) => leavesIn([name], presentAt(document, schema.pointer, "response"), 2));
}

function leavesIn(path: readonly string[], node: SchemaNode, depth: number): Leaf[] {
  const { items, types } = node;
  const one = { path, plain: plainName(path.join(" ")) };
  if (types?.includes("array") === true) {
    if (items === undefined || (items.properties.size > 0 && depth === 0)) return [];
    if (items.properties.size === 0) return [{ ...one, node: items }];
    return [...items.properties]
      .flatMap(([name, inner]) => leavesIn([...path, name], inner, 0))
      .map((leaf) => ({ ...leaf, isOfMany: true }));
  }
  // A reference or the thing itself: one of several objects.
  const properties = spoken(node) === node ? node.properties : propertiesIn(node);
  if (properties.size === 0)
    return [types?.includes("object") === true ? { ...one, node, isOfMany: true, isMap: true } : { ...one, node }];
  if (depth === 0) return [];
  return [...properties].flatMap(([name, inner]) => leavesIn([...path, name], inner, depth - 1));
}

/** What a parameter compares; undefined if that is not certain. */
export function comparisonOf(document: Document, parameter: Parameter, all: readonly Leaf[]): Comparison | undefined {
  const leaves = all.filter(({ isOfMany }) => isOfMany !== true);
  const node = presentAt(document, parameter.schema.pointer, "request");
  const said = isType(node, "string") ? descriptionAt(document, parameter.pointer) : "";
  const make = (leaf: Leaf | undefined, relation: Comparison["relation"]): Comparison | undefined =>
    leaf === undefined
      ? undefined
      : {
          parameter,
          path: leaf.path,
          relation,
          possible: leaf.node.form.values,
          ...(PARTS.test(said) ? { takesParts: true as const } : {}),
          ...(ANY_CASE.test(said) ? { ignoresCase: true as const } : {}),
        };
  const [, inner = parameter.name] = /^(?:filter|where|q)\[([\w.]+)\]$/i.exec(parameter.name) ?? [];
  const name = plainName(inner);
  const map = isType(node, "object") ? all.find((one) => one.isMap && one.plain === name) : undefined;
  if (map !== undefined) return make(map, "entry");
  const inside = leaves.filter(({ path }) => path.length > 1 && plainName(path.at(-1) ?? "") === name);
  const same =
    leaves.find(({ plain }) => plain === name) ??
    leaves.find(({ plain }) => isPluralOf(name, plain)) ??
    // "country" is that of the one object that has it, and "contactIds" are those of the contact.
    (inside.length === 1 ? inside[0] : undefined) ??
    leaves.find(({ path }) => isNamedIn(name, path)) ??
    // "domains" are those in the list of domains, and "tag" is the name or the identifier of one of the tags.
    manyOf(name, all);
  if (same !== undefined) return make(same, "equal");
  const words = wordsOf(inner);
  if (DAYS.test(name) && node.form.formats.includes("date"))
    return make(
      [...PLANNED, ...TIMES]
        .map((one) => leaves.find((leaf) => isTime(leaf.node) && stemOf(leaf) === one))
        .find((one) => one !== undefined),
      "day",
    );
  if (mayBe(node, "boolean")) {
    const flag = flagName(words.filter((word) => word !== "only" && word !== "now").join("_"));
    const own = leaves.find((leaf) => flagName(leaf.path.join("_")) === flag && mayBe(leaf.node, "boolean"));
    if (own !== undefined || words.includes("only")) return make(own, words.includes("only") ? "flag" : "equal");
  }
  const bound = [words.at(-1), words[0]].flatMap((word) => (word !== undefined && BOUNDS.has(word) ? [word] : []))[0];
  if (bound !== undefined) {
    const rest = words.filter((word) => word !== bound);
    return make(boundedIn(rest, node, leaves), BOUNDS.get(bound) as Relation);
  }
  // "customer" is the customer's identifier, and "customerId" may be in an object "customer".
  // "tag_name" is one of the "tags", if they are texts.
  const [, one] = /^(.+)name$/.exec(name) ?? [];
  return make(
    leaves.find(({ plain }) => plain === `${name}id` || plain === `${name}list` || plain === name.replace(/id$/, "")) ??
      // "author" is the name by which the author is known, where no identifier is shown.
      CALLED.flatMap((own) => leaves.find(({ path }) => path.map(plainName).join(" ") === `${name} ${own}`) ?? [])[0] ??
      leaves.find(({ plain, node: own }) => one !== undefined && isType(own, "string") && isPluralOf(one, plain)),
    "equal",
  );
}

/** By what things are known that show no identifier, the best first. */
const CALLED = ["username", "login", "slug", "key", "code", "name"];

/** True for the identifier of a thing in an object that is called like the thing: "contactId" or "contactIds". */
function isNamedIn(name: string, path: readonly string[]): boolean {
  const [thing = "", own = "", more] = path.map(plainName);
  const id = name.replace(/s$/, "");
  return more === undefined && own !== "" && id.endsWith("id") && id === (own === "id" ? `${thing}id` : own);
}

/** What tells the objects of a list apart: a property that is called as they are, or their name or identifier. */
function manyOf(name: string, leaves: readonly Leaf[]): Leaf | undefined {
  const thing = singular(name.replace(/(?:ids?|names?)$/, ""));
  const listed = leaves.filter(
    ({ path, isOfMany, isMap }) => isOfMany === true && isMap !== true && singular(plainName(path[0] ?? "")) === thing,
  );
  const wanted = /ids?$/.test(name) ? ["id"] : [thing, "name", "slug", "id"];
  return wanted.flatMap((one) => listed.find(({ path }) => plainName(path.at(-1) ?? "") === one) ?? [])[0];
}

/** True for the plural of a name, either way round. */
function isPluralOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return [`${short}s`, `${short}es`, `${short.replace(/y$/, "i")}es`].includes(long);
}

/** "check_in_from" is about "check_in", and "created_at_from" about what is "created". */
const boundedIn = (words: readonly string[], asked: SchemaNode, leaves: readonly Leaf[]): Leaf | undefined =>
  boundedBy(words.join(""), asked, leaves) ??
  boundedBy(words.filter((word) => !FILLERS.has(word)).join(""), asked, leaves);

function boundedBy(stem: string, asked: SchemaNode, leaves: readonly Leaf[]): Leaf | undefined {
  const fitting = leaves.filter(
    ({ node }) => isTime(node) === isTime(asked) || (mayBeNumber(node) && mayBeNumber(asked)),
  );
  const called = (wanted: string): Leaf | undefined =>
    fitting.find(({ plain }) => plain === wanted && wanted !== "") ??
    fitting.find(({ plain }) =>
      [wanted, wanted.replace(/d$/, ""), wanted.replace(/ed$/, "")].includes(stemOf({ plain })),
    ) ??
    onlyOne(fitting.filter(({ plain }) => wanted.length > 3 && mayBeNumber(asked) && plain.startsWith(wanted))) ??
    fitting.find(
      ({ path, plain }) => path.length > 1 && plain.startsWith(wanted) && mayBeNumber(asked) && isAmount(path),
    );
  if (stem !== "") return called(stem);
  return isTime(asked)
    ? ([...PLANNED, ...TIMES].map(called).find((one) => one !== undefined) ?? fitting.find(({ node }) => isTime(node)))
    : undefined;
}

const onlyOne = <T>([first, more]: readonly T[]): T | undefined => (more === undefined ? first : undefined);

/** Names of the day of which a list is asked for. */
const DAYS = /^(?:date|day|on|for(?:date|day)?|ondate)$/;
const stemOf = ({ plain }: Pick<Leaf, "plain">): string => plain.replace(/(?:at|on|date|time|datetime|timestamp)$/, "");
const isAmount = (path: readonly string[]): boolean => /^(?:amount|value|cents|price)$/i.test(path.at(-1) ?? "");
const mayBeNumber = (node: SchemaNode): boolean =>
  node.types !== undefined && (mayBe(node, "number") || mayBe(node, "integer")) && !mayBe(node, "string");

/** True for dates and times. A text without a format may be one. */
function isTime({ form, annotations }: SchemaNode): boolean {
  if (form.formats.some((format) => format.startsWith("date"))) return true;
  return annotations.examples.some((one) => typeof one === "string" && /^\d{4}-\d\d-\d\d/.test(one));
}

/** Prepares the test of items; undefined if the value keeps every item. */
export function comparisonTest(
  { path, relation, possible, takesParts, ignoresCase }: Comparison,
  value: JsonValue | undefined,
): ((item: JsonObject) => boolean) | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (isObject(value)) {
    // "created[gte]=…&created[lt]=…", and "metadata[order]=…"
    const isEntry = relation === "entry";
    const tests = Object.entries<JsonValue>(value).flatMap(([word, one]) => {
      const own = isEntry ? "equal" : BOUNDS.get(plainName(word));
      const at = isEntry ? [...path, word] : path;
      return own === undefined ? [] : (comparisonTest({ path: at, relation: own } as Comparison, one) ?? []);
    });
    return tests.length === 0 ? undefined : (item) => tests.every((test) => test(item));
  }
  if (relation === "entry") return undefined;
  if (relation === "flag") return value === true ? (item) => valuesAt(item, path).includes(true) : undefined;
  if (relation === "day") return (item) => valuesAt(item, path).some((one) => dayOf(one) === dayOf(value));
  if (relation !== "equal") return (item) => valuesAt(item, path).some((one) => isWithin(one, relation, value));
  const wanted = (Array.isArray(value) ? (value as readonly JsonValue[]) : [value]).map(showScalar);
  if (wanted.some((one) => keepsAll(one, possible))) return undefined;
  const kept = (text: string): string => (ignoresCase === true ? text.toLowerCase() : text);
  const parts = wanted.flatMap((one) => one.split(",").map((part) => part.trim()));
  const all = new Set([...wanted, ...parts].map(kept));
  const isKept = (text: string): boolean =>
    all.has(text) || (takesParts === true && [...all].some((one) => text.includes(one)));
  return (item) => valuesAt(item, path).some((one) => isKept(kept(showScalar(one))));
}

const dayOf = (time: JsonValue): string => (typeof time === "string" ? time.slice(0, 10) : "");

/** True for a value such as "all", unless items can have it. */
export function keepsAll(value: JsonValue, possible: readonly JsonValue[] | undefined): boolean {
  return typeof value === "string" && EVERY.has(value.toLowerCase()) && possible?.includes(value) !== true;
}

/** The scalars at a path, in lists too. */
export function valuesAt(item: JsonObject, path: readonly string[]): JsonValue[] {
  let values: JsonValue[] = [item];
  for (const step of path) {
    values = values.flatMap((one) => (isObject(one) ? (ownValue(one, step) ?? []) : [])).flat();
  }
  return values.filter((one) => one !== null && !isObject(one));
}

function isWithin(own: JsonValue, relation: Relation, bound: JsonValue): boolean {
  const order = orderOf(own, bound);
  if (order === undefined) return false;
  if (relation === "above") return order > 0;
  if (relation === "below") return order < 0;
  return relation === "from" ? order >= 0 : order <= 0;
}

/** How a number or a time stands to another one; undefined if they cannot be compared. */
export function orderOf(own: JsonValue, bound: JsonValue): number | undefined {
  const day = typeof bound === "string" && /^\d{4}-\d\d-\d\d$/.test(bound);
  // A day as a bound means the whole day.
  const cut = day && typeof own === "string" && /^\d{4}-\d\d-\d\dT/.test(own) ? own.slice(0, 10) : own;
  const [a, b] = [measure(cut, bound), measure(bound, own)];
  return a === undefined || b === undefined ? undefined : a - b;
}

/** A number or a time as a number. Of a time beside a number of seconds since 1970, the same number. */
function measure(value: JsonValue, beside: JsonValue): number | undefined {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  if (typeof value !== "string" || value === "") return undefined;
  const plain = Number(value);
  const number = Number.isNaN(plain) ? Date.parse(value) : plain;
  if (Number.isNaN(number)) return undefined;
  const isSeconds = Number.isNaN(plain) && typeof beside === "number" && beside < 1e11;
  return isSeconds ? number / 1_000 : number;
}
