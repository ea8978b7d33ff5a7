// The possible values of text whose parts can each be read in several ways.
import { expect, test } from "vitest";
import { MOST_COMBINATIONS, combinations } from "../../../src/contract/serialization/combinations.ts";

const ways = (lists: number): string[] => combinations(Array.from({ length: lists }, () => [1, 2])).map(String);

test("every way, the first of each first, where there are as many as are taken", () => {
  expect(ways(2)).toEqual(["1,1", "2,1", "1,2", "2,2"]);
  expect(new Set(ways(4)).size).toBe(MOST_COMBINATIONS);
});

test("the last of each is among them where there are more", () => {
  expect(ways(5)).toHaveLength(MOST_COMBINATIONS);
  expect(ways(5)[1]).toBe("2,2,2,2,2");
});
