// Lists: every item once, created ones among them, and each the same there as anywhere else.
import { type JsonObject, type JsonValue, equalJson, isObject, writeJson } from "../../src/contract/json.ts";
import type { Operation } from "../../src/contract/model.ts";
import { showScalar } from "../../src/contract/wire.ts";
import type { Resource } from "../../src/resource/model.ts";
import { itemProbe, itemsOf, largestCount, largestPage } from "../ask.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, defineCheck, fail, inconclusive } from "../check.ts";
import { type Exchange, type HeaderPairs, describeAnswer, isSuccess, valueOf } from "../exchange.ts";
import { type Plan, playing, successSchema } from "../plan.ts";
import { filterValues, ownItems } from "../population.ts";
import type { CreatedItem } from "../created.ts";
import type { Target } from "../target.ts";

interface ListSubject extends Subject {
  readonly resource: Resource;
}

function lists(plan: Plan, wanted: (resource: Resource) => boolean = () => true): ListSubject[] {
  return playing(plan, "list")
    .filter(({ resource }) => wanted(resource))
    .map(({ resource, operation }) => ({
      operation,
      resource,
      pointer: successSchema(operation)?.pointer ?? operation.pointer,
    }));
}

const creatable = ({ operations }: Resource): boolean => operations.create !== undefined;

const untouched = defineCheck<ListSubject>({
  id: "lists.untouched",
  family: "lists",
  level: "must",
  claim: "a list is an array, whatever the store holds, even nothing",
  basis: "the schema of the list's success response",
  stage: "untouched",
  applies: (plan) => lists(plan),
  run: async ({ operation, resource }, target) => {
    const page = largestPage(resource);
    const filters = resource.filters.flatMap((filter) =>
      filterValues(target.plan, filter).map((value) => [...page, [filter.parameter.name, showScalar(value)] as const]),
    );
    const queries: HeaderPairs[] = [[], ...(page.length === 0 ? [] : [page]), ...filters];
    for (const query of queries) {
      const exchange = await target.view({
        operation,
        query,
        ...(query.length > 0 ? { intent: "edge" as const } : {}),
      });
      if (itemsOf(exchange) !== undefined && isSuccess(exchange)) continue;
      const asked = query.map(([name, value]) => `${name}=${value}`).join("&") || "no parameters";
      return fail(`an array for ${asked}`, describeAnswer(exchange), exchange);
    }
    return PASS;
  },
});

const noDuplicates = defineCheck<ListSubject>({
  id: "lists.no-duplicates",
  family: "lists",
  level: "must",
  claim: "no item stands twice in a list",
  basis: "the item's identifier",
  stage: "record",
  applies: (plan) => lists(plan),
  run: ({ operation, resource }, target) => {
    const { property } = resource.identifier;
    const pages = target.session.record.filter(
      (exchange) =>
        exchange.operation === operation &&
        exchange.request.method === operation.method &&
        isSuccess(exchange) &&
        (itemsOf(exchange)?.length ?? 0) > 1,
    );
    pages.slice(0, 1).forEach((exchange) => target.look(exchange));
    for (const exchange of pages) {
      const seen = new Set<string>();
      for (const item of itemsOf(exchange) ?? []) {
        const id = writeJson(item[property] ?? null);
        if (seen.has(id)) return Promise.resolve(fail(`each ${property} once`, `${property} ${id} twice`, exchange));
        // Items without an identifier are the affair of schema.body.
        if (item[property] !== undefined) seen.add(id);
      }
    }
    return Promise.resolve(
      pages.length > 0 ? PASS : inconclusive("no list of two items was seen", "a store that holds two"),
    );
  },
});

/** The page on which what was created should stand, and what should stand on it. */
async function lookForCreated(
  target: Target,
  { operation, resource }: ListSubject,
): Promise<
  { readonly page: Exchange; readonly items: readonly JsonObject[]; readonly created: CreatedItem[] } | Outcome
> {
  const page = await target.view({ operation, query: largestPage(resource), intent: "edge" });
  const items = itemsOf(page);
  if (items === undefined) return fail("a list", describeAnswer(page), page);
  const created = ownItems(target.session, resource);
  if (created.length === 0) return inconclusive("no item could be created", "a target on which creation works");
  created.slice(0, 1).forEach(({ exchange }) => target.look(exchange));
  return { page, items, created };
}

const find = (items: readonly JsonObject[], property: string, id: JsonValue): JsonObject | undefined =>
  items.find((item) => equalJson(item[property] ?? null, id));

const createdListed = defineCheck<ListSubject>({
  id: "lists.created",
  family: "lists",
  level: "must",
  claim: "every created item is in the list",
  basis: "the list and create operations",
  stage: "early",
  writes: true,
  applies: (plan) => lists(plan, creatable),
  run: async (subject, target) => {
    const look = await lookForCreated(target, subject);
    if ("verdict" in look) return look;
    const { resource } = subject;
    const { page, items, created } = look;
    if (items.length >= largestCount(resource))
      return inconclusive("the store holds more items than a list may show", "a store with fewer items");
    const missing = created.find(({ id }) => find(items, resource.identifier.property, id) === undefined);
    if (missing === undefined) return PASS;
    const wanted = `the created item ${writeJson(missing.id)} among the ${items.length} listed`;
    return fail(wanted, "it is not there", missing.exchange, page);
  },
});

