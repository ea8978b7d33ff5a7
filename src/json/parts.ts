// Parts of values by the steps that lead to them.
import { type JsonArray, type JsonValue, type JsonObject, isObject, ownValue } from "./value.ts";

/** The part that some steps lead to; undefined if there is none. */
export function partAt(value: JsonValue | undefined, steps: readonly string[]): JsonValue | undefined {
  let part = value;
  for (const step of steps) {
    part = Array.isArray(part) ? (part as JsonArray)[Number(step)] : isObject(part) ? ownValue(part, step) : undefined;
  }
  return part;
}

/** The members of an object that pass a test. */
export function only(object: JsonObject, isKept: (name: string, value: JsonValue) => boolean): JsonObject {
  return Object.fromEntries(Object.entries<JsonValue>(object).filter(([name, value]) => isKept(name, value)));
}

/** A value with another part; without the part for undefined. */
export function withPart(whole: JsonValue, steps: readonly string[], part: JsonValue | undefined): JsonValue {
  const [step, ...rest] = steps;
  if (step === undefined) return part ?? whole;
  if (Array.isArray(whole)) {
    const list = whole as JsonArray;
    if (rest.length === 0 && part === undefined) return list.filter((_, at) => String(at) !== step);
    return list.map((one, at) => (String(at) === step ? withPart(one, rest, part) : one));
  }
  if (!isObject(whole)) return whole;
  if (rest.length === 0 && part === undefined) {
    const { [step]: _, ...others } = whole;
    return others;
  }
  const inner = ownValue(whole, step);
  if (rest.length > 0 && inner === undefined) return whole;
  return { ...whole, [step]: rest.length === 0 ? (part as JsonValue) : withPart(inner ?? null, rest, part) };
}

/** A value with another one at some steps; objects are made where nothing leads there. */
export function withValue(whole: JsonValue, [step, ...rest]: readonly string[], value: JsonValue): JsonValue {
  if (step === undefined) return value;
  const object: JsonObject = isObject(whole) ? whole : {};
  return { ...object, [step]: withValue(ownValue(object, step) ?? {}, rest, value) };
}

/** A value in which each text, at any depth, has become something else. */
export function withTexts(value: JsonValue, change: (text: string) => JsonValue): JsonValue {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return (value as JsonArray).map((one) => withTexts(one, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries<JsonValue>(value).map(([name, one]) => [name, withTexts(one, change)]));
}
