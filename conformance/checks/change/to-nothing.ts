// An update to a value that careless code takes for none is a change like any other.
import { fetchProbe, itemProbe } from "../../probes/item.ts";
import { type JsonObject, type JsonValue, equalJson, isObject, ownValue } from "../../../src/json/value.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { type SchemaNode, mayBe } from "../../../src/schema/normal/schema-node.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { isSuccess } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { mayHold, showProperty, showsSent } from "../../judgements/difference.ts";
import { itemIn } from "../../places.ts";
import type { Plan } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { MEANING } from "../tests.ts";
import {
  IDLE,
  type FullItem,
  asUpdate,
  differing,
  fullItem,
  inTurn,
  notUpdated,
  oneChange,
  otherThan,
  settable,
} from "./full-items.ts";
import { changers } from "./items.ts";

/** Null first: what is empty already shows nothing. */
const NOTHINGS: readonly (readonly JsonValue[])[] = [[null], [false, 0, ""]];

/** A change of all properties to values that careless code takes for none. */
function toNothing(plan: Plan, subject: ResourceSubject, full: FullItem, nothings: readonly JsonValue[]): JsonObject {
  const change: Record<string, JsonValue> = {};
  for (const [name, node] of settable(plan, subject)) {
    const before = ownValue(full.kept, name);
    if (before === undefined) continue;
    const value = nothings.find(
      (one) =>
        (one !== null || saysNull(node)) &&
        !equalJson(one, before) &&
        asUpdate(plan, subject, full, { [name]: one }) !== undefined,
    );
    if (value !== undefined && asUpdate(plan, subject, full, { ...change, [name]: value }) !== undefined)
      change[name] = value;
  }
  return change;
}

/** False where null is only allowed because the document names no type, or because a merge patch may have it. */
function saysNull(node: SchemaNode): boolean {
  const { types, values, groups } = node.form;
  return mayBe(node, "null") && (types !== undefined || values !== undefined || groups.length > 0);
}

export const falsy = defineCheck<ResourceSubject>({
  id: "change.update-to-nothing",
  claim: "an update to false, 0, null or an empty text must be kept",
  basis: "the schema of the request body, which allows the value",
  stage: "changing",
  writes: true,
  tests: [MEANING, { part: "request-body", fields: ["self"] }],
  applies: (plan) =>
    changers(plan, "update").filter((subject) =>
      [...settable(plan, subject)].some(([name, node]) =>
        NOTHINGS.flat().some(
          (value) =>
            (value !== null || mayBe(node, "null")) &&
            bodySchema(subject.operation)?.validate({ [name]: value }).length === 0,
        ),
      ),
    ),
  run: (subject, target) =>
    inTurn(target, subject, async () => {
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
    }),
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
  const shown = await target.ask(fetchProbe(resource, full.id));
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
