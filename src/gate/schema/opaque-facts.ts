// Keywords that are compared as a whole: `not`, `if`, `contains` and the like.
import type { PairGraph } from "./pairs.ts";
import type { Fact } from "./rules.ts";
import type { Shape } from "./shape.ts";

/** Where two shapes differ in such keywords. Without its twin on the other side, nothing is proved of one. */
export function opaqueFacts(graph: PairGraph, given: Shape, wanted: Shape): Fact[] {
  const dropped = given.opaque
    .filter(({ keyword }) => !wanted.opaque.some((other) => other.keyword === keyword))
    .map(({ keyword }) => ({ keyword, producer: true, consumer: undefined, wider: "constraint-dropped" }));
  const added = wanted.opaque.flatMap((part) => {
    const twin = given.opaque.some(
      (other) =>
        other.keyword === part.keyword &&
        JSON.stringify(other.value) === JSON.stringify(part.value) &&
        other.schemas.length === part.schemas.length &&
        other.schemas.every((schema, index) => graph.equal(schema, part.schemas[index] ?? [])),
    );
    const before = given.opaque.some(({ keyword }) => keyword === part.keyword) ? true : undefined;
    return twin ? [] : [{ keyword: part.keyword, producer: before, consumer: true }];
  });
  return [...dropped, ...added];
}
