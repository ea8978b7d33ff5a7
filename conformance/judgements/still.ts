// What stays as it is in an item that nobody changes. Other things that it only shows may change meanwhile: the account of a
// post counts one more post.
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import type { Resource } from "../../src/resource/model.ts";
import { isSettable } from "../items/bodies/references.ts";
import type { Plan } from "../plan.ts";

const IDENTIFIER = /^_?(id|uuid|guid|gid|sid)$/i;

/** An item without the numbers of other things, with identifiers of their own, that it shows and clients do not set. */
export function stillIn(plan: Plan, resource: Resource, item: JsonObject): JsonObject {
  const shown = Object.entries<JsonValue>(item).map(([name, value]): [string, JsonValue] => {
    return [name, isOther(value) && !isSettable(plan, resource, name) ? withoutNumbers(value) : value];
  });
  return Object.fromEntries(shown);
}

const isOther = (value: JsonValue): value is JsonObject =>
  isObject(value) && Object.keys(value).some((own) => IDENTIFIER.test(own));

/** Nor do those count that it shows itself: the type of the room of a booking. */
function withoutNumbers(thing: JsonObject): JsonObject {
  const kept = Object.entries<JsonValue>(thing).filter(
    ([name, value]) => IDENTIFIER.test(name) || (typeof value !== "number" && typeof value !== "bigint"),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, isOther(value) ? withoutNumbers(value) : value]));
}
