// `multipleOf`, for numbers of either kind.
import { isInteger } from "../../../json/value.ts";

/** True for a whole multiple of a factor, and for what is no number. */
export function isMultiple(value: unknown, factor: number | bigint): boolean {
  if (typeof value === "bigint" || typeof factor === "bigint") {
    return !isInteger(value) || !isInteger(factor) || BigInt(value) % BigInt(factor) === 0n;
  }
  if (typeof value !== "number") return true;
  // Decimal factors such as 0.01 have no exact double: compare within the double's own error.
  const quotient = value / factor;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 4;
}
