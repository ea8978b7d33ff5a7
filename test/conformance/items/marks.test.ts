// The mark of a run: whether part of it reads like the number of an item must not depend on chance.
import { expect, test } from "vitest";
import { newMarker } from "../../../conformance/items/bodies/marks.ts";

test("the mark of a run never reads like a number", () => {
  const marks = Array.from({ length: 200 }, newMarker);
  expect(marks.filter((mark) => /-\d/.test(mark))).toEqual([]);
  expect(new Set(marks).size).toBe(200);
});
