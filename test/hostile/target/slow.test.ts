// `verify` of a large document against a target that stops answering: it ends in any phase, and reports what it has found.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { largeDocument } from "../../../bench/measure/large-document.ts";
import { contractOf, documentOfValue } from "../../../src/contract/load.ts";
import { DEFAULT_KEY, type MockServer, createMockServer } from "../../../src/http/node/server.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { cliPath, environment } from "../../cli/program.ts";
import { folderWith } from "../../contract/documents.ts";
import { Heard } from "../../waiting.ts";

const DOCUMENT = largeDocument(1_000);

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
  /** A dot for each request. */
  readonly asked: Heard;
}

/** The mock, which answers only the first few requests; the others wait until they are abandoned. */
async function startStalling(answered: number, deliver: Delivery = whole): Promise<Target> {
  const asked = new Heard();
  const server = createServer((req, res) => {
    asked.add(".");
    if (deliver === whole && asked.text.length > answered) return;
    const { method, url, headers } = req;
    const passed = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => deliver(answer, res));
    passed.on("error", () => res.destroy());
    req.pipe(passed);
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  readonly report: () => Promise<JsonObject>;
}

async function startVerify(url: string, ...flags: string[]): Promise<Started> {
  const folder = await folderWith({ "openapi.json": JSON.stringify(DOCUMENT) });
  const report = join(folder, "report.json");
  const words = ["verify", url, "--spec", join(folder, "openapi.json"), "--key", DEFAULT_KEY];
  const child = spawn(process.execPath, [cliPath(), ...words, "--report", `json=${report}`, ...flags], {
    env: environment(),
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    child,
    ended: once(child, "close").then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as string | null,
    })),
    report: async () => JSON.parse(await readFile(report, "utf8")) as JsonObject,
  };
}

/** More than any of these runs takes: only its end may end it. */
const PATIENT = ["--timeout", "10m"];

test.each([
  ["while it checks whether anything responds", 0],
  ["during the preflight", 1],
  ["in the middle of the run", 40],
] as const)("--max-time ends a run %s", async (_when, answered) => {
  const { url } = await startStalling(answered);
  const { ended, report } = await startVerify(url, ...PATIENT, "--max-time", "3s");
  const { code } = await ended;
  expect([0, 1, 3, 4]).toContain(code);
  // Without a response in time, there was no run.
  expect((await report())["endedBy"]).toBe(code === 3 ? undefined : "time");
});

test.each([
  ["while it checks whether anything responds", whole, 0],
  ["during the preflight", whole, 1],
  ["in the middle of the run", whole, 40],
  ["while bodies arrive byte by byte", dripping, 0],
] as const)("Ctrl-C ends a run %s", async (_when, deliver, answered) => {
  const { url, asked } = await startStalling(answered, deliver);
  const { child, ended, report } = await startVerify(url, ...PATIENT);
  await asked.until((dots) => dots.length > answered);
  child.kill("SIGINT");
  expect(await ended).toMatchObject({ code: 130 });
  expect(await report()).toMatchObject({ endedBy: "interruption" });
});

test("Ctrl-C ends a run while it reads the document", async () => {
  const { url } = await startStalling(0);
  const { child, ended } = await startVerify(url, ...PATIENT);
  const again = setInterval(() => child.kill("SIGINT"), 100);
  const { code, signal } = await ended;
  clearInterval(again);
  expect([code, signal]).toContain(signal === null ? 130 : "SIGINT");
});
