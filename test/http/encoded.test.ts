// A documented content coding is not claimed of a body that is plain.
import { expect, test } from "vitest";
import { startMock } from "./support.ts";

test("Content-Encoding of the document is not sent with a plain body", async () => {
  const header = { schema: { type: "string", enum: ["gzip"] }, example: "gzip" };
  const content = { "application/json": { example: { ok: 1 } } };
  const responses = { "200": { description: "ok", headers: { "Content-Encoding": header }, content } };
  const mock = await startMock({
    openapi: "3.0.3",
    info: { title: "Coded", version: "1" },
    paths: { "/coded": { get: { responses } } },
  });
  const response = await fetch(`${mock.url}/coded`);
  expect([response.headers.get("content-encoding"), await response.json()]).toEqual([null, { ok: 1 }]);
  await mock.close();
});
