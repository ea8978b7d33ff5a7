// YAML and JSON texts that are deeply nested, long, or expand to much more.
import { json, type TextBomb, times, yaml } from "./make.ts";

const PATHS = "paths: {/a: {get: {responses: {'200': {description: x}}}}}\n";

/** A JSON document with a part that no JSON writer would produce. */
const raw = (part: (edit: number) => string): TextBomb => ({
  file: "a.json",
  make: (edit) => `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{},${part(edit)}}`,
});

const bounded = (keyword: string, number: string): TextBomb =>
  raw(
    (edit) =>
      `"components":{"schemas":{"A":{"type":"number","${keyword}":${number},"maximum":${9 - edit}}}},"webhooks":{"w":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}},"responses":{}}}}`,
  );

export const NOTATIONS: Readonly<Record<string, TextBomb>> = {
  "10,000 lists in a flow": yaml(() => `x: ${"[".repeat(10_000)}${"]".repeat(10_000)}\n${PATHS}`),
  "10,000 maps in a flow": yaml(() => `x: ${"{a: ".repeat(10_000)}1${"}".repeat(10_000)}\n${PATHS}`),
  "10,000 lists in a block": yaml(() => `x:\n  ${"- ".repeat(10_000)}1\n${PATHS}`),
  "10,000 keys that are keys": yaml(() => `x:\n  ${"? ".repeat(10_000)}1\n${PATHS}`),
  "1,200 maps in a block, each further in": yaml(
    () => `${times(1_200, (at) => `${" ".repeat(at)}a:\n`).join("")}${" ".repeat(1_200)}1\n${PATHS}`,
  ),
  "lists in JSON, 400,000 deep": raw(() => `"x-a":${"[".repeat(400_000)}${"]".repeat(400_000)}`),
  "maps in JSON, 100,000 deep": raw(() => `"x-a":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  "20,000 anchors, each of the one before": yaml(
    () => `x:\n- &a0 1\n${times(20_000, (at) => `- &a${at + 1} [*a${at}]\n`).join("")}${PATHS}`,
  ),
  "an anchor, 150,000 times": yaml(() => `x:\n- &a [${"b,".repeat(50)}]\n${"- *a\n".repeat(150_000)}${PATHS}`),
  "schemas that are aliases of each other": yaml(
    (edit) =>
      `paths: {}\ncomponents:\n  schemas:\n    A: &a {type: object, properties: {n: {maximum: ${9 - edit}}}}\n${times(15_000, (at) => `    B${at}: {allOf: [*a, *a]}\n`).join("")}`,
  ),
  "20,000 documents in one": yaml(() => `${PATHS}${"---\na: 1\n".repeat(20_000)}`),
  "a key, 50,000 times": yaml(() => `${"x: 1\n".repeat(50_000)}${PATHS}`),
  "a key of JSON, 50,000 times": raw(() => `${'"x-a":1,'.repeat(50_000)}"x-b":1`),
  "60,000 keys that are numbers": yaml(() => `x:\n${times(60_000, (at) => `  ${at * 7919}: 1\n`).join("")}${PATHS}`),
  "names that a plain object knows": yaml(
    () => `__proto__: {a: 1}\nconstructor: {prototype: {a: 1}}\nx: {__proto__: [1], toString: 1}\n${PATHS}`,
  ),
  "1e999999999 in YAML": yaml(
    (edit) =>
      `${PATHS}components: {schemas: {A: {maximum: 1e999999999, minimum: -1e99999999${9 - edit}, const: 1e-999999999}}}\n`,
  ),
  "1e999999999 as a bound": bounded("minimum", "1e999999999"),
  "1e-999999999 as a multiple": bounded("multipleOf", "1e-999999999"),
  "0e999999999999 as a value": bounded("const", "0e999999999999"),
  "a bound of 100,000 digits": bounded("minimum", "1".repeat(100_000)),
  "a multiple of 100,000 digits": bounded("multipleOf", "7".repeat(100_000)),
  "a fraction of 100,000 digits": bounded("exclusiveMinimum", `0.${"3".repeat(100_000)}`),
  "a value of 400,000 digits": bounded("const", "8".repeat(400_000)),
  "400 values of 1,000 digits": bounded("enum", `[${times(400, (at) => `${at + 1}${"0".repeat(1_000)}`).join(",")}]`),
  "numbers of base 60 and others": yaml(
    () =>
      `x: [${times(20_000, (at) => `${at}:59:59`).join(",")}, 0x${"f".repeat(50_000)}, 0o${"7".repeat(50_000)}, ${"1_".repeat(50_000)}]\n${PATHS}`,
  ),
  "50,000 days": yaml(() => `x: [${times(50_000, (at) => `2001-12-${10 + (at % 20)}`).join(",")}]\n${PATHS}`),
  "a description of 900 KB": json((edit) => ({
    info: { title: "t", version: "1", description: `${"\u001b[2J ::error::x <script> ` ".repeat(15_000)}${edit}` },
  })),
  "a description of 450,000 line breaks": json((edit) => ({
    info: { title: "t", version: "1", description: `${"\n".repeat(450_000)}${edit}` },
  })),
  "a text of one letter, 900,000 times": yaml((edit) => `x-a: |\n  ${"a".repeat(900_000)}${edit}\n${PATHS}`),
  "an example of 900 KB": json((edit) => ({
    paths: {
      "/a": {
        get: {
          responses: {
            "200": { description: "x", content: { "text/plain": { example: "x".repeat(890_000 + edit) } } },
          },
        },
      },
    },
  })),
  "an example of 60,000 objects": json((edit) => ({
    paths: {
      "/a": {
        get: {
          responses: {
            "200": {
              description: "x",
              content: {
                "application/json": {
                  schema: { type: "array", uniqueItems: true, items: { type: "object", maxProperties: 9 - edit } },
                  example: times(60_000, (at) => ({ a: at })),
                },
              },
            },
          },
        },
      },
    },
  })),
  "no UTF-8 where text should be": {
    file: "a.yaml",
    make: (edit) => `openapi: 3.1.0\u0000\ufffe${"\ud800".repeat(100_000)}${edit}`,
  },
  "a mark of order and 200,000 blanks of every kind": {
    file: "a.yaml",
    make: (edit) => `\ufeff${"\u2028\u2029\u0085\u00a0".repeat(50_000)}openapi: 3.1.${edit}\n`,
  },
  "an indicator that goes on": yaml(() => `x: |9${"9".repeat(100_000)}\n  a\n${PATHS}`),
  "tabs for blanks": yaml(() => `x:\n${"\t".repeat(300_000)}a: 1\n${PATHS}`),
  "brackets that are never closed, in quotes that are": yaml(() => `x: [${'"[",'.repeat(150_000)}\n${PATHS}`),
};
