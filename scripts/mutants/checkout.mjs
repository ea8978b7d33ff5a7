// A copy of the checkout in which sources can be changed, built and tested.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A run of all tests that takes longer is stuck. */
export const WHOLE_MS = 900_000;

/** The files of the working tree that git tracks, or would track if added. */
export function files() {
  const words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = spawnSync("git", words, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  return stdout.split("\0").filter((name) => name !== "");
}

/** Makes a copy. @returns its folder */
export function copy() {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  for (const name of files()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(ROOT, name), join(folder, name), { verbatimSymlinks: true });
  }
  rmSync(join(folder, "node_modules"), { force: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** The result of a command: its exit code, or null if it took too long, and its output. */
function run(words, { cwd, ms, env = {} }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, {
      cwd,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", ...env },
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      // Kill the whole group: a mutant that never ends runs in a worker.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, ms);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code: late ? null : code, text });
    });
  });
}

/** Builds everything, with source maps and without a type check. */
export async function buildWhole(folder) {
  const { code, text } = await run(["scripts/build.mjs", "--no-check", "--source-maps"], { cwd: folder, ms: 120_000 });
  if (code !== 0) throw new Error(text);
}

/**
 * Rebuilds what has changed, with the type check: one second instead of ten.
 * @returns "built", "refused" by the compiler, or "failed" after that
 */
export async function build(folder) {
  const tsc = ["node_modules/typescript/bin/tsc", "-p", "scripts/tsconfig.build.json", "--incremental"];
  const checked = await run([...tsc, "--tsBuildInfoFile", "mutants.tsbuildinfo"], { cwd: folder, ms: 120_000 });
  if (checked.code !== 0) return "refused";
  const prepared = await run(["scripts/prepared.mjs"], { cwd: folder, ms: 60_000 });
  return prepared.code === 0 ? "built" : "failed";
}

/**
 * Runs tests on the build, up to the first failure.
 * @param tests the files; the whole quick run if empty
 * @returns the names of failures with the reason, [] if there are none
 */
export async function failures(folder, { tests = [], ms, config, bail = true, env }) {
  const words = ["node_modules/vitest/vitest.mjs", "run", "--mode", "built", "--reporter=default"];
  if (bail) words.push("--bail=1");
  // A second worker would load everything again for so few files.
  if (tests.length > 0 && tests.length < 6) words.push("--maxWorkers=1");
  if (config !== undefined) words.push("--config", config);
  const { code, text } = await run([...words, ...tests], { cwd: folder, ms, env });
  if (code === 0) return [];
  if (code === null) return [`nothing in ${Math.round(ms / 1000)} s`];
  const told = [...text.matchAll(/^ FAIL +(.*)\n(.*)/gm)].map(
    ([, name, reason]) => `${name} (${reason.slice(0, 160)})`,
  );
  return told.length > 0 ? [...new Set(told)] : [text.trim().split("\n").at(-1) ?? ""];
}
