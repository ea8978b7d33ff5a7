// Finds the message of an error, whatever the format of its body.
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";

/** Properties in which services put the message for people. */
const NAMES = ["message", "detail", "error_description", "error", "title", "reason", "msg"] as const;

/** The message for people in the body of an error; undefined if there is none. */
export function messageIn(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim();
  if (Array.isArray(value)) return messageIn(value[0]);
  if (!isObject(value)) return undefined;
  for (const name of NAMES) {
    const found = Object.hasOwn(value, name) ? messageIn(value[name]) : undefined;
    if (found !== undefined) return found;
  }
  return ofFields(value);
}

/** The first message of an error that has nothing but messages, each in a list by the property that is wrong. */
function ofFields(value: JsonObject): string | undefined {
  const lists = Object.values<JsonValue>(value);
  const isTold = (one: JsonValue): boolean => typeof one === "string" && /[a-z] [a-z]/i.test(one);
  return lists.length > 0 && lists.every((list) => Array.isArray(list))
    ? messageIn(lists.flat().find(isTold))
    : undefined;
}
