// Items in lists are as they were created.
import type { JsonObject } from "../../../src/json/value.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { writeJson } from "../../../src/json/write.ts";
import { idOf } from "../../../src/resource/items/identify.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { sentText } from "../../bodies.ts";
import { type Exchange, isServed } from "../../client/exchange.ts";
import { SAFE } from "../../client/request.ts";
import type { Target } from "../../client/target.ts";
import { whyUncreated } from "../../items/create.ts";
import type { CreatedItem } from "../../items/created.ts";
import { mayMoveByItself } from "../../items/bodies/references.ts";
import { keptFor } from "../../../src/memo.ts";
import { difference, mayHold, sameTypes, shownNames } from "../../judgements/difference.ts";
import { stillIn } from "../../judgements/still.ts";
import { itemsOf } from "../../probes/list.ts";
import { ofItem } from "../tests.ts";
import { creatable } from "./subjects.ts";

export const asCreated = defineCheck<ResourceSubject>({
  id: "lists.as-created",
  claim: "an item in a list must equal the response to its creation",
  basis: "the list and create operations",
  stage: "record",
  writes: true,
  tests: ofItem(),
  applies: creatable,
  run: ({ operation, resource }, target) => allAsCreated(target, operation, resource),
});

function allAsCreated(target: Target, operation: Operation, resource: Resource): Outcome {
  const created = unchangedItems(target, resource);
  const pages = target.session
    .recordOf(operation)
    .filter((exchange) => isServed(exchange) && exchange.elsewhere !== true && showsWholeItems(exchange, resource));
  // What no item of the list shows is left to where an item is fetched.
  const listed = new Set(pages.flatMap((page) => (itemsOf(page) ?? []).flatMap((item) => Object.keys(item))));
  const names = shownNames(target.plan, resource, "create", "list").filter(
    (name) => listed.has(name) && !mayMoveByItself(target.plan, resource, name),
  );
  let seen = 0;
  for (const page of pages) {
    for (const item of itemsOf(page) ?? []) {
      const one = created.get(writeJson(idOf(resource.identifier, item) ?? null));
      if (one === undefined) continue;
      if (seen++ === 0) target.look(page);
      const judged = names.filter(
        (name) => sameTypes(target.plan, resource, name, "create") && mayHold(resource, name, one.item[name]),
      );
      const still = (own: JsonObject): JsonObject => stillIn(target.plan, resource, own);
      const wrong = difference(judged, still(one.item), still(item));
      if (wrong !== undefined) return fail(`${wrong.before}, as created`, wrong.after, one.exchange, page);
    }
  }
  if (seen > 0) return PASS;
  const { reason, needs } = whyUncreated(target.plan, resource) ?? {
    reason: "no created item is in a list",
    needs: "a store with fewer items, or see lists.created",
  };
  return inconclusive(reason, needs);
}

/** True for a page whose request selects items, but nothing that may affect which properties are shown. */
function showsWholeItems({ operation, request }: Exchange, resource: Resource): boolean {
  const { pageSize, pageStart, cursors, filters } = resource;
  const known = [pageSize, pageStart, ...cursors, ...filters].map((one) => one?.parameter.name);
  const asked = new URL(request.url).searchParams;
  return (operation?.parameters ?? []).every(
    ({ in: place, name, required }) => place !== "query" || required || known.includes(name) || !asked.has(name),
  );
}

/**
 * The run's own items by identifier, except those that a request may have changed or whose identifier is not unique.
 */
function unchangedItems(target: Target, resource: Resource): Map<string, CreatedItem> {
  const touched = touchedIn(target.session.record);
  const many = [resource.operations["replace-many"], resource.operations["update-many"]].flatMap((operation) =>
    operation === undefined ? [] : target.session.recordOf(operation),
  );
  const bodies = many.map(({ request }) => sentText(request));
  const items = new Map<string, CreatedItem>();
  const twice = new Set<string>();
  for (const one of target.session.created) {
    const id = writeJson(one.id);
    if (one.resource !== resource || touched.has(encodeURIComponent(showScalar(one.id)))) continue;
    if (bodies.some((body) => body.includes(id))) continue;
    if (items.has(id)) twice.add(id);
    items.set(id, one);
  }
  // create.identifier judges two creations with one identifier.
  for (const id of twice) items.delete(id);
  return items;
}

const touched = new WeakMap<readonly Exchange[], { upTo: number; readonly steps: Set<string> }>();

/** The steps of all paths whose items may have been changed, computed once however many lists are judged. */
function touchedIn(record: readonly Exchange[]): ReadonlySet<string> {
  const known = keptFor(touched, record, () => ({ upTo: 0, steps: new Set<string>() }));
  for (; known.upTo < record.length; known.upTo++) {
    const { request, intent } = record[known.upTo] as Exchange;
    const { method, url } = request;
    if (SAFE.has(method) && intent !== "foreign") continue;
    const steps = new URL(url).pathname.split("/");
    // A removal changes what it removes something from, and what it removes is in no list afterwards.
    // `33.json` and `33:cancel` are about the item 33.
    for (const step of method === "DELETE" ? steps.slice(0, -1) : steps)
      for (const one of [step, step.replace(/[.:].*$/s, "")]) known.steps.add(one);
  }
  return known.steps;
}
