// JSON patch (RFC 6902): the examples of its appendix A, and what a mock does with them.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";
import type { JsonArray, JsonValue } from "../../src/json/value.ts";
import { jsonPatch } from "../../src/mock/patch/json-patch.ts";

test.each<[what: string, before: JsonValue, patch: JsonArray, after: JsonValue]>([
  ["A.1 adding a member", { foo: "bar" }, [{ op: "add", path: "/baz", value: "qux" }], { foo: "bar", baz: "qux" }],
  [
    "A.2 adding an element",
    { foo: ["bar", "baz"] },
    [{ op: "add", path: "/foo/1", value: "qux" }],
    { foo: ["bar", "qux", "baz"] },
  ],
  ["A.3 removing a member", { baz: "qux", foo: "bar" }, [{ op: "remove", path: "/baz" }], { foo: "bar" }],
  [
    "A.4 removing an element",
    { foo: ["bar", "qux", "baz"] },
    [{ op: "remove", path: "/foo/1" }],
    { foo: ["bar", "baz"] },
  ],
  [
    "A.5 replacing a value",
    { baz: "qux", foo: "bar" },
    [{ op: "replace", path: "/baz", value: "boo" }],
    { baz: "boo", foo: "bar" },
  ],
  [
    "A.6 moving a value",
    { foo: { bar: "baz", waldo: "fred" }, qux: { corge: "grault" } },
    [{ op: "move", from: "/foo/waldo", path: "/qux/thud" }],
    { foo: { bar: "baz" }, qux: { corge: "grault", thud: "fred" } },
  ],
  [
    "A.7 moving an element",
    { foo: ["all", "grass", "cows", "eat"] },
    [{ op: "move", from: "/foo/1", path: "/foo/3" }],
    { foo: ["all", "cows", "eat", "grass"] },
  ],
  [
    "A.8 testing a value",
    { baz: "qux", foo: ["a", 2, "c"] },
    [
      { op: "test", path: "/baz", value: "qux" },
      { op: "test", path: "/foo/1", value: 2 },
    ],
    { baz: "qux", foo: ["a", 2, "c"] },
  ],
  [
    "A.10 adding a nested object",
    { foo: "bar" },
    [{ op: "add", path: "/child", value: { grandchild: {} } }],
    { foo: "bar", child: { grandchild: {} } },
  ],
  ["A.14 escaped steps", { "/": 9, "~1": 10 }, [{ op: "test", path: "/~01", value: 10 }], { "/": 9, "~1": 10 }],
  [
    "A.16 adding to the end",
    { foo: ["bar"] },
    [{ op: "add", path: "/foo/-", value: ["abc", "def"] }],
    { foo: ["bar", ["abc", "def"]] },
  ],
  ["copying", { a: { b: 1 } }, [{ op: "copy", from: "/a", path: "/c" }], { a: { b: 1 }, c: { b: 1 } }],
  ["replacing everything", { a: 1 }, [{ op: "replace", path: "", value: { b: 2 } }], { b: 2 }],
])("%s", (...[, before, patch, after]) => {
  expect(jsonPatch(before, patch)).toEqual({ value: after });
});

test.each<[what: string, patch: JsonArray, at: number, fault: RegExp]>([
  ["A.9 a test that fails", [{ op: "test", path: "/a", value: "bar" }], 0, /\/a is another value/],
  ["A.12 a place that is not there", [{ op: "add", path: "/baz/bat", value: "qux" }], 0, /nothing at \/baz/],
  ["removing nothing", [{ op: "remove", path: "/b" }], 0, /nothing at \/b/],
  ["a list with a gap", [{ op: "add", path: "/list/9", value: 1 }], 0, /no place in the list/],
  ["a list by a name", [{ op: "add", path: "/list/__proto__", value: 1 }], 0, /no place in the list/],
  ["moving into itself", [{ op: "move", from: "/list", path: "/list/0" }], 0, /into itself/],
  [
    "the second of two",
    [
      { op: "test", path: "/a", value: 1 },
      { op: "jump", path: "/a" },
    ],
    1,
    /none of add, remove/,
  ],
  ["no pointer", [{ op: "remove", path: "a" }], 0, /no JSON pointer/],
  ["no object", [1], 0, /no object/],
  [
    "too many",
    Array.from({ length: 1_001 }, () => ({ op: "test", path: "/a", value: 1 })),
    1_000,
    /1000 operations at most/,
  ],
])("refused: %s", (...[, patch, at, fault]) => {
  expect(jsonPatch({ a: 1, list: [] }, patch)).toEqual({ at, fault: expect.stringMatching(fault) });
});

test("a property that objects inherit is only a name", () => {
  expect(jsonPatch({}, [{ op: "add", path: "/__proto__", value: { admin: true } }])).toEqual({
    value: JSON.parse('{"__proto__":{"admin":true}}'),
  });
  expect(jsonPatch({}, [{ op: "remove", path: "/constructor" }])).toHaveProperty("fault");
});

const THING = {
  type: "object",
  required: ["name"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    tags: { type: "array", items: { type: "string" } },
  },
};
const thing = { description: "It.", content: { "application/json": { schema: THING } } };
const error = { description: "Not so." };
const things = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    "/things": {
      get: {
        responses: {
          "200": { description: "All.", content: { "application/json": { schema: { type: "array", items: THING } } } },
        },
      },
      post: { requestBody: { content: thing.content }, responses: { "201": thing } },
    },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": thing, "404": error } },
      patch: {
        requestBody: {
          required: true,
          content: {
            "application/json-patch+json": {
              schema: {
                type: "array",
                items: {
                  type: "object",
                  required: ["op", "path"],
                  properties: { op: { type: "string" }, path: { type: "string" } },
                },
              },
            },
          },
        },
        responses: { "200": thing, "404": error, "409": error },
      },
    },
  },
} as unknown as Spec;

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ spec: things });
});
beforeEach(() => mock.reset());
afterAll(() => mock.close());

async function ask(
  method: string,
  body?: unknown,
  type = "application/json-patch+json",
): Promise<readonly [number, unknown]> {
  const sending = body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": type } };
  const response = await fetch(`${mock.url}/things${method === "POST" ? "" : "/1"}`, { method, ...sending });
  const text = await response.text();
  return [response.status, text === "" ? undefined : JSON.parse(text)];
}

test("a patch changes what it names, and what only the service sets stays", async () => {
  const [, before] = await ask("GET");
  const patch = [
    { op: "replace", path: "/name", value: "new" },
    { op: "add", path: "/tags", value: ["a"] },
    { op: "add", path: "/tags/-", value: "b" },
    { op: "replace", path: "/id", value: 99 },
  ];
  const after = { ...(before as object), name: "new", tags: ["a", "b"] };
  expect(await ask("PATCH", patch)).toEqual([200, after]);
  expect(await ask("GET")).toEqual([200, after]);
});

test("a patch that fails changes nothing", async () => {
  const before = await ask("GET");
  expect(
    (
      await ask("PATCH", [
        { op: "replace", path: "/name", value: "new" },
        { op: "remove", path: "/none" },
      ])
    )[0],
  ).toBe(409);
  expect((await ask("PATCH", [{ op: "remove", path: "/name" }]))[0]).toBeGreaterThanOrEqual(400);
  expect(await ask("GET")).toEqual(before);
});
