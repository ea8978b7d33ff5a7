// `verify` of a large document against a target that takes two seconds for each response: it ends on time in any phase,
// and reports what it has found.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { largeDocument } from "../../../bench/measure/large-document.ts";
import { contractOf, documentOfValue } from "../../../src/contract/load.ts";
import { DEFAULT_KEY, type MockServer, createMockServer } from "../../../src/http/node/server.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { cliPath, environment } from "../../cli/program.ts";
import { folderWith } from "../../contract/documents.ts";
import { allowance, patience } from "../patience.ts";

const DOCUMENT = largeDocument(1_000);
const ANSWERED_AFTER_MS = 2_000;
/** The time allowed after the time limit or Ctrl-C. */
const ALLOWED_MS = 3_000;
/** The time a process needs to start. */
const START_MS = 1_500;

let mock: MockServer;
let port: number;
beforeAll(async () => {
  mock = createMockServer(contractOf(await documentOfValue(DOCUMENT)));
  ({ port } = await mock.listen());
});
afterAll(() => mock.close());

type Delivery = (answer: IncomingMessage, response: ServerResponse) => void;

const whole: Delivery = (answer, response) => {
  response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
  answer.pipe(response);
};

/** Sends a byte now and then, so that responses never end and never stall. */
const dripping: Delivery = (answer, response) => {
  answer.resume();
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000000" });
  const timer = setInterval(() => void response.write(" "), 50);
  response.once("close", () => clearInterval(timer));
};

interface Target {
  readonly url: string;
  readonly asked: () => number;
}

/** The mock with a long latency. */
async function startSlow(deliver: Delivery, waitMs = ANSWERED_AFTER_MS): Promise<Target> {
  let asked = 0;
  const server = createServer((req, res) => {
    asked++;
    const pieces: Buffer[] = [];
    req.on("data", (piece: Buffer) => void pieces.push(piece));
    req.on("end", () => {
      setTimeout(() => {
        const { method, url, headers } = req;
        const passed = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) =>
          deliver(answer, res),
        );
        passed.on("error", () => res.destroy());
        passed.end(Buffer.concat(pieces));
      }, waitMs);
    });
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

interface Started {
  readonly child: ChildProcess;
  readonly began: number;
  /** The exit code, and when the process ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly at: number }>;
  readonly report: () => Promise<JsonObject>;
}

async function startVerify(url: string, ...flags: string[]): Promise<Started> {
  const folder = await folderWith({ "openapi.json": JSON.stringify(DOCUMENT) });
  const report = join(folder, "report.json");
  const began = performance.now();
  const words = ["verify", url, "--spec", join(folder, "openapi.json"), "--key", DEFAULT_KEY];
  const child = spawn(process.execPath, [cliPath(), ...words, "--report", `json=${report}`, ...flags], {
    env: environment(),
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    child,
    began,
    ended: once(child, "close").then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as string | null,
      at: performance.now(),
    })),
    report: async () => JSON.parse(await readFile(report, "utf8")) as JsonObject,
  };
}

test.each([
  ["while it checks whether anything responds", "3s"],
  ["during the preflight", "6s"],
  ["in the middle of the run", "12s"],
] as const)("--max-time ends a run %s", { retry: 1 }, async (_when, maxTime) => {
  const limit = allowance(ALLOWED_MS + START_MS);
  const { url } = await startSlow(whole);
  const { began, ended, report } = await startVerify(url, "--max-time", maxTime);
  const { code, at } = await ended;
  expect([0, 1, 3, 4]).toContain(code);
  expect(at - began - Number.parseInt(maxTime) * 1_000).toBeLessThan(limit());
  // Without a response in time, there was no run.
  expect((await report())["endedBy"]).toBe(code === 3 ? undefined : "time");
});

test.each([
  ["while it checks whether anything responds", whole, 1],
  ["during the preflight", whole, 2],
  ["in the middle of the run", whole, 40],
  ["while bodies arrive byte by byte", dripping, 1],
] as const)("Ctrl-C ends a run %s", { retry: 1 }, async (_when, deliver, requests) => {
  const limit = allowance(ALLOWED_MS);
  const { url, asked } = await startSlow(deliver);
  const { child, ended, report } = await startVerify(url);
  while (asked() < requests && child.exitCode === null) await sleep(20);
  const interrupted = performance.now();
  child.kill("SIGINT");
  const { code, at } = await ended;
  expect(code).toBe(130);
  expect(at - interrupted).toBeLessThan(limit());
  expect(await report()).toMatchObject({ endedBy: "interruption" });
});

test("Ctrl-C ends a run while it reads the document", { retry: 1 }, async () => {
  const limit = allowance(ALLOWED_MS);
  const { url } = await startSlow(whole);
  const { child, ended } = await startVerify(url);
  await sleep(patience(400));
  const interrupted = performance.now();
  child.kill("SIGINT");
  const { code, signal, at } = await ended;
  expect([code, signal]).toContain(signal === null ? 130 : "SIGINT");
  expect(at - interrupted).toBeLessThan(limit());
});
