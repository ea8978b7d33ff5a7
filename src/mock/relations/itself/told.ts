// What other properties of a thing tell about one: sums, lengths, totals, averages, ends, names and ages.
import { type SchemaNode, isType } from "../../../schema/normal/schema-node.ts";
import { fullNameOf, overdueOf } from "./follows.ts";
import { ageOf, endOf, nightsOf } from "./spans.ts";
import { type Rule, live } from "../rule.ts";
import { averageOf, countOf, dueOf, sumOf, taxOf, totalOf } from "./totals.ts";

/** The rule of a property that follows from others beside it; undefined if it does not. */
export function toldOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  const total =
    sumOf(name, part, around) ??
    countOf(name, part, around) ??
    (isType(part, "number") ? taxOf(name) : undefined) ??
    totalOf(name, part, around) ??
    dueOf(name, part, around) ??
    averageOf(name, part, around) ??
    endOf(name, around) ??
    nightsOf(name, around) ??
    fullNameOf(name, around) ??
    ageOf(name, around) ??
    overdueOf(name, part, around);
  return total && live((object, { whole, others }) => total(object, whole ?? object, others.now));
}
