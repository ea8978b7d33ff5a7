// `npm test`: builds, runs the tests on the build, and runs the static checks in parallel, which need no build. Each
// check prints its output when it ends. All of them run, and a single failure fails the whole.
import { spawn } from "node:child_process";
import { join } from "node:path";

const BIN = join(import.meta.dirname, "..", "node_modules", ".bin");
const bin = (name) => join(BIN, name);
/** There, the programs of packages are scripts, which only a shell starts. */
const WINDOWS = process.platform === "win32";

/** The results of the last type check. The next one only looks at changes, in a fifth of the time. */
const TYPES = join(import.meta.dirname, "..", "node_modules", ".cache", "animal-store", "types.tsbuildinfo");

/**
 * Rules that need types take longer than all other checks together, so they are left to `npm run lint`, which CI also
 * runs.
 */
const CHECKS = [
  ["lint", bin("oxlint"), ["--deny-warnings"]],
  // Several threads would finish slightly sooner but use a third more CPU, which the parallel tests need.
  [
    "types",
    bin("tsc"),
    ["-p", "tsconfig.json", "--noEmit", "--singleThreaded", "--incremental", "--tsBuildInfoFile", TYPES],
  ],
  ["types of the console", bin("tsc"), ["-p", "src/console", "--noEmit"]],
  ["format", bin("oxfmt"), ["--check"]],
];

/** The compiler is a Go program that spends a third of its time on garbage collection and frees little. */
const env = { GOGC: "off", GOMEMLIMIT: "1GiB", ...process.env };

/** Runs a command. @returns its exit code, and its output if that is captured */
function run(command, args, stdio) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ["inherit", stdio, stdio],
      env,
      shell: command.startsWith(BIN) && WINDOWS,
    });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => chunks.push(chunk));
    child.once("error", (error) => resolve({ code: 1, text: `${error.message}\n` }));
    child.once("close", (code) => resolve({ code: code ?? 1, text: Buffer.concat(chunks).toString("utf8") }));
  });
}

async function check([name, command, args]) {
  const { code, text } = await run(command, args, "pipe");
  process.stdout.write(`== ${name}${code === 0 ? "" : " FAILED"}\n${text.trimEnd()}\n`);
  return [name, code];
}

async function tests() {
  const words = [join(import.meta.dirname, "build.mjs"), "--no-check"];
  const build = await run(process.execPath, words, "inherit");
  if (build.code !== 0) return ["build", build.code];
  const given = process.argv.slice(2);
  return ["tests", (await run(bin("vitest"), ["run", "--mode", "built", ...given], "inherit")).code];
}

const failed = (await Promise.all([tests(), ...CHECKS.map(check)])).filter(([, code]) => code !== 0);
if (failed.length > 0) {
  process.stdout.write(`FAILED: ${failed.map(([name]) => name).join(", ")}\n`);
  process.exitCode = 1;
}
