// Which requests a situation applies to.
import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import { matchesStars, readScope } from "../../src/mock/situations/scope.ts";

const responses = { "200": { description: "D" } };
const { operations } = await loadContract({
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: {
    "/things": { get: { operationId: "listThings", responses }, post: { responses } },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: {} }],
      get: { operationId: "fetchThing", responses },
    },
    "/things/{id}/parts/first": {
      parameters: [{ name: "id", in: "path", required: true, schema: {} }],
      get: { operationId: "firstPart", responses },
    },
  },
});

/** A request of each operation, as it was sent below /v1. */
const REQUESTS = operations.map((operation) => {
  const below = operation.path.replace("{id}", "7");
  return { operation, below, path: `/v1${below}`, method: operation.method };
});

describe("a situation applies to", () => {
  test.each<[string | undefined, string[]]>([
    [undefined, ["GET /things", "POST /things", "GET /things/{id}", "GET /things/{id}/parts/first"]],
    [" * ", ["GET /things", "POST /things", "GET /things/{id}", "GET /things/{id}/parts/first"]],
    ["get", ["GET /things", "GET /things/{id}", "GET /things/{id}/parts/first"]],
    ["POST", ["POST /things"]],
    ["DELETE", []],
    ["listThings", ["GET /things"]],
    ["POST /things", ["POST /things"]],
    ["/things", ["GET /things", "POST /things"]],
    ["Post  /things", ["POST /things"]],
    ["/things/{id}", ["GET /things/{id}"]],
    ["/things/7", ["GET /things/{id}"]],
    ["/v1/things/7", ["GET /things/{id}"]],
    ["/things/8", []],
    ["GET /things/7", ["GET /things/{id}"]],
    ["POST /things/7", []],
    ["/things/*", ["GET /things/{id}", "GET /things/{id}/parts/first"]],
    ["/v1/*/first", ["GET /things/{id}/parts/first"]],
    ["POST /*", ["POST /things"]],
  ])("%j", (words, names) => {
    const scope = readScope(words, operations);
    const meant = typeof scope === "function" ? REQUESTS.filter(scope).map(({ operation }) => operation.name) : scope;
    expect(meant).toEqual(names);
  });
});

test.each([
  ["nothing", 'no operation is called "nothing"; there are listThings, POST /things, fetchThing, firstPart'],
  ["/others", "no path is called /others; there are listThings, POST /things, fetchThing, firstPart"],
  [
    "/things/7/parts/last",
    "no path is called /things/7/parts/last; there are listThings, POST /things, fetchThing, firstPart",
  ],
  ["/things/{other}", "no path is called /things/{other}; there are listThings, POST /things, fetchThing, firstPart"],
  ["DELETE /things", "/things has no DELETE; it has GET, POST"],
])("%j is refused, with the operations there are", (words, problem) => {
  expect(readScope(words, operations)).toEqual({ problem });
});

test("if there are many operations, the message names the first", () => {
  const many = Array.from({ length: 22 }, () => operations[0]).flatMap((one) => one ?? []);
  expect(readScope("x", many)).toEqual({
    problem: expect.stringMatching(/(?:listThings, ){19}listThings and 2 more$/) as unknown,
  });
  expect(readScope("x", many.slice(2))).toEqual({
    problem: expect.stringMatching(/(?:listThings, ){19}listThings$/) as unknown,
  });
  expect(readScope("x", [])).toEqual({ problem: 'no operation is called "x"; the document has none' });
});

test.each([
  ["a", "a", true],
  ["a", "ab", false],
  ["*", "", true],
  ["a*", "a", true],
  ["a*", "ba", false],
  ["*a", "ba", true],
  ["*a", "ab", false],
  ["ab*ba", "aba", false],
  ["ab*ba", "abba", true],
  ["a*b*c", "a-b-c", true],
  ["a*b*c", "a-c-b-c", true],
  ["a*b*c", "a-c", false],
  ["a*bc*c", "abc", false],
  ["a*b*b*c", "abc", false],
])("the pattern %j matches %j: %s", (glob, text, isLike) => {
  expect(matchesStars(glob, text)).toBe(isLike);
});
