// `multipleOf`: the steps in which numbers are counted. `decimal.ts` says what a multiple is, exactly.
import { type Decimal, ONE, commonMultiple, decimalOf, isStep, numberOf, stepsIn, stepsOf } from "../decimal.ts";
import { type Rule, sameSet, some } from "./rule.ts";
import { ANYTHING, type NormalForm } from "../form/normal-form.ts";
import type { NumberValue } from "../keywords.ts";
import { type JsonObject, isNumeric } from "../../json/value.ts";

/** What a schema object says. */
export function readMultiples({ multipleOf }: JsonObject): readonly NumberValue[] {
  return isNumeric(multipleOf) ? [multipleOf] : ANYTHING.multiples;
}

/** True if the numbers are integers, so that a bound may be rounded inwards. */
export function isWhole({ types }: NormalForm): boolean {
  return types?.has("integer") === true && !types.has("number");
}

/** The step that all numbers of a form are multiples of; undefined if any number will do. */
export function stepOf({ multiples }: NormalForm, isInteger: boolean): Decimal | undefined {
  return commonMultiple([...stepsOf(multiples), ...(isInteger ? [ONE] : [])]);
}

/** Every multiple of the producer's divisors is a multiple of the consumer's. */
export const DIVISORS: Rule = {
  keyword: "multipleOf",
  type: "number",
  read: ({ multiples }) => some(multiples),
  equal: sameSet,
  implied: (producer, consumer) =>
    (consumer as NumberValue[]).every((divisor) => divisible(producer, divisor)) ? "divisor-loosened" : undefined,
};

/** True if every multiple of the producer's divisors is a multiple of the consumer's divisor. */
function divisible(shape: NormalForm, divisor: NumberValue): boolean {
  const common = stepOf(shape, isWhole(shape));
  const [step] = stepsOf([divisor]);
  return common !== undefined && step !== undefined && stepsIn(common, step).isExact;
}

/** Each of them multiplies the length of a list of proposals. */
const MOST_MULTIPLES = 4;

/** Multiples of the steps of some forms, also near other numbers, and numbers that are none. */
export function multipleProposals(forms: readonly NormalForm[], near: readonly NumberValue[]): NumberValue[] {
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
