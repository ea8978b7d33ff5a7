// Output that gets lost: a full disk, a reader that has gone, a closed stream. The command says so in one line with
// exit code 2, and never with a stack trace.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { folderWith } from "../../contract/documents.ts";
import { cliPath, environment } from "../../cli/program.ts";

const text = readFileSync(new URL("../../../spec/animal-store.yaml", import.meta.url), "utf8");
const FILES = { "old.yaml": text, "new.yaml": text.replace("maximum: 100", "maximum: 50") };

const COMMANDS: readonly (readonly string[])[] = [
  ["--help"],
  ["--version"],
  ["checks"],
  ["explain", "new.yaml"],
  ["explain", "new.yaml", "--json"],
  ["lint", "new.yaml"],
  ["lint", "new.yaml", "--report", "sarif=-"],
  ["gate", "old.yaml", "new.yaml"],
  ["gate", "old.yaml", "new.yaml", "--report", "json=-"],
  ["gate", "new.yaml", "new.yaml"],
  ["requirements", "new.yaml"],
  ["completion", "bash"],
  ["serve", "new.yaml", "--port", "0"],
];

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs the program with shell redirections. */
async function behind(redirections: string, words: readonly string[]): Promise<Ended> {
  const cwd = await folderWith(FILES);
  const script = `exec "$@" ${redirections}`;
  const child = spawn("sh", ["-c", script, "sh", process.execPath, cliPath(), ...words], { cwd, env: environment() });
  return ending(child);
}

/** Runs the program with a reader that quits before reading anything. */
async function unread(words: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [cliPath(), ...words], { cwd: await folderWith(FILES), env: environment() });
  child.stdout.destroy();
  return ending(child);
}

function ending(child: ReturnType<typeof spawn>): Promise<Ended> {
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => (stderr += part));
  return new Promise((done) => void child.on("close", (code) => done({ code, stderr })));
}

const LINE = /^animal-store: the standard output cannot be written: [^\n]+\n$/;

describe.runIf(process.platform === "linux")("a full disk", () => {
  test.each(COMMANDS)("%s %s %s %s", async (...words) => {
    expect(await behind("> /dev/full", words)).toEqual({ code: 2, stderr: expect.stringMatching(LINE) as string });
  });

  test("a report that does not fit is named, and leaves nothing half written", async () => {
    const words = ["gate", "old.yaml", "new.yaml", "--report", "json=/dev/full"];
    expect(await behind("> /dev/null", words)).toEqual({
      code: 2,
      stderr: "The json report could not be written to /dev/full: no space left on the device.\n",
    });
  });

  test("if neither stream can be written, only the exit code says so", async () => {
    for (const words of COMMANDS.slice(2, 8)) {
      expect((await behind("> /dev/full 2> /dev/full", words)).code).toBe(2);
    }
  });
});

describe("a closed pipe", () => {
  test.each(COMMANDS)("%s %s %s %s", async (...words) => {
    expect(await unread(words)).toEqual({ code: 2, stderr: expect.stringMatching(LINE) as string });
  });
});

describe("a closed output", () => {
  test.each(COMMANDS.slice(0, -1))("%s %s %s %s", async (...words) => {
    const { code, stderr } = await behind(">&-", words);
    expect([0, 1, 2]).toContain(code);
    expect(stderr).not.toMatch(/^\s+at |internal error/m);
  });

  test("errors that cannot be printed do not change the exit code", async () => {
    expect((await behind("> /dev/null 2>&-", ["gate", "old.yaml", "new.yaml"])).code).toBe(1);
    expect((await behind("> /dev/null 2>&-", ["lint", "none.yaml"])).code).toBe(2);
  });
});
