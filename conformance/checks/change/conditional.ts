// Requests under a condition, where the document describes them: a change only of what the client has seen, and content
// only if the client does not have it.
import { fetchProbe, itemProbe } from "../../probes/item.ts";
import { Undecidable } from "../../client/undecidable.ts";
import { creatorOf, type Plan } from "../../plan.ts";
import { equalJson, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { names } from "../../../src/resource/items/bodies.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, describeAnswer, headerOf, isRefusal, isSuccess, statusOf } from "../../client/exchange.ts";
import type { Probe } from "../../client/request.ts";
import type { Target } from "../../client/target.ts";
import { isTagged, versionIn } from "../../items/conditions.ts";
import { doomedItem } from "../../items/create.ts";
import { itemIn } from "../../places.ts";
import { stillIn } from "../../judgements/still.ts";
import { saidOfOperation } from "../../probes/said.ts";
import { inRole } from "../subjects.ts";
import { inTurn, itemToChange } from "./full-items.ts";
import { change, changedBody, repeating } from "../../items/bodies/changed.ts";
import { changers } from "./items.ts";

/** A tag that no item has. */
const STRANGE = '"no-such-tag-0000dead"';

const under = (name: string, value: string): Pick<Probe, "headers"> => ({ headers: [[name, value]] });

/** An item as it is shown, with its tag. @throws Undecidable if it has none */
async function tagged(target: Target, fetch: Probe): Promise<{ readonly shown: Exchange; readonly tag: string }> {
  const shown = await target.ask(fetch);
  const tag = headerOf(shown, "etag");
  if (isSuccess(shown) && tag !== undefined) return { shown, tag };
  throw new Undecidable("the item has no ETag", "a target that sends one");
}

const ifMatch = defineCheck<ResourceSubject>({
  id: "change.if-match",
  claim: "a change under the tag of another version must be refused",
  basis: "the operation's 412 response; RFC 9110 section 13.1.1",
  stage: "changing",
  writes: true,
  tests: [{ part: "response", status: ["412"], fields: ["self", "description"] }],
  // The operations that a 412 makes conditional.
  applies: (plan) => changers(plan, "replace", "update", "remove").filter(({ operation }) => names(operation, "412")),
  run: (subject, target) =>
    inTurn(target, subject, async () => {
      const { resource, operation } = subject;
      const isRemoval = resource.operations.remove === operation;
      const name = `for ${operation.id} under a tag`;
      const creator = creatorOf(resource);
      const { id } = isRemoval ? await doomedItem(target, resource, name) : await itemToChange(target, creator, name);
      const { shown: before, tag } = await tagged(target, fetchProbe(resource, id));
      const json = isRemoval ? {} : { json: repeating(subject, changedBody(target, subject), id) };
      const probe = { ...itemProbe(resource, operation, id), ...json };
      const wrong = await target.ask({ ...probe, ...under("If-Match", STRANGE), intent: "invalid" });
      if (!isRefusal(wrong)) return fail("412 for a tag that the item does not have", wrong, before);
      const after = await target.ask({ ...fetchProbe(resource, id), intent: "invalid" });
      const [one, other] = [before, after].map((shown) => {
        const item = itemIn(shown);
        return isObject(item) ? stillIn(target.plan, resource, item) : (item ?? null);
      });
      if (!equalJson(one ?? null, other ?? null)) return fail("the item as it was", after, before, wrong);
      // A weak tag never matches (RFC 9110 section 8.8.3.2).
      if (tag.startsWith("W/") || statusOf(wrong) !== 412) return PASS;
      const right = await target.ask({ ...probe, ...under("If-Match", tag), intent: "edge" });
      if (statusOf(right) === 412) return fail(`success for If-Match: ${tag}`, right, before);
      return isRemoval || !isSuccess(right)
        ? PASS
        : staleRefused(target, probe, { tag, fetch: fetchProbe(resource, id), before });
    }),
});

/** A tag that was the item's must be refused as soon as it is not. */
async function staleRefused(
  target: Target,
  probe: Probe,
  { tag, fetch, before }: { readonly tag: string; readonly fetch: Probe; readonly before: Exchange },
): Promise<Outcome> {
  const now = await target.ask(fetch);
  if (!isSuccess(now) || equalJson(itemIn(now) ?? null, itemIn(before) ?? null)) return PASS;
  // change.etag judges a tag that stays.
  if (headerOf(now, "etag") === tag) return PASS;
  const stale = await target.ask({ ...probe, ...under("If-Match", tag), intent: "invalid" });
  return isRefusal(stale) ? PASS : fail(`412 for ${tag}, which was the tag before`, stale, now);
}

const CONCURRENT =
  /\bversion|\brevision|\bconflict|\bstale|\boutdated|\bconcurren|\boptimistic|\b(?:been|was) (?:changed|modified)|\bchanged\b/i;

/** True if the document says what becomes of a change that names an old version. */
const isGuarded = (plan: Plan, { operation }: ResourceSubject): boolean =>
  (names(operation, "409") || names(operation, "412")) &&
  CONCURRENT.test(saidOfOperation(plan, operation, /^4(?:09|12)$/));

const oldVersion = defineCheck<ResourceSubject>({
  id: "change.old-version",
  claim: "a change that names an old version must be refused",
  basis: "the version in the request body, and the 409 or 412 of the operation",
  stage: "changing",
  writes: true,
  tests: [{ part: "response", status: ["409", "412"], fields: ["self", "description"] }],
  applies: (plan) =>
    changers(plan, "replace", "update").filter(
      (subject) => versionIn(plan, subject.operation) !== undefined && isGuarded(plan, subject),
    ),
  run: (subject, target) =>
    inTurn(target, subject, async () => {
      const { resource, operation } = subject;
      const name = versionIn(target.plan, operation) ?? "";
      const creator = creatorOf(resource);
      const { id } = await itemToChange(target, creator, `for ${operation.id} of a version`);
      const before = await target.ask(fetchProbe(resource, id));
      const version = itemIn(before)?.[name];
      if (version === undefined) return inconclusive(`the item shows no ${name}`, "a target that shows it");
      const probe = itemProbe(resource, operation, id);
      const first = await target.ask({
        ...probe,
        json: { ...repeating(subject, changedBody(target, subject), id), [name]: version },
        intent: "edge",
      });
      if (!isSuccess(first))
        return inconclusive(
          `a change of the version of the moment was answered ${describeAnswer(first)}`,
          "see change.replace",
        );
      const json = { ...repeating(subject, changedBody(target, subject), id), [name]: version };
      const stale = await target.ask({ ...probe, json, isStale: true, intent: "invalid" });
      return isRefusal(stale)
        ? PASS
        : fail(`409 or 412 for ${name}: ${writeJson(version)}, which is old`, stale, first);
    }),
});

const ifNoneMatch = defineCheck<ResourceSubject>({
  id: "fetch.if-none-match",
  claim: "a fetch under the item's own tag must be answered 304",
  basis: "the operation's 304 response; RFC 9110 section 13.1.2",
  stage: "changing",
  writes: true,
  tests: [{ part: "response", status: ["304"], fields: ["self", "description"] }],
  applies: (plan) =>
    inRole(
      plan,
      "fetch",
      ({ resource, operation }) => resource.operations.create !== undefined && names(operation, "304"),
    ),
  run: (subject, target) =>
    inTurn(target, subject, async () => {
      const { resource, operation } = subject;
      const creator = creatorOf(resource);
      const { id } = await itemToChange(target, creator, `for ${operation.id} under a tag`);
      const probe = itemProbe(resource, operation, id);
      const { shown: plain, tag } = await tagged(target, probe);
      const own = await target.ask({ ...probe, ...under("If-None-Match", tag), intent: "edge" });
      if (statusOf(own) !== 304) return changedOr(own, plain, tag);
      const other = await target.ask({ ...probe, ...under("If-None-Match", STRANGE), intent: "edge" });
      return statusOf(other) === 304 ? fail("the item for another tag", other, plain) : PASS;
    }),
});

const otherTag = defineCheck<ResourceSubject>({
  id: "change.etag",
  claim: "a changed item must have another ETag",
  basis: "the ETag or the 304 of the fetch; RFC 9110 section 8.8.1",
  stage: "changing",
  writes: true,
  tests: [{ part: "header", header: "etag", fields: ["self", "description"], by: "path" }],
  applies: (plan) => changers(plan, "update", "replace").filter(({ resource }) => isTagged(resource)),
  run: (subject, target) =>
    inTurn(target, subject, async () => {
      const { resource, operation } = subject;
      const creator = creatorOf(resource);
      const { id } = await itemToChange(target, creator, `for ${operation.id} and its tag`);
      const { shown: before, tag } = await tagged(target, fetchProbe(resource, id));
      const changed = await change(target, subject, id);
      const now = await target.ask(fetchProbe(resource, id));
      const isChanged = isSuccess(now) && !equalJson(itemIn(now) ?? null, itemIn(before) ?? null);
      if (!isSuccess(changed) || !isChanged) return inconclusive("the item has not changed", "see change.update");
      // A weak tag may stay when a change means nothing to clients, which only the service can tell.
      if (headerOf(now, "etag") !== tag || tag.startsWith("W/")) return PASS;
      return fail("another ETag, as the item has changed", `ETag: ${tag} again`, before, changed, now);
    }),
});

/** A service may give each answer a tag of its own, by which it then knows nothing again. */
function changedOr(own: Exchange, plain: Exchange, tag: string): Outcome {
  if (isSuccess(own) && headerOf(own, "etag") !== tag)
    return inconclusive("the tag changes with each answer", "a tag that stays while the item does");
  return fail(`304 for If-None-Match: ${tag}`, describeAnswer(own), plain, own);
}

export const conditionalChecks = [ifMatch, oldVersion, otherTag, ifNoneMatch];
