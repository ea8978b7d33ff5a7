// Null that was added or removed by alternatives: `oneOf: [{ type: null }, X]` on one side, X on the other. This is one
// edit, although the constraints of X move to another place.
import type { Graph, PairNode } from "../../../schema/compare/graph.ts";
import type { Fact } from "../../../schema/families/fact.ts";
import { type NormalForm, allowsType } from "../../../schema/normal/normal-form.ts";

/** The difference in alternatives that adds or removes only null. */
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
 * True for a constraint of X that is proved harmless: it is not an edit of its own.
 * @param ofNull the fact that `nullFact` found
 */
export function isEcho({ edges }: PairNode, fact: Fact, ofNull: Fact | undefined): boolean {
  if (ofNull === undefined || fact === ofNull || fact.provedBy === undefined) return false;
  // The walk compares the properties of X where it pairs X with X.
  if (fact.name !== undefined) return edges.some(({ step }) => step.kind === "branch");
  return ofNull.producer === undefined ? fact.consumer === undefined : fact.producer === undefined;
}
