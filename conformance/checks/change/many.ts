// Changing many items with one request: each item that it names changes, and no other.
import { fetchProbe } from "../../probes/item.ts";
import { creatorOf, type Plan } from "../../plan.ts";
import type { Operation, Parameter } from "../../../src/contract/model.ts";
import { writeParameter } from "../../../src/contract/serialization/write.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { bodyWith, nodeAt } from "../../../src/resource/items/envelope.ts";
import { withId } from "../../../src/resource/items/identify.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { type SchemaNode, isType, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { isSuccess, statusOf } from "../../client/exchange.ts";
import type { Probe } from "../../client/request.ts";
import type { Target } from "../../client/target.ts";
import { anItem } from "../../items/create.ts";
import { sampleValue } from "../../items/bodies/sample.ts";
import { itemIn, shapeOf } from "../../places.ts";
import { wholeBodySchema } from "../../bodies.ts";
import { inRole } from "../subjects.ts";
import { MEANING } from "../tests.ts";
import { shows } from "./items.ts";
import { unmakable } from "../../items/bodies/unmakable.ts";

/** Operations on many items for which the run can create its own items and look at them one by one. */
function manys(plan: Plan, role: "replace-many" | "update-many" | "remove-many"): ResourceSubject[] {
  return inRole(plan, role, ({ resource: { operations, identifier } }) => {
    const { create, fetch } = operations;
    const isOne = create !== undefined && shapeOf(create)?.sendsMany !== true;
    return isOne && fetch !== undefined && identifier.parameter !== undefined && identifier.steps.length > 0;
  });
}

type Own = Awaited<ReturnType<typeof anItem>>;

/** Items that no other check uses. */
async function ownItems(target: Target, { resource, operation }: ResourceSubject, count: number): Promise<Own[]> {
  const creator = creatorOf(resource);
  const items: Own[] = [];
  for (let turn = 1; turn <= count; turn++) items.push(await anItem(target, creator, `for ${operation.id} ${turn}`));
  return items;
}

/** The schema of the items that a request lists. */
function listedNode({ contract }: Plan, operation: Operation): SchemaNode | undefined {
  const schema = wholeBodySchema(operation);
  const shape = shapeOf(operation);
  if (schema === undefined || shape?.sendsMany !== true) return undefined;
  return nodeAt(schemaAt(contract.document, schema.pointer, "request"), shape.sent)?.items;
}

/** A property that may be any text. It may be an optional one, because such properties must change as well. */
function plainText({ properties }: SchemaNode, { identifier }: Resource): string | undefined {
  const found = [...properties].find(([name, own]) => {
    const { values, formats, patterns } = own.form;
    const isFree = values === undefined && formats.length + patterns.length === 0 && !own.annotations.readOnly;
    return isFree && isType(own, "string") && name !== identifier.steps[0];
  });
  return found?.[0];
}

/** A valid body with changes to these items; undefined if none can be built. */
function changesOf(
  { plan, session }: Target,
  { operation, resource }: ResourceSubject,
  items: readonly Own[],
): { readonly body: JsonValue; readonly sent: readonly JsonObject[] } | undefined {
  const node = listedNode(plan, operation);
  const place = shapeOf(operation)?.sent;
  if (node === undefined || place === undefined) return undefined;
  const sent = items.map(({ id }) => {
    const made = sampleValue(plan.contract.document, node.pointer, { text: session.nextName(), integer: 42 });
    const text = plainText(node, resource);
    const change = text === undefined ? {} : { [text]: session.nextName() };
    return withId(resource.identifier, { ...(isObject(made) ? made : {}), ...change }, id);
  });
  const body = bodyWith(place, sent);
  return wholeBodySchema(operation)?.validate(body).length === 0 ? { body, sent } : undefined;
}

