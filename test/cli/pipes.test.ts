// Output to a reader that quits, or to a place that cannot be written. test/hostile/output tests all cases.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderWith } from "../contract/documents.ts";
import { IN_PROOF, shareOf } from "../share.ts";
import { call, cliPath, environment } from "./program.ts";

const SPEC = new URL("../../spec/animal-store.yaml", import.meta.url);
const text = readFileSync(SPEC, "utf8");
const FILES = { "old.yaml": text, "new.yaml": text.replace("maximum: 100", "maximum: 50") };

/** Runs the program and closes its standard output before it writes. */
async function unread(args: readonly string[]): Promise<{ code: number | null; stderr: string }> {
  const cwd = await folderWith(FILES);
  const child = spawn(process.execPath, [cliPath(), ...args], { env: environment(), cwd });
  child.stdout.destroy();
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (stderr += part));
  return new Promise((done) => child.on("close", (code) => done({ code, stderr })));
}

describe("a reader that closes the pipe early", () => {
  const UNREAD: readonly (readonly string[])[] = [
    ["gate", "old.yaml", "new.yaml", "--report", "json=-"],
    ["gate", "old.yaml", "new.yaml"],
    ["lint", "--json"],
    ["checks"],
  ];
  it.for(shareOf(UNREAD, 4))("is reported in one line, with exit code 2: %j", async (args) => {
    const stderr = "animal-store: the standard output cannot be written: the reader has closed it\n";
    expect(await unread(args)).toEqual({ code: 2, stderr });
  });
});

it.runIf(IN_PROOF)("an endless standard input is refused once it is too large for a document", async () => {
  const cwd = await folderWith(FILES);
  // A pipe between two processes, as in a shell: the exit code is that of the second process.
  const words = ["-c", 'yes "a: b" 2>/dev/null | "$@"', "sh", process.execPath, cliPath(), "gate", "-", "new.yaml"];
  const child = spawn("sh", words, { env: environment(), cwd });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (stderr += part));
  const code = await new Promise((done) => child.on("close", done));
  expect([code, stderr]).toEqual([2, "(standard input):1:1: the document is larger than 32 MiB\n"]);
});

it.runIf(IN_PROOF && process.platform === "linux")(
  "a report whose folder cannot be created is an error, and is not retried forever",
  async () => {
    const { code, stderr } = await call(["lint", "--report", "json=/proc/none/report.json"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("could not be written to /proc/none/report.json")]);
  },
);
