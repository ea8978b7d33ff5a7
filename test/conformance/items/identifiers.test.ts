// Identifiers that the suite chooses for items: free and valid ones, or none.
import { describe, expect, test } from "vitest";
import { chosenIdentifier, freeIdentifier } from "../../../conformance/items/bodies/identifier.ts";
import type { Document } from "../../../src/document/document.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { loadContract } from "../../../src/contract/load.ts";

const carries = (schema: JsonObject): JsonObject => ({ description: "D", content: { "application/json": { schema } } });

/** Things whose identifier has this schema, and is required in the body of a creation if the client chooses it. */
async function things(id: JsonObject, isChosen = true): Promise<{ document: Document; resource: Resource }> {
  const thing = { type: "object", required: ["id"], properties: { id, name: { type: "string" } } };
  const sent = isChosen ? thing : { type: "object", properties: { name: { type: "string" } } };
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/things": { post: { requestBody: carries(sent), responses: { "201": carries(thing) } } },
      "/things/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: id }],
        get: { responses: { "200": carries(thing) } },
      },
    },
  });
  const [resource] = inferResources(contract).resources;
  if (resource === undefined) throw new Error("there are things");
  return { document: contract.document, resource };
}

describe("a free identifier", () => {
  test.each<[string, JsonObject, string, string | number | undefined]>([
    ["is the text", { type: "string" }, "run-7-12", "run-7-12"],
    ["is the end of the text if that is too long", { type: "string", maxLength: 8 }, "a-long-run-12", "c-run-12"],
    ["is as long as it must be", { type: "string", minLength: 12 }, "run-7-12", "run-7-12xxxx"],
    ["does not exist if few characters are allowed", { type: "string", maxLength: 7 }, "run-7-12", undefined],
    ["does not exist if the text is not allowed", { type: "string", pattern: "^[0-9]+$" }, "run-7-12", undefined],
    ["is a UUID", { type: "string", format: "uuid" }, "run-7-12", "f04fecd3-2b53-4d63-8fcf-f4c7144c6c30"],
    [
      "is another UUID for another text",
      { type: "string", format: "uuid" },
      "run-7-13",
      "f04fecd3-2b53-4d64-8fcf-f4c8144c6c31",
    ],
    ["is a number of 32 bits", { type: "integer" }, "run-7-12", 1_961_621_836],
    ["is the next number for the next item", { type: "integer" }, "run-7-13", 1_961_621_837],
    ["is far away in another run", { type: "integer" }, "run-8-12", 1_961_951_836],
    ["is another number for a text without a count", { type: "integer" }, "run", 1_245_401_824],
    ["is above the minimum", { type: "integer", minimum: 5_000_000_000 }, "run-7-12", 6_961_621_835],
    ["is within the bounds", { type: "integer", minimum: 1, maximum: 10_000_001 }, "run-7-12", 5_540_013],
    ["is the same if one more number is allowed", { type: "integer", maximum: 10_000_002 }, "run-7-12", 5_540_013],
    [
      "does not exist if the range is small",
      { type: "integer", minimum: 1, maximum: 10_000_000 },
      "run-7-12",
      undefined,
    ],
    ["does not exist if it is not a multiple", { type: "integer", multipleOf: 10_007 }, "run-7-12", undefined],
  ])("%s", async (_, id, text, expected) => {
    const { document, resource } = await things(id);
    expect(freeIdentifier(document, resource.identifier, text)).toEqual(expected);
  });
});

test("a new item has the identifier in its body if the client chooses it", async () => {
  const text = { type: "string" };
  const chosen = await things(text);
  expect(chosenIdentifier(chosen.document, chosen.resource, "run-7-12")).toEqual({ id: "run-7-12" });
  const short = await things({ ...text, maxLength: 3 });
  expect(chosenIdentifier(short.document, short.resource, "run-7-12")).toBeUndefined();
  const given = await things(text, false);
  expect(chosenIdentifier(given.document, given.resource, "run-7-12")).toEqual({});
  const listed = await things({ enum: ["a", "b"] }, false);
  expect(chosenIdentifier(listed.document, listed.resource, "run-7-12")).toBeUndefined();
});
