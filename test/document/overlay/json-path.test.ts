// JSONPath as overlays use it.
import { expect, test } from "vitest";
import { JsonPathError, readJsonPath } from "../../../src/document/overlay/json-path.ts";
import { matches } from "../../../src/schema/pattern/engine.ts";
import { UNLIMITED } from "../../../src/schema/work.ts";
import { shareOf } from "../../share.ts";

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

const matching = (pattern: string, text: string): boolean => matches(pattern, text, UNLIMITED);

const selected = (path: string): string[] =>
  (readJsonPath(path, matching)(SHELF) ?? []).map((way) => way.join(" ")).toSorted();

test.each([
  ["$", [""]],
  ["$.paths['/books'].get.tags", ["paths /books get tags"]],
  ['$["paths"]["/books/{id}"].*', ["paths /books/{id} get"]],
  ["$.paths.*.get", ["paths /books get", "paths /books/{id} get"]],
  ["$.paths['/books']['get', 'post'].tags[0]", ["paths /books get tags 0", "paths /books post tags 0"]],
  ["$.numbers[-1]", ["numbers 3"]],
  [String.raw`$['num\u0062ers'][0]`, ["numbers 0"]],
  [String.raw`$['paths']["\/books"].get.tags`, ["paths /books get tags"]],
  ["$.paths.*.*[?length(@) == 2]", ["paths /books get parameters", "paths /books/{id} get tags"]],
  ["$.paths[?count(@.*) > 1]", ["paths /books"]],
  ["$.paths.*[?search(@.tags[0], 'rit')]", ["paths /books post"]],
  ["$..parameters[?match(@.name, 'l.*')]", ["paths /books get parameters 0"]],
  ["$..parameters[?match(@.name, 'i')]", []],
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
  ["paths.get", "expected '$'"],
  ["$.paths[", "unclosed bracketed selection"],
  ["$.paths['/a]", "unclosed string"],
  ["$.paths[?size(@.tags) > 1]", "no such function 'size'"],
  ["$.paths[?'a']", "must be compared"],
  ["$.paths$", "found '$'"],
  [`$[?${"!".repeat(20_000)}@.a]`, "it has 20007 characters; 10000 are enough for any target"],
  [`$[?${"!".repeat(9_000)}@.a]`, "it has 9003 parts; 500 are enough for any target"],
  [`$[?${"(".repeat(4_000)}@.a${")".repeat(4_000)}]`, "it has 4003 parts"],
  [`$${"[?@".repeat(2_000)}${"]".repeat(2_000)}`, "it has 4000 parts"],
  [`$[?@.a${"||@.a".repeat(1_000)}]`, "it has 3003 parts"],
  ["$.a".repeat(300_000), "it has 900000 characters; 10000 are enough for any target"],
] as const)("a path is refused with a reason: %#", (path, why) => {
  expect(() => readJsonPath(path, matching)).toThrow(JsonPathError);
  expect(() => readJsonPath(path, matching)).toThrow(why);
});

test.each(shareOf(["$..*..*..*..*", "$..[?count($..*..*) > 1]", "$..*[?@..a[?@..b]]"], 3))(
  "%s takes too many steps and is abandoned",
  (path) => {
    let deep: object = {};
    for (let level = 0; level < 150; level++) deep = { a: deep, b: [1, 2] };
    expect(readJsonPath(path, matching)(deep as never)).toBeUndefined();
  },
);

test("a pattern that backtracks without end is matched in a limited time", () => {
  const select = readJsonPath("$[?match(@, '(a+)+b')]", matching);
  expect(select(["a".repeat(50_000), "aab"])).toEqual([["1"]]);
});
