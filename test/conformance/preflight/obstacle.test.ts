// Obstacles between the suite and the service: the user is told what they are and what to do.
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { look } from "../../../conformance/verify.ts";
import { contractOf as contractOfDocument, documentOfValue } from "../../../src/contract/load.ts";
import type { Contract } from "../../../src/contract/model.ts";
import { contractOf } from "../documents.ts";
import { IN_PROOF } from "../../share.ts";
import { call } from "../../cli/program.ts";
import { KEY as STORE_KEY, startMock } from "../tampered.ts";

const KEY = "kQ7zCanaryKeyVx93";

interface How {
  readonly contract?: Contract;
  readonly key?: string;
  /** The path of the base URL. */
  readonly at?: string;
}

/** The obstacle that is reported for a run against a server. */
async function causeOf(
  listener: RequestListener,
  { contract, key, at = "/v1" }: How = {},
): Promise<string | undefined> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${at}`;
  try {
    const store = contract ?? (await contractOf("the animal store"));
    const { obstacle } = await look(store, { baseUrl, ...(key === undefined ? {} : { key }) });
    return obstacle === undefined ? undefined : `${obstacle.kind}: ${obstacle.what}. ${obstacle.todo}`;
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

describe("the obstacle is named if every valid request is", () => {
  const ANSWERS: readonly (readonly [string, RequestListener, RegExp])[] = [
    ["answered 404", always(404), /^base-path: No path of the document is there\..* answered 404\. Check the base URL/],
    [
      "answered 502",
      always(502, "text/html", page("Bad Gateway")),
      /^gateway: A gateway answers that it does not reach the service\..* answered 502, “Bad Gateway”\. Start the service/,
    ],
    [
      "answered with a page",
      always(200, "text/html; charset=utf-8", page("Log in")),
      /^web-page: .* a web page, “Log in”\. It is a login or error page/,
    ],
    [
      "answered with a page without a title",
      always(200, "text/html", "Hello"),
      /^web-page: .* a web page\. It is a login/,
    ],
    ["answered 405", always(405), /^other-api: .* answered 405\. Check that this is the API of the document/],
    ["answered 429", always(429), /^rate-limit: .* answered 429: the target limits .* --rate-limit 5\/s\.$/],
    [
      "answered that TLS is expected",
      always(400, "text/html", "<h1>400</h1>The plain HTTP request was sent to HTTPS port"),
      /^https: The port answers that it speaks TLS\. Give the base URL with https:\/\/\.$/,
    ],
    [
      "redirected to https",
      ({ headers, url }, response) => response.writeHead(301, { Location: `https://${headers.host}${url}` }).end(),
      /^https: .* redirected to https:\/\/\. Give the base URL with https:\/\/\.$/,
    ],
    [
      "redirected to a login",
      (_, response) => response.writeHead(302, { Location: "https://login.example.com/" }).end(),
      /^redirect: .* redirected \(302\), the first to https:\/\/login\.example\.com\/\. Give the base URL that it leads to; if that is a login/,
    ],
    ["redirected nowhere", always(307), /^redirect: .* redirected \(307\)\. Give the base URL/],
    [
      "refused, and no key was given",
      always(401, "application/json", '{"message":"who are you?"}'),
      /^key: The API needs a key, and none was given\..* answered 401, “who are you\?”\. Give the key with --key/,
    ],
    [
      "answered in the same way, whatever the path",
      always(200, "application/json", '{"hello":"world"}'),
      /^other-api: Every request gets the same 200 application\/json, even one to a path that does not exist/,
    ],
  ];
  // Waiting for those that ask for patience takes longer than all others: in each run, one waits.
  const waits = ({ 0: name }: (typeof ANSWERS)[number]): boolean => name === "answered 429";
  it.concurrent.for(ANSWERS.filter((one) => IN_PROOF || !waits(one)))(
    "%s",
    { timeout: 60_000 },
    async ([, listener, says]) => {
      expect(await causeOf(listener)).toMatch(says);
    },
  );
});

it("a missing item is not an obstacle if the document has no other reads", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/notes/{name}": {
        parameters: [{ name: "name", in: "path", required: true, schema: { type: "string" } }],
        get: { responses: { "200": { description: "one", content: { "application/json": { schema: {} } } } } },
      },
    },
  };
  const contract = contractOfDocument(await documentOfValue(document));
  expect(await causeOf(always(404, "application/json", "{}"), { contract })).toBeUndefined();
});

