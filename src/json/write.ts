// Writes JSON exactly: a `bigint` as its digits.
import { lossless } from "./lossless.ts";

/**
 * Writes a value as JSON text, `bigint` as its digits. Properties whose value is undefined are left out.
 * @throws TypeError for a cyclic value, which is an error of the caller
 */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    // It refuses a bigint. Nearly no value holds one, so none is searched for one beforehand.
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
