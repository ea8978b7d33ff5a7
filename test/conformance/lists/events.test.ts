// A list of events, which are found by what they are about: several are about the same thing, and some about nothing.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { verify } from "../../../conformance/verify.ts";
import { isSameValue } from "../../../conformance/judgements/same.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { complaints } from "../side-by-side.ts";

const text = { type: ["string", "null"] };
const event = { type: "object", required: ["id"], properties: { id: { type: "integer" }, feature: text, type: text } };
const events = { type: "object", required: ["events"], properties: { events: { type: "array", items: event } } };
const feature = { name: "feature", in: "path", required: true, schema: { type: "string" } };
const responses = { "200": { description: "D", content: { "application/json": { schema: events } } } };

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Events", version: "1" },
  paths: { "/events": { get: { responses } }, "/events/{feature}": { get: { parameters: [feature], responses } } },
};

/** What is wrong with a service that has some events. */
async function wrongWith(all: readonly { readonly id: number; readonly feature: string | null }[]): Promise<string[]> {
  const server = createServer((request, response) => {
    const [, about] = /^\/events(?:\/([^/?]+))?(?:\?.*)?$/.exec(request.url ?? "") ?? [];
    const found = about === undefined ? all : all.filter((one) => one.feature === decodeURIComponent(about));
    const isKnown = /^\/events(?:[/?]|$)/.test(request.url ?? "") && ["GET", "HEAD"].includes(request.method ?? "");
    response.writeHead(isKnown ? 200 : 404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(isKnown ? { events: found } : { message: "none" }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return complaints(await verify(await loadContract(DOCUMENT), { baseUrl }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const ABOUT = ["Bella", "Bella", null, null] as const;

test("several events of one thing are no item that is listed twice", async () => {
  const found = await wrongWith(ABOUT.map((one, at) => ({ id: at + 1, feature: one })));
  expect(found.join()).not.toContain("lists.no-duplicates");
});

test("an event that is listed twice is", async () => {
  const found = await wrongWith(ABOUT.map((one) => ({ id: 1, feature: one })));
  expect(found.join()).toContain("lists.no-duplicates");
});

test("a secret that is masked is no other value, and any other text is", () => {
  expect(isSameValue({ url: "https://example.com" }, { url: "*****" })).toBe(true);
  expect(isSameValue({ url: "https://example.com" }, { url: "****1" })).toBe(false);
});
