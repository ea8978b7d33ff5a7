// The edits of published histories again, in every place: with other names, inside other schemas, in requests and
// responses, and in the dialects of 3.0 and 3.1. The verdict on an edit must not depend on its place.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { IN_PROOF, drawn, shareOf } from "../share.ts";
import { compare, withRequest, withResponse } from "./documents.ts";

type Loose = Record<string, unknown>;

const TEXT = { type: "string" };
const object = (properties: Loose, more: Loose = {}): Loose => ({ type: "object", properties, ...more });
const component = (name: string): Loose => ({ $ref: `#/components/schemas/${name}` });
const kind = (name: string): Loose =>
  object({ kind: { type: "string", enum: [name] }, [name]: TEXT }, { required: ["kind", name] });
const constants = (...values: string[]): Loose => ({
  oneOf: values.map((value) => ({ const: value, title: `T ${value}` })),
});
const enums = (...values: string[]): Loose => ({ anyOf: values.map((value) => ({ type: "string", enum: [value] })) });
const digits = { type: "string", pattern: "^(0|[1-9][0-9]*)$" };
const list = (items: Loose, more: Loose): Loose => ({ type: "array", items, ...more });

/** Long enough to be generated, and counted by each judge. */
const MANY = drawn({ each: 50_000, proof: 1_000_000 });

const SCHEMAS = {
  B: kind("B"),
  C: kind("C"),
  Old: constants("a", "c", "d"),
  New: constants("a", "b", "c", "d"),
  Size: { type: "string", enum: ["S", "L"] },
};

/** An edit, its verdicts in a request and in a response, and the dialects that can express it. */
type Edit = [
  name: string,
  before: Loose,
  after: Loose,
  request: string,
  response: string,
  dialects?: readonly string[],
];

const UNDESCRIBED = "the property is no longer described: who";
const GONE = [`policy ${UNDESCRIBED} sends it may be ignored`, `policy ${UNDESCRIBED} reads it will miss it`] as const;
const grown = (...values: string[]): string =>
  `policy responses may hold values that clients do not know: ${values.map((value) => JSON.stringify(value)).join(", ")}`;
const NULL = "breaking may now be null";
const LACKS_NULL =
  "policy nullable is true and enum has no null: by the letter of OpenAPI 3.0 null stays refused, and most readers will take it for allowed";
const OLD = ["3.0.3"];
const NEW = ["3.1.0"];

const EDITS: Edit[] = [
  ["the only property removed", object({ m: TEXT }), object({}), ...GONE],
  [
    "a property removed from an object that allows others",
    object({ m: TEXT, k: TEXT }),
    object({ k: TEXT }, { additionalProperties: true }),
    ...GONE,
  ],
  ["an object removed, with all that it holds", object({ m: component("B"), k: TEXT }), object({ k: TEXT }), ...GONE],
  [
    "a property removed inside alternatives",
    { anyOf: [object({ m: TEXT }), component("C")] },
    { anyOf: [object({}), component("C")] },
    ...GONE,
  ],
  [
    "an array became an object",
    list(object({ x: component("B"), k: TEXT }), {}),
    object({ x: component("B"), k: TEXT }),
    'breaking type changed from "array" to "object"',
    'breaking type changed from "array" to "object"',
  ],
  [
    "an enum grew and shrank",
    { enum: ["a", "o"] },
    { enum: ["a", "n"] },
    'breaking allowed values: removed "o"; added "n"',
    grown("n"),
  ],
  [
    "a limit of different texts with a pattern",
    list(digits, { maxItems: 900, uniqueItems: true }),
    list(digits, { maxItems: 350, uniqueItems: true }),
    "breaking maximum number of items changed from 900 to 350",
    "",
  ],
  [
    "a limit of different ids",
    list({ ...TEXT, format: "uuid" }, { uniqueItems: true }),
    list({ ...TEXT, format: "uuid" }, { uniqueItems: true, maxItems: 300 }),
    "breaking maximum number of items 300 was added",
    "",
  ],
  [
    "a limit of different objects",
    list(component("B"), { uniqueItems: true }),
    list(component("B"), { uniqueItems: true, maxItems: 300 }),
    "breaking maximum number of items 300 was added",
    "",
  ],
  [
    "a limit of thousands",
    list(TEXT, {}),
    list(TEXT, { maxItems: 5000 }),
    "breaking maximum number of items 5000 was added",
    "",
  ],
  ["a limit of very many letters", TEXT, { ...TEXT, maxLength: MANY }, `breaking maximum length ${MANY} was added`, ""],
  ["a constant inserted", constants("a", "c"), constants("a", "b", "c"), "", grown("b")],
  ["a constant inserted in a component", component("Old"), component("New"), "", grown("b")],
  ["a constant inserted that is listed", enums("a", "c"), enums("a", "b", "c"), "", grown("b")],
  [
    "a constant inserted beside null",
    { oneOf: [{ type: "null" }, { const: "a" }] },
    { oneOf: [{ type: "null" }, { const: "b" }, { const: "a" }] },
    "",
    grown("b"),
    NEW,
  ],
  ["a constant removed", constants("b", "c", "d"), constants("c", "d"), 'breaking allowed values: removed "b"', ""],
  ["constants in another order", constants("b", "c", "d"), constants("c", "d", "b"), "", ""],
  [
    "an alternative added",
    component("B"),
    { anyOf: [component("B"), component("C")] },
    "",
    'breaking alternatives: added "C"',
  ],
  [
    "an alternative added before another",
    { oneOf: [component("B")] },
    { oneOf: [component("C"), component("B")] },
    "",
    'breaking alternatives: added "C"',
  ],
  [
    "an alternative added that a tag chooses",
    { oneOf: [component("B")], discriminator: { propertyName: "kind" } },
    { oneOf: [component("C"), component("B")], discriminator: { propertyName: "kind" } },
    "",
    'breaking alternatives: added "C"',
  ],
  [
    "an alternative removed",
    { oneOf: [component("B"), component("C")] },
    { oneOf: [component("B")] },
    'breaking alternatives: removed "C"',
    "",
  ],
  [
    "a list that is no longer closed, which only means something for an object",
    list(TEXT, { additionalProperties: false }),
    list(TEXT, {}),
    "",
    "",
  ],
  [
    "properties of a text",
    { ...TEXT, properties: { a: TEXT }, required: ["a"] },
    { ...TEXT, properties: { a: { type: "integer" }, b: TEXT }, required: ["b"] },
    "",
    "",
  ],
  ["items of an object", object({ k: TEXT }, { items: TEXT }), object({ k: TEXT }, { items: { not: {} } }), "", ""],
  ["null beside a reference, in 3.0", component("B"), { allOf: [component("B")], nullable: true }, "", NULL, OLD],
  [
    "null beside a reference to an enum, in 3.0",
    component("Size"),
    { allOf: [component("Size")], nullable: true },
    "",
    NULL,
    OLD,
  ],
  [
    "null beside alternatives, in 3.0",
    { anyOf: [component("B"), component("C")] },
    { anyOf: [component("B"), component("C")], nullable: true },
    "",
    NULL,
    OLD,
  ],
  ["null beside a type, in 3.0", TEXT, { ...TEXT, nullable: true }, "", NULL, OLD],
  [
    "null beside an enum, in 3.0",
    { ...TEXT, enum: ["x"] },
    { ...TEXT, enum: ["x"], nullable: true },
    LACKS_NULL,
    LACKS_NULL,
    OLD,
  ],
  ["null beside a reference, in 3.1", component("B"), { oneOf: [component("B"), { type: "null" }] }, "", NULL, NEW],
  ["null beside a type, in 3.1", TEXT, { type: ["string", "null"] }, "", NULL, NEW],
  ["null beside constants, in 3.1", constants("a"), { oneOf: [{ const: "a" }, { type: "null" }] }, "", NULL, NEW],
];

