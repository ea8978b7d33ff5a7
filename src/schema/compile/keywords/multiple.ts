// `multipleOf` for numbers in either representation.
import { isInteger } from "../../../json/value.ts";

/** True for an integer multiple of a factor, and for anything but a number. */
export function isMultiple(value: unknown, factor: number | bigint): boolean {
  if (typeof value === "bigint" || typeof factor === "bigint") {
    return !isInteger(value) || !isInteger(factor) || BigInt(value) % BigInt(factor) === 0n;
  }
  if (typeof value !== "number") return true;
  // Decimal factors such as 0.01 are not exact as doubles, so compare within the double's own error.
  const quotient = value / factor;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 4;
}
