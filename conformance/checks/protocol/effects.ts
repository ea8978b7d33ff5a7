// What an undocumented method must not do: change or remove an item, or repeat a credential.
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { absentProbe, isItemOf, itemProbe } from "../../probes/item.ts";
import { itemsOf, largestPage } from "../../probes/list.ts";
import { type Plan, resourceOf } from "../../plan.ts";
import { type Outcome, PASS, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, isSuccess, mediaTypeOf, statusOf, textOf, valueOf } from "../../client/exchange.ts";
import { marksOf } from "../../items/bodies/marks.ts";
import { rareFilterValue } from "../../probes/filter-values.ts";
import { sideBySide } from "../../client/side-by-side.ts";
import type { Target } from "../../client/target.ts";
import { findMarked } from "../../judgements/refused-items.ts";
import { paths } from "./methods.ts";
import { type PathSubject, methodsOf, ownItem, sendUnlisted } from "./unlisted.ts";
import { type JsonValue, equalJson } from "../../../src/json/value.ts";

function withItems(plan: Plan): PathSubject[] {
  return paths(plan).filter(
    ({ operation, resource }) => isItemOf(resource, operation) && resource?.operations.fetch !== undefined,
  );
}

/** Whether an item is still what it was before some requests. */
async function unchanged(
  target: Target,
  fetch: Operation,
  id: JsonValue,
  { before, asked }: { readonly before: Exchange; readonly asked: readonly Exchange[] },
): Promise<Outcome> {
  const resource = resourceOf(target.plan, fetch);
  if (resource === undefined || !isSuccess(before))
    return inconclusive("the item cannot be fetched", "see create.keeps");
  const after = await target.ask({ ...itemProbe(resource, fetch, id), intent: "foreign" });
  const same = isSuccess(after) && equalJson(valueOf(before) ?? null, valueOf(after) ?? null);
  return same ? PASS : fail("the item as it was", after, before, ...asked.slice(-2));
}

const noAction = defineCheck<PathSubject>({
  id: "protocol.unlisted-no-action",
  level: "should",
  claim: "an undocumented method should change nothing",
  basis: "the path's operations; spec/decisions.md#wrong-method",
  fault: "F210",
  stage: "changing",
  writes: true,
  applies: (plan) =>
    paths(plan).filter(
      ({ operation, resource }) =>
        methodsOf(plan, operation.path).size < 4 &&
        (isItemOf(resource, operation)
          ? resource?.operations.fetch !== undefined
          : resource?.operations.create !== undefined && resource.operations.list !== undefined),
    ),
  run: async (subject, target) => {
    const { exchanges, before, id } = await sendUnlisted(target, subject);
    exchanges.forEach((exchange) => target.look(exchange));
    const { fetch } = subject.resource?.operations ?? {};
    if (!isItemOf(subject.resource, subject.operation)) return addedNothing(target, subject);
    if (fetch === undefined || before === undefined || id === undefined)
      return inconclusive("no item to try it on", "a document that can create one");
    const looks = [
      (): Promise<Outcome> => addedNothing(target, subject),
      () => unchanged(target, fetch, id, { before, asked: exchanges.filter(isSuccess) }),
    ];
    const [added = PASS, kept = PASS] = await sideBySide(looks, (look) => look());
    // Report an added item separately from a change to this one.
    return kept.verdict === "pass" && added.verdict === "fail" ? added : kept;
  },
});

/** Looks for items created from the bodies of such requests, on a list that shows few others. */
async function addedNothing(target: Target, { resource }: PathSubject): Promise<Outcome> {
  const list = resource?.operations.list;
  if (resource === undefined || list === undefined) return PASS;
  // One page covers all paths of the resource, so all of them are sent first.
  const own = paths(target.plan).filter((path) => path.resource === resource);
  await sideBySide(own, (path) => sendUnlisted(target, path));
  const rare = rareFilterValue(target.plan, resource);
  const narrow = rare === undefined ? [] : [[rare.filter.parameter.name, showScalar(rare.value)] as const];
  const query = [...largestPage(resource), ...narrow];
  const page = await target.view({ operation: list, query, intent: "edge" });
  if (itemsOf(page) === undefined) return inconclusive("there is no list to look at", "see lists.untouched");
  return findMarked(target.session, page, resource, marksOf(target.session, "unlisted"));
}

/** Headers with which some frameworks let a request claim another method. */
const OVERRIDES = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"] as const;

const override = defineCheck<PathSubject>({
  id: "protocol.override",
  level: "should",
  claim: "a GET should stay a GET, whatever method a header names",
  basis: "RFC 9110 section 9.2.1",
  fault: "F210",
  stage: "changing",
  writes: true,
  applies: withItems,
  run: async ({ resource }, target) => {
    const { fetch, create } = resource?.operations ?? {};
    if (resource === undefined || fetch === undefined || create === undefined)
      return inconclusive("no item to try it on", "a document that can create one");
    const { id } = await ownItem(target, { resource, operation: create }, 3);
    const before = await target.ask(itemProbe(resource, fetch, id));
    const headers = OVERRIDES.map((name) => [name, "DELETE"] as const);
    const asked = await target.ask({ ...itemProbe(resource, fetch, id), headers, intent: "foreign" });
    return unchanged(target, fetch, id, { before, asked: [asked] });
  },
});

const trace = defineCheck<PathSubject>({
  id: "protocol.trace",
  level: "should",
  claim: "TRACE should be refused, or repeat the request without its credential",
  basis: "RFC 9110 section 9.3.8",
  fault: "F209",
  // A server that makes an object of each request may end at a method that its library does not know.
  stage: "risky",
  quiet: true,
  writes: true,
  applies: (plan) => paths(plan).filter(({ operation }) => !methodsOf(plan, operation.path).has("TRACE")),
  run: async ({ operation, resource }, target) => {
    const item = resource !== undefined && isItemOf(resource, operation);
    const base = item ? absentProbe(resource, operation) : { operation };
    const exchange = await target.send({ ...base, method: "TRACE", intent: "foreign" });
    if (statusOf(exchange) >= 400 || exchange.response === undefined) return PASS;
    if (mediaTypeOf(exchange) !== "message/http") return fail("a refusal, or message/http", exchange);
    const text = textOf(exchange);
    const repeats = target.session.keyring.secrets.some((key) => text.includes(key));
    return repeats ? fail("no credential in the answer", "the credential", exchange) : PASS;
  },
});

export const effectChecks = [noAction, override, trace];
