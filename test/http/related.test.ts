// What things say about other things: which of them they name, and how.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, text } from "./parts.ts";
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
  const send = async (method: string, path: string, sent: JsonObject): Promise<unknown> => {
    const headers = { "Content-Type": "application/json" };
    return (await mock.send(method, path, { headers, body: JSON.stringify(sent) })).value;
  };
  return { get, send, [Symbol.asyncDispose]: () => mock.close() };
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

test("what is in a store was not deleted, and is shown as it was made", async () => {
  const gone = object({ id: text, deleted: { type: "boolean", enum: [true] } }, "id", "deleted");
  const ship = object({ id: text, rig: { enum: ["sloop", "ketch"] }, mast: text }, "id", "rig", "mast");
  const paths = collection("ships", ship) as { "/ships/{id}": JsonObject };
  const either = { anyOf: [gone, ship] };
  const one = { ...at("id"), get: { responses: answers("200", either) }, delete: { responses: answers("200", gone) } };
  await using mock = await serve({ ...paths, "/ships/{id}": one });
  const ships = (await mock.get("/ships")) as JsonObject[];
  const shown = (await Promise.all(ships.map((each) => mock.get(`/ships/${each["id"] as string}`)))) as JsonObject[];
  expect(shown.map(({ mast, deleted }) => [typeof mast, deleted])).toEqual(ships.map(() => ["string", undefined]));
  const made = (await mock.send("POST", "/ships", { note: "a" })) as JsonObject;
  expect(await mock.get(`/ships/${made["id"] as string}`)).toMatchObject({ id: made["id"], mast: made["mast"] });
});

test("of several kinds, a thing is the one that has what was sent, whatever is null", async () => {
  const talk = object({ id: text, kind: { enum: [1] } }, "id", "kind");
  const room = object({ id: text, kind: { enum: [0, 2] }, topic: text, size: number, open: text }, "id", "kind");
  const sent = object({
    kind: number,
    topic: text,
    size: { type: ["integer", "null"] },
    open: { type: ["string", "null"] },
  });
  await using mock = await serve(collection("rooms", { oneOf: [talk, room] }, sent));
  const made = await mock.send("POST", "/rooms", { kind: 0, topic: "tea", size: null, open: null });
  expect(made).toMatchObject({ kind: 0, topic: "tea" });
  expect(Object.keys(made as object)).not.toContain("size");
});

test("a thing is without what nobody can make", async () => {
  const quote = object({ state: text }, "state");
  const both = { oneOf: [quote, { ...quote, properties: { state: text, of: text } }] };
  await using mock = await serve(collection("posts", object({ id: text, words: text, quote: both }, "id", "words")));
  const posts = (await mock.get("/posts")) as JsonObject[];
  expect(posts.length).toBeGreaterThan(2);
  expect(posts.filter(({ quote: own }) => own !== undefined)).toEqual([]);
});