const AROUND: Readonly<Record<string, (schema: Loose) => Loose>> = {
  "as a whole": (schema) => schema,
  "as a property that is called type": (schema) => object({ type: schema, id: TEXT }),
  "as the items of a list within a property": (schema) => object({ data: list(object({ required: schema }), {}) }),
  "inside one of two alternatives": (schema) => ({
    anyOf: [
      object({ t: schema, tag: { type: "string", enum: ["one"] } }, { required: ["tag"] }),
      object({ u: TEXT, tag: { type: "string", enum: ["two"] } }, { required: ["tag"] }),
    ],
  }),
  "inside what is built upon": (schema) => ({ allOf: [object({ base: TEXT }), object({ enum: schema })] }),
  "as the values of a map": (schema) => ({ type: "object", additionalProperties: schema }),
};

async function said(base: JsonObject, revision: JsonObject): Promise<string> {
  const { changes } = await compare(base, revision);
  return changes
    .filter(({ kind: of, verdict }) => of !== "version-not-raised" && verdict !== "compatible")
    .map(({ verdict, text, edit }) => `${verdict} ${edit ?? text}`)
    .join(" | ");
}

interface Way {
  readonly openapi: string;
  readonly isComponent: boolean;
  readonly carry: typeof withRequest;
}

/** In each dialect, inline and as a component, in requests and responses. Outside the proof, one of these in turn. */
function waysIn(dialects: readonly string[], turn: number): Way[] {
  const ways = dialects.flatMap((openapi) =>
    [false, true].flatMap((isComponent) =>
      [withRequest, withResponse].map((carry): Way => ({ openapi, isComponent, carry })),
    ),
  );
  const first = turn % ways.length;
  return shareOf([...ways.slice(first), ...ways.slice(0, first)], ways.length);
}

const PLACES = Object.entries(AROUND).map(([place, around], index) => [place, around, index] as const);

/** The places for an edit. Outside the proof, every third in turn: each edit is in one request and one response. */
const placesFor = (at: number): typeof PLACES => PLACES.filter(([, , index]) => IN_PROOF || (at + index) % 3 === 0);

describe.each(EDITS.map((edit, index) => [edit[0], index, edit] as const))("%s", (_, at, edit) => {
  const [, before, after, request, response, dialects = [...OLD, ...NEW]] = edit;

  test.each(placesFor(at))("%s", async (_place, around, index) => {
    for (const { openapi, isComponent, carry } of waysIn(dialects, at + index)) {
      const of = (inner: Loose): JsonObject =>
        carry(isComponent ? component("Whole") : around(inner), {
          openapi,
          components: { schemas: { ...SCHEMAS, Whole: around(inner) } },
        });
      expect(await said(of(before), of(after))).toBe(carry === withRequest ? request : response);
    }
  });
});
