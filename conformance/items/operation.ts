// Requests to an operation: one that it must accept, and one without a valid credential.
import { names } from "../../src/resource/items/bodies.ts";
import { idOf } from "../../src/resource/items/identify.ts";
import type { Operation } from "../../src/contract/model.ts";
import type { Resource } from "../../src/resource/model.ts";
import { showScalar } from "../../src/contract/serialization/text.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { writeRemedy } from "../client/remedies.ts";
import type { Probe } from "../client/request.ts";
import type { Session, Target } from "../client/target.ts";
import { Undecidable } from "../client/undecidable.ts";
import { sampleBody } from "./bodies/body.ts";
import { chosenIdentifier, freeIdentifier } from "./bodies/identifier.ts";
import { knownItems, ownItems } from "./known.ts";
import { markedBody } from "./bodies/variants.ts";
import { marksOf } from "./bodies/marks.ts";
import type { Marks } from "../../src/schema/generate/strategies/plain.ts";
import { unmakable } from "./bodies/unmakable.ts";
import { type ResourceOperation, resourceOf } from "../plan.ts";
import { parametersIn, stepsOf } from "../../src/resource/paths.ts";
import { actsOnMany, bodySchema, isSafe } from "../operations.ts";
import { absentIdentifier, isItemOf, pathTo, unreachable } from "../probes/item.ts";

/**
 * A request that the contract allows, for an item that is known to exist, with a body generated from the schema.
 * @throws Undecidable for an operation that changes items if the run has none of its own, and for one that adds an item
 *   if no identifier for it is certainly free
 */
export function validProbe(target: Target, operation: Operation): Probe {
  const { session } = target;
  if (actsOnMany(resourceOf(session.plan, operation), operation))
    throw new Undecidable("it would act on other people's items too", SEE_MANY);
  const text = session.nextName();
  if (identifierPart(session, operation, text) === undefined)
    throw new Undecidable("no identifier is certain to be free", "a schema that allows more of them");
  return { operation, ...place(session, operation), ...validBody(session, operation, { text }) };
}

/** The path parameter of an action that names its item. */
export function actedOnBy({ resource, operation }: ResourceOperation): string | undefined {
  return parametersIn(stepsOf(operation.path))[resource.scope.length];
}

/** Like `validProbe`, of an action on an item of the run's own. */
export function actionProbe(target: Target, action: ResourceOperation, id: JsonValue): Probe {
  const [probe, name] = [validProbe(target, action.operation), actedOnBy(action)];
  return name === undefined ? probe : { ...probe, path: { ...probe.path, [name]: showScalar(id) } };
}

/** A valid body, or none if none can be generated and none is required. @throws Undecidable if one is required */
function validBody(session: Session, operation: Operation, marks: Marks): Pick<Probe, "json"> {
  const body = bodyOf(session, operation, marks);
  if (body.json === undefined || bodySchema(operation)?.validate(body.json).length === 0) return body;
  if (operation.body?.required === true) throw unmakable(operation);
  return {};
}

/** The checks of such operations name the items to act on. */
const SEE_MANY = "see change.remove-many and its like";

/** The path of an existing item: if the operation may change it, one of the run's own. */
function place(session: Session, operation: Operation): Pick<Probe, "path" | "intent"> {
  const resource = resourceOf(session.plan, operation);
  const parameter = resource?.identifier.parameter;
  if (resource === undefined || parameter === undefined || !isItemOf(resource, operation)) return {};
  const mayAsk = (id: JsonValue | undefined): boolean =>
    id !== undefined && unreachable(resource, operation, id) === undefined;
  const own = ownItems(session, resource).find((item) => mayAsk(item.id));
  const known = [...knownItems(session, resource).values()].map((item) => idOf(resource.identifier, item));
  const id = own?.id ?? (isSafe(operation) ? known.find(mayAsk) : undefined);
  if (id === undefined && !isSafe(operation)) {
    throw new Undecidable("the run has no item of its own to change", writeRemedy(session));
  }
  if (id === undefined) return {};
  // Someone else's item may be gone by then, so the request is not a plain valid one.
  return { path: { [parameter.name]: showScalar(id) }, ...(own === undefined ? { intent: "edge" } : {}) };
}

/** The identifier that the body of a creation needs; empty for all other operations. */
export function identifierPart(session: Session, operation: Operation, text: string): JsonObject | undefined {
  const { plan } = session;
  const resource = resourceOf(plan, operation);
  return resource?.operations.create === operation ? chosenIdentifier(plan.contract.document, resource, text) : {};
}

function bodyOf(session: Session, operation: Operation, marks: Marks): Pick<Probe, "json"> {
  const schema = bodySchema(operation);
  if (schema === undefined) return {};
  const resource = resourceOf(session.plan, operation);
  const isNew = resource !== undefined && resource.operations.create === operation;
  const marked = isNew ? markedBody(session.plan, { operation, resource }, marks) : undefined;
  if (marked !== undefined) return { json: marked };
  const json = sampleBody(session.plan, operation, marks);
  return { json: isObject(json) ? { ...json, ...identifierPart(session, operation, marks.text) } : json };
}

/** What no item is called. What may add an item gets a name of the run's own, by which that can be found and removed. */
function strangersIdentifier(session: Session, operation: Operation, resource: Resource): string {
  const adds = names(operation, "201") || (resource.upserts && resource.operations.replace === operation);
  const { document } = session.plan.contract;
  const free = adds ? freeIdentifier(document, resource.identifier, session.nextName()) : undefined;
  return free === undefined ? absentIdentifier(resource) : showScalar(free);
}

/**
 * A request that is valid except for the credential it will get. If it is carried out anyway, it changes nothing that
 * existed before, and the marks identify what it adds.
 */
export function strangerProbe(target: Target, operation: Operation): Probe {
  const { session } = target;
  const resource = resourceOf(session.plan, operation);
  // A server that accepts every request would remove everything.
  if (resource?.operations["remove-many"] === operation)
    throw new Undecidable("if carried out, it would act on other people's items", "a request sent by hand");
  const path =
    resource !== undefined && isItemOf(resource, operation) && !isSafe(operation)
      ? pathTo(resource, strangersIdentifier(session, operation, resource))
      : place(session, operation);
  const body = bodyOf(session, operation, marksOf(session, "stranger"));
  return { operation, ...path, ...body, intent: "unauthenticated" };
}
