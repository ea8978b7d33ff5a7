// Actions: operations that do something to an item, judged as far as their paths and answers show what that is.
import { creatorOf, type Plan, type ResourceOperation } from "../../plan.ts";
import { inTurn, itemToChange } from "./full-items.ts";
import { valueIn } from "../../../src/resource/items/envelope.ts";
import { names } from "../../../src/resource/items/bodies.ts";
import { idOf } from "../../../src/resource/items/identify.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { valuesAt } from "../../../src/resource/lists/comparing.ts";
import { type Effect, copies, effectOf } from "../../../src/resource/deeds/effects.ts";
import { showsItem } from "../../../src/resource/inference/singletons.ts";
import { type JsonValue, equalJson } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { PASS, type Subject, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, describeAnswer, isSuccess, statusOf, valueOf } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { Undecidable, orUndecidable } from "../../client/undecidable.ts";
import { anItem } from "../../items/create.ts";
import { showProperty } from "../../judgements/difference.ts";
import { itemIn } from "../../places.ts";
import { isSafe } from "../../operations.ts";
import { absentIdentifier, absentValue, itemProbe, refusalsInPath } from "../../probes/item.ts";
import { actedOnBy, actionProbe, validProbe } from "../../items/operation.ts";
import { IDENTIFIER, MISSING } from "../fetch/tests.ts";
import { MEANING } from "../tests.ts";

interface ActionSubject extends Subject {
  readonly resource: Resource;
  /** The path parameter that names the item. */
  readonly name: string;
}

function actions(plan: Plan, wanted: (action: ResourceOperation) => boolean): ActionSubject[] {
  return plan.actions
    .filter(({ operation }) => !isSafe(operation))
    .filter(wanted)
    .flatMap(({ resource, operation }) => {
      const name = actedOnBy({ resource, operation });
      return name === undefined ? [] : [{ resource, operation, name, pointer: operation.pointer }];
    });
}

const missing = defineCheck<ActionSubject>({
  id: "change.action-missing",
  claim: "an action on an item that does not exist must fail as documented",
  basis: "the operation's 404 response, and its path, which names the item",
  stage: "changing",
  writes: true,
  tests: [IDENTIFIER, MISSING],
  applies: (plan) => actions(plan, ({ operation }) => names(operation, "404")),
  run: async ({ operation, resource, name }, target) => {
    const probe = validProbe(target, operation);
    const path = { ...probe.path, [name]: absentIdentifier(resource) };
    const exchange = await target.ask({ ...probe, path, intent: "invalid" });
    const allowed = [404, 410, ...refusalsInPath(target.plan.contract, operation, name, absentValue(resource))];
    return allowed.includes(statusOf(exchange)) ? PASS : fail("404", exchange);
  },
});

interface Acted {
  readonly id: JsonValue;
  readonly done: Exchange;
  /** The item before and after it, where an operation fetches it. */
  readonly before: Exchange | undefined;
  readonly after: Exchange | undefined;
}

/** Carries out an action on a new item, once for all checks. */
async function actedOn(target: Target, subject: ActionSubject): Promise<Acted> {
  const { resource, operation } = subject;
  const creator = creatorOf(resource);
  const acted = await target.session.once(`action ${operation.pointer}`, async (): Promise<Acted> => {
    const own = await orUndecidable(anItem(target, creator, `for ${operation.id}`));
    if (!(own instanceof Undecidable)) return act(target, subject, own.id);
    // Where writes are spent, on the item that checks share, while no other changes it.
    if (!target.session.isTight) throw own;
    return inTurn(target, subject, async () => act(target, subject, (await itemToChange(target, creator, "")).id));
  });
  target.look(acted.done);
  return acted;
}

async function act(target: Target, subject: ActionSubject, id: JsonValue): Promise<Acted> {
  const { resource } = subject;
  const { fetch } = resource.operations;
  const look = async (): Promise<Exchange | undefined> => fetch && target.ask(itemProbe(resource, fetch, id));
  const before = await look();
  const done = await target.ask({ ...actionProbe(target, subject, id), intent: "edge" });
  return { id, before, done, after: await look() };
}