const changes = (["replace-many", "update-many"] as const).map((role) =>
  defineCheck<ResourceSubject>({
    id: `change.${role}`,
    claim: `${role === "replace-many" ? "replacing" : "updating"} many items must change each that the body lists`,
    basis: "the operation, and the one that shows an item",
    stage: "changing",
    writes: true,
    tests: [MEANING, { part: "request-body", fields: ["self"] }],
    applies: (plan) => manys(plan, role).filter(({ operation }) => listedNode(plan, operation) !== undefined),
    run: async (subject, target) => {
      const { resource, operation } = subject;
      const items = await ownItems(target, subject, 2);
      const made = changesOf(target, subject, items);
      if (made === undefined) throw unmakable(operation);
      const changed = await target.ask({ operation, json: made.body, intent: "edge" });
      if (!isSuccess(changed)) return fail("success", changed);
      if (statusOf(changed) === 202) return inconclusive("it is done later (202)", "a target that does it at once");
      for (const [index, { id }] of items.entries()) {
        const again = await target.ask(fetchProbe(resource, id));
        const wrong = shows(target.plan, resource, { item: itemIn(again), sent: made.sent[index] ?? {} });
        if (wrong !== undefined) return fail(`the item ${writeJson(id)} as sent`, wrong, changed, again);
      }
      return PASS;
    },
  }),
);

/** How a request names the items to remove; undefined if it would remove all of them. */
function naming({ contract }: Plan, operation: Operation, ids: readonly JsonValue[]): Partial<Probe> | undefined {
  const parameter = operation.parameters.find(({ in: where, name }) => where === "query" && NAMES.test(name));
  if (parameter !== undefined) return inQuery(parameter, ids);
  const schema = wholeBodySchema(operation);
  if (schema === undefined) return undefined;
  const node = schemaAt(contract.document, schema.pointer, "request");
  const [list] = [...node.properties].filter(([name, own]) => NAMES.test(name) && own.items !== undefined);
  const bodies = [ids, ...(list === undefined ? [] : [{ [list[0]]: ids }])];
  // If the body may be anything, it may not name items at all, and the request would remove all of them.
  if (list === undefined && node.items === undefined) return undefined;
  const json = bodies.find((body) => schema.validate(body).length === 0);
  return json === undefined ? undefined : { json };
}

function inQuery(parameter: Parameter, ids: readonly JsonValue[]): Partial<Probe> | undefined {
  if (parameter.schema.validate(ids).length > 0) return undefined;
  const written = writeParameter(parameter, ids);
  return written === undefined ? undefined : { written };
}

const NAMES = /(^|_)ids?$|Ids?$/;

const removes = defineCheck<ResourceSubject>({
  id: "change.remove-many",
  claim: "removing many items must remove those it names and no other",
  basis: "the operation, and the one that shows an item; RFC 9110 section 9.3.5",
  stage: "changing",
  writes: true,
  tests: [MEANING],
  applies: (plan) =>
    manys(plan, "remove-many").filter(({ operation, resource }) => {
      const some = resource.identifier.kind === "integer" ? [1, 2] : ["a", "b"];
      return naming(plan, operation, some) !== undefined || resource.identifier.kind === "uuid";
    }),
  run: async (subject, target) => {
    const { resource, operation } = subject;
    const items = await ownItems(target, subject, 3);
    const [kept, ...others] = items;
    const named = naming(
      target.plan,
      operation,
      others.map(({ id }) => id),
    );
    if (named === undefined || kept === undefined)
      return inconclusive("the request cannot name the items to remove", "a list of identifiers in it");
    const removed = await target.ask({ operation, ...named, intent: "edge" });
    if (!isSuccess(removed)) return fail("success", removed);
    if (statusOf(removed) === 202) return inconclusive("it is done later (202)", "a target that does it at once");
    for (const { id } of others) {
      const again = await target.ask({ ...fetchProbe(resource, id), intent: "invalid" });
      if (isSuccess(again)) return fail(`no item ${writeJson(id)}`, again, removed);
    }
    const still = await target.ask({ ...fetchProbe(resource, kept.id), intent: "invalid" });
    return isSuccess(still) ? PASS : fail(`the item ${writeJson(kept.id)}, which was not named`, still, removed);
  },
});

export const manyChecks = [...changes, removes];
