// Runs the program: in a separate process, as users do, or within the test if the process does not matter.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runProgram } from "../../src/program.ts";

const CLI = fileURLToPath(new URL("../../dist/src/cli.js", import.meta.url));

/** The built program. @throws Error that says what to do if it was not built */
export function cliPath(): string {
  if (!existsSync(CLI)) throw new Error("dist/src/cli.js is missing: run npm run build, or npm test, which does");
  return CLI;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The processor time of the process, which does not depend on what else the machine does. */
  readonly ms: number;
  /** The peak memory of the process, in MiB. */
  readonly memory: number;
}

export interface How {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly timeoutMs?: number;
}

/** The environment of the process, without anything that would change the output. */
export function environment(env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", ...env };
}

/** The output of a command, and how it ended. */
export type Called = Pick<Ended, "code" | "stdout" | "stderr">;

/**
 * Runs the program within the test. Whatever tests the process itself (signals, pipes, colours, the environment of
 * proxies, reports to `-`) takes `run`. Reports go to absolute paths: relative ones would start from the test's folder.
 */
export async function call(args: readonly string[], how: Pick<How, "env" | "cwd"> = {}): Promise<Called> {
  let [stdout, stderr] = ["", ""];
  const code = await runProgram(args, {
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    env: environment(how.env),
    cwd: how.cwd ?? process.cwd(),
    color: false,
  });
  return { code, stdout, stderr };
}

/** Makes the process write its processor time and its peak memory to a separate pipe when it ends. */
const WATCH = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from "node:fs"; process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeSync(3, (userCPUTime + systemCPUTime) / 1000 + " " + maxRSS / 1024);
  });`,
)}`;

/** Runs the program until it ends. If it does not end in time, it is killed and its exit code is null. */
export async function run(args: readonly string[], how: How = {}): Promise<Ended> {
  const child = spawn(process.execPath, ["--import", WATCH, cliPath(), ...args], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: environment(how.env),
    timeout: how.timeoutMs ?? 20_000,
    killSignal: "SIGKILL",
    ...(how.cwd === undefined ? {} : { cwd: how.cwd }),
  });
  const [, stdout, stderr, usage] = child.stdio;
  const texts = Promise.all([stdout, stderr, usage].map((stream) => textOf(stream as NodeJS.ReadableStream)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [out = "", err = "", used = ""] = await texts;
  const [ms = 0, memory = 0] = used.split(" ").map(Number);
  return { code, stdout: out, stderr: err, ms, memory };
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** The lines of the output. */
export function lines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
