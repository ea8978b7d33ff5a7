// Items that a replacement creates: PUT to a free identifier creates, PUT to a taken one replaces.
import { fetchProbe, itemProbe } from "../../probes/item.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import { isSuccessStatus } from "../../../src/contract/responses.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, isSuccess, statusOf } from "../../client/exchange.ts";
import type { Session, Target } from "../../client/target.ts";
import { Undecidable } from "../../client/undecidable.ts";
import { sampleBody } from "../../items/bodies/body.ts";
import { freeIdentifier } from "../../items/bodies/identifier.ts";
import { itemIn, saidOfItem } from "../../places.ts";
import type { Plan } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { itemsOf, largestCount, largestPage } from "../../probes/list.ts";
import { idText, withId } from "../../../src/resource/items/identify.ts";
import { MEDIA } from "../create/tests.ts";
import { IDENTIFIER } from "../fetch/tests.ts";
import { names } from "../../../src/resource/items/bodies.ts";
import { inRole } from "../subjects.ts";
import { MEANING } from "../tests.ts";
import { shows } from "./items.ts";
import { unmakable } from "../../items/bodies/unmakable.ts";

/** A document that describes 201 for a replacement says that it may create. */
function upserts(plan: Plan): ResourceSubject[] {
  return inRole(plan, "replace", ({ resource, operation }) => {
    const { operations, identifier, upserts: may } = resource;
    return may && names(operation, "201") && operations.fetch !== undefined && identifier.parameter !== undefined;
  });
}

/** What was sent and answered: an item created, shown, replaced, and shown again. */
interface Upserted {
  readonly id: JsonValue;
  readonly bodies: readonly [JsonObject, JsonObject];
  readonly added: Exchange;
  readonly shown: Exchange;
  readonly replaced: Exchange;
  readonly shownAgain: Exchange;
}

/** Creates an item by a replacement and replaces it, once for all checks. */
async function upserted(target: Target, { operation, resource }: ResourceSubject): Promise<Upserted> {
  const { session } = target;
  const found = await session.once(`upsert ${operation.pointer}`, async () => {
    const text = session.nextName();
    const id = freeIdentifier(session.plan.contract.document, resource.identifier, text);
    if (id === undefined)
      throw new Undecidable("no identifier is certain to be free", "a schema that allows more of them");
    const bodies = [
      bodyFor(session, operation, resource, { id, text }),
      bodyFor(session, operation, resource, { id, text: `${text}-b` }),
    ] as const;
    const probe = itemProbe(resource, operation, id);
    const asked = fetchProbe(resource, id);
    const added = await session.send({ ...probe, json: bodies[0], intent: "edge" });
    if (isSuccess(added)) session.adopt({ resource, id, item: itemIn(added) ?? bodies[0], exchange: added });
    const shown = await session.send({ ...asked, intent: "invalid" });
    const replaced = await session.send({ ...probe, json: bodies[1], intent: "edge" });
    const shownAgain = await session.send({ ...asked, intent: "invalid" });
    return { id, bodies, added, shown, replaced, shownAgain };
  });
  for (const exchange of [found.added, found.shown, found.replaced, found.shownAgain]) target.look(exchange);
  return found;
}

/** An identifier that the client chooses, and a text for the item. */
export interface Chosen {
  readonly id: JsonValue;
  readonly text: string;
}

/** A valid body for an identifier, which it repeats if the schema has a property for it. */
export function bodyFor(
  { plan }: Session,
  operation: Operation,
  { identifier }: Resource,
  { id, text }: Chosen,
): JsonObject {
  const { document } = plan.contract;
  const schema = bodySchema(operation);
  const made = sampleBody(plan, operation, { text, integer: text.length });
  const plain = isObject(made) ? made : {};
  const properties = schema === undefined ? undefined : schemaAt(document, schema.pointer, "request").properties;
  const takes = properties?.get(identifier.steps[0] ?? "")?.annotations.readOnly === false;
  const body = takes ? withId(identifier, plain, id) : plain;
  if (schema !== undefined && schema.validate(body).length > 0) throw unmakable(operation);
  return body;
}

