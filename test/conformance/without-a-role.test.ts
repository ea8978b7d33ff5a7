// Operations without a role.
import { expect, test } from "vitest";
import { verify } from "../../conformance/verify.ts";
import { contractOf, documentOfValue } from "../../src/contract/load.ts";
import { createMockServer } from "../../src/http/node/server.ts";
import { inferResources } from "../../src/resource/infer.ts";

test("an operation without a role that may change something is not tested, and the reason says so", async () => {
  const answer = { schema: { type: "object", properties: { done: { type: "boolean" } } } };
  const responses = { "200": { description: "done", content: { "application/json": answer } } };
  const document = {
    openapi: "3.0.3",
    info: { title: "Calls", version: "1" },
    paths: { "/sails/hoist": { post: { responses } }, "/anchors/drop": { post: { responses } } },
  };
  const contract = contractOf(await documentOfValue(document));
  const server = createMockServer(contract, inferResources(contract));
  const { url } = await server.listen();
  try {
    const { results } = await verify(contract, { baseUrl: url });
    const bodies = results.filter(({ check }) => check.id === "schema.body").map(({ outcome }) => outcome);
    expect(bodies).toHaveLength(2);
    for (const outcome of bodies)
      expect(outcome).toMatchObject({
        verdict: "inconclusive",
        why: expect.stringContaining("nobody knows what it does"),
        needs: expect.stringContaining("x-resource"),
      });
  } finally {
    await server.close();
  }
});
