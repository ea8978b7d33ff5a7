// What a change leaves alone: an update whatever it does not name, a replacement what its text says. An update to a value
// that careless code takes for none is a change like any other.
import type { Operation } from "../../../src/contract/model.ts";
import { type JsonObject, type JsonValue, equalJson, isObject, ownValue } from "../../../src/json/value.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { dropsTheRest, keepsTheRest } from "../../../src/resource/updates.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, describeAnswer, isSuccess, statusOf } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { bodyMediaType } from "../../bodies.ts";
import { anItem } from "../../items/create.ts";
import { sampleBody } from "../../items/body.ts";
import { mayHold, showProperty, showsSent } from "../../judgements/difference.ts";
import { itemIn } from "../../places.ts";
import { type Plan, bodySchema } from "../../plan.ts";
import { itemProbe } from "../../probes/item.ts";
import { MEANING } from "../tests.ts";
import {
  type FullItem,
  asUpdate,
  differing,
  fetchOf,
  fullItem,
  oneChange,
  otherThan,
  partialChange,
  settable,
} from "./full-items.ts";
import { changers } from "./items.ts";

/** The outcome for an update that was not carried out at once; undefined if it was. */
function notUpdated(exchange: Exchange): Outcome | undefined {
  if (isSuccess(exchange) && statusOf(exchange) !== 202) return undefined;
  return inconclusive(`the update was answered ${describeAnswer(exchange)}`, "a target that carries it out at once");
}

/** An update that shows no effect at all is no sign of what a check is about. */
const IDLE = inconclusive("the update had no effect", "see change.update");

const keepsRest = defineCheck<ResourceSubject>({
  id: "change.update-keeps-rest",
  claim: "an update must leave alone what it does not name",
  basis: "the operation, and the one that shows the item again; RFC 5789 section 2",
  stage: "changing",
  writes: true,
  tests: [MEANING],
  applies: (plan) => changers(plan, "update").filter((subject) => settable(plan, subject).size > 0),
  run: async (subject, target) => {
    const { resource, operation } = subject;
    const full = await fullItem(target, subject, "to update in part");
    const change = oneChange(target, subject, full);
    if (change === undefined)
      return (
        (await partKept(target, subject, full)) ??
        inconclusive("no property can be changed alone", "a schema with properties that are not required")
      );
    const changed = await target.ask({ ...itemProbe(resource, operation, full.id), json: change, intent: "edge" });
    const undone = notUpdated(changed);
    if (undone !== undefined) return undone;
    const rest = Object.fromEntries(
      Object.entries<JsonValue>(full.kept).filter(([name]) => !Object.hasOwn(change, name)),
    );
    let isDone = false;
    // The second look comes when other requests have been answered: a copy that lags behind shows the old item then.
    for (const turn of ["at once", "later"] as const) {
      const shown = await target.ask(itemProbe(resource, fetchOf(subject), full.id));
      if (!isSuccess(shown)) return fail("the item", shown, changed);
      const wrong = otherThan(target, subject, rest, shown);
      const item = itemIn(shown) ?? {};
      if (wrong !== undefined)
        return fail(`${showProperty(wrong, rest[wrong])}, as before`, showProperty(wrong, item[wrong]), changed, shown);
      const lost = otherThan(target, subject, shownPart(change, full), shown);
      if (turn === "at once") isDone = lost === undefined;
      else if (lost !== undefined)
        return isDone
          ? fail(
              `${showProperty(lost, change[lost])}, as in the update`,
              showProperty(lost, item[lost]),
              changed,
              shown,
            )
          : IDLE;
    }
    return (await partKept(target, subject, full)) ?? PASS;
  },
});

/** Media types in which a part of an object leaves the rest of it alone: RFC 7396 section 2, and JSON:API. */
const MERGES = /merge-patch|vnd\.api\+json/i;

