// `multipleOf`: the steps in which numbers are counted. `decimal.ts` says what a multiple is, exactly.
import { type Decimal, type NumberValue, ONE, commonMultiple, isMultiple, stepsIn, stepsOf } from "../decimal.ts";
import { sameSet, some } from "./rule.ts";
import type { NormalForm } from "../form/normal-form.ts";
import { isNumeric } from "../../json/value.ts";
import type { Keywords, Rule } from "./keyword.ts";

/** True if the numbers are integers, so that a bound may be rounded inwards. */
export function isWhole({ types }: NormalForm): boolean {
  return types?.has("integer") === true && !types.has("number");
}

/** The step that all numbers of a form are multiples of; undefined if any number will do. */
export function stepOf({ multiples }: NormalForm, isInteger: boolean): Decimal | undefined {
  return commonMultiple([...stepsOf(multiples), ...(isInteger ? [ONE] : [])]);
}

/** Every multiple of the producer's divisors is a multiple of the consumer's. */
const DIVISORS: Rule = {
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

export const MULTIPLE: Keywords = {
  multipleOf: {
    family: "multiple",
    type: "number",
    means: (said) => (isNumeric(said) ? { multiples: [said] } : undefined),
    accepts: (value, said) => isMultiple(value, said as NumberValue),
    rule: DIVISORS,
    refusal: ({ limit }) => `must be a multiple of ${String(limit)}`,
    noun: "divisor",
    change: ["has a different divisor", "keep the divisor, or use one of its factors"],
  },
};
