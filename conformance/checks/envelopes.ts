// Items and lists are in the place that the document describes, not outside their envelope.
import { isTop, showPlace } from "../../src/resource/items/envelope.ts";
import { idOf } from "../../src/resource/items/identify.ts";
import type { Resource, Shape } from "../../src/resource/model.ts";
import { isObject } from "../../src/json/value.ts";
import type { Subject } from "../check.ts";
import { type Exchange, isSuccess, valueOf } from "../client/exchange.ts";
import { recordCheck } from "../judgements/record.ts";
import { shapeOf, shownIn } from "../places.ts";
import { type Plan, resourceOf } from "../plan.ts";
import { eachOperation } from "./subjects.ts";

/** Operations whose answer wraps what it shows. */
function enveloped(plan: Plan): Subject[] {
  return eachOperation(plan, (operation) => {
    const place = shapeOf(operation)?.shown;
    return place !== undefined && !isTop(place) && resourceOf(plan, operation) !== undefined;
  });
}

export const envelope = recordCheck({
  id: "schema.envelope",
  fault: "F101",
  claim: "an item or list must stand in the envelope that the schema describes",
  basis: "the schema of the success response",
  tests: [{ part: "response", status: ["success"], keywords: ["properties"], depth: 0 }],
  applies: enveloped,
  select: (exchange) => isSuccess(exchange) && valueOf(exchange) !== undefined,
  judge: (exchange, plan) => {
    const shape = shapeOf(exchange.operation);
    const resource = exchange.operation === undefined ? undefined : resourceOf(plan, exchange.operation);
    if (shape?.shown === undefined || resource === undefined || shownIn(exchange) !== undefined) return undefined;
    // Only a clearly misplaced item or list is judged: an answer may have nothing to show.
    return standsBare(exchange, resource, shape)
      ? [`it in ${showPlace(shape.shown)}`, "it on its own, without what is around it"]
      : undefined;
  },
});

function standsBare(exchange: Exchange, { identifier, operations }: Resource, { showsMany }: Shape): boolean {
  const value = valueOf(exchange);
  if (showsMany || exchange.operation === operations.list) return Array.isArray(value);
  return isObject(value) && idOf(identifier, value) !== undefined;
}
