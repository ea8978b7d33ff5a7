// Builds dist/ from the TypeScript sources; `npm ci` runs this through the prepare script. `--no-check` skips the type
// check, for `npm test`, which checks types in parallel. `--source-maps` is for `npm run test:mutants`.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadLate, markCommonJs, shortenCommonJs } from "./commonjs.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

let compiler;
try {
  compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
} catch {
  if (existsSync(join(root, "dist", "src", "cli.js"))) process.exit(0);
  process.stderr.write("animal-store: building needs the development dependencies: run npm ci without --omit=dev\n");
  process.exit(1);
}

// The compiler is a platform-specific program that npm installs as an optional dependency of typescript.
const version = spawnSync(process.execPath, [compiler, "--version"], { stdio: "ignore" });
if (version.status !== 0) {
  process.stderr.write(
    "animal-store: the TypeScript compiler is not installed for this platform. For a light installation from a checkout, " +
      "run npm ci first and npm prune --omit=optional afterwards.\n",
  );
  process.exit(1);
}

rmSync(join(root, "dist"), { recursive: true, force: true });
const flags = [
  ...(process.argv.includes("--no-check") ? ["--noCheck"] : []),
  ...(process.argv.includes("--source-maps") ? ["--sourceMap", "true"] : []),
];
const project = ["-p", join(root, "scripts", "tsconfig.build.json"), ...flags];
const run = spawnSync(process.execPath, [compiler, ...project], { stdio: "inherit" });
if (run.status !== 0) process.exit(run.status ?? 1);
markCommonJs(join(root, "dist"));
// The maps tell of whole lines and columns.
if (!process.argv.includes("--source-maps")) {
  shortenCommonJs(join(root, "dist", "src"));
  for (const folder of ["src", "conformance"]) loadLate(join(root, "dist", folder));
}
const cli = join(root, "dist", "src", "cli.js");
if (existsSync(cli)) chmodSync(cli, 0o755);

// The console is for browsers: ES modules, and files that are copied.
const pages = join(root, "dist", "console");
const browser = ["-p", join(root, "src", "console", "tsconfig.json"), "--outDir", pages];
const built = spawnSync(process.execPath, [compiler, ...browser, ...flags], { stdio: "inherit" });
if (built.status !== 0) process.exit(built.status ?? 1);
// Indentation is a twentieth of what a browser would load. No string of the console spans several lines.
for (const name of readdirSync(pages, { recursive: true, encoding: "utf8" })) {
  if (!name.endsWith(".js")) continue;
  const text = readFileSync(join(pages, name), "utf8");
  writeFileSync(join(pages, name), text.replaceAll(/^ +/gm, ""));
}
for (const name of ["index.html", "style.css", "icon.svg"])
  copyFileSync(join(root, "src", "console", name), join(pages, name));

await import("./prepared.mjs");
