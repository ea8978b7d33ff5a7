// Lists: every item once, created ones included, and each the same there as elsewhere.
import { idOf } from "../../../src/resource/items/identify.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import { MEANING, ofIdentifier } from "../tests.ts";
import { itemsOf, largestCount, largestPage } from "../../probes/list.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import { type Exchange, type HeaderPairs, describeAnswer, isSuccess } from "../../client/exchange.ts";
import { EXAMPLE } from "../../judgements/rule.ts";
import { allItems } from "../../probes/whole.ts";
import { filterValues } from "../../probes/filter-values.ts";
import { ownItems } from "../../items/known.ts";
import type { CreatedItem } from "../../items/created.ts";
import type { Target } from "../../client/target.ts";
import { shownNames } from "../../judgements/difference.ts";
import { asCreated } from "./as-created.ts";
import { sameAsFetched } from "./fetched.ts";
import { sorted } from "./sorted.ts";
import { creatable, findItem, lists } from "./subjects.ts";
import { sentText } from "../../bodies.ts";
import { writeRemedy } from "../../client/remedies.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { writeJson } from "../../../src/json/write.ts";

const untouched = defineCheck<ResourceSubject>({
  id: "lists.untouched",
  claim: "a list must be an array, even when the store is empty",
  basis: "the schema of the list's success response",
  signs: { isToldElsewhere: true },
  stage: "untouched",
  tests: [{ part: "response", status: ["success", "other"], keywords: ["type"], depth: 0 }],
  applies: (plan) => lists(plan),
  run: async ({ operation, resource }, target) => {
    const page = largestPage(resource);
    const filters = resource.filters.flatMap((filter) =>
      filterValues(target.plan, filter).map((value) => [...page, [filter.parameter.name, showScalar(value)] as const]),
    );
    const queries: HeaderPairs[] = [[], ...(page.length === 0 ? [] : [page]), ...filters];
    return judgeEach(queries, async (query) => {
      const intent = query.length > 0 ? ("edge" as const) : ("valid" as const);
      const exchange = await target.view({ operation, query, intent });
      if (itemsOf(exchange) !== undefined && isSuccess(exchange)) return PASS;
      if (exchange.intent === "invalid")
        return inconclusive(`what its path leads below need not be there: ${describeAnswer(exchange)}`, EXAMPLE);
      const asked = query.map(([name, value]) => `${name}=${value}`).join("&") || "no parameters";
      return fail(`an array for ${asked}`, exchange);
    });
  },
});

const noDuplicates = defineCheck<ResourceSubject>({
  id: "lists.no-duplicates",
  claim: "an item must appear only once in a list",
  basis: "the item's identifier",
  stage: "record",
  tests: ofIdentifier(),
  applies: (plan) => lists(plan),
  run: ({ operation, resource }, target) => {
    const { property } = resource.identifier;
    const pages = target.session
      .recordOf(operation)
      .filter(
        (exchange) =>
          exchange.request.method === operation.method && isSuccess(exchange) && (itemsOf(exchange)?.length ?? 0) > 1,
      );
    pages.slice(0, 1).forEach((exchange) => target.look(exchange));
    for (const exchange of pages) {
      const seen = new Set<string>();
      for (const item of itemsOf(exchange) ?? []) {
        const own = idOf(resource.identifier, item) ?? null;
        // schema.body judges items without an identifier.
        if (own === null) continue;
        const id = writeJson([own, ownNumber(resource, item)]);
        if (seen.has(id)) return fail(`each ${property} once`, `${property} ${writeJson(own)} twice`, exchange);
        seen.add(id);
      }
    }
    return pages.length > 0 ? PASS : inconclusive("no list of two items was seen", "a store that holds two");
  },
});

/** What tells items apart that are found by what they are about, such as the events of a thing. */
const ownNumber = ({ identifier: { steps } }: Resource, { id }: JsonObject): JsonValue =>
  steps.join() === "id" ? null : (id ?? null);

/** The page that should show the created items, and the items it should show. */
async function lookForCreated(
  target: Target,
  { operation, resource }: ResourceSubject,
): Promise<
  { readonly page: Exchange; readonly items: readonly JsonObject[]; readonly created: CreatedItem[] } | Outcome
