// A new format is breaking if the validators check it, and harmless if it is only an annotation.
import { expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { FORMATS } from "../../src/schema/samples/formats.ts";
import { documentOfSchema } from "../contract/documents.ts";
import { compare, kinds, withRequest, withResponse } from "./documents.ts";

const text: JsonObject = { type: "string" };

async function isJudged(schema: JsonObject, near: readonly string[]): Promise<boolean> {
  const contract = await loadContract(documentOfSchema(schema, {}));
  const { validate } = contract.operations[0]?.responses[0]?.content[0]?.schema ?? {};
  return near.some((one) => validate?.(one).length !== 0);
}

test.each([...FORMATS].map(([name, { near }]) => [name, near] as const))("%s", async (format, near) => {
  const judged = await isJudged({ ...text, format }, near);
  const asked = await compare(withRequest(text), withRequest({ ...text, format }));
  expect(kinds(asked, "breaking")).toEqual(judged ? ["request-format"] : []);
  const dropped = await compare(withResponse({ ...text, format }), withResponse(text));
  expect(kinds(dropped, "breaking")).toEqual(judged ? ["response-format"] : []);
  for (const build of [withRequest, withResponse]) {
    const same = await compare(build({ ...text, format }), build({ ...text, format, minLength: 0 }));
    expect(kinds(same, "breaking")).toEqual([]);
  }
});
