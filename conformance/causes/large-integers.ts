// Integers that a floating-point number cannot hold: most services that get one of them wrong get all of them wrong.
import { type JsonValue, isObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import type { Blame, Cause } from "./cause.ts";

const LARGE_INTEGERS: Cause = { kind: "large-integers" };

/** True for a whole number beyond ±2^53. */
export function isLargeInteger(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || typeof value === "string" || typeof value === "boolean") return false;
  if (Array.isArray(value) || isObject(value)) return false;
  return Math.abs(Number(writeJson(value))) >= 2 ** 53;
}

/** What is to blame for a failure about some values. */
export function blameOf(...values: readonly (JsonValue | undefined)[]): Blame {
  const known = values.filter((value) => value !== undefined);
  const isLarge = known.length > 0 && known.every(isLargeInteger);
  return { values: known, ...(isLarge ? { cause: LARGE_INTEGERS } : {}) };
}
