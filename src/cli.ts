#!/usr/bin/env node
// The program as a process: connects its streams, environment and exit code.
import "./node-version.ts";
import type { CommandIo } from "./commands/io.ts";
import { MAX_BYTES } from "./document/size.ts";
import { INTERNAL, internalError, runProgram } from "./program.ts";
import { reason } from "./report/writing/unwritten.ts";
import { message } from "./text/foreign.ts";

function processIo(): CommandIo {
  const { env, stdout, stderr } = process;
  const watched = stderr.isTTY && stdout.isTTY && env["CI"] === undefined;
  const { FORCE_COLOR: force, NO_COLOR: never, TERM: terminal } = env;
  // An empty NO_COLOR does not count (no-color.org), and some tools say no with FORCE_COLOR=0.
  const plain = force === "0" || (never !== undefined && never !== "") || terminal === "dumb" || !stdout.isTTY;
  return {
    stdout: (text) => void stdout.write(text),
    stderr: (text) => void stderr.write(text),
    env,
    cwd: process.cwd(),
    color: (force !== undefined && force !== "0") || !plain,
    ...(stdout.isTTY ? { width: stdout.columns } : {}),
    ...(watched ? { progress: (text: string) => void stderr.write(`\r\u001b[2K${text}`) } : {}),
    stdin: readStandardInput,
  };
}

/** All of standard input, or enough of it to be too large for a document; the reader then refuses it. */
function readStandardInput(): Promise<Buffer> {
  const { stdin } = process;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const finish = (): void => resolve(Buffer.concat(chunks));
    stdin.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= MAX_BYTES) return;
      // The input may never end. Do not await its close: a process with nothing else to wait for would exit there.
      finish();
      stdin.destroy();
    });
    stdin.once("end", finish).once("error", reject);
  });
}

/** The exit code if output was lost: the code of the run would report results that nobody saw. */
const UNWRITTEN = 2;
const INTERRUPTED = 130;

async function main(): Promise<void> {
  // A process that ends before its command does must not look like a good verdict.
  process.exitCode = INTERNAL;
  process.once("beforeExit", tellUnfinished);
  process.on("uncaughtException", (error) => {
    process.stderr.write(message(internalError(error, process.env)));
    process.exit(INTERNAL);
  });
  const lost = watchOutput();
  const words = process.argv.slice(2);
  if (words[0] === "gate") (await import("./late-optimizer.ts")).optimizeLate();
  const code = await runProgram(words, processIo());
  const why = await lost();
  if (why !== undefined) tellLost(why);
  process.off("beforeExit", tellUnfinished);
  process.exitCode = why === undefined || code === INTERRUPTED ? code : UNWRITTEN;
}

/** Without this, a process that waits for something that never comes would end silently. */
function tellUnfinished(): void {
  process.stderr.write("animal-store: internal error: the command waits for something that never comes\n");
}

/**
 * When standard output fails (a full disk, a closed pipe), commands still run to their end. Only `serve` and
 * `proxy`, which have none, stop.
 * @returns a function that waits for the last write and says why output was lost; undefined if it was not
 */
function watchOutput(): () => Promise<string | undefined> {
  let why: string | undefined;
  process.stdout.on("error", (error) => {
    why ??= reason(error);
    if (process.argv[2] !== "serve" && process.argv[2] !== "proxy") return;
    tellLost(why);
    process.exit(UNWRITTEN);
  });
  // There is nowhere left to report it.
  process.stderr.on("error", () => undefined);
  return async () => {
    const { stdout } = process;
    if (stdout.writableLength > 0 && !stdout.destroyed) {
      await new Promise<void>((done) => void stdout.once("drain", done).once("error", done).once("close", done));
    }
    // Errors of the last write arrive a little later.
    await new Promise((done) => void setImmediate(done));
    return why;
  };
}

function tellLost(why: string): void {
  process.stderr.write(`animal-store: the standard output cannot be written: ${why}\n`);
}

void main();
