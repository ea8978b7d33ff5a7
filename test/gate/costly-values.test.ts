// Schemas that lead to large or many values: generating them counts against the gate's budget.
import { expect, test } from "vitest";
import { SchemaCompiler } from "../../src/schema/compile/compile.ts";
import { loadDocument } from "../../src/schema/load/load-document.ts";
import { SchemaSet } from "../../src/schema/schema-set.ts";
import { Work } from "../../src/schema/work.ts";
import { drawn, shareOf } from "../share.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { compare, documentOf, measured, withRequest } from "./documents.ts";

const budgetMs = drawn({ each: 100, proof: 400 });

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const COSTLY: Readonly<Record<string, (edit: number) => object>> = {
  "a hundred million properties": (edit) => ({ type: "object", minProperties: 100_000_000 - edit }),
  "names that must match": (edit) => ({
    type: "object",
    minProperties: 100_000 - edit,
    propertyNames: { pattern: "^[ab]{3}$" },
  }),
  "a hundred alternatives times a hundred": (edit) => ({
    allOf: times(2, (side) => ({
      anyOf: times(100, (at) => ({ type: "object", required: [`p${side}${at}`], maxProperties: 500 - edit })),
    })),
  }),
  "patterns for names that overlap": (edit) => ({
    type: "object",
    patternProperties: Object.fromEntries(
      times(60, (at) => [`^[a-z]*${"ab".repeat((at % 9) + 1)}[a-z]{0,${at}}`, { type: "integer", maximum: 9 - edit }]),
    ),
    additionalProperties: false,
  }),
  "conditions in conditions": (edit) =>
    times(40, (at) => at).reduce<object>(
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      (inner, at) => ({ if: { required: [`p${at}`] }, then: inner, else: { maxProperties: at } }),
      { type: "object", maxProperties: 60 - edit },
    ),
  "20,000 required names": (edit) => ({ type: "object", required: times(20_000 + edit, (at) => `p${at}`) }),
};

test.each(shareOf(Object.entries(COSTLY), 4))("%s cost no more than the budget", async (_, make) => {
  const most = budgetMs * 4_000;
  const [one, other] = [withRequest(make(0)), withRequest(make(1))];
  const told = [await measured(one, other, most), await measured(other, one, most)];
  // When the budget has run out, each remaining question still gets a little work.
  for (const { spent } of told) expect(spent).toBeLessThan(2 * most);
  expect(told.reduce((sum, { spent }) => sum + spent, 0)).toBeGreaterThan(1_000);
  for (const { changes } of told) expect(changes.length).toBeGreaterThan(0);
});

/** A chain of schemas, each built from the next one. */
function chain(count: number, edit: number, wrap: (next: object) => object): JsonObject {
  const built = times(count, (at) => [`S${at}`, wrap({ $ref: `#/components/schemas/S${at + 1}` })]);
  const schemas = { ...Object.fromEntries(built), [`S${count}`]: { type: "integer", maximum: 9 - edit } };
  return withRequest({ $ref: "#/components/schemas/S0" }, { components: { schemas } });
}

const CHAINS: [string, (next: object) => object][] = [
  ["not", (next: object) => ({ not: next })],
  ["a required property", (next: object) => ({ type: "object", required: ["a"], properties: { a: next } })],
];

const long = drawn({ each: 120, proof: 3_000 });

test.each(shareOf(CHAINS, 2))(`${long} schemas, each with the next one under %s, get a verdict`, async (_, wrap) => {
  const { changes } = await compare(chain(long, 0, wrap), chain(long, 1, wrap));
  expect(changes.map(({ verdict }) => verdict)).toEqual([expect.stringMatching(/^(?:breaking|unknown)$/)]);
});

const many = drawn({ each: 100, proof: 2_000 });

test(`${many} required properties, each with a list of values, get a verdict`, async () => {
  const schema = (edit: number): object => ({
    type: "object",
    properties: Object.fromEntries(times(many, (at) => [`p${at}`, { enum: [`v${at + edit}`, `w${at}`] }])),
    required: times(many, (at) => `p${at}`),
  });
  const { changes } = await compare(withRequest(schema(0)), withRequest(schema(1)), { budgetMs: 2 * many });
  expect(changes.map(({ verdict }) => verdict)).toContain("breaking");
});

test("all alternatives that apply to a value count", async () => {
  const properties = Object.fromEntries(times(200, (at) => [`p${at}`, { type: "integer" }]));
  const document = await loadDocument({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {},
    components: {
      schemas: {
        Wide: { type: "object", properties },
        Choice: {
          oneOf: times(100, (at) => ({ allOf: [{ $ref: "#/components/schemas/Wide" }, { required: [`k${at}`] }] })),
        },
      },
    },
  });
  const schema = new SchemaSet(document, new SchemaCompiler(document)).schema("/components/schemas/Choice", "request");
  const work = new Work(1_000_000);
  schema.validate({}, work);
  expect(1_000_000 - work.left).toBeGreaterThan(100 * 200);
});

test("trying many small values without success takes only a small part of the budget", async () => {
  const text = (most: number): object => ({ type: "string", pattern: `^(a|b)\\1{1,${most}}$` });
  const paths = (most: number): JsonObject => {
    const content = { "application/json": { schema: { type: "object", properties: { a: text(most) } } } };
    const post = { requestBody: { content }, responses: { "200": { description: "OK" } } };
    return documentOf(Object.fromEntries(times(40, (at) => [`/p${at}`, { post }])));
  };
  const { changes } = await compare(paths(1), paths(2), { budgetMs: 200 });
  expect(new Set(changes.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
    new Set(["unknown: no value was found that one side allows and the other refuses"]),
  );
});
