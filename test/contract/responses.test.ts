import { describe, expect, test } from "vitest";
import { concreteStatus, isErrorStatus, isNamed, responseFor, successStatuses } from "../../src/contract/responses.ts";

const responses = ["200", "2XX", "404", "default"].map((status) => ({ status }));

describe("the response that describes a status", () => {
  test.each([
    [200, "200"],
    ["200", "200"],
    [204, "2XX"],
    [404, "404"],
    [400, "default"],
    [500, "default"],
  ])("%s is described by %s", (status, described) => {
    expect(responseFor(responses, status)?.status).toBe(described);
  });

  test("a status can have no description", () => {
    expect(responseFor([{ status: "200" }, { status: "4XX" }], 500)).toBeUndefined();
    expect(responseFor([], 200)).toBeUndefined();
  });
});

test("the default names no status, and a range names every status in it", () => {
  expect(isNamed(500, ["200", "default"])).toBe(false);
  expect(isNamed(422, ["4XX"])).toBe(true);
  expect(successStatuses({ responses })).toEqual(["200", "2XX"]);
  expect(["404", "5XX", "default", "302"].map(isErrorStatus)).toEqual([true, true, true, false]);
});

test("each described status stands for a concrete one that a server could send", () => {
  for (const { status } of responses) {
    expect(responseFor(responses, concreteStatus(status))?.status).toBe(status);
  }
});
