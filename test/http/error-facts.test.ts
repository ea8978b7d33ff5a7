// What an error says of the request: never a word that means nothing.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, number, object, text } from "./parts.ts";
import { startMock } from "./support.ts";

const uri = { type: "string", format: "uri" };
const moment = { type: "string", format: "date-time" };

async function refused(error: JsonObject, thing = object({ id: number, path: text }, "id")) {
  const sent = body(object({ path: { type: "string", minLength: 3 } }, "path"));
  const paths = {
    "/things": { post: { requestBody: sent, responses: { ...answers("201", thing), ...answers("400", error) } } },
    "/things/{id}": { ...at("id"), get: { responses: { ...answers("200", thing), ...answers("404", error) } } },
  };
  const mock = await startMock(
    { openapi: "3.1.0", info: { title: "Errors", version: "1" }, paths },
    { today: "2026-06-01" },
  );
  const json = { headers: { "Content-Type": "application/json" }, body: '{"path":"x"}' };
  const found = [await mock.send("GET", "/things/999"), await mock.send("POST", "/things", json)].map(
    ({ value }) => value as JsonObject,
  );
  await mock.close();
  return found;
}

test("the path, the time and the number of the request are those of the request", async () => {
  const error = object(
    {
      timestamp: moment,
      status: number,
      error: text,
      message: text,
      path: text,
      traceId: text,
      docsUrl: uri,
      method: text,
    },
    ..."timestamp status error message path traceId docsUrl method".split(" "),
  );
  const [missing, wrong] = await refused(error);
  const told = { timestamp: "2026-06-01T00:00:00.000Z", docsUrl: expect.stringMatching(/^https:/) };
  expect(missing).toMatchObject({
    ...told,
    status: 404,
    path: "/things/999",
    method: "GET",
    traceId: expect.stringMatching(/^[\da-f]{8,}$/),
  });
  expect(wrong).toMatchObject({ ...told, status: 400, path: "/things", method: "POST" });
  expect(wrong?.["traceId"]).not.toBe(missing?.["traceId"]);
});

test("inside an object too, and nothing is there that need not be", async () => {
  const inner = object(
    { code: text, message: text, request_id: { type: "string", format: "uuid" }, hint: text },
    "code",
    "message",
    "request_id",
  );
  const [missing] = await refused(object({ error: inner }, "error"));
  expect(missing).toEqual({
    error: { code: "not_found", message: expect.any(String), request_id: expect.stringMatching(/^[\da-f-]{36}$/) },
  });
});

test("an optional path beside a status is not the part that is wrong", async () => {
  const [, wrong] = await refused(object({ status: number, message: text, path: text }, "message"));
  expect(wrong?.["path"]).not.toBe("path");
  const [, field] = await refused(object({ message: text, path: text }, "message"));
  expect(field).toMatchObject({ path: "path" });
});
