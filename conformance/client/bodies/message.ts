// Finds the message of an error, whatever the format of its body.
import { type JsonValue, isObject } from "../../../src/json/value.ts";

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
  return undefined;
}