const asCreated = defineCheck<ListSubject>({
  id: "lists.as-created",
  family: "lists",
  level: "must",
  claim: "an item in a list is the same as in the answer to its creation",
  basis: "the list and create operations",
  stage: "early",
  writes: true,
  applies: (plan) => lists(plan, creatable),
  run: async (subject, target) => {
    const look = await lookForCreated(target, subject);
    if ("verdict" in look) return look;
    const { resource } = subject;
    const { page, items, created } = look;
    const shown = created.flatMap((one) => {
      const item = find(items, resource.identifier.property, one.id);
      return item === undefined ? [] : [{ one, item }];
    });
    if (shown.length === 0)
      return inconclusive("no created item is in the list", "a store with fewer items, or see lists.created");
    for (const { one, item } of shown) {
      const wrong = difference(resource, one.item, item);
      if (wrong !== undefined) return fail(`${wrong[0]} as created`, wrong[1], one.exchange, page);
    }
    return PASS;
  },
});

const once = defineCheck<ListSubject>({
  id: "lists.created-once",
  family: "lists",
  level: "must",
  claim: "a creation adds one item, not two",
  basis: "the create operation",
  fault: "F103",
  stage: "early",
  writes: true,
  applies: (plan) => lists(plan, creatable),
  run: async (subject, target) => {
    const look = await lookForCreated(target, subject);
    if ("verdict" in look) return look;
    const { resource } = subject;
    const own = new Set(look.created.map(({ id }) => writeJson(id)));
    // Every item of the run bears a text of its own, unless what is special about it leaves no room for one.
    const texts = new Set(look.created.flatMap(({ item }) => textsOf(item, target.session.options.marker)));
    const twin = look.items.find(
      (item) =>
        !own.has(writeJson(item[resource.identifier.property] ?? null)) &&
        textsOf(item, target.session.options.marker).some((text) => texts.has(text)),
    );
    return twin === undefined
      ? PASS
      : fail("each created item once", `another one like it: ${writeJson(twin).slice(0, 120)}`, look.page);
  },
});

function textsOf(item: JsonObject, marker: string): string[] {
  return Object.values(item).filter((value) => typeof value === "string" && value.includes(`${marker}-`)) as string[];
}

const sameAsFetched = defineCheck<ListSubject>({
  id: "lists.same-as-fetched",
  family: "lists",
  level: "must",
  claim: "an item in a list is the same as when it is fetched",
  basis: "the list and fetch operations",
  stage: "early",
  applies: (plan) => lists(plan, ({ operations }) => operations.fetch !== undefined),
  run: async ({ operation, resource }, target) => {
    const list = await target.view({ operation, query: largestPage(resource), intent: "edge" });
    const items = itemsOf(list) ?? [];
    const own = new Set(ownItems(target.session, resource).map(({ id }) => writeJson(id)));
    const others = items.filter((item) => !own.has(writeJson(item[resource.identifier.property] ?? null)));
    const chosen = new Set([others[0], others.at(-1), items.at(-1)]);
    if (items.length === 0) return inconclusive("the list is empty", "a store that holds an item");
    for (const item of chosen) {
      const id = item?.[resource.identifier.property];
      if (item === undefined || id === undefined) continue;
      const fetched = await target.view(itemProbe(resource, resource.operations.fetch as Operation, id));
      const value = valueOf(fetched);
      if (!isSuccess(fetched) || !isObject(value))
        return fail(`the listed item ${writeJson(id)}`, describeAnswer(fetched), list, fetched);
      const wrong = difference(resource, item, value);
      if (wrong !== undefined) return fail(`${wrong[0]} as in the list`, wrong[1], list, fetched);
    }
    return PASS;
  },
});

/** The first declared property in which two showings of an item differ, and how the second shows it. */
export function difference(
  resource: Resource,
  one: JsonObject,
  other: JsonObject,
): readonly [string, string] | undefined {
  for (const { name } of resource.properties) {
    const both = Object.hasOwn(one, name) === Object.hasOwn(other, name);
    if (both && equalJson(one[name] ?? null, other[name] ?? null)) continue;
    const before = one[name];
    const shown = other[name];
    return [
      `${name} ${before === undefined ? "absent" : short(writeJson(before))}`,
      shown === undefined ? `no ${name}` : `${name} ${short(writeJson(shown))}`,
    ];
  }
  return undefined;
}

export function short(text: string): string {
  return text.length > 90 ? `${text.slice(0, 90)}… (${text.length} characters)` : text;
}

export const listChecks: readonly AnyCheck[] = [untouched, noDuplicates, createdListed, asCreated, once, sameAsFetched];
