// JSON patch (RFC 6902): operations one after another, all or none.
import { only, partAt, withPart } from "../../json/parts.ts";
import { parentPointer, pointerSteps, valueAt } from "../../json/pointer.ts";
import { type JsonArray, type JsonObject, type JsonValue, equalJson, isObject } from "../../json/value.ts";

/** The patched value, or what is wrong with which operation. */
export type Patched = { readonly value: JsonValue } | { readonly at: number; readonly fault: string };

/** Operations that are carried out: a body has room for tens of thousands, and each may copy a long list. */
const MOST = 1_000;

/** Applies a patch to a value. */
export function jsonPatch(target: JsonValue, patch: JsonArray): Patched {
  if (patch.length > MOST) return { at: MOST, fault: `a patch has ${MOST} operations at most` };
  let value = target;
  for (const [at, operation] of patch.entries()) {
    const next = isObject(operation) ? apply(value, operation) : "it is no object";
    if (typeof next === "string") return { at, fault: next };
    value = next.value;
  }
  return { value };
}

type Step = { readonly value: JsonValue } | string;

function apply(value: JsonValue, operation: JsonObject): Step {
  const { op, path, from, value: given } = operation;
  if (!isPointer(path)) return 'its "path" is no JSON pointer';
  if (op === "test")
    return given !== undefined && equalJson(valueAt(value, path) ?? null, given) && has(value, path)
      ? { value }
      : `${path} is another value`;
  if (op === "remove") return removed(value, path);
  if (op === "add") return given === undefined ? 'it has no "value"' : added(value, path, given);
  if (op === "replace") {
    if (given === undefined) return 'it has no "value"';
    return has(value, path) ? changed(value, pointerSteps(path), () => given) : nothingAt(path);
  }
  if (op !== "move" && op !== "copy") return 'its "op" is none of add, remove, replace, move, copy, test';
  if (!isPointer(from)) return 'its "from" is no JSON pointer';
  const source = valueAt(value, from);
  if (source === undefined) return nothingAt(from);
  if (op === "copy") return added(value, path, source);
  if (`${path}/`.startsWith(`${from}/`) && path !== from) return "nothing can be moved into itself";
  const without = removed(value, from);
  return typeof without === "string" ? without : added(without.value, path, source);
}

const isPointer = (path: JsonValue | undefined): path is string =>
  typeof path === "string" && (path === "" || path.startsWith("/")) && path.split("/").length <= MOST_STEPS;
const MOST_STEPS = 64;

const has = (value: JsonValue, path: string): boolean => path === "" || valueAt(value, path) !== undefined;
const nothingAt = (path: string): string => `there is nothing at ${path}`;

function removed(value: JsonValue, path: string): Step {
  if (!has(value, path) || path === "") return nothingAt(path);
  const steps = pointerSteps(path);
  const last = steps.at(-1) ?? "";
  return changed(value, steps.slice(0, -1), (holder) =>
    Array.isArray(holder)
      ? (holder as JsonArray).filter((_, index) => String(index) !== last)
      : only(holder as JsonObject, (name) => name !== last),
  );
}

function added(value: JsonValue, path: string, given: JsonValue): Step {
  if (path === "") return { value: given };
  const steps = pointerSteps(path);
  const last = steps.at(-1) ?? "";
  const holder = valueAt(value, parentPointer(path));
  if (Array.isArray(holder)) {
    const index = last === "-" ? holder.length : /^(?:0|[1-9]\d{0,8})$/.test(last) ? Number(last) : -1;
    if (index < 0 || index > holder.length) return `${path} is no place in the list`;
    return changed(value, steps.slice(0, -1), (list) => (list as JsonArray).toSpliced(index, 0, given));
  }
  if (!isObject(holder)) return nothingAt(parentPointer(path));
  return changed(value, steps.slice(0, -1), (object) => ({ ...(object as JsonObject), [last]: given }));
}

/** The value with another one at some steps. */
function changed(
  value: JsonValue,
  steps: readonly string[],
  change: (old: JsonValue) => JsonValue,
): { readonly value: JsonValue } {
  return { value: withPart(value, steps, change(partAt(value, steps) ?? null)) };
}
