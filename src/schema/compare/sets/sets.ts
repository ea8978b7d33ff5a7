// Whether a schema takes all values of another one, asked of the values as a set: those that can be listed, texts, numbers.
// This sees what several keywords say together, or several alternatives.
import { ALL_TYPES, type NormalForm } from "../../form/normal-form.ts";
import { listedIntegers } from "../../keywords/numbers.ts";
import type { PairNode, Sides } from "../graph.ts";
import type { JsonValue } from "../../../json/value.ts";
import { numbersFit } from "./numbers.ts";
import { textsFit } from "./texts.ts";

/** Longer lists are not tried. */
export const MAX_VALUES = 200;

/** The rule by which all values of the producer are accepted; undefined if none shows it. */
export function fitsAsSet(
  sides: Sides,
  { producer, consumer }: Pick<PairNode, "producer" | "consumer">,
): string | undefined {
  const { allows, textual } = sides;
  const pair = { given: sides.producer.form(producer), wanted: sides.consumer.form(consumer) };
  const values = finiteValues(pair.given)?.filter((value) => allows("producer", producer, value));
  if (values?.every((value) => allows("consumer", consumer, value)) === true) return "each-value-fits";
  // A text may be read as another value.
  if (textual || values !== undefined) return undefined;
  return textsFit(sides, pair) ? "each-text-fits" : numbersFit(sides, pair) ? "each-number-fits" : undefined;
}

/** All values that a shape can have, if they can be enumerated. */
function finiteValues(shape: NormalForm): readonly JsonValue[] | undefined {
  const { values, types } = shape;
  if (values !== undefined) return values.length > MAX_VALUES ? undefined : values;
  const listed = [...(types ?? ALL_TYPES)].map((type): readonly JsonValue[] | undefined => {
    if (type === "null") return [null];
    if (type === "boolean") return [true, false];
    return type === "integer" ? listedIntegers(shape, MAX_VALUES) : undefined;
  });
  return listed.every((one) => one !== undefined) ? listed.flat() : undefined;
}
