// A generator that renames all components changes every reference of a document. Alternatives are then matched by what
// they say, each with each, and most of those pairs have nothing in common.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { measured, withRequest } from "./documents.ts";

type Loose = Record<string, unknown>;

const ALTERNATIVES = 20;
const TEXT = { type: "string" };

/** A list of alternatives, each with a name that it requires, and with many objects that it may contain. */
function listOfShapes(options: number, separator: string, maxLength: number): JsonObject {
  const schemas = Array.from({ length: ALTERNATIVES }, (_, at): [string, Loose] => {
    const own = [`kind${at}`, { ...TEXT, maxLength }] as const;
    const inner = { type: "object", properties: { [`value${at}`]: TEXT } };
    const more = Array.from({ length: options }, (_one, index) => [`option${index}`, inner] as const);
    const shape = { type: "object", required: [own[0]], properties: Object.fromEntries([own, ...more]) };
    return [`Shape${separator}${at}`, shape];
  });
  const oneOf = schemas.map(([name]) => ({ $ref: `#/components/schemas/${name}` }));
  return withRequest({ oneOf }, { components: { schemas: Object.fromEntries(schemas) } });
}

/** The work of a comparison in which every alternative has another name, and its text may be longer. */
async function spentOn(options: number): Promise<number> {
  const [base, revision] = [listOfShapes(options, ":", 5), listOfShapes(options, ".", 10)];
  const { changes, spent } = await measured(base, revision);
  expect(new Set(changes.map(({ verdict }) => verdict))).toEqual(new Set(["compatible"]));
  return spent;
}

test("alternatives that differ at the top level are matched without comparing their contents", async () => {
  const [few, many] = [await spentOn(1), await spentOn(20)];
  // Looking at everything takes 36 times as much.
  expect(many / few).toBeLessThan(6);
});
