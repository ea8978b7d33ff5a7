// A real browser, and a mock with its console.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { type Browser, type Page, chromium } from "playwright-core";
import { type MockServer, createMockServer } from "../../src/http/node/server.ts";
import { consoleRuns } from "../../src/commands/serve/runs/runs.ts";
import { consoleFiles } from "../../src/commands/serve/output/console-files.ts";
import { inferResources } from "../../src/resource/infer.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { contractFrom } from "../http/support.ts";

export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Foreign names resolve to this machine, as an attacker's would; no other name is resolved.
  "--host-resolver-rules=MAP *.example 127.0.0.1",
];

/** The path of the browser: CHROMIUM_PATH, or one in PATH. */
export function browserPath(): string {
  const given = process.env["CHROMIUM_PATH"];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = ["chromium", "chromium-browser", "google-chrome"].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  const path = [...(given === undefined ? [] : [given]), ...found].find((one) => existsSync(one));
  if (path === undefined) throw new Error("there is no browser: apt-get install -y chromium, or set CHROMIUM_PATH");
  return path;
}

/** Starts the browser. */
export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), headless: true, args: BROWSER_FLAGS });
}

/** The token in the link of a start. */
export const RUN_TOKEN = "run-token-of-this-start";

export interface Shown {
  readonly server: MockServer;
  readonly port: number;
  /** "http://127.0.0.1:4010", without a path. */
  readonly origin: string;
  /** The base URL of the mock. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a document, or the embedded one, with its console. */
export async function serveWithConsole(document?: JsonObject, items?: number, token?: string): Promise<Shown> {
  const contract = await contractFrom(document);
  const server = createMockServer(contract, inferResources(contract), {
    control: {
      ...(token === undefined ? {} : { token }),
      actions: { key: "demo-key", findings: async () => [] },
      runs: consoleRuns(RUN_TOKEN, () => contract.document),
    },
    console: { path: "/_", files: consoleFiles() },
    ...(items === undefined ? {} : { seeds: { default: { kind: "count", count: items } } }),
  });
  const { url, port } = await server.listen({ port: 0 });
  return { server, port, origin: new URL(url).origin, url, close: () => server.close() };
}

/** A foreign page, at a name that resolves to this machine. */
export async function serveStranger(html: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((_, res) => res.writeHead(200, { "Content-Type": "text/html" }).end(html));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://stranger.example:${port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Collects the errors of the page, from scripts and from its policy. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A refusal that the page shows is not an error of the page.
    const isRefusal = /status of 4\d\d/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isRefusal) complaints.push(message.text());
  });
  return complaints;
}

/** What an application sends in addition to the key. */
interface AppRequest {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to the mock, as an application would. */
export function asApp({ url }: Shown, path: string, init: AppRequest = {}): Promise<Response> {
  const headers = { Authorization: "Bearer demo-key", "Content-Type": "application/json", ...init.headers };
  return fetch(url + path, { ...init, headers });
}
