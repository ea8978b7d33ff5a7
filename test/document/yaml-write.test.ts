// Any value that is written as YAML is read back unchanged.
import { assert, jsonValue, property } from "fast-check";
import { expect, it } from "vitest";
import { drawn } from "../share.ts";
import { readYaml } from "../../src/document/yaml/read.ts";
import { writeYaml } from "../../src/document/yaml/write.ts";
import { writeJson } from "../../src/json/write.ts";
import type { JsonValue } from "../../src/json/value.ts";

const LIMITS = { nesting: 100, aliases: 10, values: 100_000 };

function again(value: JsonValue): string {
  const reading = readYaml(writeYaml(value), LIMITS);
  return "value" in reading ? writeJson(reading.value) : reading.fault.message;
}

const VALUES: readonly JsonValue[] = [
  { a: [{ b: 1, c: [] }, [], {}, [[1], [{ d: null }]]] },
  { text: "one\ntwo\n", last: "one\n\ntwo", indented: "  one\ntwo", open: "one\n\n" },
  { on: "yes", "123": "0x1f", "a: b": "- c", "": "#", tilde: "~", number: "1e3", date: "2030-12-05" },
  { large: 9223372036854775807n, small: -0.5, yes: true },
  ["\u0000", "\u2028", "\ufeff", "a\tb\nc", "tail \nnext"],
  "alone",
  [],
];

it.for(VALUES.map((_, at) => at))("value %i is read back as it was written", (at) => {
  const value = VALUES[at] as JsonValue;
  expect(again(value)).toBe(writeJson(value));
});

it("any JSON is read back as it was written", () => {
  const value = jsonValue({ maxDepth: 4 }).map((one) => JSON.parse(JSON.stringify(one)) as JsonValue);
  // The reader of documents refuses a key that would change the prototype of an object.
  assert(
    property(value, (one) => writeJson(one).includes("__proto__") || again(one) === writeJson(one)),
    { numRuns: drawn({ each: 100, proof: 500 }) },
  );
});
