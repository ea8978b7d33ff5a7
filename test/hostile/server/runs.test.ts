// The processes of runs from the console, with hostile targets, hostile documents and users who leave. Each process
// ends and leaves nothing behind.
import { readFileSync, readdirSync } from "node:fs";
import { type Server, createServer } from "node:http";
import { type AddressInfo, type Socket, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, expect, test } from "vitest";
import { consoleRuns } from "../../../src/commands/serve/runs/runs.ts";
import { loadEmbeddedContract } from "../../../src/contract/embedded/embedded.ts";
import type { RunAsked, RunEvent, RunReport } from "../../../src/http/control/runs.ts";

const { document } = await loadEmbeddedContract();
const runs = consoleRuns("token", () => document);
const folders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("animal-store-run-"));

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const text = readFileSync("spec/animal-store.yaml", "utf8");

interface ListMetadata {
  readonly report?: RunReport;
  readonly failure?: string;
}

async function outcomeOf(asked: RunAsked, signal = new AbortController().signal): Promise<ListMetadata> {
  const events: RunEvent[] = [];
  await runs.run(asked, (event) => events.push(event), signal);
  return events.findLast(({ report, failure }) => report !== undefined || failure !== undefined) ?? {};
}

/** A server on this machine. @returns its base URL */
async function listening(server: Pick<Server, "listen" | "address" | "close">, end: () => void): Promise<string> {
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", () => done()));
  closing.push(
    () =>
      new Promise((done) => {
        end();
        server.close(() => done());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

test("a client that leaves ends the process and its requests, and removes its folder", async () => {
  const before = folders();
  const sockets = new Set<Socket>();
  const silent = createTcpServer((socket) => {
    sockets.add(socket);
    socket
      .resume()
      .on("error", () => undefined)
      .once("close", () => sockets.delete(socket));
  });
  const url = await listening(silent as unknown as Server, () => {
    for (const socket of sockets) socket.destroy();
  });
  const leave = new AbortController();
  const ended = outcomeOf({ kind: "verify", url, readOnly: true }, leave.signal);
  await expect.poll(() => sockets.size, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(folders().length).toBe(before.length + 1);
  leave.abort();
  // Resolves when the process has ended.
  expect(await ended).toEqual({});
  await expect.poll(() => sockets.size).toBe(0);
  expect(folders()).toEqual(before);
});

test("a client that leaves before the start causes no process", async () => {
  const leave = new AbortController();
  leave.abort();
  expect(await outcomeOf({ kind: "gate", document: "openapi: 3.1.0" }, leave.signal)).toEqual({});
});

test("no redirect is followed", async () => {
  let reached = 0;
  const elsewhere = createServer((_, res) => {
    reached++;
    res.end("[]");
  });
  const other = await listening(elsewhere, () => elsewhere.closeAllConnections());
  const target = createServer((req, res) => {
    res.writeHead(302, { Location: `${other}${req.url}`, Link: `<${other}/pets>; rel="next"` }).end();
  });
  const url = await listening(target, () => target.closeAllConnections());
  const { report, failure } = await outcomeOf({ kind: "verify", url, readOnly: true });
  expect(report ?? failure).toBeDefined();
  expect(reached).toBe(0);
});

test("a run that was not confirmed sends no requests that change anything", async () => {
  const methods = new Set<string>();
  const target = createServer((req, res) => {
    methods.add(req.method ?? "");
    res.writeHead(200, { "Content-Type": "application/json" }).end("[]");
  });
  const url = await listening(target, () => target.closeAllConnections());
  await outcomeOf({ kind: "verify", url, readOnly: true });
  expect(methods.has("GET")).toBe(true);
  expect([...methods].filter((method) => !["GET", "HEAD", "OPTIONS"].includes(method))).toEqual([]);
});

test("the environment never reaches the target, and the key is in no report", async () => {
  process.env["HTTP_PROXY"] = "http://127.0.0.1:9";
  try {
    const seen: string[] = [];
    const target = createServer((req, res) => {
      seen.push(JSON.stringify(req.headers));
      res
        .writeHead(200, { "Content-Type": "application/json" })
        .end(JSON.stringify([{ id: req.headers.authorization }]));
    });
    const url = await listening(target, () => target.closeAllConnections());
    const told = await outcomeOf({ kind: "verify", url, readOnly: true, key: "canary-key-31415926" });
    expect(seen.join()).toContain("canary-key-31415926");
    expect(JSON.stringify(told)).not.toContain("canary-key-31415926");
    expect(told.report ?? told.failure).toBeDefined();
  } finally {
    delete process.env["HTTP_PROXY"];
  }
});

test("a changed document is compared with the one that is served, at its own lines", async () => {
  const { report } = await outcomeOf({ kind: "gate", document: text.replace("maximum: 100", "maximum: 50") });
  const [worst] = report?.findings ?? [];
  expect(worst).toMatchObject({ verdict: "breaking", severity: "error", subject: "GET /pets" });
  const line = text.split("\n").findIndex((one) => one.includes("maximum: 100")) + 1;
  expect(worst?.place).toBe(`spec/animal-store.yaml:${line}`);
  expect(worst?.details.join()).toContain("GET /pets?limit=51");
  expect(await outcomeOf({ kind: "gate", document: text })).toMatchObject({ report: { findings: [] } });
});

/** Suffixes of names, each of which means eight times as much as the previous one. */
const BOMB = ["b", "c", "d", "e", "f", "g", "h"].map(
  (name, at) => `${name}: &${name} [${Array(8).fill(`*${"abcdefg"[at]}`).join()}]`,
);

test.each([
  ["an empty file", " "],
  ["invalid YAML", "openapi: ["],
  ["another document", "hello: world"],
  ["an alias bomb", ["a: &a [x,x,x,x,x,x,x,x]", ...BOMB].join("\n")],
])("a hostile document is refused with a message: %s", async (_, hostile) => {
  const { report, failure = "" } = await outcomeOf({ kind: "gate", document: hostile });
  expect(report).toBeUndefined();
  expect(failure).not.toBe("");
});

test.each(["/etc/passwd", "served.json", "../served.json", "http://127.0.0.1:1/x.yaml", "file:///etc/passwd"])(
  "a reference to %s leads nowhere",
  async (reference) => {
    const hostile = text.replace("\npaths:", `\npaths:\n  /elsewhere: { $ref: ${JSON.stringify(reference)} }`);
    const told = JSON.stringify(await outcomeOf({ kind: "gate", document: hostile }));
    // It may be judged without that part, or rejected.
    expect(told).toContain(reference);
    expect(told).not.toContain("root:");
  },
);
