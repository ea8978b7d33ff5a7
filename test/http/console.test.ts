// The files of the console, as clients get them: below their own path, protected, and without conflicts with the
// document.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConsoleFiles } from "../../src/http/pages/console.ts";
import { orders } from "./documents.ts";
import { type Mock, startMock } from "./support.ts";

const files: ConsoleFiles = (name) =>
  new Map([
    ["index.html", { mediaType: "text/html; charset=utf-8", text: '<meta content="proof-of-the-console" />' }],
    ["views/home.js", { mediaType: "text/javascript; charset=utf-8", text: "export {};" }],
  ]).get(name);

describe("a mock with a console", () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock(undefined, { console: { path: "/_", files }, origins: ["https://app.example.com"] });
  });
  afterAll(() => mock.close());

  const get = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, mock.url), { redirect: "manual", ...init });

  it.for([
    ["/_/", "text/html; charset=utf-8"],
    ["/_/docs", "text/html; charset=utf-8"],
    ["/_/views/home.js", "text/javascript; charset=utf-8"],
    ["/_/openapi.json", "application/json"],
    ["/_/openapi.yaml", "application/yaml; charset=utf-8"],
  ] as const)("serves %s as %s, in no frame and to no other origin", async ([path, mediaType]) => {
    const answer = await get(path, { headers: { Origin: "https://app.example.com" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(mediaType);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(answer.headers.get("content-security-policy")).not.toContain("unsafe");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("proves itself to the control plane, with what only a person who opens the page gets", async () => {
    const { port, close } = await startMock(undefined, { console: { path: "/_", files }, control: {} });
    const origin = `http://127.0.0.1:${port}`;
    const proofFor = async (headers: Record<string, string>): Promise<string> =>
      /content="(.*?)"/.exec(await (await fetch(`${origin}/_/`, { headers })).text())?.[1] ?? "";
    const reset = async (proof: string): Promise<number> => {
      const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin", "X-Mock-Console": proof };
      return (await fetch(`${origin}/_/api/v1/state/reset`, { method: "POST", headers })).status;
    };
    expect(await reset(await proofFor({ "Sec-Fetch-Dest": "document" }))).toBe(204);
    expect(await reset(await proofFor({ "Sec-Fetch-Dest": "empty" }))).toBe(403);
    expect(await reset("")).toBe(403);
    await close();
  });

  it("redirects from the path without a slash to the page", async () => {
    const answer = await get("/_");
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/_/"]);
  });

  it.for(["/_/nothing.js", "/_/../package.json", "/_/..%2fpackage.json", "/_views/home.js", "/_/constructor"])(
    "has no %s",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it("accepts only GET and HEAD", async () => {
    expect((await get("/_/", { method: "POST" })).status).toBe(404);
    const head = await get("/_/", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("is linked from the page at the root, which is not journaled as a request of the application", async () => {
    const page = await get("/", { headers: { Accept: "text/html" } });
    expect(await page.text()).toContain('<a href="/_/">Open the console</a>');
    expect(mock.server.journals?.entries.filter(({ url }) => url === "/")).toEqual([]);
  });

  it("keeps none of these requests in the journal", async () => {
    await get("/_/");
    const kept = mock.server.journals?.entries.filter(({ status }) => status === 200);
    expect(kept).toEqual([]);
  });
});

it("a path of the document takes precedence, and a message says so", async () => {
  const warnings: string[] = [];
  const document = orders({ paths: { "/_/": { get: { responses: { "204": { description: "Mine." } } } } } });
  const mock = await startMock(document, {
    basePath: "",
    console: { path: "/_", files },
    onWarning: (message) => warnings.push(message),
  });
  expect((await fetch(new URL("/_/", mock.url))).status).toBe(204);
  expect((await fetch(new URL("/_/views/home.js", mock.url))).status).toBe(404);
  expect(warnings.join()).toContain("--control-path");
  await mock.close();
});
