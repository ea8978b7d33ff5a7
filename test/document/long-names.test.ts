// The pointers of everything below a long name repeat it.
import { expect, test } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import type { JsonObject } from "../../src/json/value.ts";

/** A path with this many parameters. */
function pathOf(count: number): JsonObject {
  const names = Array.from({ length: count }, (_, at) => `p${at}`);
  const parameters = names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  const responses = { "200": { description: "x" } };
  return {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: { [names.map((name) => `/{${name}}`).join("")]: { get: { parameters, responses } } },
  };
}

test("a name that is too long for how much is below it is refused, and the message quotes it", async () => {
  await expect(documentOfValue(pathOf(2_000))).rejects.toThrow(
    /names that are too long.*\/\{p0\}\/\{p1\}.* characters/,
  );
});

test("a name that is merely long is accepted", async () => {
  const document = await documentOfValue(pathOf(200));
  expect(Object.keys(document.root["paths"] as object)[0]?.length).toBeGreaterThan(1_000);
});
