// Changing and removing items, if the document has operations for it.
import { fetchProbe, absentProbe, absentValue, itemProbe, refusalsInPath } from "../../probes/item.ts";
import { wordsOf } from "../../../src/document/names.ts";
import { happeningOf } from "../../../src/realistic/texts/happenings.ts";
import { itemIn, saidOfItem } from "../../places.ts";
import { idOf, isSameId, isShown } from "../../../src/resource/items/identify.ts";
import { names } from "../../../src/resource/items/bodies.ts";
import { inRole } from "../subjects.ts";
import { MEANING } from "../tests.ts";
import { IDENTIFIER, MISSING } from "../fetch/tests.ts";
import { MEDIA, WRONG_BODY } from "../create/tests.ts";
import type { Resource, Role } from "../../../src/resource/model.ts";
import { refused } from "../../judgements/refused.ts";
import { ruleOf } from "../../judgements/rule.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail } from "../../check.ts";
import { Undecidable } from "../../client/undecidable.ts";
import { type Exchange, isRefusal, isSuccess, statusOf, valueOf } from "../../client/exchange.ts";
import { type Plan, type ResourceOperation, creatorOf } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { versionIn } from "../../items/conditions.ts";
import { refusedValues } from "../../items/bodies/sample.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import type { Target } from "../../client/target.ts";
import { mayHold, mustBeItem, shownNames, showsSent } from "../../judgements/difference.ts";
import { stillIn } from "../../judgements/still.ts";
import { type JsonObject, type JsonValue, equalJson, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { fullItem, inTurn } from "./full-items.ts";
import { changedBodies, changedBody, repeating } from "../../items/bodies/changed.ts";

/** Operations that change items which the run can create and look at. */
export function changers(plan: Plan, ...roles: readonly Role[]): ResourceSubject[] {
  const isSeen = ({ resource: { operations } }: ResourceOperation): boolean =>
    operations.create !== undefined && operations.fetch !== undefined;
  return roles.flatMap((role) => inRole(plan, role, isSeen));
}

/** An item as shown, and the body sent before. */
export interface Shown {
  readonly item: unknown;
  readonly sent: JsonObject;
  /** An update was sent, which says nothing about the rest of an object. */
  readonly isPart?: boolean;
}

/** True for the time of a change that the service has set itself, whatever time the client sent. */
function isStamped(name: string, seen: unknown, sent: JsonValue | undefined): boolean {
  if (happeningOf(wordsOf(name)) !== "updated" || typeof seen !== "string" || typeof sent !== "string") return false;
  return Date.parse(seen) > Date.parse(sent);
}

/** The difference between an item and what was sent; undefined if there is none. */
export function shows(plan: Plan, resource: Resource, { item, sent, isPart = false }: Shown): string | undefined {
  if (!isObject(item)) return "no item";
  const { replace, update } = resource.operations;
  const versions = [replace, update].flatMap((one) => (one === undefined ? [] : versionIn(plan, one)));
  const names = shownNames(plan, resource, "fetch").filter(
    (name) =>
      name !== resource.identifier.property &&
      sent[name] !== undefined &&
      !versions.includes(name) &&
      !isStamped(name, item[name], sent[name]) &&
      mayHold(resource, name, sent[name]),
  );
  const wrong = names.find(
    (name) => !showsSent(plan, resource, name, { seen: item[name], sent: sent[name] ?? null, isPart }),
  );
  return wrong === undefined ? undefined : `${wrong}: ${writeJson(item[wrong] ?? null).slice(0, 90)}`;
}

const replaces = (["replace", "update"] as const).map((role) =>
  defineCheck<ResourceSubject>({
    id: `change.${role}`,
    claim:
      role === "replace"
        ? "a replaced item must be kept as it was sent"
        : "an updated item must keep the changes that were sent",
    basis: "the operation, and the one that shows the item again",
    stage: "changing",
    writes: true,
    tests: [MEANING, IDENTIFIER, MEDIA, { part: "request-body", fields: ["self"] }],
    applies: (plan) => changers(plan, role),
    run: (subject, target) =>
      inTurn(target, subject, async () => {
        const { id } = await fullItem(target, subject, `to ${role}`);
        const bodies = changedBodies(target, subject).map((one) => repeating(subject, one, id));
        let again: Exchange | undefined;
        for (const [turn, body] of bodies.entries()) {
          const isLast = turn === bodies.length - 1;
          // The plainest is for a service with rules for its values that no schema can state.
          if (isLast && again !== undefined) break;
          const probe = { ...itemProbe(subject.resource, subject.operation, id), json: body };
          const changed = await target.ask(isLast && turn > 0 ? probe : { ...probe, intent: "edge" });
          if (isRefusal(changed) && !isLast) continue;
          const rule = ruleOf(changed);
          if (rule !== undefined) throw rule;
          if (!isSuccess(changed)) return fail("success", changed);
          again = await target.ask(fetchProbe(subject.resource, id));
          const item = itemIn(again);
          if (isSuccess(again) && item !== undefined) mustBeItem(subject.resource, item);
          const wrong = shows(target.plan, subject.resource, {
            item,
            sent: saidOfItem(subject.operation, body),
            isPart: role === "update",
          });
          if (wrong !== undefined)
            return fail(`the item as sent: ${writeJson(body).slice(0, 120)}`, wrong, changed, again);
        }
        return again === undefined ? PASS : sameIdentifier(subject, again, id);
      }),
  }),
);

function sameIdentifier({ resource }: ResourceSubject, exchange: Exchange, id: JsonValue): Outcome {
  if (!isShown(resource.identifier)) return PASS;
  const seen = idOf(resource.identifier, itemIn(exchange)) ?? null;
  return isSameId(seen, id) ? PASS : fail(`the identifier ${writeJson(id)} as before`, writeJson(seen), exchange);
}

const wrongRefused = (["replace", "update"] as const).map((role) =>
  defineCheck<ResourceSubject>({
    id: `change.${role}-refuses-wrong`,
    claim: `an invalid ${role === "replace" ? "replacement" : "update"} must be refused and the item kept`,
    basis: "the schema of the request body; RFC 9110 section 15.5",
    signs: { mistake: "body-types" },
    stage: "changing",
    writes: true,
    tests: [
      { part: "request-body", fields: ["required"] },
      { part: "request-body", keywords: role === "replace" ? ["type", "required"] : ["type"], depth: 1 },
      WRONG_BODY,
    ],
    applies: (plan) => changers(plan, role).filter(({ operation }) => bodySchema(operation) !== undefined),
    run: (subject, target) =>
      inTurn(target, subject, async () => {
        const { id } = await fullItem(target, subject, `to ${role} wrongly`);
        const before = await target.ask(fetchProbe(subject.resource, id));
        const exchange = await target.ask({
          ...itemProbe(subject.resource, subject.operation, id),
          json: repeating(subject, wrongBody(target, subject), id),
          intent: "invalid",
        });
        const outcome = refused(exchange, subject.operation, "a wrong body");
        if (outcome.verdict !== "pass") return outcome;
        const after = await target.ask(fetchProbe(subject.resource, id));
        const [one, other] = [itemIn(before), itemIn(after)];
        const still = (item: JsonObject): JsonObject => stillIn(target.plan, subject.resource, item);
        const kept =
          isObject(one) && isObject(other)
            ? equalJson(still(one), still(other))
            : equalJson(valueOf(before) ?? null, valueOf(after) ?? null);
        return kept ? PASS : fail("the item as it was", "a changed item", exchange, after);
      }),
  }),
);

function wrongBody(target: Target, subject: ResourceSubject): JsonObject {
  const schema = bodySchema(subject.operation);
  const valid = changedBody(target, subject);
  const { document } = target.plan.contract;
  const { properties } = schemaAt(document, schema?.pointer ?? "", "request");
  for (const [property, { pointer, annotations }] of properties) {
    // A wrong identifier may be another item's, for a lenient server. What is readOnly may be ignored.
    if (property === subject.resource.identifier.steps[0] || annotations.readOnly) continue;
    const own = {
      pointer,
      origin: "derived" as const,
      validate: (value: unknown) => schema?.validate({ ...valid, [property]: value }) ?? [],
    };
    const [wrong] = refusedValues(document, own).filter(({ kind }) => kind === "type");
    if (wrong !== undefined) return { ...valid, [property]: wrong.value };
  }
  throw new Undecidable("no wrong body can be made from the schema", "a schema with constraints");
}

const ING = { replace: "replacing", update: "updating", remove: "removing" } as const;

const missing = (["replace", "update", "remove"] as const).map((role) =>
  defineCheck<ResourceSubject>({
    id: `change.${role}-missing`,
    claim: `${ING[role]} an item that does not exist must fail as documented`,
    basis: "the operation's 404 response",
    stage: "changing",
    writes: true,
    tests: [IDENTIFIER, MISSING],
    // A replacement that the document answers with 201 may create a missing item.
    applies: (plan) =>
      changers(plan, role).filter(
        ({ operation }) => names(operation, "404") && !(role === "replace" && names(operation, "201")),
      ),
    run: async (subject, target) => {
      const { resource, operation } = subject;
      const absent = absentValue(resource);
      const { parameter } = resource.identifier;
      const allowed = [404, ...refusalsInPath(target.plan.contract, operation, parameter?.name, absent)];
      const probe = { ...absentProbe(resource, operation), intent: "invalid" as const };
      const bodies = role === "remove" ? [] : changedBodies(target, subject);
      let exchange = await target.ask(
        bodies[0] === undefined ? probe : { ...probe, json: repeating(subject, bodies[0], absent) },
      );
      // A body that breaks a rule of the service may be refused before anybody looks for the item.
      for (const body of bodies.slice(1))
        if (ruleOf(exchange) !== undefined && !allowed.includes(statusOf(exchange)))
          exchange = await target.ask({ ...probe, json: repeating(subject, body, absent) });
      if (allowed.includes(statusOf(exchange))) return PASS;
      if (bodies.length > 0 && ruleOf(exchange) !== undefined)
        await target.session.working?.(creatorOf(resource).operation);
      return fail(allowed.join(" or "), exchange);
    },
  }),
);

export const itemChecks = [...replaces, ...wrongRefused, ...missing];
