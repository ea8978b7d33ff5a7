// The numbers that a schema allows: its bounds, its formats and its steps together. Only what is said about numbers is read
// here: lengths and counts are read where texts, lists and objects are made. All arithmetic is exact, so neither an int64
// nor a hundredth is rounded.
import { type Decimal, type NumberValue, decimalOf, isStep, numberOf, stepsIn } from "../decimal.ts";
import { ANYTHING, type NormalForm } from "../form/normal-form.ts";
import { INTEGER_FORMATS, MAX_FLOAT } from "../number-formats.ts";
import { NUMBER_ENDS, type Side, isBeyond, reaches } from "../form/bounds.ts";
import type { Keywords } from "./keyword.ts";
import { isWhole, stepOf } from "./multiple.ts";

/** Without a step in the schema, non-integers are generated in hundredths, or finer within tight bounds. */
const USUAL_DIGITS = 2;

/** The multiples of a step between two ends, inclusive. Either end may be open. */
export class Numbers {
  readonly least: bigint | undefined;
  readonly most: bigint | undefined;
  readonly #step: Decimal;
  /** Whether the schema requires multiples. */
  readonly #isAsked: boolean;
  /** Whether any number between the ends will do. */
  readonly #isFree: boolean;

  /** @param isInteger true if only integers are wanted, whatever else the schema allows */
  constructor(form: NormalForm, isInteger: boolean) {
    const bounds = boundsOf(form);
    this.#isAsked = form.multiples.length > 0;
    this.#isFree = !this.#isAsked && !isInteger && !form.formats.some((format) => INTEGER_FORMATS.has(format));
    // int64 means integers, even with `type: number`.
    const isCounted = isInteger || form.formats.some((format) => INTEGER_FORMATS.has(format));
    this.#step = stepOf(form, isCounted) ?? fineStep(bounds);
    const counts = bounds.map(({ limit, side, excluded }) => ({ side, count: this.#count(limit, side, excluded) }));
    const of = (side: Side): bigint[] => counts.flatMap((one) => (one.side === side ? one.count : []));
    this.least = of("lower").reduce<bigint | undefined>((a, b) => (a !== undefined && a > b ? a : b), undefined);
    this.most = of("upper").reduce<bigint | undefined>((a, b) => (a !== undefined && a < b ? a : b), undefined);
  }

  get isEmpty(): boolean {
    return this.least !== undefined && this.most !== undefined && this.least > this.most;
  }

  /** The number that is this many steps from zero. */
  at(count: bigint): NumberValue {
    return numberOf({ units: count * this.#step.units, digits: this.#step.digits });
  }

  /** The allowed count nearest to a number. */
  nearest(value: NumberValue): bigint {
    const count = this.#count(decimalOf(value), "lower", false);
    if (this.least !== undefined && count < this.least) return this.least;
    return this.most !== undefined && count > this.most ? this.most : count;
  }

  /** True for a number between the ends that is a multiple of the step. */
  has(value: NumberValue): boolean {
    const decimal = decimalOf(value);
    const count = this.#count(decimal, "lower", false);
    const below = this.#count(decimal, "upper", false);
    if (below !== count && !this.#isFree) return false;
    return (this.least === undefined || count >= this.least) && (this.most === undefined || below <= this.most);
  }

  /** A number between the ends that is not a multiple of the step; undefined if every number is one. */
  get off(): NumberValue | undefined {
    const count = this.nearest(7);
    const { units, digits } = this.#step;
    if (!this.#isAsked || (units === 1n && digits === 0)) return undefined;
    const off = units > 1n ? { units: count * units + 1n, digits } : { units: count * 10n + 1n, digits: digits + 1 };
    return numberOf(off);
  }

  /** How many steps a limit is from zero, rounded to the side on which numbers are allowed. */
  #count(limit: Decimal, side: Side, excluded: boolean): bigint {
    const { count: below, isExact } = stepsIn(limit, this.#step);
    if (side === "lower") return isExact && !excluded ? below : below + 1n;
    return isExact && excluded ? below - 1n : below;
  }
}

interface Bound {
  readonly limit: Decimal;
  readonly side: Side;
  readonly excluded: boolean;
}

function boundsOf({ bounds, formats }: NormalForm): Bound[] {
  const found: Bound[] = [];
  const add = (side: Side, limit: NumberValue | undefined, excluded = false): void => {
    if (limit !== undefined && isStep(limit)) found.push({ limit: decimalOf(limit), side, excluded });
  };
  for (const side of ["lower", "upper"] as const) {
    add(side, bounds[NUMBER_ENDS[side].inclusive]);
    add(side, bounds[NUMBER_ENDS[side].exclusive], true);
  }
  for (const format of formats) {
    const range = INTEGER_FORMATS.get(format);
    add("lower", range?.minimum ?? (format === "float" ? -MAX_FLOAT : undefined));
    add("upper", range?.maximum ?? (format === "float" ? MAX_FLOAT : undefined));
  }
  return found;
}

/** The step where a schema asks for none. */
function fineStep(bounds: readonly Bound[]): Decimal {
  const [one, other] = bounds.map(({ limit }) => limit);
  // Between 0.001 and 0.002, hundredths would leave nothing.
  const digits = one === undefined || other === undefined ? 0 : Math.max(one.digits, other.digits) + 1;
  return { units: 1n, digits: Math.max(USUAL_DIGITS, digits) };
}

/** A range of integers, inclusive; an absent end is open. */
type IntegerRange = Partial<Record<"least" | "most", bigint>>;

/** The integers between the bounds in a schema, and within its formats, `int32` and `int64`. */
export function integersOf({ bounds, formats }: NormalForm): IntegerRange {
  const { least, most } = new Numbers({ ...ANYTHING, bounds, formats }, true);
  return { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

/** The same, whatever its formats. */
export function boundedIntegers({ bounds }: NormalForm): IntegerRange {
  return integersOf({ ...ANYTHING, bounds });
}

/** The two bounds of a side: an exclusive one stays within an inclusive one, and integers within the next integer. */
function boundsOn(side: Side): Keywords {
  const { inclusive, exclusive } = NUMBER_ENDS[side];
  const beyond = side === "lower" ? "more" : "less";
  const number = { family: "number bound", type: "number" } as const;
  return {
    [inclusive]: {
      ...number,
      noun: inclusive,
      keeps: (form, limit) => reaches(side, endOf(form, side), limit) || reaches(side, form.bounds[exclusive], limit),
      refusal: ({ limit }) => `must be ${String(limit)} or ${beyond}`,
    },
    [exclusive]: {
      ...number,
      noun: `exclusive ${inclusive}`,
      mayBeFlag: true,
      keeps: (form, limit) => isBeyond(side, endOf(form, side), limit),
      refusal: ({ limit }) => `must be ${beyond} than ${String(limit)}`,
    },
  };
}

export const NUMBER_BOUNDS: Keywords = { ...boundsOn("lower"), ...boundsOn("upper") };

/** All integers that a shape allows, if there are few of them. */
export function listedIntegers(shape: NormalForm, most: number): readonly NumberValue[] | undefined {
  const { least, most: last } = integersOf(shape);
  if (!isWhole(shape) || least === undefined || last === undefined || last - least >= most) return undefined;
  return Array.from({ length: Math.max(0, Number(last - least) + 1) }, (_, index) => shorten(least + BigInt(index)));
}

/** True if each number that a shape allows is, by its bounds, an integer of a format. */
export function isWithinFormat(shape: NormalForm, format: string): boolean {
  const range = INTEGER_FORMATS.get(format);
  if (range === undefined || !isWhole(shape)) return false;
  return (
    reaches("lower", endOf(shape, "lower"), range.minimum) && reaches("upper", endOf(shape, "upper"), range.maximum)
  );
}

/** The smallest or the largest number that a shape allows, according to its bounds or format. */
function endOf(shape: NormalForm, side: Side): NumberValue | undefined {
  if (!isWhole(shape)) return shape.bounds[NUMBER_ENDS[side].inclusive];
  return integersOf(shape)[side === "lower" ? "least" : "most"];
}

/** A number as others write it, if it is no larger. */
export function shorten(value: bigint): NumberValue {
  const short = Number(value);
  return Number.isSafeInteger(short) ? short : value;
}
