// The exact value of a number's digits.
import { exactInteger } from "./value.ts";

/** Only an attack has integers with more digits than this. */
const MAX_DIGITS = 10_000;

/**
 * The value of a JSON number (RFC 8259 section 6): exact if it is an integer, however it is written, and the nearest
 * double otherwise.
 * @returns undefined if a double would change its kind: to infinity, or from a fraction to an integer, zero included
 */
export function exactNumber(digits: string): number | bigint | undefined {
  if (/^-?\d+$/.test(digits)) return digits.length > MAX_DIGITS ? undefined : exactInteger(digits);
  const nearest = Number(digits);
  if (!Number.isFinite(nearest)) return undefined;
  if (!Number.isInteger(nearest)) return nearest;
  const written = decimalOf(digits);
  if (written.digits === "") return nearest;
  if (written.exponent < 0) return undefined;
  const kept = decimalOf(String(nearest));
  if (kept.digits === written.digits && kept.exponent === written.exponent) return nearest;
  return valueOf(written);
}

/** The digits of an integer, without an exponent. */
export function wholeDigits(value: number | bigint): string {
  return typeof value === "bigint" || Number.isSafeInteger(value)
    ? String(value)
    : String(valueOf(decimalOf(String(value))));
}

/** A number as digits without leading and trailing zeros, times a power of ten. No digits means zero. */
interface Decimal {
  readonly sign: string;
  readonly digits: string;
  readonly exponent: number;
}

function decimalOf(text: string): Decimal {
  const [mantissa = "", power = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const all = whole + fraction;
  let start = 0;
  while (all[start] === "0") start++;
  let end = all.length;
  while (end > start && all[end - 1] === "0") end--;
  return {
    sign: mantissa.startsWith("-") ? "-" : "",
    digits: all.slice(start, end),
    exponent: Number(power) - fraction.length + (all.length - end),
  };
}

function valueOf({ sign, digits, exponent }: Decimal): bigint {
  return BigInt(sign + digits + "0".repeat(exponent));
}
