// Long chains of schemas that add nothing: each is what the last one is, and following them costs one step for each.
import { expect, test } from "vitest";
import { documentOfValue } from "../../../src/contract/load.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { NormalForms } from "../../../src/schema/normal/normal-forms.ts";
import { UNLIMITED } from "../../../src/schema/work.ts";
import { documentWith } from "../../contract/documents.ts";

const LONG = 1_000;

const refer = (at: number): JsonObject => ({ $ref: `#/components/schemas/S${at}` });

test.each<[string, (next: JsonObject) => JsonValue]>([
  ["a reference", (next) => next],
  ["all of one", (next) => ({ allOf: [next] })],
  ["all of one, with a description", (next) => ({ description: "the next", allOf: [next] })],
  ["a reference with a description", (next) => ({ ...next, description: "the next" })],
])("%s, a thousand times", async (_, link) => {
  const links = Array.from({ length: LONG }, (_link, at) => [`S${at}`, link(refer(at + 1))]);
  const schemas = { ...Object.fromEntries(links), [`S${LONG}`]: { type: "integer" } } as JsonObject;
  const document = await documentOfValue(documentWith({ components: { schemas } }));
  const forms = new NormalForms(document, "response", UNLIMITED, 3 * LONG);
  const last = forms.conjunction(`/components/schemas/S${LONG}`);
  // From the outermost inwards, as documents are walked.
  const all = Array.from({ length: LONG }, (_link, at) => forms.conjunction(`/components/schemas/S${at}`));
  expect(new Set(all.map(({ id }) => id))).toEqual(new Set([last.id]));
  expect([...(forms.form(all[0] as typeof last).types ?? [])]).toEqual(["integer"]);
});

test("a chain that leads to itself says nothing", async () => {
  const schemas = { S0: { allOf: [refer(1)] }, S1: { allOf: [refer(0)] } };
  const document = await documentOfValue(documentWith({ components: { schemas } }));
  const forms = new NormalForms(document, "response");
  expect(["S0", "S1"].map((name) => forms.conjunction(`/components/schemas/${name}`).isEmpty)).toEqual([true, true]);
});
