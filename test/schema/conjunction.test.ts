// Which conjunctions are different, and which are the same.
import { expect, test } from "vitest";
import {
  Conjunction,
  NOT_EMPTY,
  NOT_NULL,
  join,
  ofType,
  schemaMember,
  tagged,
  withoutNull,
} from "../../src/schema/form/conjunction.ts";
import { UNLIMITED } from "../../src/schema/work.ts";

const MADE: readonly (() => Conjunction)[] = [
  () => Conjunction.ordered([schemaMember("/a")]),
  () => Conjunction.ordered([schemaMember("/b")]),
  () => Conjunction.ordered([withoutNull("/a")]),
  () => Conjunction.ordered([withoutNull("/b")]),
  () => ofType("string"),
  () => ofType("object"),
  () => tagged("kind", "cat"),
  () => tagged("kind", "dog"),
  () => tagged("type", "cat"),
  () => NOT_EMPTY,
  () => NOT_NULL,
];

test("each conjunction is the same as itself created again, and as no other", () => {
  for (const [at, make] of MADE.entries()) {
    expect(join(make(), make(), UNLIMITED).id).toBe(make().id);
    const same = MADE.flatMap((other, index) => (other().id === make().id ? [index] : []));
    expect(same).toEqual([at]);
  }
});

test("two joined conjunctions have the members of both, in either order", () => {
  for (const one of MADE)
    for (const other of MADE) {
      if (one === other) continue;
      const both = join(one(), other(), UNLIMITED);
      expect(both.members).toHaveLength(2);
      expect(both.id).toBe(join(other(), one(), UNLIMITED).id);
      expect([both.includes(one()), both.includes(other()), one().includes(both)]).toEqual([true, true, false]);
    }
});
