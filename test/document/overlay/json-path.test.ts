// JSONPath as overlays use it.
import { expect, test } from "vitest";
import { IN_PROOF } from "../../share.ts";
import { select } from "../../../src/document/overlay/json-path.ts";
import { JsonPathError, parseJsonPath } from "../../../src/document/overlay/json-path-parser.ts";

const SHELF = {
  paths: {
    "/books": {
      get: {
        tags: ["read"],
        parameters: [
          { name: "limit", in: "query" },
          { name: "genre", in: "query" },
        ],
      },
      post: { tags: ["write"], "x-internal": true },
    },
    "/books/{id}": { get: { tags: ["read", "one"], parameters: [{ name: "id", in: "path" }] } },
  },
  numbers: [1, 2, 3, 4],
};

const selected = (path: string): string[] =>
  (select(SHELF, parseJsonPath(path)) ?? []).map((way) => way.join(" ")).toSorted();

test.each([
  ["$", [""]],
  ["$.paths['/books'].get.tags", ["paths /books get tags"]],
  ['$["paths"]["/books/{id}"].*', ["paths /books/{id} get"]],
  ["$.paths.*.get", ["paths /books get", "paths /books/{id} get"]],
  ["$.paths['/books']['get', 'post'].tags[0]", ["paths /books get tags 0", "paths /books post tags 0"]],
  ["$.numbers[-1]", ["numbers 3"]],
  [String.raw`$['num\u0062ers'][0]`, ["numbers 0"]],
  [String.raw`$['\paths']["\/books"].get.tags`, ["paths /books get tags"]],
  ["$.numbers[1:3]", ["numbers 1", "numbers 2"]],
  ["$.numbers[::-2]", ["numbers 1", "numbers 3"]],
  ["$.numbers[?@ > 2]", ["numbers 2", "numbers 3"]],
  ["$..parameters[?(@.name=='limit')]", ["paths /books get parameters 0"]],
  ["$..parameters[?@.in == 'query' && @.name != 'limit']", ["paths /books get parameters 1"]],
  ["$.paths.*[?@.x-internal == true]", ["paths /books post"]],
  ["$.paths.*[?!@['x-internal']]", ["paths /books get", "paths /books/{id} get"]],
  ["$.paths[?@.post || (@.get && @.put)]", ["paths /books"]],
  ['$.paths.*.*[?@[1] == "one"]', ["paths /books/{id} get tags"]],
  [
    "$..name",
    [
      "paths /books get parameters 0 name",
      "paths /books get parameters 1 name",
      "paths /books/{id} get parameters 0 name",
    ],
  ],
  ["$.nowhere.at.all", []],
])("%s selects the right nodes", (path, wanted) => {
  expect(selected(path)).toEqual(wanted.toSorted());
});

test("each node is selected once", () => {
  expect(selected("$.numbers[0,0,-4]")).toEqual(["numbers 0"]);
});

test.each([
  ["paths.get", "must begin with $"],
  ["$.paths[", "is missing"],
  ["$.paths['/a]", "a quote is not closed"],
  ["$.paths[?length(@.tags) > 1]", "functions are not supported"],
  ["$.paths[?'a']", "a comparison is missing"],
  ["$.paths$", "is not understood"],
])("%s is refused with a reason", (path, why) => {
  expect(() => parseJsonPath(path)).toThrow(JsonPathError);
  expect(() => parseJsonPath(path)).toThrow(why);
});

test.runIf(IN_PROOF)("a path that takes too many steps is abandoned", () => {
  let deep: object = {};
  for (let level = 0; level < 150; level++) deep = { a: deep, b: [1, 2] };
  expect(select(deep as never, parseJsonPath("$..*..*..*..*"))).toBeUndefined();
});
