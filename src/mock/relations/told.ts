// What other properties of a thing tell about one: sums, lengths, totals, averages, ends, names and ages.
import type { SchemaNode } from "../../schema/normal/schema-node.ts";
import { fullNameOf } from "./follows.ts";
import { ageOf, endOf } from "./spans.ts";
import { type Total, averageOf, countOf, sumOf, totalOf } from "./totals.ts";

export type { Total } from "./totals.ts";

export function toldOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  return (
    sumOf(name, part, around) ??
    countOf(name, part, around) ??
    totalOf(name, part, around) ??
    averageOf(name, part, around) ??
    endOf(name, around) ??
    fullNameOf(name, around) ??
    ageOf(name, around)
  );
}
