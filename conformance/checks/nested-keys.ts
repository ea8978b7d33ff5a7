// Keys that clients choose below items: the same key below two of them names two items.
import { showScalar } from "../../src/contract/serialization/text.ts";
import type { Operation } from "../../src/contract/model.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { names } from "../../src/resource/items/bodies.ts";
import { withId } from "../../src/resource/items/identify.ts";
import type { Resource } from "../../src/resource/model.ts";
import { parametersIn, stepsOf } from "../../src/resource/paths.ts";
import { PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../check.ts";
import { type Exchange, describeAnswer, isSuccess } from "../client/exchange.ts";
import type { Target } from "../client/target.ts";
import { Undecidable } from "../client/undecidable.ts";
import { create, plainOf } from "../items/create.ts";
import { freeIdentifier, takesKey } from "../items/bodies/identifier.ts";
import { itemIn, saidOfItem, shapeOf } from "../places.ts";
import { type Plan, plannedOf } from "../plan.ts";
import { bodySchema } from "../operations.ts";
import { pathParameter, pathTo } from "../probes/item.ts";
import { shows } from "./change/items.ts";
import { type Chosen, bodyFor } from "./change/upserts.ts";
import { IDENTIFIER } from "./fetch/tests.ts";
import { MEANING } from "./tests.ts";
import { unmakable } from "../items/bodies/unmakable.ts";

/** Collections below items whose items the client names: in a path that may be free, or in the body of a creation. */
function keyedBelow(plan: Plan): ResourceSubject[] {
  return plan.resources.flatMap((resource) => {
    const { operations, identifier, scope } = resource;
    if (scope.length === 0 || operations.fetch === undefined || identifier.parameter === undefined) return [];
    const operation = adderOf(resource);
    if (operation === undefined) return [];
    const isTaken = operation !== operations.create || takesKey(plan.contract.document, resource, operation);
    return isTaken ? [{ resource, operation, pointer: operation.pointer }] : [];
  });
}

function adderOf({ operations, identifier, upserts }: Resource): Operation | undefined {
  const { replace, create: creator } = operations;
  if (upserts && replace !== undefined && names(replace, "201")) return replace;
  const isChosen = identifier.chosen === true || identifier.kept === true;
  return creator !== undefined && isChosen && shapeOf(creator)?.sendsMany !== true ? creator : undefined;
}

/** The parameter of an operation's path that names the direct parent item. */
function aboveIn({ path }: Operation, { scope }: Resource): string {
  return parametersIn(stepsOf(path))[scope.length - 1] ?? "";
}

/** Another parent to create items below: a new item, or any name if no resource stores such parents. */
async function anotherAbove(target: Target, { resource, operation }: ResourceSubject): Promise<string> {
  const { session, plan } = target;
  const parent = resource.parent === undefined ? undefined : plannedOf(plan, resource.parent.resource);
  const creator = parent?.operations.create;
  if (parent === undefined) {
    const name = aboveIn(operation, resource);
    const text = session.nextName();
    const schema = pathParameter(operation, name)?.schema;
    if (schema === undefined || schema.validate(text).length === 0) return text;
  } else if (creator !== undefined) {
    const adder = { resource: parent, operation: creator };
    const { own } = await create(session, adder, plainOf(target, adder));
    if (own !== undefined) {
      // Other checks may send requests below it until the end of the run.
      own.isWay = true;
      return showScalar(own.id);
    }
  }
  throw new Undecidable("there is no other item to add below", "a target with two of them");
}

const sameKey = defineCheck<ResourceSubject>({
  id: "nested.same-key",
  claim: "a key used below two items must name two items",
  basis: "the path, which leads through the item, and the key that the client chooses",
  stage: "changing",
  writes: true,
  tests: [MEANING, IDENTIFIER],
  applies: keyedBelow,
  run: async (subject, target) => {
    const { resource, operation } = subject;
    const { session, plan } = target;
    const fetch = resource.operations.fetch as Operation;
    const text = session.nextName();
    const key = freeIdentifier(plan.contract.document, resource.identifier, text);
    if (key === undefined) return inconclusive("no key is certain to be free", "a schema that allows more");
    const above = await anotherAbove(target, subject);
    const below = (
      one: Operation,
      isOther: boolean,
    ): { readonly path: Record<string, string>; readonly elsewhere?: true } => ({
      path: { ...pathTo(resource, showScalar(key)).path, ...(isOther ? { [aboveIn(one, resource)]: above } : {}) },
      ...(isOther ? { elsewhere: true as const } : {}),
    });
    const bodies = ["", "-b"].map((end) => bodyOf(target, subject, { id: key, text: `${text}${end}` }));
    const [first = {}, second = {}] = bodies;
    const add = (json: JsonObject, isOther: boolean): Promise<Exchange> =>
      target.ask({ operation, json, ...below(operation, isOther), intent: "edge" });
    const one = await add(first, false);
    if (isSuccess(one)) session.adopt({ resource, id: key, item: itemIn(one) ?? first, exchange: one });
    const other = isSuccess(one) ? await add(second, true) : one;
    if (!isSuccess(one) || !isSuccess(other))
      return inconclusive(
        `the ${isSuccess(one) ? "second" : "first"} was answered ${describeAnswer(other)}`,
        "a target that takes the key twice",
      );
    const found = await target.ask({ operation: fetch, ...below(fetch, false), intent: "invalid" });
    const { remove } = resource.operations;
    if (remove !== undefined) await target.ask({ operation: remove, ...below(remove, true), intent: "edge" });
    const wanted = `the item ${writeJson(key)} as sent: ${writeJson(first).slice(0, 120)}`;
    if (!isSuccess(found)) return fail(wanted, found, one, other);
    // change.upsert and create.keeps judge a property that neither shows.
    const said = bodies.map((body) => saidOfItem(operation, body));
    const wrong = shows(plan, resource, { item: itemIn(found), sent: said[0] ?? {} });
    const isOther =
      wrong !== undefined && shows(plan, resource, { item: itemIn(found), sent: said[1] ?? {} }) === undefined;
    return isOther ? fail(wanted, `the one below ${above}`, one, other, found) : PASS;
  },
});

function bodyOf(target: Target, { resource, operation }: ResourceSubject, chosen: Chosen): JsonObject {
  if (operation === resource.operations.replace) return bodyFor(target.session, operation, resource, chosen);
  const body = withId(resource.identifier, plainOf(target, { resource, operation }).body(chosen.text), chosen.id);
  if (bodySchema(operation)?.validate(body).length === 0) return body;
  throw unmakable(operation);
}

export const nestedKeyChecks = [sameKey];