> {
  const page = await target.view({ operation, query: largestPage(resource), intent: "edge" });
  const items = itemsOf(page);
  if (items === undefined) return inconclusive("there is no list to look at", "see schema.body or lists.untouched");
  const isSearch = operation.path !== resource.collection && resource.arranging.get(operation)?.search !== undefined;
  if (isSearch && items.length === 0)
    return inconclusive("a search for nothing finds nothing", "an operation that lists all items");
  const created = ownItems(target.session, resource);
  if (created.length === 0) return inconclusive("no item could be created", writeRemedy(target.session));
  created.slice(0, 1).forEach(({ exchange }) => target.look(exchange));
  return { page, items, created };
}

const createdListed = defineCheck<ResourceSubject>({
  id: "lists.created",
  claim: "every created item must be in the list",
  basis: "the list and create operations",
  stage: "early",
  quiet: true,
  writes: true,
  tests: [MEANING],
  applies: creatable,
  run: async (subject, target) => {
    const look = await lookForCreated(target, subject);
    if ("verdict" in look) return look;
    const { resource } = subject;
    const { page, items, created } = look;
    if (items.length >= largestCount(resource))
      return inconclusive("the store holds more items than a list may show", "a store with fewer items");
    const missing = created.find(({ id }) => findItem(items, resource.identifier, id) === undefined);
    if (missing === undefined) return PASS;
    const all = await allItems(target, subject, largestPage(resource), page);
    if (all === undefined)
      return inconclusive("the list shows a page of a size that cannot be chosen", "a store with fewer items");
    if (findItem(all, resource.identifier, missing.id) !== undefined) return PASS;
    const [step = ""] = resource.identifier.steps;
    const tells =
      shownNames(target.plan, resource, "list").includes(step) || items.some((item) => item[step] !== undefined);
    if (!tells) return inconclusive(`the list does not show ${step}`, "a list that shows which items it has");
    const wanted = `the created item ${writeJson(missing.id)} among the ${items.length} listed`;
    return fail(wanted, "it is not there", missing.exchange, page);
  },
});

const once = defineCheck<ResourceSubject>({
  id: "lists.created-once",
  claim: "a creation must add exactly one item",
  basis: "the create operation",
  fault: "F103",
  stage: "early",
  quiet: true,
  writes: true,
  tests: [MEANING],
  applies: creatable,
  run: async (subject, target) => {
    const look = await lookForCreated(target, subject);
    if ("verdict" in look) return look;
    const { resource } = subject;
    const made = target.session.createdOf(resource);
    const own = new Set(made.map(({ id }) => writeJson(id)));
    // Every item of the run has a text of its own, unless its special value leaves no room for one.
    const { marker } = target.session.options;
    const texts = ownTexts(made, resource, marker);
    // An item may have been created although its answer was lost or came from something in front of the service.
    for (const { request } of target.session.unclear) {
      if (request.body === undefined) continue;
      const sent = sentText(request);
      for (const text of texts) if (sent.includes(writeJson(text)) || sent.includes(text)) texts.delete(text);
    }
    const twin = look.items.find(
      (item) =>
        !own.has(writeJson(idOf(resource.identifier, item) ?? null)) &&
        textsOf(item, resource, marker).some((text) => texts.has(text)),
    );
    return twin === undefined
      ? PASS
      : fail("each created item once", `another one like it: ${writeJson(twin).slice(0, 120)}`, look.page);
  },
});

/**
 * The texts of items that one creation alone has sent. What several have sent names something, and what none has sent is
 * a copy, such as the title of the course in which somebody enrols.
 */
function ownTexts(made: readonly CreatedItem[], resource: Resource, marker: string): Set<string> {
  const counts = new Map<string, number>();
  for (const { item, exchange } of made) {
    const sent = sentText(exchange.request);
    const own = new Set(textsOf(item, resource, marker).filter((text) => sent.includes(writeJson(text).slice(1, -1))));
    for (const text of own) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([text, count]) => (count === 1 ? text : [])));
}

/** The texts of the run in an item. Properties taken from the path are left out: all items of a parent share them. */
function textsOf(item: JsonObject, { scope }: Resource, marker: string): string[] {
  const own = Object.entries<JsonValue>(item).filter(([name]) => scope.every(({ property }) => property !== name));
  return own.flatMap(([, value]) => textsIn(value)).filter((text) => text.includes(`${marker}-`));
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(textsIn);
  return isObject(value) ? Object.values<JsonValue>(value).flatMap(textsIn) : [];
}

export const listChecks = [untouched, noDuplicates, createdListed, asCreated, once, sameAsFetched, sorted];
