// Finds the message of an error, whatever the format of its body.
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";

/** Properties in which services put the message for people. */
const NAMES = ["message", "detail", "error_description", "error", "title", "reason", "msg", "errors"] as const;

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

/** Words about what was sent. */
const INPUT = /\b(?:validation|malformed|must (?:be|have|match|contain)|(?:is|are) required)\b/i;
/** Words about who sent it. */
const SENDER =
  /\b(?:tokens?|keys?|credentials?|permi(?:ssions?|tted)|roles?|scopes?|privileges?|log(?:ged)? ?in|sign(?:ed)? ?in|sessions?|signature|auth(?:entic|ori[sz])\w*|access|bearer|jwt|csrf|admin\w*|owners?)\b/i;

/** True for an error that tells what is wrong with what was sent, and says nothing of who sent it. */
export function tellsOfInput(value: JsonValue | undefined): boolean {
  const texts = textsIn(value ?? null).join("\n");
  return INPUT.test(texts) && !SENDER.test(texts);
}

const textsIn = (value: JsonValue): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values<JsonValue>(value).flatMap(textsIn) : [];
};
