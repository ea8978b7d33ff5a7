// Compares arrays: the steps into their items.
import type { Edge, Graph, Sides } from "./graph.ts";
import type { NormalForm } from "../form/normal-form.ts";

/** Edges to items, tuple items first. */
export function arrayEdges(graph: Graph, given: NormalForm, wanted: NormalForm): Edge[] {
  // There are no items beyond the maximum.
  const most = Number(given.bounds.maxItems ?? Number.POSITIVE_INFINITY);
  const length = Math.min(Math.max(given.prefix.length, wanted.prefix.length), most - 1);
  const edges: Edge[] = [];
  for (let index = 0; index <= length; index++) {
    const before = given.prefix[index] ?? given.items;
    const after = wanted.prefix[index] ?? wanted.items;
    if (!before.isEmpty || !after.isEmpty) edges.push({ step: { kind: "item", index }, to: graph.pair(before, after) });
  }
  return edges;
}

/** A tuple after which no item may follow has no more items. */
export function mostItems(shape: NormalForm, { producer }: Sides): number | undefined {
  const last = [...shape.prefix, shape.items].findIndex((item) => producer.form(item).never);
  return last < 0 ? undefined : last;
}
