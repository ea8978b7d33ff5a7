// Exact arithmetic with decimal numbers, as they are written: the only place that says what a multiple is. A double is
// taken as its shortest digits, so 0.3 is three tenths, and an int64 is never rounded.
import { isNumeric } from "../json/value.ts";

/** A number as it is read: integers beyond 2^53 stay exact. */
export type NumberValue = number | bigint;

/** `units` divided by ten to the power of `digits`. */
export interface Decimal {
  readonly units: bigint;
  readonly digits: number;
}

export const ONE: Decimal = { units: 1n, digits: 0 };

/** @param value a finite number */
export function decimalOf(value: number | bigint): Decimal {
  if (typeof value === "bigint") return { units: value, digits: 0 };
  const [, sign, whole = "0", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const digits = fraction.length - Number(exponent);
  const units = BigInt(`${sign ?? ""}${whole}${fraction}`) * 10n ** BigInt(Math.max(0, -digits));
  return { units, digits: Math.max(0, digits) };
}

/** The nearest number: exact for an integer. */
export function numberOf({ units, digits }: Decimal): number | bigint {
  if (digits === 0) {
    const short = Number(units);
    return Number.isSafeInteger(short) ? short : units;
  }
  const isNegative = units < 0n;
  const text = String(isNegative ? -units : units).padStart(digits + 1, "0");
  return Number(`${isNegative ? "-" : ""}${text.slice(0, -digits)}.${text.slice(-digits)}`);
}

/** The units of a decimal with this many digits. */
export function unitsOf({ units, digits }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - digits);
}

/** How often a step fits into a value, rounded down, and whether that is exact. @param step not zero */
export function stepsIn(value: Decimal, step: Decimal): { readonly count: bigint; readonly isExact: boolean } {
  const digits = Math.max(value.digits, step.digits);
  const [units, by] = [unitsOf(value, digits), unitsOf(step, digits)];
  const count = units / by;
  const isExact = count * by === units;
  return { count: isExact || units < 0n === by < 0n ? count : count - 1n, isExact };
}

/** True for an integer multiple of a factor, and for anything but a number. */
export function isMultiple(value: unknown, factor: number | bigint): boolean {
  if (!isNumeric(value as number)) return true;
  // oxlint-disable-next-line eqeqeq -- a number or a bigint
  if (factor == 0 || !isStep(factor) || !isStep(value as number)) return false;
  if (Number.isSafeInteger(value) && Number.isSafeInteger(factor)) return (value as number) % (factor as number) === 0;
  return stepsIn(decimalOf(value as number), decimalOf(factor)).isExact;
}

/** True for a number that can be counted in: a step may be written as anything. */
export function isStep(value: number | bigint): boolean {
  return typeof value === "bigint" || Number.isFinite(value);
}

/** The least common multiple of positive steps: their multiples are what all of them have in common. */
export function commonMultiple(steps: readonly Decimal[]): Decimal | undefined {
  if (steps.length === 0) return undefined;
  const digits = Math.max(...steps.map((step) => step.digits));
  const units = steps.map((step) => unitsOf(step, digits)).reduce((a, b) => (a / greatestDivisor(a, b)) * b);
  return { units, digits };
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b];
  while (small !== 0n) [large, small] = [small, large % small];
  return large;
}

/** The decimals of those that can be steps. */
export function stepsOf(multiples: readonly (number | bigint)[]): Decimal[] {
  return multiples.filter((multiple) => multiple > 0 && isStep(multiple)).map(decimalOf);
}
