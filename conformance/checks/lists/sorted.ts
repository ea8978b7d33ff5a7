// The order of a list, if the document names the properties that it can be sorted by.
import type { Parameter } from "../../../src/contract/model.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { type SortKey, isInstant, sortKeys, sortValue } from "../../../src/resource/lists/sorting.ts";
import type { Sort } from "../../../src/resource/model.ts";
import { type SchemaNode, isType, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { type HeaderPairs, describeAnswer, isSuccess } from "../../client/exchange.ts";
import { orUndecidable } from "../../client/undecidable.ts";
import type { Target } from "../../client/target.ts";
import { creation } from "../../items/create.ts";
import { ensureItems } from "../../items/fill.ts";
import type { SpecialValue } from "../../items/bodies/special-values.ts";
import { plainVariant, singleVariant } from "../../items/bodies/variants.ts";
import { settable } from "../change/full-items.ts";
import type { Plan } from "../../plan.ts";
import { saidOf } from "../../probes/said.ts";
import { itemsOf, largestPage } from "../../probes/list.ts";
import { ofMeaning } from "../parameters/tests.ts";
import { lists } from "./subjects.ts";
import { withValue } from "../../../src/json/parts.ts";

export interface SortSubject extends ResourceSubject {
  readonly query: HeaderPairs;
  readonly key: SortKey;
}

/** The most orders to request of one list. */
const MOST_ORDERS = 6;
/** The fewest items that show an order. */
const LEAST_ITEMS = 3;

/** Each order that the document's own values name: one property, one direction. */
export function orders(plan: Plan): SortSubject[] {
  return lists(plan).flatMap((subject) => {
    const sort = subject.resource.arranging.get(subject.operation)?.sort;
    // Of a direction alone, the document does not say what it is the direction of.
    if (sort === undefined || sort.parameter === sort.direction) return [];
    const ways = sort.direction === undefined ? [undefined] : valuesOf(plan, sort.direction);
    const values = valuesOf(plan, sort.parameter);
    return (values.length > 0 ? values : namedIn(plan, sort))
      .flatMap((value) => ways.flatMap((way) => orderOf(subject, sort, { value, way })))
      .slice(0, MOST_ORDERS);
  });
}

function orderOf(
  subject: ResourceSubject,
  sort: Sort,
  { value, way }: { readonly value: JsonValue; readonly way: JsonValue | undefined },
): SortSubject[] {
  const [key, another] = sortKeys(sort, value, way) ?? [];
  if (key === undefined || another !== undefined) return [];
  const query: HeaderPairs = [
    [sort.parameter.name, showScalar(value)],
    ...(sort.direction === undefined || way === undefined ? [] : [[sort.direction.name, showScalar(way)] as const]),
  ];
  const about = query.map(([name, text]) => `${name}=${text}`).join("&");
  return [{ ...subject, pointer: sort.parameter.pointer, about, query, key }];
}

function valuesOf({ contract: { document } }: Plan, { schema }: Parameter): readonly JsonValue[] {
  const node = schemaAt(document, schema.pointer, "request");
  return node.form.values ?? node.items?.form.values ?? [];
}

/** The sort values that a pattern has room for, or that the text names: a property, and with a minus before it. */
function namedIn(plan: Plan, { parameter, properties }: Sort): string[] {
  const { form, types } = schemaAt(plan.contract.document, parameter.schema.pointer, "request");
  if (types?.includes("string") !== true) return [];
  const said = saidOf(plan, parameter);
  const words = new Set(said.match(/\w+/g));
  const hasPattern = form.patterns.length > 0;
  const all = properties
    .map((name) => (words.has(name) ? name : (name.split(".").at(-1) ?? name)))
    .filter((name) => hasPattern || words.has(name));
  const falling = hasPattern || /(?:^|\s)["'`(]?-|\bminus\b/.test(said) ? all.map((name) => `-${name}`) : [];
  return [...all, ...falling].filter((value) => parameter.schema.validate(value).length === 0);
}

/** A list that cannot be filled may already have enough items. */
async function ensureSome(target: Target, { resource, key }: SortSubject): Promise<void> {
  await orUndecidable(ensureItems(target, resource, LEAST_ITEMS));
  const { create: operation } = resource.operations;
  if (operation === undefined) return;
  const creator = { resource, operation };
  const own = settable(target.plan, { ...creator, pointer: "" });
  const [property = "", ...within] = own.has(key.property) ? [key.property] : key.property.split(".");
  const node = within.reduce((one, step) => one?.properties.get(step), own.get(property));
  for (const telling of node === undefined || node.annotations.readOnly ? [] : tellingOrders(node)) {
    const value: SpecialValue = {
      property,
      name: `${telling}, to sort by`,
      value: () => withValue({}, within, telling),
      ...(within.length === 0 ? {} : { within }),
    };
    const plain = plainVariant(target.plan, creator);
    if (plain === undefined) return;
    await orUndecidable(creation(target, creator, singleVariant(target.plan, operation, plain, value)));
  }
}

/** Two values that have the other order as texts. */
function tellingOrders(node: SchemaNode): readonly (number | string)[] {
  if (isType(node, "integer") || isType(node, "number")) return [9, 10];
  return node.form.formats.includes("date-time") ? ["2031-03-01T23:30:00-05:00", "2031-03-02T01:00:00+00:00"] : [];
}

export const sorted = defineCheck<SortSubject>({
  id: "lists.sorted",
  claim: "a sorted list must be in the order of the property named",
  basis: "the parameter that sorts, whose values name a property; spec/decisions.md#sorted-lists",
  quiet: true,
  prepare: (subject, target) => ensureSome(target, subject),
  tests: ofMeaning(),
  applies: orders,
  run: async ({ operation, resource, query, key, about = "" }, target) => {
    const exchange = await target.ask({ operation, query: [...largestPage(resource), ...query], intent: "edge" });
    const items = isSuccess(exchange) ? itemsOf(exchange) : undefined;
    if (items === undefined)
      return inconclusive(`${about} was answered ${describeAnswer(exchange)}`, "see status.success");
    const values = items.flatMap((item) => valueIn(item, key.property));
    if (new Set(values).size < 2)
      return inconclusive(`fewer than two items differ in ${key.property}`, "a store with items that differ");
    const at = values.findIndex((value, index) => {
      const before = values[index - 1];
      return before !== undefined && (key.isDown ? isAfter(value, before) : isAfter(before, value));
    });
    if (at === -1) return PASS;
    const way = key.isDown ? "falling" : "rising";
    return fail(
      `${key.property} ${way} for ${about}`,
      `${writeJson(values[at - 1] ?? null)} before ${writeJson(values[at] ?? null)}`,
      exchange,
    );
  },
});

type Comparable = string | number | bigint;

/** Items without a value may come first or last, or be left out. */
export function valueIn(item: JsonObject, property: string): Comparable[] {
  const value = sortValue(item, property);
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint" ? [value] : [];
}

/** True if one value comes after another in every order of texts that a store may use. */
function isAfter(one: Comparable, other: Comparable): boolean {
  if (isInstant(one) && isInstant(other)) return Date.parse(one) > Date.parse(other);
  if (typeof one !== "string" || typeof other !== "string")
    return typeof one !== "string" && typeof other !== "string" && one > other;
  const isPlain = [one, other].every((text) => /^[\w .:+-]*$/.test(text));
  const [low, lowOther] = [one.toLowerCase(), other.toLowerCase()];
  return isPlain && one > other && low > lowOther && COLLATORS.every((by) => by.compare(one, other) > 0);
}

const COLLATORS = [new Intl.Collator("en"), new Intl.Collator("en", { numeric: true, ignorePunctuation: true })];
