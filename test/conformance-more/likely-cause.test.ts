// A run in which nothing went well for one reason: whoever started it is told the reason in a line.
import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { likelyCause } from "../../conformance/likely-cause.ts";
import { redactorOf } from "../../conformance/report.ts";
import { verify } from "../../conformance/verify.ts";
import { contractOf as contractOfDocument, documentOfValue } from "../../src/contract/load.ts";
import type { Contract } from "../../src/contract/model.ts";
import { contractOf } from "../conformance/documents.ts";
import { startMock } from "../conformance/tampered.ts";

const KEY = "kQ7zCanaryKeyVx93";

interface How {
  readonly contract?: Contract;
  readonly key?: string;
}

/** What a run against a server is said to have gone wrong by. */
async function causeOf(listener: RequestListener, { contract, key }: How = {}): Promise<string | undefined> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  try {
    const store = contract ?? (await contractOf("the animal store"));
    const run = await verify(store, { baseUrl, ...(key === undefined ? {} : { key }) });
    return likelyCause(run, redactorOf(run));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const always =
  (status: number, type = "", body = ""): RequestListener =>
  (_, response) =>
    response.writeHead(status, type === "" ? {} : { "Content-Type": type }).end(body);

const page = (title: string): string => `<!doctype html><html><head><title>${title}</title></head></html>`;

describe("where every valid request is", () => {
  it.for<[string, RequestListener, RegExp]>([
    ["answered 404", always(404), /answered 404: is the base URL right, with its version prefix\?$/],
    ["answered 500", always(500), /answered 500: it fails whatever it is asked, so its own log/],
    [
      "answered 502",
      always(502, "text/html", page("Bad Gateway")),
      /answered 502: a gateway or proxy answers .* is it up/,
    ],
    [
      "answered a page",
      always(200, "text/html; charset=utf-8", page("Log in")),
      /a web page, "Log in": a login or error page/,
    ],
    ["answered a page without a title", always(200, "text/html", "Hello"), /a web page: a login or error page/],
    ["answered 405", always(405), /answered 405: is the base URL right, and this the API of the document\?$/],
    [
      "told that TLS is expected",
      always(400, "text/html", "<h1>400</h1>The plain HTTP request was sent to HTTPS port"),
      /this is a port for TLS: give the base URL with https:\/\/\.$/,
    ],
    [
      "redirected to https",
      ({ headers, url }, response) => response.writeHead(301, { Location: `https://${headers.host}${url}` }).end(),
      /redirected to https:\/\/: give the base URL with https:\/\/\.$/,
    ],
    [
      "redirected to a login",
      (_, response) => response.writeHead(302, { Location: "https://login.example.com/" }).end(),
      /redirected \(302\), the first to https:\/\/login\.example\.com\/: give the base URL that it leads to; if it is a login/,
    ],
    ["redirected nowhere", always(307), /redirected \(307\): give the base URL/],
    [
      "refused, now 401, now 403",
      ({ method }, response) => response.writeHead(method === "GET" ? 401 : 403).end(),
      /^Every request was refused: the API needs a key, give it with --key\.$/,
    ],
  ])("%s", { timeout: 60_000 }, async ([, listener, says]) => {
    expect(await causeOf(listener)).toMatch(says);
  });
});

it(
  "whoever gives the path of a collection with the base URL is told to leave it off",
  { timeout: 60_000 },
  async () => {
    const store = await startMock("the animal store");
    try {
      const run = await verify(await contractOf("the animal store"), { baseUrl: `${store.url}/pets`, key: store.key });
      expect(likelyCause(run, redactorOf(run))).toMatch(/answered 404 and 405: .* so leave \/pets off it\.$/);
    } finally {
      await store.close();
    }
  },
);

it("what the target says is shown without the key, and without what moves a cursor", { timeout: 60_000 }, async () => {
  const said = await causeOf(
    ({ headers }, response) => {
      response.setHeader("Content-Type", "text/html").end(page(`\u001b[2J${headers.authorization ?? "none"}`));
    },
    { key: KEY },
  );
  expect(said).toMatch(/a web page, "\\x1b\[2J(none|Bearer \$API_KEY)"/);
});

it(
  "nothing is said where only some requests go wrong, or where the document says so",
  { timeout: 60_000 },
  async () => {
    const mixed: RequestListener = ({ method }, response) => response.writeHead(method === "GET" ? 500 : 409).end();
    expect(await causeOf(mixed)).toBeUndefined();
    const content = { "text/html": { schema: { type: "string" } } };
    const pages = {
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: {
        "/page": { get: { responses: { "200": { description: "a page", content } } } },
      },
    };
    const contract = contractOfDocument(await documentOfValue(pages));
    expect(await causeOf(always(200, "text/html", page("Fine")), { contract })).toBeUndefined();
  },
);