/** What an update of a part of an object loses of the rest of it; undefined if nothing can be said. */
async function partKept(target: Target, subject: ResourceSubject, full: FullItem): Promise<Outcome | undefined> {
  const { resource, operation } = subject;
  if (!MERGES.test(bodyMediaType(operation))) return undefined;
  const part = partialChange(target, subject, full);
  if (part === undefined) return undefined;
  const { name, json, rest } = part;
  const changed = await target.ask({ ...itemProbe(resource, operation, full.id), json, intent: "edge" });
  if (notUpdated(changed) !== undefined) return undefined;
  const shown = await target.ask(itemProbe(resource, fetchOf(subject), full.id));
  if (!isSuccess(shown)) return fail("the item", shown, changed);
  const seen = itemIn(shown)?.[name];
  const lost = Object.keys(rest).find((one) => !isObject(seen) || !equalJson(seen[one] ?? null, rest[one] ?? null));
  if (lost === undefined) return PASS;
  return fail(`${showProperty(name, rest)} as before in it`, showProperty(name, seen), changed, shown);
}

/** What of a change a fetch shows. */
const shownPart = (change: JsonObject, { names }: FullItem): JsonObject =>
  Object.fromEntries(Object.entries<JsonValue>(change).filter(([name]) => names.includes(name)));

/** Null first: what is empty already shows nothing. */
const NOTHINGS: readonly (readonly JsonValue[])[] = [[null], [false, 0, ""]];

/** A change of all properties to values that careless code takes for none. */
function toNothing(plan: Plan, subject: ResourceSubject, full: FullItem, nothings: readonly JsonValue[]): JsonObject {
  const change: Record<string, JsonValue> = {};
  for (const name of settable(plan, subject).keys()) {
    const before = ownValue(full.kept, name);
    if (before === undefined) continue;
    const value = nothings.find(
      (one) => !equalJson(one, before) && asUpdate(plan, subject, full, { [name]: one }) !== undefined,
    );
    if (value !== undefined && asUpdate(plan, subject, full, { ...change, [name]: value }) !== undefined)
      change[name] = value;
  }
  return change;
}

const falsy = defineCheck<ResourceSubject>({
  id: "change.update-to-nothing",
  claim: "an update to false, 0, null or an empty text must be kept",
  basis: "the schema of the request body, which allows the value",
  stage: "changing",
  writes: true,
  tests: [MEANING, { part: "request-body", fields: ["self"] }],
  applies: (plan) =>
    changers(plan, "update").filter((subject) =>
      [...settable(plan, subject).keys()].some((name) =>
        NOTHINGS.flat().some((value) => bodySchema(subject.operation)?.validate({ [name]: value }).length === 0),
      ),
    ),
  run: async (subject, target) => {
    const full = await fullItem(target, subject, "to update to nothing");
    const changes = NOTHINGS.map((nothings) => toNothing(target.plan, subject, full, nothings));
    const told = changes.filter((change) => Object.keys(change).length > 0);
    let outcome = inconclusive(
      "no property of the new item may become null, false, 0 or an empty text",
      "a property with such a value in the schema of the update, and another one when it is created",
    );
    for (const change of told) {
      outcome = await updatedTo(target, subject, full, change);
      if (outcome.verdict !== "pass") return outcome;
    }
    return outcome;
  },
});

