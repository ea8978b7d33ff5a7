// Null that came or went with alternatives: `oneOf: [{ type: null }, X]` on one side, X itself on the other. That is one edit,
// and what X says is written where it was not before.
import type { Graph, PairNode } from "../../../schema/compare/graph.ts";
import type { Fact } from "../../../schema/families/fact.ts";
import { type NormalForm, allowsType } from "../../../schema/normal/normal-form.ts";

/** The difference in alternatives by which nothing but null came or went. */
export function nullFact({ sides }: Graph, { facts, producer, consumer }: PairNode): Fact | undefined {
  return facts.find((fact) => {
    if ((fact.producer === undefined) === (fact.consumer === undefined)) return false;
    const [given, wanted] = [sides.producer.form(producer), sides.consumer.form(consumer)];
    const [own, other, space] =
      fact.producer === undefined ? [wanted, given, sides.consumer] : [given, wanted, sides.producer];
    const group = own.groups.find(({ kind }) => kind === fact.keyword);
    const isNull = ({ types }: NormalForm): boolean => types?.size === 1 && types.has("null");
    const nulls = group?.branches.filter((branch) => isNull(space.form(branch))).length;
    return group?.branches.length === 2 && nulls === 1 && !allowsType(other, "null");
  });
}

/**
 * True for what X says, where that is proved to be harmless: it is no edit of its own.
 * @param ofNull what `nullFact` found
 */
export function isEcho({ edges }: PairNode, fact: Fact, ofNull: Fact | undefined): boolean {
  if (ofNull === undefined || fact === ofNull || fact.provedBy === undefined) return false;
  // The properties of X are compared with those of X where the walk leads there.
  if (fact.name !== undefined) return edges.some(({ step }) => step.kind === "branch");
  return ofNull.producer === undefined ? fact.consumer === undefined : fact.producer === undefined;
}
