// Answers that a browser could run: they are pages of their own, never of the mock's origin.
import { expect, test } from "vitest";
import { orders } from "./documents.ts";
import { startMock } from "./support.ts";

const GUARDED = ["sandbox", "nosniff"];

test.each([
  ["text/html", GUARDED],
  ["TEXT/HTML; charset=utf-8", GUARDED],
  ["image/svg+xml", GUARDED],
  ["application/xhtml+xml", GUARDED],
  ["application/xml", GUARDED],
  ["application/rss+xml", GUARDED],
  ["text/xml", GUARDED],
  ["multipart/x-mixed-replace", GUARDED],
  ["application/x-made-up", GUARDED],
  ["text/plain", [null, null]],
  ["text/csv; charset=utf-8", [null, null]],
  ["image/png", [null, null]],
  ["application/json", [null, null]],
  ["application/problem+json", [null, null]],
  ["application/pdf", [null, null]],
])("an answer of type %s has the policy and the sniffing of %j", async (mediaType, expected) => {
  const response = {
    description: "A page.",
    headers: { "X-Content-Type-Options": { required: true, schema: { const: "none" } } },
    content: { [mediaType]: { schema: { type: "string" }, example: "<script>alert(1)</script>" } },
  };
  const get = { security: [], responses: { "200": response } };
  const mock = await startMock(orders({ paths: { "/page": { get } } }));
  try {
    const { headers } = await fetch(`${mock.url}/page`);
    const sniffing = headers.get("x-content-type-options");
    expect([headers.get("content-security-policy"), sniffing === "none" ? null : sniffing]).toEqual(expected);
  } finally {
    await mock.close();
  }
});

test("so have refusals whose type the document chooses, and those of what is no request", async () => {
  const content = { "text/html": { schema: { type: "string" } } };
  const get = {
    security: [],
    responses: { "200": { description: "Fine." }, default: { description: "Wrong.", content } },
  };
  const mock = await startMock(orders({ paths: { "/page": { get } } }));
  try {
    const { status, headers } = await fetch(`${mock.url}/page?wished=1`, { headers: { Prefer: "code=404" } });
    expect([status, headers.get("content-security-policy")]).toEqual([404, "sandbox"]);
  } finally {
    await mock.close();
  }
});
