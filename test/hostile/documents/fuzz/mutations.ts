// Mutations of a document: parts are removed, moved, repeated or replaced, and the text is damaged.
import { stringify } from "yaml";
import type { JsonObject } from "../../../../src/json/value.ts";
import { writeJson } from "../../../../src/json/write.ts";
import type { Random } from "../../random.ts";

type Container = Record<string, unknown>;
type Place = readonly [parent: Container, key: string];

/** A damaged text. */
export interface Mutated {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const words = (text: string): readonly string[] => text.split(" ");

const KEYWORDS = [
  ...words("type required nullable enum const format minimum maximum exclusiveMinimum multipleOf pattern minLength"),
  ...words(
    "maxLength items prefixItems contains minItems maxItems uniqueItems properties patternProperties propertyNames",
  ),
  ...words(
    "additionalProperties unevaluatedProperties minProperties dependentSchemas allOf anyOf oneOf not if then else",
  ),
  ...words(
    "discriminator readOnly writeOnly default example examples deprecated x-sunset x-resource x-stability-level",
  ),
  ...words(
    "security parameters content schema style explode allowReserved in name servers url tags operationId responses",
  ),
  ...words(
    "requestBody callbacks links headers encoding $ref $id $anchor $dynamicRef $defs $schema openapi info paths",
  ),
  ...words("webhooks components get post put patch delete options head trace 200 default 4XX constructor __proto__"),
];

/** Patterns that are hard for some regular expression engines. */
const PATTERNS = [
  ...["^(a+)+$", "^(x+x+)+y$", "^(x*)*$", "(?=a)(?=b)", "(?<!a)b", "(a)\\1", "[", "(?<n>a)\\k<n>", "^a{0,100000}$"],
  ...[
    "^(?:a?){50}a{50}$",
    "\\p{L}+",
    "\\u{1F600}",
    "(?i)a",
    "[^]",
    "$^",
    "a**",
    "^(?:(?:a|b)*c){200}$",
    "[a-\\d]",
    "\\cA",
  ],
];

const TEXTS = [
  ...[
    "",
    " ",
    "a",
    "constructor",
    "__proto__",
    "object",
    "int64",
    "date-time",
    "#",
    "#/paths",
    "#/components/schemas/None",
  ],
  ...[
    "../secret.json",
    "http://127.0.0.1:9/x",
    "file:///etc/passwd",
    "\u001b[2J",
    "a\r\n::error::x",
    "\u202e",
    "\ud800",
  ],
  ...["%", "%zz", "{", "{}", "{a", "/{a}{b}", "//", "/a?b=c#d", "x".repeat(5000), "2026-02-30", "\u0000", "::", "=1+1"],
];

const NUMBERS = [
  9007199254740993n,
  -(2n ** 70n),
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  1e21,
  100_000_000,
  1_000_000_000,
  0.1,
];

const SCHEMAS: readonly object[] = [
  {},
  { type: "string" },
  { enum: [] },
  { not: {} },
  { minimum: 5, maximum: 3 },
  { $ref: "#" },
  { $ref: "#/components/schemas/None" },
  { type: "array", minItems: 1_000_000_000 },
  { type: "object", minProperties: 100_000_000 },
  { type: "string", minLength: 1_000_000_000 },
  { allOf: [{ $ref: "#/components" }] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  { if: {}, then: { if: {}, else: {} } },
];

function valueFor(random: Random): unknown {
  return random.pick([
    () => random.pick(TEXTS),
    () => random.pick(NUMBERS),
    () => random.pick<unknown>([null, true, false, [], {}, [null], [[]], ["a", "a"], { a: { a: {} } }]),
    () => structuredClone(random.pick(SCHEMAS)),
    () => random.pick(PATTERNS),
    () => Array.from({ length: random.pick([1, 3, 300]) }, () => random.pick<unknown>([...TEXTS, ...NUMBERS, null])),
  ])();
}

function placesIn(tree: Container): Place[] {
  return Object.entries(tree).flatMap(([key, value]): Place[] => [
    [tree, key],
    ...(typeof value === "object" && value !== null ? placesIn(value as Container) : []),
  ]);
}

/** As in data from JSON, where `__proto__` is a name like any other. */
function put(parent: Container, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

function remove(parent: Container, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

type Change = (random: Random, place: Place, places: readonly Place[]) => void;

const CHANGES: readonly Change[] = [
  (_, [parent, key]) => remove(parent, key),
  (random, [parent, key]) => put(parent, key, valueFor(random)),
  (random, [parent]) => put(parent, random.pick(KEYWORDS), valueFor(random)),
  (random, [parent, key], places) => {
    const [other, from] = random.pick(places);
    put(parent, key, structuredClone(other[from]));
  },
  (random, [parent, key]) => {
    const value = parent[key];
    remove(parent, key);
    put(parent, Array.isArray(parent) ? String(parent.length) : random.pick([...KEYWORDS, ...TEXTS]), value);
  },
  (random, [parent, key]) => put(parent, key, { [random.pick(KEYWORDS)]: parent[key] }),
  (random, [parent, key]) =>
    put(parent, key, { [random.pick(["allOf", "anyOf", "oneOf"])]: [parent[key], valueFor(random)] }),
  (random, [parent, key]) =>
    put(
      parent,
      key,
      Array.from({ length: random.pick([1, 2, 40]) }, () => parent[key]),
    ),
  (random, [parent, key]) => put(parent, "pattern", random.pick(PATTERNS)) ?? put(parent, key, parent[key]),
  (random, [parent, key]) => {
    const names = ["NewTask", "Task", "Shape", "All", "Order", "Error", "None"];
    put(parent, key, { $ref: `#/components/schemas/${random.pick(names)}` });
  },
];

function changed(base: JsonObject, random: Random): JsonObject {
  const copy = structuredClone(base) as Container;
  for (let left = 1 + random.below(2); left > 0; left--) {
    const places = placesIn(copy);
    if (places.length > 0 && places.length < 20_000) random.pick(CHANGES)(random, random.pick(places), places);
  }
  return copy as JsonObject;
}

const PIECES = [
  ...[
    "&a ",
    "*a",
    "<<: *a\n",
    "!!binary ",
    "!!js/function ",
    "!<tag:x> ",
    "|\n",
    ">-\n",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "\t",
  ],
  ...[
    "{",
    "[",
    "}",
    "]",
    ",",
    ":",
    "#",
    "'",
    '"',
    "\\",
    "? ",
    "- ",
    "\0",
    "\uFEFF",
    "\u2028",
    "\r",
    "\\u0000",
    "1e400",
    "0x",
  ],
  ...["\xFF", "\xC3", "9007199254740993", "~", "@", "`", "[".repeat(300), "- ".repeat(300), "{a: ".repeat(300)],
];

function damaged(text: string, random: Random): Uint8Array {
  let bytes = Buffer.from(text);
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(bytes.length);
    const until = Math.min(bytes.length, at + 1 + random.below(random.pick([2, 20, 400])));
    const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, until), bytes.subarray(until)];
    bytes = random.pick([
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, part, part, after]),
      () => Buffer.concat([before, Buffer.from(random.pick(PIECES), "latin1"), part, after]),
      () => Buffer.concat([before, Buffer.from([random.below(256)]), part.subarray(1), after]),
      () => Buffer.from(before),
    ])();
  }
  return bytes;
}

/** @returns the text of a mutated document */
export function mutated(base: JsonObject, byHand: string, random: Random): Mutated {
  // One in twenty is the large embedded document.
  if (random.chance(5)) return { name: "after.yaml", bytes: damaged(byHand, random) };
  const isYaml = random.chance(50);
  const tree = random.chance(80) ? changed(base, random) : base;
  const text = isYaml ? stringify(tree, { aliasDuplicateObjects: random.chance(50) }) : writeJson(tree, 1);
  const isDamaged = tree === base || random.chance(5);
  return { name: isYaml ? "after.yaml" : "after.json", bytes: isDamaged ? damaged(text, random) : Buffer.from(text) };
}
