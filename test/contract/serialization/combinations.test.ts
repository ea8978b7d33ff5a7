// The possible values of text whose parts can each be read in several ways.
import { expect, test } from "vitest";
import { MOST_COMBINATIONS, combinations } from "../../../src/contract/serialization/combinations.ts";

const ways = (lists: number): string[] => combinations(Array.from({ length: lists }, () => [1, 2])).map(String);

test("all combinations are taken if they are few enough, beginning with the first way of each part", () => {
  expect(ways(2)).toEqual(["1,1", "2,1", "1,2", "2,2"]);
  expect(new Set(ways(4)).size).toBe(MOST_COMBINATIONS);
});

test("the last way of each part is among them if there are too many combinations", () => {
  expect(ways(5)).toHaveLength(MOST_COMBINATIONS);
  expect(ways(5)[1]).toBe("2,2,2,2,2");
});
