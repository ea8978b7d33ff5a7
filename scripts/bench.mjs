// Compiles bench/ into dist-bench/bench/ and runs one of its programs, because Node 20 cannot run TypeScript.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { markCommonJs } from "./commonjs.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
const [name = "run", ...flags] = process.argv.slice(2);

// The tests' default, adjusted: the compiled files are one folder deeper.
process.env["ANIMAL_STORE_CORPUS"] ??= join(root, "..", "shared", "data");

/** Runs a Node program, and exits with its exit code unless that is 0. */
function node(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(root, "dist", "src", "cli.js"))) node(join(root, "scripts", "build.mjs"));
node(compiler, "-p", join(root, "bench", "tsconfig.json"));
markCommonJs(join(root, "dist-bench"));
const program = join(root, "dist-bench", "bench", `${name}.js`);
if (!existsSync(program)) {
  process.stderr.write(`bench: there is no bench/${name}.ts\n`);
  process.exit(2);
}
node(program, ...flags);
