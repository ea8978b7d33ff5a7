// The items in the body of a request.
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { valueIn } from "../../resource/items/envelope.ts";
import type { Shape } from "../../resource/model.ts";

/** The item in a body that has an envelope. A body that uses the place of the item for something else is unchanged. */
export function sentIn(body: JsonValue | undefined, shape: Shape | undefined): JsonValue | undefined {
  const sent = shape === undefined ? body : valueIn(body, shape.sent);
  const within = shape?.within;
  return within === undefined || !isObject(sent) || Object.hasOwn(sent, within) ? sent : { [within]: sent };
}

/** The items that were sent: a list of them, or one. Anything else is an item without properties. */
export function itemsIn(sent: JsonValue | undefined): readonly JsonObject[] {
  if (Array.isArray(sent)) return (sent as readonly JsonValue[]).filter(isObject);
  return [isObject(sent) ? sent : {}];
}
