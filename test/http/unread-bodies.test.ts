// A body of a media type that nothing here reads, where its schema is that of an item.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, list, number, object, text } from "./parts.ts";
import { startMock } from "./support.ts";

const PET = object({ id: { ...number, readOnly: true }, name: text }, "name");
const taking = (content: JsonObject, ...refusals: string[]): JsonObject => ({
  get: { responses: answers("200", list(PET)) },
  post: {
    requestBody: { required: true, content },
    responses: { ...answers("201", PET), ...Object.assign({}, ...refusals.map((status) => answers(status))) },
  },
});
const mediaTypes = (...names: string[]): JsonObject => Object.fromEntries(names.map((name) => [name, { schema: PET }]));
const PATHS = {
  "/octets": taking(mediaTypes("application/json", "application/octet-stream")),
  "/any": taking(mediaTypes("*/*"), "400"),
  "/packed": taking(mediaTypes("application/json", "application/msgpack"), "400", "415"),
  "/files": taking({ "application/octet-stream": { schema: { type: "string", format: "binary" } } }),
};

test.each([
  ["/octets", "application/octet-stream", 415],
  ["/any", "image/png", 400],
  ["/any", "application/json", 400],
  ["/packed", "application/msgpack", 415],
])("%s makes nothing of octets that are %s", async (path, type, status) => {
  const mock = await startMock({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: PATHS });
  try {
    const count = async (): Promise<number> => ((await mock.send("GET", path)).value as unknown[]).length;
    const before = await count();
    const sent = { headers: { "Content-Type": type }, body: Buffer.from([0x81, 0xa4, 0x6e, 0x61]) };
    expect(await mock.send("POST", path, sent)).toMatchObject({ status });
    expect(await count()).toBe(before);
    const json = { headers: { "Content-Type": type }, body: JSON.stringify({ name: "Rex" }) };
    expect(await mock.send("POST", path, json)).toMatchObject({ status: 201, value: { name: "Rex" } });
    const wrong = { headers: { "Content-Type": type }, body: JSON.stringify({ name: 7 }) };
    expect(await mock.send("POST", path, wrong)).toMatchObject({ status: 400 });
  } finally {
    await mock.close();
  }
});

test("what is described as octets, and is an item, is no other media type", async () => {
  const mock = await startMock({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: PATHS });
  try {
    const sent = { headers: { "Content-Type": "text/plain" }, body: JSON.stringify({ name: "Rex" }) };
    expect(await mock.send("POST", "/octets", sent)).toMatchObject({ status: 415 });
  } finally {
    await mock.close();
  }
});

test("octets are a file where any bytes are", async () => {
  const mock = await startMock({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: PATHS });
  try {
    const sent = { headers: { "Content-Type": "application/octet-stream" }, body: Buffer.from([0x81, 0xa4]) };
    expect(await mock.send("POST", "/files", sent)).toMatchObject({ status: 201 });
  } finally {
    await mock.close();
  }
});