/** The outcome of an update to values that careless code takes for none. */
async function updatedTo(
  target: Target,
  subject: ResourceSubject,
  full: FullItem,
  change: JsonObject,
): Promise<Outcome> {
  const { resource, operation } = subject;
  // Changed along with them, it shows that updates have an effect.
  const usual = differing(oneChange(target, subject, full, Object.keys(change)), full);
  const json = asUpdate(target.plan, subject, full, { ...usual, ...change });
  if (json === undefined) return inconclusive("no valid update can be made", "a target on which creation works");
  const changed = await target.ask({ ...itemProbe(resource, operation, full.id), json, intent: "edge" });
  const undone = notUpdated(changed);
  if (undone !== undefined) return undone;
  const shown = await target.ask(itemProbe(resource, fetchOf(subject), full.id));
  if (!isSuccess(shown)) return fail("the item", shown, changed);
  if (otherThan(target, subject, usual, shown) !== undefined) return IDLE;
  const item = itemIn(shown) ?? {};
  // What is null or empty may be left out; what it was before may not be there any more.
  const wrong = Object.keys(change).find((name) => {
    const [seen, sent] = [ownValue(item, name), change[name] ?? null];
    if (sent === null || sent === "") return isSomething(seen) && mayBeNothing(resource, item, name, sent);
    return mayHold(resource, name, sent) && !showsSent(target.plan, resource, name, { seen, sent });
  });
  return wrong === undefined
    ? PASS
    : fail(showProperty(wrong, change[wrong]), showProperty(wrong, ownValue(item, wrong)), changed, shown);
}

/** False for what is empty too: what an empty text leaves of a list or of an object. */
function isSomething(seen: JsonValue | undefined): boolean {
  if (Array.isArray(seen)) return seen.length > 0;
  if (isObject(seen)) return Object.values<JsonValue>(seen).some(isSomething);
  return seen !== undefined && seen !== null && seen !== "";
}

/** True if an item can have a property as it was sent, or as null, or be without it. */
function mayBeNothing(resource: Resource, item: JsonObject, name: string, sent: JsonValue): boolean {
  const { [name]: _, ...rest } = item;
  return [sent, null].some((one) => mayHold(resource, name, one)) || resource.item.validate(rest).length === 0;
}

const replaceRest = defineCheck<ResourceSubject>({
  id: "change.replace-rest",
  claim: "what a replacement leaves out must become what its text says",
  basis: "the operation's description, and the one that shows the item again",
  stage: "changing",
  writes: true,
  tests: [MEANING],
  applies: (plan) => {
    const { document } = plan.contract;
    return changers(plan, "replace").filter(
      ({ operation }) => keepsTheRest(document, operation) || dropsTheRest(document, operation),
    );
  },
  run: async (subject, target) => {
    const { resource, operation } = subject;
    const { document } = target.plan.contract;
    const full = await fullItem(target, subject, "to replace in part");
    const sample = sampleBody(target.plan, operation, { text: target.session.nextName() });
    const own = settable(target.plan, subject);
    const json = asUpdate(target.plan, subject, full, sample as JsonObject);
    const left = Object.keys(full.kept).filter((name) => own.has(name) && json?.[name] === undefined);
    if (json === undefined || left.length === 0)
      return inconclusive("a replacement can leave nothing out", "a schema with properties that are not required");
    const changed = await target.ask({ ...itemProbe(resource, operation, full.id), json, intent: "edge" });
    const undone = notUpdated(changed);
    if (undone !== undefined) return undone;
    const shown = await target.ask(itemProbe(resource, fetchOf(subject), full.id));
    if (!isSuccess(shown)) return fail("the item", shown, changed);
    const item = itemIn(shown) ?? {};
    // What a new item has without it is its default, too.
    const { item: usual } = await anItem(target, { resource, operation: resource.operations.create as Operation });
    const keeps = keepsTheRest(document, operation);
    const wrong = left.find((name) => {
      const [before, after] = [full.kept[name] ?? null, item[name] ?? null];
      const defaults = [own.get(name)?.annotations.default, usual[name]].filter((one) => one !== undefined);
      const isRight = equalJson(before, after) === keeps || defaults.some((one) => equalJson(before, one));
      return !isRight;
    });
    if (wrong === undefined) return PASS;
    const wanted = keeps ? `${showProperty(wrong, full.kept[wrong])}, as before` : `no ${wrong}, or its default`;
    return fail(wanted, showProperty(wrong, item[wrong]), changed, shown);
  },
});

export const restChecks = [keepsRest, falsy, replaceRest];
