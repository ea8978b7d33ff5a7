// The fetch handler as in a browser or a worker: bundled, without Node, and without generating code.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFetchHandler } from "../../src/http/fetch/handler.ts";
import { loadEmbeddedContract } from "../../src/contract/embedded/embedded.ts";
import { call, cliPath } from "../cli/program.ts";
import { IN_PROOF } from "../share.ts";

const LIMIT = 272_000;
/** With the code that reads a document and compiles its schemas, most of which is Ajv. */
const LIMIT_WITH_READER = 330_000;
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "animal-store-bundle-"));
  await call(["compile", "--out", "contract.mjs"], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The built entries, which a bundler finds in the package. */
const entry = (name: string): string => join(cliPath(), "..", "entries", `${name}.js`);

/** Bundles a script for a browser. Anything that only exists in Node would fail. */
async function bundle(contents: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    write: false,
    minify: true,
    platform: "browser",
    format: "iife",
    globalName: "app",
    alias: { "animal-store/fetch": entry("fetch"), "animal-store/contract": entry("contract") },
    ...options,
  });
  return outputFiles?.[0]?.text ?? "";
}

/** The globals of the Fetch standard and its neighbours, and nothing from Node. */
const WEB = {
  Request,
  Response,
  Headers,
  URL,
  ReadableStream,
  TextEncoder,
  TextDecoder,
  structuredClone,
  atob,
  performance,
};
const TIMERS = { setTimeout, clearTimeout, setInterval, clearInterval };

interface App {
  readonly handler: (request: Request) => Promise<Response>;
}

/** Runs a bundle. @param strict forbids code generation, as a Content-Security-Policy or a worker does */
async function run(code: string, strict: boolean): Promise<App> {
  const context = createContext({ ...WEB, ...TIMERS }, { codeGeneration: { strings: !strict, wasm: false } });
  const app = runInContext(`${code};app`, context) as App | Promise<App>;
  return app;
}

const JSON_HEADERS = { Authorization: "Bearer demo-key", "Content-Type": "application/json" };
const BASE = "http://127.0.0.1:4010/v1";

/** One of each kind of response. */
const REQUESTS: readonly (readonly [string, RequestInit])[] = [
  ["/pets", { headers: JSON_HEADERS }],
  ["/pets", { method: "POST", headers: JSON_HEADERS, body: '{"name":"Ångström 🐈","categoryId":9223372036854775807}' }],
  ["/pets/13", { headers: JSON_HEADERS }],
  ["/pets", { method: "POST", headers: JSON_HEADERS, body: '{"name":1,"name":2}' }],
  ["/pets", { method: "POST", headers: JSON_HEADERS, body: "x".repeat(70_000) }],
  ["/pets", { method: "POST", headers: JSON_HEADERS, body: new Uint8Array([0x22, 0xff, 0x22]) }],
  ["/pets?limit=101", { headers: JSON_HEADERS }],
  ["/pets?status=sold", { headers: { Authorization: "Bearer wrong" } }],
  ["/pets", {}],
  ["/pets", { method: "DELETE", headers: JSON_HEADERS }],
  ["/nothing", { headers: JSON_HEADERS }],
  ["/pets", { headers: { ...JSON_HEADERS, Origin: "https://evil.example" } }],
  ["/pets", { headers: { ...JSON_HEADERS, Origin: "http://[::1]:3000" } }],
  ["/pets", { method: "OPTIONS", headers: { Origin: "http://localhost:1", "Access-Control-Request-Method": "POST" } }],
  ["/pets", { headers: { ...JSON_HEADERS, Prefer: "code=500" } }],
  ["/pets", { headers: { ...JSON_HEADERS, "X-Mock-Session": "one" } }],
  ["/", { headers: { Accept: "text/html" } }],
];

async function answers(handler: App["handler"]): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const [path, init] of REQUESTS) {
    // Each depends on the state that the previous one left.
    // oxlint-disable-next-line no-await-in-loop
    const response = await handler(new Request(BASE + path, init));
    // oxlint-disable-next-line no-await-in-loop
    all.push([path, response.status, Object.fromEntries(response.headers), await response.text()]);
  }
  return all;
}

describe("a bundle with a compiled contract", () => {
  const SCRIPT = `import { createFetchHandler } from "animal-store/fetch"; import contract from "./contract.mjs"; export const handler = createFetchHandler(contract);`;

  test("is small, does not need Node, generates no code, and responds with the same bytes", async () => {
    const code = await bundle(SCRIPT);
    expect(gzipSync(code).length).toBeLessThan(LIMIT);
    const { handler } = await run(code, true);
    const own = createFetchHandler(await loadEmbeddedContract());
    const expected = await answers(own);
    expect(await answers(handler)).toEqual(expected);
    expect(new Set(expected.map((answer) => (answer as unknown[])[1]))).toEqual(
      new Set([200, 201, 204, 400, 401, 403, 404, 405, 413, 500]),
    );
    own.worlds.close();
  });
});

describe("a bundle that loads a document", () => {
  const DOCUMENT = {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        post: {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { type: "object", required: ["text"], properties: { text: { type: "string", minLength: 2 } } },
              },
            },
          },
          responses: { "201": { description: "created" } },
        },
      },
    },
  };
  const SCRIPT = `import { createFetchHandler } from "animal-store/fetch"; import { loadContract } from "animal-store/contract";
    export const handler = async (request) => createFetchHandler(await loadContract(${JSON.stringify(DOCUMENT)}))(request);`;

  test.runIf(IN_PROOF)("is small, and validates by the document", async () => {
    const code = await bundle(SCRIPT);
    expect(gzipSync(code).length).toBeLessThan(LIMIT_WITH_READER);
    const { handler } = await run(code, false);
    const post = (body: string): Request =>
      new Request("http://localhost/notes", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    expect((await handler(post('{"text":"hello"}'))).status).toBe(201);
    expect((await handler(post('{"text":"h"}'))).status).toBe(400);
  });
});

test.each([
  [undefined, "it got undefined"],
  ["openapi.yaml", 'it got "openapi.yaml"'],
  [{ openapi: "3.1.0" }, "it got an OpenAPI document"],
  [Promise.resolve(), "it got a promise"],
])("an invalid contract is refused with a message: %s", (source, message) => {
  expect(() => createFetchHandler(source as never)).toThrow(message);
});
