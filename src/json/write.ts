// Writes JSON exactly: a `bigint` as its digits.
import { lossless } from "./lossless.ts";

/**
 * Writes a value as JSON, with a `bigint` as its digits. Omits undefined properties.
 * @throws TypeError for a cyclic value, which is a bug in the caller
 */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    // JSON.stringify rejects a bigint. Nearly no value contains one, so look for one only now.
    if (!holdsBigInt(value)) throw error;
    return lossless().stringify(value, undefined, indent) ?? "null";
  }
}

function holdsBigInt(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsBigInt);
  for (const key in value) if (holdsBigInt((value as Record<string, unknown>)[key])) return true;
  return false;
}
