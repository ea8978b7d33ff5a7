// Lists: every item once, created ones among them, and each the same there as anywhere else.
import { type JsonObject, equalJson, isObject, writeJson } from "../../src/contract/json.ts";
import type { Operation } from "../../src/contract/model.ts";
import { shapeOf } from "../../src/contract/shape.ts";
import type { Resource } from "../../src/resource/model.ts";
import { itemProbe, itemsOf, largestCount, largestPage } from "../ask.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, defineCheck, fail, inconclusive } from "../check.ts";
import { describeAnswer, isSuccess, valueOf } from "../exchange.ts";
import { type Plan, playing, successSchema } from "../plan.ts";
import { anItem } from "../population.ts";
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

const untouched = defineCheck<ListSubject>({
  id: "lists.untouched",
  family: "lists",
  level: "must",
  claim: "a list is an array, whatever the store holds, even nothing",
  basis: "the schema of the list's success response",
  stage: "untouched",
  applies: (plan) => lists(plan),
  run: async ({ operation, resource }, target) => {
    const queries = [
      [],
      largestPage(resource),
      ...resource.filters.flatMap((filter) => filterQueries(target.plan, filter.parameter.name, operation)),
    ];
    for (const query of queries) {
      const exchange = await target.ask({ operation, query });
      if (itemsOf(exchange) === undefined) {
        const asked = query.map(([name, value]) => `${name}=${value}`).join("&") || "no parameters";
        return fail(`an array for ${asked}`, describeAnswer(exchange), exchange);
      }
    }
    return PASS;
  },
});

function filterQueries(plan: Plan, name: string, operation: Operation): (readonly (readonly [string, string])[])[] {
  const parameter = operation.parameters.find((one) => one.name === name);
  const definition = parameter === undefined ? undefined : enumOf(plan, parameter.schema.pointer);
  return (definition ?? []).map((value) => [[name, value] as const]);
}

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
    let pages = 0;
    for (const exchange of target.session.record) {
      if (exchange.operation !== operation || exchange.request.method !== operation.method || !isSuccess(exchange))
        continue;
      const items = itemsOf(exchange);
      if (items === undefined || items.length < 2) continue;
      if (pages++ === 0) target.look(exchange);
      const seen = new Set<string>();
      for (const item of items) {
        const id = writeJson(item[property] ?? null);
        if (seen.has(id))
          return Promise.resolve(fail(`each ${property} once`, `${property} ${id} twice`, target.look(exchange)));
        seen.add(id);
      }
    }
    return Promise.resolve(pages > 0 ? PASS : inconclusive("no list of two items was seen", "a store that holds two"));
  },
});

const createdListed = defineCheck<ListSubject>({
  id: "lists.created",
  family: "lists",
  level: "must",
  claim: "a created item is in the list",
  basis: "the list and create operations",
  stage: "early",
  writes: true,
  applies: (plan) => lists(plan, ({ operations }) => operations.create !== undefined),
  run: async ({ operation, resource }, target) => {
    const { property } = resource.identifier;
    const created = await anItem(target, { resource, operation: resource.operations.create as Operation });
    const exchange = await target.ask({ operation, query: largestPage(resource) });
    const items = itemsOf(exchange);
    if (items === undefined) return fail("a list", describeAnswer(exchange), exchange);
    const found = items.find((item) => equalJson(item[property] ?? null, created.id));
    if (found === undefined && items.length < largestCount(resource)) {
      return fail(
        `the created item ${writeJson(created.id)} among the ${items.length} listed`,
        "it is not there",
        created.exchange,
        exchange,
      );
    }
    if (found === undefined) return findInFilters(target, { resource, operation, pointer: "" }, created.item);
    const wrong = difference(resource, created.item, found);
    return wrong === undefined ? PASS : fail(`${wrong[0]} as created`, wrong[1], created.exchange, exchange);
  },
});

/** A list that is full may not reach the new item; a filtered one may. */
async function findInFilters(target: Target, { resource, operation }: ListSubject, item: JsonObject): Promise<Outcome> {
  for (const { parameter, property } of resource.filters) {
    const value = item[property];
    if (typeof value !== "string") continue;
    const exchange = await target.ask({ operation, query: [...largestPage(resource), [parameter.name, value]] });
    const items = itemsOf(exchange) ?? [];
    const id = item[resource.identifier.property] ?? null;
    if (items.some((one) => equalJson(one[resource.identifier.property] ?? null, id))) return PASS;
    if (items.length < largestCount(resource))
      return fail("the created item in the filtered list", "it is not there", exchange);
  }
  return inconclusive("the store holds more items than a list may show", "a store with fewer items");
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
    const list = await target.ask({ operation, query: largestPage(resource) });
    const items = itemsOf(list) ?? [];
    const chosen = [items[0], items[Math.floor(items.length / 2)], items.at(-1)].filter((item) => item !== undefined);
    if (chosen.length === 0) return inconclusive("the list is empty", "a store that holds an item");
    for (const item of new Set(chosen)) {
      const id = item[resource.identifier.property];
      if (id === undefined) continue;
      const fetched = await target.ask(itemProbe(resource, resource.operations.fetch as Operation, id));
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
    if (!Object.hasOwn(one, name) && !Object.hasOwn(other, name)) continue;
    if (equalJson(one[name] ?? null, other[name] ?? null) && Object.hasOwn(one, name) === Object.hasOwn(other, name))
      continue;
    const shown = other[name];
    return [
      `${name} ${one[name] === undefined ? "absent" : short(writeJson(one[name]))}`,
      shown === undefined ? `no ${name}` : `${name} ${short(writeJson(shown))}`,
    ];
  }
  return undefined;
}

function short(text: string): string {
  return text.length > 90 ? `${text.slice(0, 90)}… (${text.length} characters)` : text;
}

function enumOf(plan: Plan, pointer: string): string[] {
  return (shapeOf(plan.contract.document, pointer).values ?? []).filter((value) => typeof value === "string");
}

export const listChecks: readonly AnyCheck[] = [untouched, noDuplicates, createdListed, sameAsFetched];
