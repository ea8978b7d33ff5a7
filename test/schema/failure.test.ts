// A part whose comparison fails is told at its place, and the others are compared.
import { expect, test } from "vitest";
import { NOT_COMPARED, attempt } from "../../src/schema/failure.ts";
import { WorkExceeded } from "../../src/schema/work.ts";

test("a failure becomes a sentence, but a budget that is used up ends more than one part", () => {
  const fail = (error: unknown) => () => {
    throw error;
  };
  const said = (why: string): string => why;
  expect(attempt(() => 5, said)).toBe(5);
  expect(attempt(fail(new Error("it broke\nhere")), said)).toBe("not compared, because it broke");
  expect(attempt(fail("odd"), said)).toBe("not compared, because odd");
  expect(() => attempt(fail(new WorkExceeded()), said)).toThrow(WorkExceeded);
  expect(NOT_COMPARED).toBe("not-compared");
});
