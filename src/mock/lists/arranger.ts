// Sorts a list, searches its items for a text, and trims them to the properties that a request names. A list without
// such parameters needs no preparation.
import { only } from "../../json/parts.ts";
import type { Operation } from "../../contract/model.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { type SortOrder, orderBy, sortKeys } from "../../resource/lists/sorting.ts";
import { comparisonTest } from "../../resource/lists/comparing.ts";
import type { Arranging, Chosen, Sort } from "../../resource/model.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { Document } from "../../document/document.ts";
import type { Schema } from "../../schema/model.ts";
import type { Values } from "../items/scope.ts";
import type { Unpacked } from "../items/family.ts";
import { parameterIndex } from "../../contract/parameters.ts";
import { allows } from "../allowed.ts";

/** What a request asks of a list besides its filters and its page. */
export interface Arranged {
  /** Selects among all stored items. Absent if the store can list what is asked for. */
  readonly arrange?: (items: readonly Unpacked[]) => readonly Unpacked[];
  /** The order in which the store lists them. */
  readonly order?: SortOrder;
  /** Trims what is shown of an item to the part that is requested. */
  readonly trim?: Trim;
  /** The properties that decide. */
  readonly by?: readonly string[];
}

/** Shows a part of an item. */
type Trim = (item: JsonObject) => JsonObject;

/** Reads what a request asks from its values; undefined if it asks nothing. */
export type ReadArranged = (values: Values) => Arranged | undefined;

/** What is listed. */
interface Offering {
  /** Only the service knows these items, and has some on each day that is asked for. */
  readonly isOffer: boolean;
}

/**
 * Prepares the reader of an operation.
 * @param shown the schema of an item in its list
 */
export function arrangedReader(
  document: Document,
  operation: Operation,
  { sort, search, fields, comparisons, isOffer, isLatestFirst }: Arranging & Offering,
  shown: Schema,
): ReadArranged {
  const usual = isLatestFirst === true ? orderBy([{ property: "", isDown: true }]) : undefined;
  const order = sort === undefined ? () => usual : orderReader(operation, sort, usual);
  const test = search === undefined ? undefined : searchReader(operation, search);
  const trim = fields === undefined ? undefined : trimReader(document, operation, fields, shown);
  const compared = comparisons.map((one) => ({ one, at: parameterIndex(operation, one.parameter) }));
  return (values) => {
    const [sorted, matches, trimmed] = [order(values), test?.(values), trim?.(values)];
    const asked = isOffer
      ? compared.find(({ one, at }) => one.relation === "day" && values[at] !== undefined)
      : undefined;
    const kept = compared.filter((one) => one !== asked);
    const tests = kept.flatMap(({ one, at }) => comparisonTest(one, values[at]) ?? []);
    const day = asked && { property: asked.one.path[0] ?? "", date: showScalar(values[asked.at] ?? "") };
    if (matches !== undefined) tests.push(matches);
    const isOfStore = tests.length === 0 && day === undefined;
    if (sorted === undefined && isOfStore && trimmed === undefined) return undefined;
    const arrange: Arranged["arrange"] = (items) => {
      const all = day === undefined ? items : onDay(items, day.property, day.date);
      const found = tests.length === 0 ? all : all.filter(({ item }) => tests.every((one) => one(item)));
      // Times of that day are in no store.
      return sorted === undefined || day === undefined ? found : inOrder(found, sorted);
    };
    return {
      ...(isOfStore ? {} : { arrange }),
      ...(sorted === undefined || day !== undefined ? {} : { order: sorted }),
      ...(trimmed === undefined ? {} : { trim: trimmed }),
      by: [
        ...(sorted?.by ?? []),
        ...kept.flatMap(({ one, at }) => (values[at] === undefined ? [] : (one.path[0] ?? []))),
      ],
    };
  };
}

/** The same choice and order by what is shown of items, where that is not what is stored: a count, a name of another thing. */
export function byShown(wanted: Arranged, show: (one: Unpacked) => JsonObject): Arranged {
  const { order, arrange: choose = (items) => items, ...rest } = wanted;
  const arrange: Arranged["arrange"] = (items) => {
    const own = new Map(items.map((one) => [{ ...one, item: show(one) }, one]));
    const chosen = choose([...own.keys()]);
    return (order === undefined ? chosen : inOrder(chosen, order)).map((one) => own.get(one) ?? one);
  };
  return { ...rest, arrange };
}

