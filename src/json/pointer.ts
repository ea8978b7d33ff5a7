// JSON pointers (RFC 6901) as plain strings: "" is the whole document, "/paths/~1items/get" a place in it.
import type { JsonArray, JsonObject, JsonValue } from "./value.ts";

/** Appends steps, escaping `~` and `/` in each. */
export function appendPointer(pointer: string, ...steps: readonly (string | number)[]): string {
  let result = pointer;
  for (const step of steps) {
    result += `/${typeof step === "number" ? step : escapeStep(step)}`;
  }
  return result;
}

/** Most steps need no escaping, and large documents have very many. */
function escapeStep(step: string): string {
  return step.includes("~") || step.includes("/") ? step.replaceAll("~", "~0").replaceAll("/", "~1") : step;
}

/** The unescaped steps of a pointer. */
export function pointerSteps(pointer: string): string[] {
  if (pointer === "") return [];
  const steps = pointer.slice(1).split("/");
  return pointer.includes("~") ? steps.map(plainStep) : steps;
}

/** Even next to a step with a slash, most steps have none. */
function plainStep(step: string): string {
  return step.includes("~") ? step.replaceAll("~1", "/").replaceAll("~0", "~") : step;
}

/** The last step of a pointer, unescaped; "" for the root. */
export function lastStep(pointer: string): string {
  return pointerSteps(pointer).at(-1) ?? "";
}

/** The pointer one step up; "" for the root. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

/** The value at a pointer; undefined if there is none. Own properties only. */
export function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of pointerSteps(pointer)) {
    if (typeof value !== "object" || value === null) return undefined;
    value = memberOf(value, step);
  }
  return value;
}

/** What stands at one step of an object or array; undefined if there is nothing. Own properties only. */
export function memberOf(holder: JsonObject | JsonArray, step: string): JsonValue | undefined {
  if (!Object.hasOwn(holder, step) || (step === "length" && Array.isArray(holder))) return undefined;
  return (holder as JsonObject)[step];
}

/** The pointer in a reference's fragment: "#/a/b%20c" gives "/a/b c". Undefined if it is not a pointer. */
export function fragmentPointer(reference: string): string | undefined {
  const fragment = reference.slice(reference.indexOf("#") + 1);
  if (fragment !== "" && !fragment.startsWith("/")) return undefined;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
