// Collections below items: they exist only while the item does, and are separate from those below other items.
import { creatorOf, type Plan, type ResourceOperation, plannedOf } from "../plan.ts";
import type { Operation } from "../../src/contract/model.ts";
import { showScalar } from "../../src/contract/serialization/text.ts";
import { type JsonObject, isObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import type { ParentLink, Resource } from "../../src/resource/model.ts";
import { names } from "../../src/resource/items/bodies.ts";
import { parametersIn, stepsOf } from "../../src/resource/paths.ts";
import { type Outcome, PASS, type Subject, defineCheck, fail, inconclusive } from "../check.ts";
import { describeAnswer, isSuccess, statusOf } from "../client/exchange.ts";
import type { Target } from "../client/target.ts";
import { Undecidable } from "../client/undecidable.ts";
import { anItem, create, plainOf } from "../items/create.ts";
import type { CreatedItem } from "../items/created.ts";
import { difference, shownNames } from "../judgements/difference.ts";
import { itemIn, shapeOf } from "../places.ts";
import { isWritable } from "../bodies.ts";
import { isSafe } from "../operations.ts";
import { absentIdentifier, absentValue, refusalsInPath } from "../probes/item.ts";
import { itemsOf, largestPage } from "../probes/list.ts";
import { validProbe } from "../items/operation.ts";
import { IDENTIFIER, MISSING } from "./fetch/tests.ts";
import { MEANING } from "./tests.ts";

interface NestedSubject extends Subject {
  readonly resource: Resource;
  /** The parent resource as the plan has it. */
  readonly parent: Resource;
}

/** Every operation of a collection that is below the items of another one. */
function nested(plan: Plan, wanted: (subject: NestedSubject) => boolean): NestedSubject[] {
  return plan.resources.flatMap((resource) => {
    const { parent: link, operations } = resource;
    const parent = link === undefined ? undefined : plannedOf(plan, link.resource);
    if (link === undefined || parent === undefined || !leadsThrough(link)) return [];
    return Object.values(operations)
      .map((operation) => ({ operation, resource, parent, pointer: operation.pointer }))
      .filter(wanted);
  });
}

/** The parent's own collection is at the place that its path says, so its items can be created and found missing. */
function leadsThrough({ resource, parameters }: ParentLink): boolean {
  return resource.scope.length === parameters - 1 && resource.operations.fetch !== undefined;
}

/** The parameter of an operation's path that names the parent's item. */
function parentParameter({ path }: Operation, { parent }: Resource): string {
  return parametersIn(stepsOf(path))[(parent?.parameters ?? 1) - 1] ?? "";
}

const MISSED = [
  {
    id: "nested.missing",
    claim: "what is below an item that does not exist must not be found",
    isAsked: (_: NestedSubject, operation: Operation) => isSafe(operation),
    writes: {},
  },
  {
    id: "nested.nothing-added",
    claim: "nothing must be added below an item that does not exist",
    isAsked: ({ resource }: NestedSubject, operation: Operation) =>
      resource.operations.create === operation && isWritable(operation),
    writes: { writes: true },
  },
] as const;

const missing = MISSED.map(({ id, claim, isAsked, writes }) =>
  defineCheck<NestedSubject>({
    id,
    claim,
    basis: "the operation's 404 response, and its path, which leads through the item",
    stage: "changing",
    ...writes,
    tests: [IDENTIFIER, MISSING],
    applies: (plan) =>
      nested(plan, (subject) => isAsked(subject, subject.operation) && names(subject.operation, "404")),
    run: async ({ operation, resource, parent }, target) => {
      const name = parentParameter(operation, resource);
      const probe = validProbe(target, operation);
      const path = { ...probe.path, [name]: absentIdentifier(parent) };
      const exchange = await target.ask({ ...probe, path, elsewhere: true, intent: "invalid" });
      const refusals = refusalsInPath(target.plan.contract, operation, name, absentValue(parent));
      const hidden = names(operation, "403") ? [403] : [];
      const allowed = [404, 410, ...hidden, ...refusals];
      return allowed.includes(statusOf(exchange)) ? PASS : fail("404", exchange);
    },
  }),
);

const canHaveOthers = ({ resource, parent }: NestedSubject): boolean => {
  const { create: creator, list, fetch } = resource.operations;
  if (creator === undefined || (list === undefined && fetch === undefined)) return false;
  return parent.operations.create !== undefined && shapeOf(creator)?.sendsMany !== true;
};

const apart = defineCheck<NestedSubject>({
  id: "nested.apart",
  claim: "what is below one item must not be found below another",
  basis: "the path, which leads through the item",
  stage: "early",
  writes: true,
  tests: [MEANING, IDENTIFIER],
  applies: (plan) =>
    nested(plan, (subject) => canHaveOthers(subject) && subject.operation === subject.resource.operations.create),
  run: async (subject, target) => {
    const { resource, operation } = subject;
    const child = await anItem(target, { resource, operation });
    const other = await anotherParent(target, subject);
    return (await shownBelow(target, subject, showScalar(other.id), child)) ?? PASS;
  },
});

/** An item of the parent's collection that no other check uses. */
async function anotherParent(target: Target, { parent }: NestedSubject): Promise<CreatedItem> {
  const creator: ResourceOperation = creatorOf(parent);
  await target.session.working?.(creator.operation);
  const made = await create(target.session, creator, plainOf(target, creator));
  target.look(made.exchange);
  if (made.own === undefined)
    throw new Undecidable(`no other item of ${parent.name} could be created`, "a target on which creation works");
  // Other checks may send requests below it until the end of the run.
  made.own.isWay = true;
  return made.own;
}

type Child = Pick<CreatedItem, "item" | "id" | "exchange">;

/** The fault if an item is shown below a parent that it does not belong to; undefined if it is not. */
async function shownBelow(
  target: Target,
  { resource }: NestedSubject,
  parentId: string,
  { item, id, exchange }: Child,
): Promise<Outcome | undefined> {
  const { list, fetch } = resource.operations;
  const isIt = (seen: JsonObject): boolean =>
    difference(shownNames(target.plan, resource, "create", seenAs), item, seen) === undefined;
  let seenAs: "list" | "fetch" = "list";
  if (list !== undefined) {
    const path = { [parentParameter(list, resource)]: parentId };
    const page = await target.ask({
      operation: list,
      query: largestPage(resource),
      path,
      elsewhere: true,
      intent: "edge",
    });
    if (isSuccess(page) && itemsOf(page)?.some(isIt) === true)
      return fail(`no item ${writeJson(id)} below ${parentId}`, "it is listed there, too", exchange, page);
  }
  const { parameter } = resource.identifier;
  if (fetch === undefined || parameter === undefined) return undefined;
  seenAs = "fetch";
  const path = { [parentParameter(fetch, resource)]: parentId, [parameter.name]: showScalar(id) };
  const fetched = await target.ask({ operation: fetch, path, elsewhere: true, intent: "invalid" });
  const shown = isSuccess(fetched) ? itemIn(fetched) : undefined;
  if (!isObject(shown) || !isIt(shown)) return undefined;
  return fail(`no item ${writeJson(id)} below ${parentId}`, fetched, exchange);
}

const removed = defineCheck<NestedSubject>({
  id: "nested.removed",
  claim: "what is below an item must be gone when the item is",
  basis: "the operation that removes the item, and the path, which leads through it; RFC 9110 section 9.3.5",
  stage: "changing",
  writes: true,
  tests: [MEANING, IDENTIFIER],
  applies: (plan) =>
    nested(
      plan,
      (subject) =>
        canHaveOthers(subject) &&
        subject.operation === subject.resource.operations.create &&
        subject.parent.operations.remove !== undefined &&
        subject.parent.identifier.parameter !== undefined,
    ),
  run: async (subject, target) => {
    const { resource, operation, parent } = subject;
    const remove = parent.operations.remove as Operation;
    const above = await anotherParent(target, subject);
    const parentId = showScalar(above.id);
    const creator = { resource, operation };
    const below = { [parentParameter(operation, resource)]: parentId };
    const made = await create(target.session, creator, plainOf(target, creator), { path: below });
    target.look(made.exchange);
    if (made.item === undefined || made.id === undefined)
      return inconclusive("no item could be created below another one", "a target on which creation works");
    const child = { item: made.item, id: made.id, exchange: made.exchange };
    const path = { [parent.identifier.parameter?.name ?? ""]: parentId };
    const gone = await target.ask({ operation: remove, path, intent: "edge" });
    // An item with others below it need not be removable, and with 202 it is not removed yet.
    if (!isSuccess(gone) || statusOf(gone) === 202)
      return inconclusive(
        `the removal was answered ${describeAnswer(gone)}`,
        "a target that removes items with all below",
      );
    return (await shownBelow(target, subject, parentId, child)) ?? PASS;
  },
});

export const nestedChecks = [...missing, apart, removed];