const [HOUR, QUARTER] = [3_600_000, 900_000];
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** The same items one after another from eight o'clock on a day, each as long as it is. */
function onDay(items: readonly Unpacked[], property: string, date: string): readonly Unpacked[] {
  let at = Date.parse(`${date.slice(0, 10)}T08:00:00Z`);
  if (Number.isNaN(at)) return items;
  return items.map((one) => {
    const begins = momentIn(ownValue(one.item, property));
    if (begins === undefined) return one;
    const shift = at - begins;
    const moved = Object.entries<JsonValue>(one.item).map(([name, value]): [string, JsonValue, number] => {
      const time = momentIn(value);
      const isPart = time !== undefined && time >= begins && time < begins + 24 * HOUR;
      return isPart ? [name, new Date(time + shift).toISOString(), time - begins] : [name, value, 0];
    });
    const lasts = Math.max(2 * QUARTER, ...moved.map(([, , length]) => length));
    at += Math.ceil(lasts / QUARTER) * QUARTER;
    return { ...one, item: Object.fromEntries(moved.map(([name, value]) => [name, value])) };
  });
}

function momentIn(value: JsonValue | undefined): number | undefined {
  const time = typeof value === "string" && MOMENT.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function inOrder(items: readonly Unpacked[], order: SortOrder): readonly Unpacked[] {
  if (order.isLatestFirst === true) return items.toReversed();
  return items
    .map((one) => [one, order.valueOf(one.item)] as const)
    .toSorted(([, value], [, other]) => order.compare(value, other))
    .map(([one]) => one);
}

function orderReader(
  operation: Operation,
  sort: Sort,
  usual: SortOrder | undefined,
): (values: Values) => SortOrder | undefined {
  const at = parameterIndex(operation, sort.parameter);
  const directionAt = sort.direction === undefined ? -1 : parameterIndex(operation, sort.direction);
  return (values) => {
    const keys = sortKeys(sort, values[at], values[directionAt]);
    return keys === undefined ? usual : orderBy(keys);
  };
}

function searchReader(
  operation: Operation,
  search: Chosen,
): (values: Values) => ((item: JsonObject) => boolean) | undefined {
  const at = parameterIndex(operation, search.parameter);
  return (values) => {
    const value = values[at];
    const wanted = value === undefined ? "" : showScalar(value).trim().toLowerCase();
    if (wanted === "") return undefined;
    return (item) => search.properties.some((name) => holds(ownValue(item, name), wanted));
  };
}

/** True if a text, or one inside, has what is searched for. */
export function holds(value: JsonValue | undefined, wanted: string): boolean {
  if (typeof value === "string") return !TIME.test(value) && value.toLowerCase().includes(wanted);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some((one) => holds(one, wanted));
  return isObject(value) && Object.values<JsonValue>(value).some((one) => holds(one, wanted));
}

/** Nobody searches for a part of a time. */
const TIME = /^\d{4}-\d\d-\d\d(?:T|$)/;

/** Required properties stay, and a name that is not a property leaves the items unchanged. */
function trimReader(
  document: Document,
  operation: Operation,
  { parameter, properties }: Chosen,
  shown: Schema,
): (values: Values) => Trim | undefined {
  const at = parameterIndex(operation, parameter);
  const { required } = schemaAt(document, shown.pointer, "response").form;
  const known = new Set(properties);
  return (values) => {
    const value = values[at];
    if (value === undefined) return undefined;
    const names = (Array.isArray(value) ? (value as readonly JsonValue[]) : [value])
      .flatMap((one) => showScalar(one).split(","))
      .map((name) => name.trim())
      // "orders.id" of a list that is called so.
      .map((name) => (known.has(name) ? name : name.slice(name.indexOf(".") + 1)));
    if (!names.every((name) => known.has(name))) return undefined;
    const kept = new Set([...required, ...names]);
    return (item) => {
      const part = only(item, (name) => kept.has(name));
      return allows(shown, part) ? part : item;
    };
  };
}
