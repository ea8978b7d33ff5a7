// Properties by patterns of their names. A name is held to all patterns of a side that it matches, and to
// `additionalProperties` only where it matches none: a pair of patterns matters when one name can match both.
import { ANYTHING_GOES } from "../../normal/conjunction.ts";
import type { Edge, Graph } from "../graph.ts";
import { mayMeet } from "../../pattern/inclusion.ts";
import type { NormalForm } from "../../normal/normal-form.ts";
import { matches } from "../../pattern/engine.ts";

/**
 * The pairs of schemas that the names which match patterns lead to. What holds in each of them holds for every name.
 * @param sendsFree whether names that the producer does not describe may be sent
 */
export function patternEdges(graph: Graph, given: NormalForm, wanted: NormalForm, sendsFree: boolean): Edge[] {
  const edges: Edge[] = [];
  const [sent, read] = [[...given.patternProperties.keys()], [...wanted.patternProperties.keys()]];
  const add = (
    matching: readonly string[],
    before: NormalForm["additional"],
    after: NormalForm["additional"],
  ): void => {
    const avoiding = read.filter((pattern) => !matching.includes(pattern));
    edges.push({ step: { kind: "pattern", matching, avoiding }, to: graph.pair(before, after) });
  };
  for (const [pattern, before] of given.patternProperties) {
    const twin = wanted.patternProperties.get(pattern);
    add([pattern], before, twin ?? wanted.additional);
  }
  for (const [pattern, after] of wanted.patternProperties) {
    // A name that matches is held to its twin, whatever else it matches.
    if (given.patternProperties.has(pattern)) continue;
    for (const other of sent) {
      if (mayMeet(other, pattern)) add([other, pattern], given.patternProperties.get(other) ?? ANYTHING_GOES, after);
    }
    if (sendsFree) add([pattern], given.additional, after);
  }
  return edges;
}

/** True where the producer describes properties by a pattern that the name matches. */
export function describedByPattern(shape: NormalForm, name: string): boolean {
  return [...shape.patternProperties.keys()].some((pattern) => matches(pattern, name));
}

/** The names that are required and described nowhere: they are sent all the same. */
export function undescribedNames(given: NormalForm, wanted: NormalForm): string[] {
  return [...given.required].filter((name) => !given.properties.has(name) && !wanted.properties.has(name));
}
