// How the suite changes many items at once: it sends a visible string, even if no property is required.
import { expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import { verify } from "../../conformance/verify.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, body, list, number, object, text } from "../http/parts.ts";
import { startMock } from "../http/support.ts";
import { complaints } from "./side-by-side.ts";

/** The body that changes two things of which only the identifiers are required. */
async function sentFor(id: JsonObject, properties: JsonObject): Promise<readonly JsonObject[]> {
  const thing = object({ id, ...properties }, "id");
  const mock = await startMock({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/things": {
        get: { responses: answers("200", list(thing)) },
        post: { requestBody: body(object(properties)), responses: answers("201", thing) },
        patch: { requestBody: body(list(thing)), responses: answers("200", list(thing)) },
      },
      "/things/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: id }],
        get: { responses: { ...answers("200", thing), ...answers("404") } },
      },
    },
  });
  const checks = CHECKS.filter(({ id }) => id === "change.update-many");
  const run = await verify(mock.contract, { baseUrl: mock.url, checks, key: "demo-key", changeExisting: true });
  await mock.close();
  expect(complaints(run, ["fail", "error", "inconclusive"])).toEqual([]);
  const [change] = run.session.record.filter(({ request }) => request.method === "PATCH");
  return JSON.parse(new TextDecoder().decode(change?.request.body)) as JsonObject[];
}

test.each<[string, JsonObject, JsonObject, string[]]>([
  ["a number and a string", number, { size: number, name: text }, ["id", "name"]],
  ["an identifier that is a string, and another string", text, { name: text }, ["id", "name"]],
  ["an enum and a string", number, { kind: { enum: ["a", "b"] }, note: text }, ["id", "note"]],
])("if items have %s, a string without constraints is changed, if there is one", async (_, id, properties, names) => {
  const sent = await sentFor(id, properties);
  expect(sent.map((one) => Object.keys(one).toSorted())).toEqual([names, names]);
});