const answersWith = defineCheck<ActionSubject>({
  id: "change.action-item",
  claim: "an action must answer with the item that its path names",
  basis: "the operation's success response, which is the item, and its path",
  stage: "changing",
  writes: true,
  tests: [MEANING, IDENTIFIER],
  applies: (plan) =>
    actions(
      plan,
      ({ resource, operation }) =>
        resource.operations.create !== undefined &&
        resource.identifier.steps.length > 0 &&
        !copies(operation) &&
        showsItem(plan.contract.document, operation, resource) !== undefined,
    ),
  run: async ({ operation, resource, name }, target) => {
    const creator = resource.operations.create;
    const place = showsItem(target.plan.contract.document, operation, resource);
    if (creator === undefined || place === undefined) return inconclusive("the item is not shown", "a schema of it");
    const { id, done: exchange } = await actedOn(target, { resource, operation, name, pointer: operation.pointer });
    // Only the service knows whether this item allows the action.
    if (!isSuccess(exchange))
      return inconclusive(`the action was answered ${describeAnswer(exchange)}`, "a target that carries it out");
    const seen = idOf(resource.identifier, valueIn(valueOf(exchange), place));
    if (seen === undefined || equalJson(seen, id)) return PASS;
    const { property } = resource.identifier;
    return fail(`${property}: ${writeJson(id)}`, `${property}: ${writeJson(seen)}`, exchange);
  },
});

/** Where an item shows that an action was done, and its value there then: a listed state, or what is true or false in it. */
interface Shown {
  readonly path: readonly string[];
  readonly value: JsonValue;
}

const effectIn = (plan: Plan, { resource, operation }: ResourceOperation): Shown | undefined =>
  shownBy(effectOf(plan.contract.document, operation, resource));

function shownBy({ state, flags: [flag], inside }: Effect): Shown | undefined {
  if (state !== undefined) return { path: [state.property], value: state.value };
  if (flag !== undefined) return { path: [flag[0]], value: flag[1] };
  const inner = inside && shownBy(inside.effect);
  return inner && { ...inner, path: [inside.property, ...inner.path] };
}

const effect = defineCheck<ActionSubject>({
  id: "change.action-effect",
  claim: "after an action, its item must be in the state that it leads to",
  basis: "the operation's path, which names a listed state of the item, and the operation that shows it",
  stage: "changing",
  writes: true,
  tests: [MEANING],
  applies: (plan) =>
    actions(
      plan,
      ({ resource, operation }) =>
        resource.operations.create !== undefined &&
        resource.operations.fetch !== undefined &&
        effectIn(plan, { resource, operation }) !== undefined,
    ),
  run: async ({ operation, resource, name }, target) => {
    const { create: creator, fetch } = resource.operations;
    const state = effectIn(target.plan, { resource, operation });
    const seenIn = (shown: Exchange): JsonValue | undefined => valuesAt(itemIn(shown) ?? {}, state?.path ?? [])[0];
    if (creator === undefined || fetch === undefined || state === undefined)
      return inconclusive("the state is not shown", "a schema of it");
    const { before: first, done, after: shown } = await actedOn(target, { resource, operation, name, pointer: "" });
    // Only the service knows whether this item allows the action, and 202 says that it is not done yet.
    if (!isSuccess(done) || statusOf(done) === 202)
      return inconclusive(`the action was answered ${describeAnswer(done)}`, "a target that carries it out at once");
    if (first === undefined || shown === undefined) return inconclusive("the state is not shown", "a fetch of it");
    const [before, after] = [seenIn(first), seenIn(shown)];
    // An action may lead on to a later state.
    const isSeen = after !== undefined && (equalJson(after, state.value) || !equalJson(after, before ?? null));
    if (isSeen) return PASS;
    // The state of a part that the item does not have.
    const [part = "", ...inner] = state.path;
    if (inner.length > 0 && (itemIn(first)?.[part] ?? null) === null)
      return inconclusive(`the item has no ${part}`, "an example in the document of one that has it");
    const place = state.path.join(".");
    return fail(`${place}: ${writeJson(state.value)}`, showProperty(place, after), done, shown);
  },
});

export const actionChecks = [missing, answersWith, effect];
