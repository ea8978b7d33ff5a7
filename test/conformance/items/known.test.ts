// What a run knows of a store: it fills pages by that.
import { expect, test } from "vitest";
import { knownItems } from "../../../conformance/items/known.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { createMock } from "../../../src/library/create-mock.ts";
import { answers, at, body, list, number, object, text } from "../../http/parts.ts";
import { judge } from "../side-by-side.ts";

test("a run knows of no item that it has removed", async () => {
  const thing = object({ id: number, name: text }, "id");
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: {
      "/things": {
        get: { responses: answers("200", list(thing)) },
        post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", thing) },
      },
      "/things/{id}": {
        ...at("id"),
        get: { responses: answers("200", thing) },
        delete: { responses: { "204": { description: "Gone." } } },
      },
    },
  });
  const mock = await createMock({ spec: contract });
  const { session } = await judge(contract, { url: mock.url, key: mock.key, close: () => mock.close() });
  const [things] = session.plan.resources;
  const { remove } = things?.operations ?? {};
  if (things === undefined || remove === undefined) throw new Error("there are things, which can be removed");
  const removed = session
    .recordOf(remove)
    .filter(({ response }) => response?.status === 204)
    .map(({ request }) => new URL(request.url).pathname.split("/").at(-1) ?? "");
  expect(removed.length).toBeGreaterThan(2);
  expect(removed.filter((id) => knownItems(session, things).has(id))).toEqual([]);
});