it("an operation without a valid request does not count as tested", async () => {
  const impossible = [{ name: "q", in: "query", required: true, schema: { type: "integer", minimum: 3, maximum: 2 } }];
  const responses = { "200": { description: "one", content: { "application/json": { schema: { type: "object" } } } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/notes": { get: { responses } }, "/search": { get: { parameters: impossible, responses } } },
  };
  const contract = contractOfDocument(await documentOfValue(document));
  expect(await causeOf(always(404), { contract })).toContain("The one valid request was answered 404");
});

it.runIf(IN_PROOF)("a temporarily refused operation is not mistaken for a missing one", async () => {
  const responses = { "200": { description: "one", content: { "application/json": { schema: { type: "object" } } } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/notes": { get: { responses } }, "/search": { get: { responses } } },
  };
  const contract = contractOfDocument(await documentOfValue(document));
  const busy: RequestListener = ({ url = "" }, response) => response.writeHead(url.includes("notes") ? 429 : 404).end();
  expect(await causeOf(busy, { contract })).toBeUndefined();
});

it("distinguishes a refused key from a missing one", async () => {
  expect(await causeOf(always(403), { key: KEY })).toMatch(/^key: The key was refused\..* Check that the key is meant/);
  const open: RequestListener = ({ headers }, response) => {
    response.setHeader("Content-Type", "application/json");
    response.writeHead(headers.authorization === undefined ? 200 : 401).end("[]");
  };
  expect(await causeOf(open, { key: KEY })).toMatch(/; without a key it is answered 200\. Check/);
});

it("does not call a key refused that the document has no place for", async () => {
  const responses = { "200": { description: "one", content: { "application/json": { schema: { type: "object" } } } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/notes": { get: { responses } } },
  };
  const contract = contractOfDocument(await documentOfValue(document));
  const cause = await causeOf(always(403), { contract, key: KEY });
  expect(cause).toMatch(
    /^key: The API needs a key, and the document does not say where it goes, so none was sent\..*--header/,
  );
});

describe("a wrong base URL", () => {
  it.for([
    ["without its prefix", (url: string) => url.replace(/\/v1$/, "")],
    ["with an additional prefix", (url: string) => url.replace(/\/v1$/, "/api/v1")],
    ["with another version", (url: string) => url.replace(/\/v1$/, "/v2")],
    ["with the path of a collection", (url: string) => `${url}/pets`],
  ] as const)("%s: the right one is named", async ([, change]) => {
    const store = await startMock("the animal store");
    try {
      const baseUrl = change(store.url);
      const { obstacle } = await look(await contractOf("the animal store"), { baseUrl, key: store.key });
      expect(obstacle?.kind).toBe("base-path");
      expect(obstacle?.what).toContain(`${store.url} answers 200 as the document says`);
      expect(obstacle?.todo).toBe(`Give ${store.url} as the base URL.`);
    } finally {
      await store.close();
    }
  });
});

it("if the base URL has the path of a collection, the report says to leave it off, even if nothing responds", async () => {
  expect(await causeOf(always(404), { at: "/v1/pets" })).toMatch(
    /^base-path: No path .* added to the base URL, so leave \/pets off it\.$/,
  );
});

it("what the target says is shown without the key and without control characters", async () => {
  const said = await causeOf(
    ({ headers }, response) => {
      response.setHeader("Content-Type", "text/html").end(page(`\u001b[2J${headers.authorization ?? "none"}`));
    },
    { key: KEY },
  );
  expect(said).toMatch(/a web page, “\\x1b\[2J(none|Bearer \$API_KEY)”/);
});

it("nothing is reported if only some requests fail, or if the document allows the response", async () => {
  const failing: RequestListener = (_, response) => response.writeHead(500).end();
  expect(await causeOf(failing)).toBeUndefined();
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
});

it("a gateway that sometimes responds by itself is not an obstacle", async () => {
  const store = await startMock("the animal store", {
    before: (one) => (one.serial % 3 === 1 ? { status: 502, headers: {}, body: "" } : one),
  });
  try {
    const { obstacle } = await look(await contractOf("the animal store"), { baseUrl: store.url, key: store.key });
    expect(obstacle).toBeUndefined();
  } finally {
    await store.close();
  }
});

describe("the command", () => {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-obstacle-"));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const reports = ["json", "junit", "html", "markdown", "sarif"].flatMap((kind) => [
    "--report",
    `${kind}=${join(folder, `report.${kind}`)}`,
  ]);

  async function verifyCommand(args: readonly string[]) {
    const said = await call(["verify", ...args, ...reports]);
    const files = await Promise.all(
      ["json", "junit", "html", "markdown", "sarif"].map((kind) => readFile(join(folder, `report.${kind}`), "utf8")),
    );
    return { ...said, files };
  }

  it("exits with 4 if the key is wrong, and every report says so", async () => {
    const store = await startMock("the animal store");
    try {
      const { code, stdout, stderr, files } = await verifyCommand([store.url, "--key", KEY]);
      expect(code).toBe(4);
      expect(stdout).toBe("");
      const lines = stderr.split("\n");
      expect(lines.length).toBeLessThan(15);
      expect(lines.filter((line) => line.length > 200)).toEqual([]);
      expect(lines[0]).toMatch(/^animal-store verify: nothing was verified\. The key was refused\./);
      expect(stderr).toContain('curl -i -H "Authorization: Bearer $API_KEY"');
      expect(stderr).not.toContain(KEY);
      for (const file of files) {
        expect(file).toContain("The key was refused.");
        expect(file).not.toContain(KEY);
      }
      expect(JSON.parse(files[0] ?? "")).toMatchObject({
        summary: { error: 1, fail: 0 },
        exitCode: 4,
        obstacle: { kind: "key" },
        results: [],
      });
      expect(files[1]).toContain("<error ");
    } finally {
      await store.close();
    }
  });

  it("exits with 3 if nothing responds, or only a gateway", async () => {
    const server = createServer((_, response) => response.writeHead(503).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const gateway = await verifyCommand([baseUrl, "--key", STORE_KEY]);
    await new Promise((resolve) => server.close(resolve));
    expect([gateway.code, gateway.stderr]).toEqual([3, expect.stringContaining("does not reach the service")]);
    const dead = await verifyCommand([baseUrl, "--key", STORE_KEY]);
    expect([dead.code, dead.stderr]).toEqual([3, expect.stringContaining("cannot be reached: ECONNREFUSED")]);
    expect(dead.files[2]).toContain("ECONNREFUSED");
  });
});
