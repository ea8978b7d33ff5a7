// `npm test`: builds, and runs the tests on what was built, beside the static checks, which need no build. The checks
// print when they end; each is run, whatever the others say, and one that fails fails the whole.
import { spawn } from "node:child_process";
import { join } from "node:path";

const bin = (name) => join(import.meta.dirname, "..", "node_modules", ".bin", name);

/** What the last check of the types found out: the next one looks at what changed since, in a fifth of the time. */
const TYPES = join(import.meta.dirname, "..", "node_modules", ".cache", "animal-store", "types.tsbuildinfo");

/** The rules that need types take longer than all other checks together: `npm run lint` has them, which CI runs beside. */
const CHECKS = [
  ["lint", bin("oxlint"), ["--deny-warnings"]],
  // With several threads it is done a little sooner, but works a third more, which the tests beside it would wait for.
  [
    "types",
    bin("tsc"),
    ["-p", "tsconfig.json", "--noEmit", "--singleThreaded", "--incremental", "--tsBuildInfoFile", TYPES],
  ],
  ["types of the console", bin("tsc"), ["-p", "src/console", "--noEmit"]],
  ["format", bin("oxfmt"), ["--check"]],
];

/** The compiler is a program in Go: collecting garbage, of which it leaves little, takes a third of it. */
const env = { GOGC: "off", GOMEMLIMIT: "1GiB", ...process.env };

/** Runs a command. @returns its exit code, and what it printed where that is kept */
function run(command, args, stdio) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["inherit", stdio, stdio], env });
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
  const words = [join(import.meta.dirname, "build.mjs"), "--no-check", "--if-changed"];
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
