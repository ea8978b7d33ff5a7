// The numbers that a schema allows, as multiples of one step. Only the bounds of numbers are read here: lengths and counts
// are read where texts, lists and objects are made. All arithmetic is exact, so neither an int64 nor a hundredth is
// rounded.
import { type Decimal, ONE, commonMultiple, decimalOf, isStep, numberOf, stepsIn, stepsOf } from "../decimal.ts";
import type { NumberValue } from "../keywords.ts";
import { INTEGER_FORMATS, MAX_FLOAT } from "../number-formats.ts";
import type { NormalForm } from "../form/normal-form.ts";

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
    this.#step = stepOf(form, isInteger || form.formats.some((format) => INTEGER_FORMATS.has(format)), bounds);
    const counts = bounds.map(({ limit, side, excluded }) => ({ side, count: this.#count(limit, side, excluded) }));
    const of = (side: Bound["side"]): bigint[] => counts.flatMap((one) => (one.side === side ? one.count : []));
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
  #count(limit: Decimal, side: Bound["side"], excluded: boolean): bigint {
    const { count: below, isExact } = stepsIn(limit, this.#step);
    if (side === "lower") return isExact && !excluded ? below : below + 1n;
    return isExact && excluded ? below - 1n : below;
  }
}

interface Bound {
  readonly limit: Decimal;
  readonly side: "lower" | "upper";
  readonly excluded: boolean;
}

function boundsOf({ bounds, formats }: NormalForm): Bound[] {
  const found: Bound[] = [];
  const add = (side: Bound["side"], limit: NumberValue | undefined, excluded = false): void => {
    if (limit !== undefined && isStep(limit)) found.push({ limit: decimalOf(limit), side, excluded });
  };
  add("lower", bounds.minimum);
  add("lower", bounds.exclusiveMinimum, true);
  add("upper", bounds.maximum);
  add("upper", bounds.exclusiveMaximum, true);
  for (const format of formats) {
    const range = INTEGER_FORMATS.get(format);
    add("lower", range?.minimum ?? (format === "float" ? -MAX_FLOAT : undefined));
    add("upper", range?.maximum ?? (format === "float" ? MAX_FLOAT : undefined));
  }
  return found;
}

/** The least common multiple of the required steps. */
function stepOf({ multiples }: NormalForm, isInteger: boolean, bounds: readonly Bound[]): Decimal {
  const common = commonMultiple([...stepsOf(multiples), ...(isInteger ? [ONE] : [])]);
  if (common !== undefined) return common;
  const [one, other] = bounds.map(({ limit }) => limit);
  // Between 0.001 and 0.002, hundredths would leave nothing.
  const digits = one === undefined || other === undefined ? 0 : Math.max(one.digits, other.digits) + 1;
  return { units: 1n, digits: Math.max(USUAL_DIGITS, digits) };
}
