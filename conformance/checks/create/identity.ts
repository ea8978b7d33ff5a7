// The identifier of a new item: it exists, the service chose it, and it leads to the item.
import { itemIn } from "../../places.ts";
import { hasId, idOf } from "../../../src/resource/items/identify.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import { MEANING, ofIdentifier } from "../tests.ts";
import { READ_ONLY } from "./tests.ts";
import { itemsOf } from "../../probes/list.ts";
import { validProbe } from "../../items/operation.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, headerOf, isSuccess, precedes } from "../../client/exchange.ts";
import { anItem, whyUncreated } from "../../items/create.ts";
import { freeIdentifier } from "../../items/bodies/identifier.ts";
import type { Target } from "../../client/target.ts";
import { creators } from "./subjects.ts";
import { shownNames } from "../../judgements/difference.ts";
import { writeRemedy } from "../../client/remedies.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";

const identifier = defineCheck<ResourceSubject>({
  id: "create.identifier",
  claim: "every created item must get an identifier of its own",
  basis: "the item's identifier",
  stage: "record",
  writes: true,
  tests: [MEANING, ...ofIdentifier(), ...READ_ONLY],
  // The check claims nothing about a creation that shows something other than the item.
  applies: (plan) =>
    creators(plan, (resource) => shownNames(plan, resource, "create").includes(resource.identifier.steps[0] ?? "")),
  run: (subject, target) => {
    const made = creations(subject, target);
    made.slice(0, 1).forEach(({ exchange }) => target.look(exchange));
    if (made.length < 2) {
      const none = whyUncreated(target.plan, subject.resource);
      const { reason, needs } = none ?? {
        reason: "fewer than two items were created",
        needs: writeRemedy(target.session),
      };
      return inconclusive(reason, needs);
    }
    return taken(subject, made, listedBefore(subject, target));
  },
});

interface Made {
  readonly exchange: Exchange;
  readonly item: JsonObject;
}

/** The answers to creations, except those that show no item: the schema family judges these. */
function creations({ operation }: ResourceSubject, target: Target): Made[] {
  return target.session.recordOf(operation).flatMap((exchange) => {
    // Below a different parent item, identifiers may start over.
    const isAllowed = exchange.intent !== "invalid" && exchange.elsewhere !== true;
    const own = isAllowed && exchange.request.method === operation.method;
    const item = own && isSuccess(exchange) ? itemIn(exchange) : undefined;
    return isObject(item) ? [{ exchange, item }] : [];
  });
}

/** The identifiers that lists showed before anything was created, each with the list. */
function listedBefore({ resource, operation }: ResourceSubject, target: Target): Map<string, Exchange> {
  const { session } = target;
  const { list } = resource.operations;
  const owners = new Map<string, Exchange>();
  const sent = session.recordOf(operation).filter((exchange) => isSuccess(exchange));
  if (list === undefined || sent.length === 0) return owners;
  for (const exchange of session.recordOf(list)) {
    if (!isSuccess(exchange) || exchange.elsewhere === true) continue;
    if (!sent.every((creation) => precedes(exchange, creation))) continue;
    for (const item of itemsOf(exchange) ?? []) {
      owners.set(writeJson(idOf(resource.identifier, item) ?? null), exchange);
    }
  }
  return owners;
}

function taken({ resource }: ResourceSubject, made: readonly Made[], owners: Map<string, Exchange>): Outcome {
  const { property } = resource.identifier;
  for (const { exchange, item } of made) {
    const id = idOf(resource.identifier, item);
    if (id === undefined) return fail(`a created item with ${property}`, exchange);
    const owner = owners.get(writeJson(id));
    if (owner !== undefined)
      return fail(`a new ${property} for each item`, `${property} ${writeJson(id)} twice`, owner, exchange);
    owners.set(writeJson(id), exchange);
  }
  return PASS;
}

const clientChosen = defineCheck<ResourceSubject>({
  id: "create.client-identifier",
  claim: "an identifier in the body must not become the item's",
  basis: "the request body, which has no identifier; spec/decisions.md#assigned-identifier",
  fault: "F203",
  stage: "creating",
  writes: true,
  tests: READ_ONLY,
  applies: (plan) =>
    creators(plan, ({ identifier: own }) => own.kind !== "text" && own.steps.length === 1).filter(
      ({ resource, pointer }) => {
        const { properties } = schemaAt(plan.contract.document, pointer, "request");
        return properties.get(resource.identifier.property)?.annotations.readOnly !== false;
      },
    ),
  run: async ({ resource, operation }, target) => {
    const { property } = resource.identifier;
    const { document } = target.plan.contract;
    const chosen = freeIdentifier(document, resource.identifier, target.session.nextName());
    if (chosen === undefined) return inconclusive("no identifier is certain to be free", "a schema that allows more");
    const { json, ...probe } = validProbe(target, operation);
    const body = { ...(isObject(json) ? json : {}), [property]: chosen };
    const exchange = await target.ask({ ...probe, intent: "invalid", json: body });
    const item = itemIn(exchange);
    const kept = isSuccess(exchange) && isObject(item) && hasId(resource.identifier, item, chosen);
    const seen = `${property}: ${writeJson(chosen)}, as the client chose`;
    return kept ? fail("an identifier of the service's own", seen, exchange) : PASS;
  },
});

const location = defineCheck<ResourceSubject>({
  id: "create.location",
  level: "should",
  claim: "a Location header should lead to the new item",
  basis: "RFC 9110 section 10.2.2",
  fault: "F104",
  stage: "early",
  writes: true,
  tests: [
    { part: "header", header: "location", fields: ["self", "description", "required"], keywords: ["description"] },
  ],
  applies: (plan) => creators(plan, ({ operations }) => operations.fetch !== undefined),
  run: async ({ resource, operation }, target) => {
    const created = await anItem(target, { resource, operation });
    const { exchange, id } = created;
    const value = headerOf(exchange, "location");
    if (value === undefined) return PASS;
    const url = URL.canParse(value, exchange.request.url) ? new URL(value, exchange.request.url) : undefined;
    const last = decodeURIComponent(url?.pathname.replace(/\/$/, "").split("/").at(-1) ?? "");
    const wanted = `a URL that ends in ${writeJson(id)}`;
    // Another value of the item may be the one that its path takes.
    const own = Object.values<JsonValue>(created.item).filter((one) => !isObject(one) && !Array.isArray(one));
    return own.some((one) => last === showScalar(one)) || last === showScalar(id)
      ? PASS
      : fail(wanted, `Location: ${value}`, exchange);
  },
});

export const identityChecks = [identifier, clientChosen, location];
