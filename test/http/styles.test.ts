// The mock with documents of other styles: nested collections, envelopes, cursors, natural keys, singletons, actions,
// and bodies that differ from items.
import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text } from "./parts.ts";
import { type Got, type Mock, startMock } from "./support.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

async function start(paths: JsonObject): Promise<(method: string, path: string, sent?: JsonObject) => Promise<Got>> {
  mock = await startMock({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  const running = mock;
  return (method, path, sent) => running.send(method, path, sent === undefined ? {} : { body: JSON.stringify(sent) });
}

const VESSEL = object({ id: text, name: text }, "id", "name");
const NEW_VESSEL = object({ name: text }, "name");
const CREW = object({ id: number, name: text, vesselId: text }, "id");
const page = object({
  data: list(VESSEL),
  has_more: { type: "boolean" },
  total: number,
  next: { type: ["string", "null"] },
});

const FLEET: JsonObject = {
  "/vessels": {
    get: {
      parameters: query(
        { name: "limit", schema: { type: "integer", default: 5 } },
        { name: "starting_after", schema: text },
      ),
      responses: answers("200", page),
    },
    post: { requestBody: body(NEW_VESSEL), responses: answers("201", object({ data: VESSEL }, "data")) },
  },
  "/vessels/{vesselId}": {
    ...at("vesselId"),
    get: { responses: answers("200", object({ data: VESSEL }, "data")) },
    delete: { responses: answers("204") },
  },
  "/vessels/{vesselId}/crew": {
    ...at("vesselId"),
    get: { responses: answers("200", list(CREW)) },
    post: { requestBody: body(object({ name: text })), responses: answers("201", CREW) },
  },
  "/vessels/{vesselId}/crew/{crewId}": {
    parameters: [
      { name: "vesselId", in: "path", required: true, schema: text },
      { name: "crewId", in: "path", required: true, schema: number },
    ],
    get: { responses: answers("200", CREW) },
  },
  "/vessels/{vesselId}/dock": {
    ...at("vesselId"),
    post: { responses: answers("200", object({ data: VESSEL }, "data")) },
  },
};

describe("a fleet, enveloped and nested", () => {
  test("a created item is wrapped, found, listed and removed", async () => {
    const send = await start(FLEET);
    const made = (await send("POST", "/vessels", { name: "Ida" })).value as { data: { id: string } };
    expect(made).toMatchObject({ data: { name: "Ida" } });
    const { id } = made.data;
    expect((await send("GET", `/vessels/${id}`)).value).toEqual(made);
    expect((await send("GET", "/vessels?limit=50")).value).toMatchObject({ total: 13, has_more: false, next: null });
    expect((await send("POST", `/vessels/${id}/dock`)).value).toEqual(made);
    expect((await send("DELETE", `/vessels/${id}`)).status).toBe(204);
    expect((await send("POST", `/vessels/${id}/dock`)).status).toBe(404);
  });

  test("walking by cursor shows every item once", async () => {
    const send = await start(FLEET);
    const seen: string[] = [];
    for (let after = "", turns = 0; turns < 10; turns++) {
      const { value } = await send("GET", `/vessels?limit=5${after}`);
      const { data, has_more: hasMore, next } = value as { data: { id: string }[]; has_more: boolean; next: string };
      seen.push(...data.map(({ id }) => id));
      if (!hasMore) break;
      expect(next).toBe(data.at(-1)?.id);
      after = `&starting_after=${next}`;
    }
    expect(seen).toHaveLength(12);
    expect(new Set(seen).size).toBe(12);
  });

  test("each vessel has its own crew, which is removed with it", async () => {
    const send = await start(FLEET);
    const { data } = (await send("POST", "/vessels", { name: "Ida" })).value as { data: { id: string } };
    expect((await send("GET", `/vessels/${data.id}/crew`)).value).toEqual([]);
    const crew = (await send("POST", `/vessels/${data.id}/crew`, { name: "Ola" })).value as { id: number };
    expect(crew).toMatchObject({ name: "Ola", vesselId: data.id });
    expect((await send("GET", `/vessels/${data.id}/crew`)).value).toEqual([crew]);
    expect((await send("GET", `/vessels/${data.id}/crew/${crew.id}`)).value).toEqual(crew);
    expect((await send("GET", `/vessels/1/crew/${crew.id}`)).status).toBe(404);
    expect((await send("POST", "/vessels/none/crew", { name: "X" })).status).toBe(404);
    await send("DELETE", `/vessels/${data.id}`);
    expect((await send("GET", `/vessels/${data.id}/crew/${crew.id}`)).status).toBe(404);
    expect((await send("GET", `/vessels/${data.id}/crew`)).status).toBe(404);
    expect((await send("GET", "/vessels/1/crew")).value).not.toEqual([]);
  });
});

test("each tenant has its own items from the start, even if no operation describes tenants", async () => {
  const [entry, task] = [object({ id: text, name: text }, "id"), object({ id: number, name: text }, "id")];
  const send = await start({
    "/tenants/{tenant}/lists": { ...at("tenant"), get: { responses: answers("200", list(entry)) } },
    "/tenants/{tenant}/lists/{listId}": { ...at("tenant", "listId"), get: { responses: answers("200", entry) } },
    "/tenants/{tenant}/lists/{listId}/tasks": {
      ...at("tenant", "listId"),
      get: { responses: answers("200", list(task)) },
    },
    "/tenants/{tenant}/lists/{listId}/tasks/{taskId}": {
      ...at("tenant", "listId", "taskId"),
      get: { responses: answers("200", task) },
    },
  });
  const idsBelow = async (path: string): Promise<unknown[]> =>
    ((await send("GET", path)).value as JsonObject[]).map(({ id }) => id);
  for (const tenant of ["acme", "globex"]) {
    const [first, second] = [`/tenants/${tenant}/lists/1/tasks`, `/tenants/${tenant}/lists/2/tasks`];
    expect([await idsBelow(first), await idsBelow(second)]).toEqual([
      [1, 2, 3, 4, 5, 6],
      [7, 8, 9],
    ]);
    expect((await send("GET", `${first}/1`)).status).toBe(200);
    expect((await send("GET", `${second}/1`)).status).toBe(404);
  }
});

test("pages are counted in links and totals", async () => {
  const send = await start({
    "/things": {
      get: {
        parameters: query(
          { name: "page", schema: { type: "integer", minimum: 1 } },
          { name: "per_page", schema: number },
        ),
        responses: answers(
          "200",
          object({
            things: list(VESSEL),
            meta: object({ total_pages: number, current_page: number }),
            links: object({ next: { type: "string", format: "uri" }, prev: { type: "string", format: "uri" } }),
          }),
        ),
      },
    },
  });
  const first = (await send("GET", "/things?page=1&per_page=5")).value as { links: { next: string; prev?: string } };
  expect(first).toMatchObject({ meta: { total_pages: 3, current_page: 1 } });
  expect(new URL(first.links.next).search).toBe("?page=2&per_page=5");
  expect(first.links.prev).toBeUndefined();
  const last = (await send("GET", "/things?page=3&per_page=5")).value as {
    things: unknown[];
    links: { next?: string };
  };
  expect(last.things).toHaveLength(2);
  expect(last.links.next).toBeUndefined();
});

describe("identifiers", () => {
  test("a natural key is kept as the client sent it, and can be used once", async () => {
    const person = object({ handle: text, email: text });
    const send = await start({
      "/people": { post: { requestBody: body(person), responses: answers("200", person) } },
      "/people/bulk": { post: { requestBody: body(list(person)), responses: answers("200", list(person)) } },
      "/people/createAll": { post: { requestBody: body(list(person)), responses: answers("200", list(person)) } },
      "/people/{handle}": { ...at("handle"), get: { responses: answers("200", person) } },
    });
    expect((await send("POST", "/people", { handle: "zoe" })).value).toEqual({ handle: "zoe" });
    expect((await send("GET", "/people/zoe")).value).toEqual({ handle: "zoe" });
    expect((await send("POST", "/people", { handle: "zoe" })).status).toBe(409);
    const many = await mock?.send("POST", "/people/createAll", { body: '[{"handle":"al"},{"handle":"bo"}]' });
    expect(many?.value).toEqual([{ handle: "al" }, { handle: "bo" }]);
    expect((await send("GET", "/people/bo")).value).toEqual({ handle: "bo" });
  });

  test("an identifier assigned by the service matches the document's pattern", async () => {
    const parcel = object(
      { id: { type: "string", pattern: "^pcl_[0-9a-f]{12}$", readOnly: true }, to: text },
      "id",
      "to",
    );
    const send = await start({
      "/parcels": { post: { requestBody: body(parcel), responses: answers("201", parcel) } },
      "/parcels/{parcelId}": { ...at("parcelId"), get: { responses: answers("200", parcel) } },
    });
    const { status, value } = await send("POST", "/parcels", { to: "Bonn" });
    expect(status).toBe(201);
    const { id } = value as { id: string };
    expect(id).toMatch(/^pcl_[0-9a-f]{12}$/);
    expect((await send("GET", `/parcels/${id}`)).value).toEqual({ id, to: "Bonn" });
  });

  test("a name in metadata identifies an item, and the example in the path exists", async () => {
    const job = object(
      { metadata: object({ name: text, labels: { type: "object" } }, "name"), size: number },
      "metadata",
    );
    const parameter = { name: "name", in: "path", required: true, schema: text, example: "nightly" };
    const send = await start({
      "/jobs": {
        get: { responses: answers("200", object({ items: list(job) }, "items")) },
        post: { requestBody: body(job), responses: answers("201", job) },
      },
      "/jobs/{name}": {
        parameters: [parameter],
        get: { responses: answers("200", job) },
        put: { requestBody: body(job), responses: { ...answers("200", job), ...answers("201", job) } },
      },
    });
    expect((await send("GET", "/jobs/nightly")).value).toMatchObject({ metadata: { name: "nightly" } });
    expect((await send("POST", "/jobs", { metadata: { name: "weekly" }, size: 2 })).status).toBe(201);
    expect((await send("GET", "/jobs/weekly")).value).toMatchObject({ metadata: { name: "weekly" }, size: 2 });
    expect((await send("PUT", "/jobs/yearly", { metadata: { name: "other" }, size: 3 })).status).toBe(201);
    expect((await send("GET", "/jobs/yearly")).value).toMatchObject({ metadata: { name: "yearly" }, size: 3 });
  });
});

describe("bodies that differ from items", () => {
  test("properties that the item does not allow are left out, and required ones are present", async () => {
    const sent = object({ to: { oneOf: [text, list(text)] }, subject: text }, "to", "subject");
    const letter = object({ id: text, to: list(text), subject: text, state: text }, "id", "state");
    const send = await start({ "/letters": { post: { requestBody: body(sent), responses: answers("201", letter) } } });
    const { status, value } = await send("POST", "/letters", { to: "a@example.com", subject: "Hi" });
    expect(status).toBe(201);
    expect(value).toMatchObject({ subject: "Hi", state: expect.any(String) as string });
    expect(value).not.toHaveProperty("to", "a@example.com");
    expect((await send("POST", "/letters", { to: ["b"], subject: "Ho" })).value).toMatchObject({ to: ["b"] });
  });

  test("identifiers in place of what the item shows, and a list whose items nothing satisfies, leave a valid item", async () => {
    const nothing = object({ kind: { allOf: [{ enum: ["host"] }, { enum: ["peer"] }] } }, "kind");
    const shown = object({ id: text, name: text, peers: list(object({ name: text }, "name")), hosts: list(nothing) });
    const group = { ...shown, required: ["id", "peers", "hosts"] };
    const sent = object({ name: text, peers: list(text) }, "name");
    const send = await start({ "/groups": { post: { requestBody: body(sent), responses: answers("201", group) } } });
    const valid = { peers: expect.arrayContaining([]) as unknown, hosts: [] };
    expect((await send("POST", "/groups", { name: "a" })).value).toMatchObject(valid);
    const { value } = await send("POST", "/groups", { name: "a", peers: ["7"] });
    expect(value).toMatchObject({ name: "a", ...valid });
    for (const peer of (value as { peers: unknown[] }).peers) expect(peer).toHaveProperty("name");
  });

  test("a filter value that the property does not allow keeps every item", async () => {
    const issue = object({ id: number, state: { enum: ["open", "closed"] } }, "id", "state");
    const state = { name: "state", schema: { enum: ["open", "closed", "all"] } };
    const send = await start({
      "/issues": { get: { parameters: query(state), responses: answers("200", list(issue)) } },
    });
    const all = (await send("GET", "/issues?state=all")).value as unknown[];
    expect(all).toHaveLength(12);
    const open = (await send("GET", "/issues?state=open")).value as unknown[];
    expect(open.length).toBeLessThan(12);
  });
});

test("settings exist from the start, and keep changes", async () => {
  const settings = object({ theme: text, size: number }, "theme");
  const send = await start({
    "/settings": {
      get: { responses: answers("200", settings) },
      put: { requestBody: body(settings), responses: answers("200", settings) },
      patch: { requestBody: body(object({ theme: text, size: number })), responses: answers("200", settings) },
    },
  });
  expect((await send("GET", "/settings")).status).toBe(200);
  expect((await send("PUT", "/settings", { theme: "dark" })).value).toEqual({ theme: "dark" });
  expect((await send("PATCH", "/settings", { size: 3 })).value).toEqual({ theme: "dark", size: 3 });
  expect((await send("GET", "/settings")).value).toEqual({ theme: "dark", size: 3 });
});
