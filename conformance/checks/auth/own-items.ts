// Items that the document keeps for who made them: a second identity neither sees nor removes them.
import { fetchProbe, itemProbe } from "../../probes/item.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { valueAt } from "../../../src/json/pointer.ts";
import { hasId } from "../../../src/resource/items/identify.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, isSuccess, statusOf } from "../../client/exchange.ts";
import type { Probe } from "../../client/request.ts";
import { doomedItem } from "../../items/create.ts";
import type { Plan } from "../../plan.ts";
import { protection } from "../../operations.ts";
import { itemsOf, largestPage } from "../../probes/list.ts";
import { inRole } from "../subjects.ts";
import { CREDENTIAL } from "./tests.ts";

const WHO = "(?:user|customer|client|tenant|account|caller|organi[sz]ation|merchant)";

/** Sentences by which items belong to who made them. */
const OWN = [
  /\bonly\b[^.]{0,80}\b(?:own|owners?|callers?|tenants?|creators?|belongs?|belonging)\b/i,
  new RegExp(`\\b(?:your|their|its|(?:${WHO})'?s) own\\b`, "i"),
  new RegExp(`\\bof the (?:caller|tenant|(?:current|authenticated|calling|signed-in|logged-in) ${WHO})\\b`, "i"),
  new RegExp(
    `\\b(?:other|another|different) ${WHO}s?\\b[^.]{0,80}\\b(?:not|cannot|never|404|403|hidden|invisible)\\b`,
    "i",
  ),
  new RegExp(`\\b(?:not|cannot|never|hidden|invisible)\\b[^.]{0,80}\\b(?:other|another|different) ${WHO}s?\\b`, "i"),
];
const SHARED = /\b(?:shared|public|everybody|everyone|all users|administrators?|admins?)\b/i;

/** True if the text of an operation, its tag or the document says so. */
function saysOwn({ contract: { document } }: Plan, operations: readonly (Operation | undefined)[]): boolean {
  const { root } = document;
  const own = operations.flatMap((operation) => (operation === undefined ? [] : [valueAt(root, operation.pointer)]));
  const tagged = new Set(own.flatMap((one) => (isObject(one) && Array.isArray(one["tags"]) ? one["tags"] : [])));
  const tags = Array.isArray(root["tags"]) ? (root["tags"] as readonly JsonValue[]) : [];
  const told = [...own, ...tags.filter((tag) => isObject(tag) && tagged.has(tag["name"] ?? null)), root["info"]];
  return told.some(
    (one) => isObject(one) && textsOf(one).some((text) => !SHARED.test(text) && OWN.some((how) => how.test(text))),
  );
}

const textsOf = ({ summary, description }: JsonObject): string[] =>
  [summary, description].flatMap((text) => (typeof text === "string" ? text.split(/(?<=[.!?])\s+/) : []));

export const ownItems = defineCheck<ResourceSubject>({
  id: "auth.own-items",
  claim: "what one identity made must be kept from another",
  basis: "the text of the operations, their tag or the document, which says whose items are shown",
  stage: "changing",
  writes: true,
  asked: ({ other }) => other !== undefined,
  tests: CREDENTIAL,
  applies: (plan) =>
    inRole(plan, "create", ({ resource: { operations }, operation }) => {
      const { list, fetch, remove } = operations;
      return protection(operation).length > 0 && fetch !== undefined && saysOwn(plan, [operation, list, fetch, remove]);
    }),
  run: async ({ resource }, target) => {
    const { list, remove } = resource.operations;
    const { other } = target.session.options;
    if (other === undefined) return inconclusive("no second key was given", "--other-key, or --other-key-env");
    const as = (probe: Probe): Promise<Exchange> =>
      target.ask({ ...probe, credential: other.credential(protection(probe.operation)), intent: "foreign" });
    const { id } = await doomedItem(target, resource, "for nobody else");
    const seen = await as(fetchProbe(resource, id));
    if (statusOf(seen) === 401) return inconclusive("the second key is not accepted", "a key that the target accepts");
    if (isSuccess(seen)) return fail("403 or 404 for another identity", seen);
    const page = list === undefined ? undefined : await as({ operation: list, query: largestPage(resource) });
    const isListed = (itemsOf(page ?? seen) ?? []).some((item) => hasId(resource.identifier, item, id));
    if (page !== undefined && isListed)
      return fail(`no item ${writeJson(id)}, which another identity made`, "it is in the list", page);
    return remove === undefined
      ? PASS
      : keptFrom(await as(itemProbe(resource, remove, id)), await target.ask(fetchProbe(resource, id)));
  },
});

/** The outcome of a removal by another identity. */
function keptFrom(removal: Exchange, again: Exchange): Outcome {
  return isSuccess(again) ? PASS : fail("the item, which another identity may not remove", again, removal);
}
