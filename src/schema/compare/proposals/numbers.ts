// Numbers worth trying.
import {
  type Decimal,
  type NumberValue,
  commonMultiple,
  decimalOf,
  isStep,
  numberOf,
  stepsIn,
  stepsOf,
} from "../../decimal.ts";
import { numberLimits } from "../../form/bounds.ts";
import { type NormalForm, allowsType } from "../../form/normal-form.ts";
import { INTEGER_FORMATS } from "../../number-formats.ts";
import { Numbers, shorten } from "../../keywords/numbers.ts";

/** Digits that every number has room for. */
const MAX_DIGITS = 16;

/** Numbers worth trying for a producer's shape, given the shapes that a consumer may compare it with. */
export function numberProposals(
  shape: NormalForm,
  hints: readonly NormalForm[],
  type: "integer" | "number",
): NumberValue[] {
  const all = [shape, ...hints.filter((hint) => hint.types === undefined || allowsType(hint, type))];
  const found: NumberValue[] = [0, 1, -1, 2, 10];
  for (const { bounds } of hints) {
    // A number sent as text may be too long.
    const most = Number(bounds.maxLength ?? MAX_DIGITS);
    if (most < MAX_DIGITS) found.push(10 ** most);
  }
  for (const one of all) {
    for (const limit of numberLimits(one.bounds)) found.push(...around(limit, type));
    for (const value of one.values ?? []) if (typeof value === "number") found.push(value, ...around(value, type));
    for (const format of one.formats) {
      const bounds = INTEGER_FORMATS.get(format);
      if (format === "float") found.push(10n ** 39n);
      if (bounds !== undefined) found.push(...around(bounds.maximum, "integer"), ...around(bounds.minimum, "integer"));
    }
  }
  found.push(...multipleProposals(all, found));
  if (type === "number") found.push(0.5, 1.5, -0.5);
  const numbers = new Numbers(shape, type === "integer");
  return found.filter((value) => isStep(value) && numbers.has(value));
}

function around(limit: NumberValue, type: "integer" | "number"): NumberValue[] {
  if (typeof limit === "bigint") return [limit, limit - 1n, limit + 1n].map(shorten);
  const whole = [Math.floor(limit), Math.ceil(limit)];
  const near = [...whole, ...whole.map((value) => value - 1), ...whole.map((value) => value + 1)];
  return type === "integer"
    ? near
    : [limit, ...near, limit - 0.5, limit + 0.5, limit + 0.01, limit - 0.01, ...beyond(limit)];
}

/** Next to a number so large that its neighbours are indistinguishable. */
function beyond(limit: number): number[] {
  return Number.isSafeInteger(limit) || Math.abs(limit) < 1 ? [] : [limit * 2, limit / 2];
}

/** Each of them multiplies the length of a list of proposals. */
const MOST_MULTIPLES = 4;

/** Multiples of the steps of some forms, also near other numbers, and numbers that are none. */
function multipleProposals(forms: readonly NormalForm[], near: readonly NumberValue[]): NumberValue[] {
  const steps = stepsOf([...new Set(forms.flatMap((one) => one.multiples))].slice(0, MOST_MULTIPLES));
  const found: NumberValue[] = [];
  for (const step of steps) {
    const { units, digits } = step;
    const counts = [1n, 2n, 3n, -1n, ...steps.map((other) => other.units)];
    const times = counts.map((count) => numberOf({ units: units * count, digits }));
    found.push(
      ...times,
      Number(numberOf(step)) / 2,
      Number(numberOf(step)) + 1,
      ...snapped([...near, ...found, ...times], step),
    );
  }
  const common = commonMultiple(steps);
  return common === undefined ? found : [...found, numberOf(common)];
}

/** The multiples of a step around each value. */
function snapped(values: readonly NumberValue[], step: Decimal): NumberValue[] {
  return values.filter(isStep).flatMap((value) => {
    const { count } = stepsIn(decimalOf(value), step);
    return [count, count + 1n, count + 2n].map((times) => numberOf({ units: step.units * times, digits: step.digits }));
  });
}
