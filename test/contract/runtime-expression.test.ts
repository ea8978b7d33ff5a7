// Runtime expressions: the whole grammar, what each refers to, and what is none.
import { describe, expect, test } from "vitest";
import {
  type Sources,
  evaluate,
  parseSource,
  parseTemplate,
  showSource,
} from "../../src/contract/runtime-expression.ts";
import type { JsonValue } from "../../src/json/value.ts";

const BODY: JsonValue = {
  url: "http://127.0.0.1:1/hook",
  nested: { "a/b": [{ "m~n": 7 }] },
  none: null,
  on: true,
  large: 9007199254740993n,
};
const SOURCES: Sources = {
  url: "http://localhost/orders?queryUrl=http%3A%2F%2Fc.example",
  method: "POST",
  status: 201,
  request: {
    header: (name) => (name === "x-callback" ? "http://header.example" : ""),
    query: (name) => (name === "queryUrl" ? "http://c.example" : undefined),
    path: (name) => (name === "eventType" ? "sold" : undefined),
    body: () => BODY,
  },
  response: { header: (name) => (name === "location" ? "http://localhost/orders/1" : ""), body: () => "text" },
};

const valueOf = (text: string): unknown => {
  const template = parseTemplate(text);
  if ("fault" in template) return template;
  const value = evaluate(template, SOURCES);
  return typeof value === "string" ? value : { missing: showSource(value.missing) };
};

describe("a URL is made of", () => {
  test.each([
    ["$url", SOURCES.url],
    ["$method", "POST"],
    ["$statusCode", "201"],
    ["$request.header.X-Callback", "http://header.example"],
    ["$request.query.queryUrl", "http://c.example"],
    ["$request.path.eventType", "sold"],
    ["$request.body#/url", "http://127.0.0.1:1/hook"],
    ["{$request.body#/url}", "http://127.0.0.1:1/hook"],
    ["{$request.body#/nested/a~1b/0/m~0n}", "7"],
    ["{$request.body#/large}/{$request.body#/on}", "9007199254740993/true"],
    ["$response.header.Location", "http://localhost/orders/1"],
    ["$response.body", "text"],
    ["http://n.example?event={$request.path.eventType}&status={$statusCode}", "http://n.example?event=sold&status=201"],
    ["http://fixed.example/hook", "http://fixed.example/hook"],
  ])("%s", (expression, value) => expect(valueOf(expression)).toBe(value));
});

test.each([
  ["$request.body#/gone"],
  ["$request.body#/none"],
  ["$request.body#/nested"],
  ["$request.body#/url/length"],
  ["$request.body#/nested/constructor"],
  ["$request.header.x-other"],
  ["$request.query.other"],
  ["$response.path.id"],
])("%s has no value here", (expression) => expect(valueOf(expression)).toEqual({ missing: expression }));

test.each([
  ["{$reqest.body#/url}", "has $reqest.body#/url, which is no runtime expression"],
  ["{url}", "has url, which is no runtime expression"],
  ["{}", "has , which is no runtime expression"],
  ["{$request.body#url}", "has $request.body#url, which is no runtime expression"],
  ["{$request.body#/a~2b}", "has $request.body#/a~2b, which is no runtime expression"],
  ["{$request.header.a b}", "has $request.header.a b, which is no runtime expression"],
  ["{$request}", "has $request, which is no runtime expression"],
  ["http://x/{$url", "has a brace without its other half"],
  ["http://x/}", "has a brace without its other half"],
  ["x".repeat(2_001), "has more than 2000 characters"],
])("%s is refused", (expression, fault) => expect(valueOf(expression)).toEqual({ fault }));

test("a long row of braces takes no time", () => {
  expect(parseTemplate("{".repeat(2_000))).toHaveProperty("fault");
  expect(parseSource(`$request.body#${"/~0".repeat(600)}`)).toHaveProperty("pointer");
});
