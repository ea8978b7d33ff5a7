// Values of a schema that differ from known ones.
import { expect, test } from "vitest";
import type { JsonValue } from "../../src/json/value.ts";
import { differentValues } from "../../src/schema/compare/proposals/different.ts";

test("different numbers are tried on both sides of a known one, as long as they are allowed", () => {
  const isNear = (value: JsonValue): boolean => typeof value === "number" && Math.abs(value - 5) <= 2;
  expect([...differentValues(() => [5, 99], isNear)]).toEqual([5, 6, 7, 4, 3]);
});