function notAdded({ added }: Upserted): Outcome | undefined {
  if (isSuccess(added)) return undefined;
  const missing = added.operation !== undefined && names(added.operation, "404");
  // A replacement that may create need not, if the document describes an answer for that case.
  if (missing && statusOf(added) === 404)
    return inconclusive("the replacement of what is not there was answered 404", "a target that creates by it");
  return fail("success for an identifier that is free", added);
}

/** The difference between an item as shown and as sent; undefined if there is none. */
function kept(
  target: Target,
  resource: Resource,
  sent: JsonObject,
  ...[change, shown]: readonly [Exchange, Exchange]
): Outcome {
  if (!isSuccess(shown)) return fail("the item that was sent", shown, change);
  const wrong = shows(target.plan, resource, {
    item: itemIn(shown),
    sent: saidOfItem(change.operation, sent),
  });
  return wrong === undefined ? PASS : fail(`the item as sent: ${writeJson(sent).slice(0, 120)}`, wrong, change, shown);
}

const SHARED = { stage: "changing", writes: true, applies: upserts } as const;

const adds = defineCheck<ResourceSubject>({
  ...SHARED,
  id: "change.upsert",
  claim: "a replacement of what is not there must create it",
  basis: "the operation's 201 response, and the operation that shows the item",
  tests: [MEANING, IDENTIFIER, MEDIA],
  run: async (subject, target) => {
    const made = await upserted(target, subject);
    return notAdded(made) ?? kept(target, subject.resource, made.bodies[0], made.added, made.shown);
  },
});

const again = defineCheck<ResourceSubject>({
  ...SHARED,
  id: "change.upsert-again",
  claim: "a replacement sent to a new item must replace it and add none",
  basis: "the operation, and the ones that show its item; RFC 9110 section 9.3.4",
  tests: [MEANING, IDENTIFIER],
  // Only of a PUT does HTTP say that it may be repeated.
  applies: (plan) => upserts(plan).filter(({ operation }) => operation.method !== "POST"),
  run: async (subject, target) => {
    const { resource } = subject;
    const made = await upserted(target, subject);
    if (notAdded(made) !== undefined) return inconclusive("no item was added", "see change.upsert");
    if (!isSuccess(made.replaced)) return fail("success", made.replaced, made.added);
    const outcome = kept(target, resource, made.bodies[1], made.replaced, made.shownAgain);
    return outcome.verdict === "pass" ? once(target, resource, made) : outcome;
  },
});

/** The list must show the item exactly once, if it can show all items. */
async function once(target: Target, resource: Resource, { id, replaced }: Upserted): Promise<Outcome> {
  const { list } = resource.operations;
  if (list === undefined) return PASS;
  const page = await target.ask({ operation: list, query: largestPage(resource), intent: "edge" });
  const items = itemsOf(page) ?? [];
  const own = items.filter((item) => idText(resource.identifier, item) === showScalar(id));
  if (own.length === 1 || (own.length === 0 && items.length >= largestCount(resource))) return PASS;
  return own.length === 0 ? PASS : fail("the item once in the list", `it is there ${own.length} times`, replaced, page);
}

const status = defineCheck<ResourceSubject>({
  ...SHARED,
  id: "change.upsert-status",
  level: "should",
  claim: "a replacement should be answered 201 only where it creates",
  basis: "the operation's 201 response; RFC 9110 section 9.3.4",
  tests: [{ part: "response", status: ["201"], fields: ["self", "description"] }],
  // If 201 is the only documented success, it stands for both outcomes.
  applies: (plan) =>
    upserts(plan).filter(({ operation }) =>
      operation.responses.some(({ status }) => status !== "201" && isSuccessStatus(status)),
    ),
  run: async (subject, target) => {
    const made = await upserted(target, subject);
    if (notAdded(made) !== undefined) return inconclusive("no item was added", "see change.upsert");
    if (statusOf(made.added) !== 201 && statusOf(made.added) !== 202)
      return fail("201 for the item that was added", made.added);
    return isSuccess(made.replaced) && statusOf(made.replaced) === 201
      ? fail("200 or 204 for the item that was replaced", made.replaced, made.added)
      : PASS;
  },
});

export const upsertChecks = [adds, again, status];
