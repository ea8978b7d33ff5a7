import { describe, expect, it } from "vitest";
import { showLocation } from "../../src/document/location.ts";
import { parseText } from "../../src/document/read.ts";
import { processorTime } from "../contract/documents.ts";

function locator(text: string): (pointer: string) => string {
  const parsed = parseText(text);
  if ("fault" in parsed) throw new Error(parsed.fault.message);
  return (pointer) => {
    const { line, column } = parsed.locate(pointer);
    return `${line}:${column}`;
  };
}

const YAML = `openapi: 3.1.0
paths:
  /a:
    get:
      parameters:
        - name: x
          in: query
        - { name: y, in: query }
  "/b c":
    get: {}
200: number
`;

const JSON_TEXT = `{
  "openapi": "3.1.0",
  "paths": {
    "/a": { "get": { "parameters": [
      { "name": "x, \\"]}" },
      { "name": "y" }
    ] } },
    "/\\u0062": 1
  }
}`;

describe("the place of a pointer", () => {
  it.for([
    ["", "1:1"],
    ["/openapi", "1:1"],
    ["/paths", "2:1"],
    ["/paths/~1a", "3:3"],
    ["/paths/~1a/get/parameters/0", "6:11"],
    ["/paths/~1a/get/parameters/0/in", "7:11"],
    ["/paths/~1a/get/parameters/1/in", "8:22"],
    ["/paths/~1b c", "9:3"],
    ["/200", "11:1"],
    ["/paths/~1a/get/parameters/7", "5:7"],
    ["/paths/~1a/nothing/here", "3:3"],
  ] as const)("in YAML: %s is at %s", ([pointer, place]) => {
    expect(locator(YAML)(pointer)).toBe(place);
  });

  it.for([
    ["", "1:1"],
    ["/openapi", "2:3"],
    ["/paths", "3:3"],
    ["/paths/~1a", "4:5"],
    ["/paths/~1a/get", "4:13"],
    ["/paths/~1a/get/parameters/0", "5:7"],
    ["/paths/~1a/get/parameters/0/name", "5:9"],
    ["/paths/~1a/get/parameters/1", "6:7"],
    ["/paths/~1b", "8:5"],
    ["/paths/~1a/get/parameters/7", "4:22"],
    ["/openapi/deeper", "2:3"],
  ] as const)("in JSON: %s is at %s", ([pointer, place]) => {
    expect(locator(JSON_TEXT)(pointer)).toBe(place);
  });

  it.for([
    ["0", "2:5"],
    ["1", "3:5"],
    ["2", "4:5"],
    ["3", "5:5"],
    ["4", "7:5"],
    ["5", "9:5"],
  ] as const)("in a list of texts: the one of index %s begins at %s, with its first sign", ([index, place]) => {
    const text = `texts:
  - plain
  - 'in | single'
  - "in > double"
  - |
    kept | lines
  - >-
    folded lines
  - last
`;
    expect(locator(text)(`/texts/${index}`)).toBe(place);
  });

  it("is found on a single line, in JSON and in YAML", () => {
    expect(locator('{ "a": { "b": [1, 2] } }')("/a/b/1")).toBe("1:19");
    expect(locator("{ a: { b: [1, 2] } }")("/a/b/1")).toBe("1:15");
  });

  it("is found quickly for 20,000 pointers", () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `name${index}`);
    for (const text of [
      JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])), null, 1),
      names.map((name) => `${name}: 1`).join("\n"),
    ]) {
      const place = locator(text);
      const began = processorTime();
      for (const name of names) place(`/${name}`);
      expect(processorTime() - began).toBeLessThan(1000);
      expect(place("/name19999")).toMatch(/^(20001:2|20000:1)$/);
    }
  });

  it("is shown in the form that editors turn into a link", () => {
    expect(showLocation({ file: "spec/a.yaml", line: 12, column: 3 })).toBe("spec/a.yaml:12");
  });
});
