// What things say about other things: which of them they name, and how.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, object, text } from "./parts.ts";
import { startMock } from "./support.ts";

/** A collection with a list, a creation and items. */
const collection = (name: string, item: JsonObject, sent: JsonObject = object({ note: text })): JsonObject => ({
  [`/${name}`]: {
    get: { responses: answers("200", list(item)) },
    post: { requestBody: body(sent), responses: answers("201", item) },
  },
  [`/${name}/{id}`]: { ...at("id"), get: { responses: answers("200", item) } },
});

async function serve(paths: JsonObject, schemas: JsonObject = {}) {
  const mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths,
    components: { schemas },
  });
  const get = async (path: string): Promise<unknown> => (await mock.send("GET", path)).value;
  return { get, [Symbol.asyncDispose]: () => mock.close() };
}

test("where a thing or its identifier may be, the identifier is shown", async () => {
  const owner = { $ref: "#/components/schemas/Owner" };
  const ship = object(
    { id: text, owner: { anyOf: [owner, text] }, crew: list({ oneOf: [owner, text] }) },
    "id",
    "owner",
  );
  await using mock = await serve(collection("ships", ship), { Owner: object({ id: text, name: text }, "id") });
  const ships = (await mock.get("/ships")) as JsonObject[];
  expect(ships.map((one) => typeof one["owner"])).toEqual(ships.map(() => "string"));
  const crews = ships.flatMap((one) => (one["crew"] as unknown[] | undefined) ?? []);
  expect(crews.filter((one) => typeof one !== "string")).toEqual([]);
});
