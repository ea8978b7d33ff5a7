// The promises of a sandbox: a result or the reason for having none, within its limits, and without connections.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { shareOf } from "../share.ts";

/** A guest that follows instructions. It uses the built code of its side of the sandbox. */
const GUEST = `
const { answerQuestions } = require(${JSON.stringify(join(process.cwd(), "dist/src/sandbox/guest.js"))});
answerQuestions(async ({ what, port }) => {
  if (what === "spin") for (;;);
  if (what === "fill") for (const held = []; ; ) held.push(new Array(1e6).fill(held.length));
  if (what === "throw") throw new Error("not that");
  if (what === "exit") process.exit(3);
  if (what === "connect") await fetch("http://127.0.0.1:" + port).catch((error) => { throw error.cause; });
  if (what === "socket") require("node:net").connect(port, "127.0.0.1");
  if (what === "environment") return Object.keys(process.env);
  return what;
});`;

let folder: string;
let sandbox: Sandbox<{ readonly what: string; readonly port?: number }, unknown>;
let hasty: typeof sandbox;
let listener: Server;
let connections = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "animal-store-"));
  await writeFile(join(folder, "guest.cjs"), GUEST);
  // Waits for guests that end by themselves as long as a busy machine takes, and no longer than necessary for others.
  sandbox = new Sandbox(join(folder, "guest.cjs"), { ms: 60_000, megabytes: 64 });
  hasty = new Sandbox(join(folder, "guest.cjs"), { ms: 1_000, megabytes: 64 });
  listener = createServer(() => connections++).listen(0, "127.0.0.1");
});

afterAll(async () => {
  await Promise.all([sandbox.close(), hasty.close()]);
  listener.close();
  await rm(folder, { recursive: true, force: true });
});

test("a question is answered", async () => {
  expect(await sandbox.ask({ what: "hello" })).toEqual({ value: "hello" });
});

test("questions are answered in turn, each with its own answer", async () => {
  const answers = await Promise.all(["a", "throw", "b"].map((what) => sandbox.ask({ what })));
  expect(answers).toEqual([{ value: "a" }, { failure: "not that" }, { value: "b" }]);
});

// All at once, because one of them waits.
const FAILURES: [what: string, failure: string][] = [
  ["exit", "it ended without an answer"],
  ["spin", "it took longer than 1 s"],
  ["fill", "it needed more than 64 MiB"],
];
test.concurrent.each(shareOf(FAILURES, 3))(
  "a guest that fails to answer (%s) is reported, and replaced for the next question",
  async (what, failure) => {
    const one = what === "spin" ? hasty : sandbox;
    expect(await one.ask({ what })).toEqual({ failure });
    expect(await one.ask({ what: "hello" })).toEqual({ value: "hello" });
  },
);

test.each(["connect", "socket"])("a guest cannot open connections (%s)", async (what) => {
  const { port } = listener.address() as AddressInfo;
  expect(await sandbox.ask({ what, port })).toEqual({ failure: "a document is judged without a network" });
  expect(connections).toBe(0);
});

test("a guest does not see the environment, which may contain a key", async () => {
  process.env["ANIMAL_STORE_KEY"] = "secret";
  const { value } = (await sandbox.ask({ what: "environment" })) as { value: string[] };
  delete process.env["ANIMAL_STORE_KEY"];
  expect(value).not.toContain("ANIMAL_STORE_KEY");
});

test("a guest that cannot be loaded is reported", async () => {
  const none = new Sandbox(join(folder, "none.cjs"), { ms: 1_000, megabytes: 64 });
  expect(await none.ask({})).toMatchObject({ failure: expect.stringContaining("none.cjs") as string });
});
