// Builds dist/ from the TypeScript sources: `npm ci` runs this through the prepare script.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { markCommonJs } from "./commonjs.mjs";

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

// The compiler is a program for this platform, which npm installs as an optional dependency of typescript.
const version = spawnSync(process.execPath, [compiler, "--version"], { stdio: "ignore" });
if (version.status !== 0) {
  process.stderr.write(
    "animal-store: the TypeScript compiler is not installed for this platform. For a light installation from a checkout, " +
      "run npm ci first and npm prune --omit=optional afterwards.\n",
  );
  process.exit(1);
}

rmSync(join(root, "dist"), { recursive: true, force: true });
const run = spawnSync(process.execPath, [compiler, "-p", join(root, "tsconfig.build.json")], { stdio: "inherit" });
if (run.status !== 0) process.exit(run.status ?? 1);
markCommonJs(join(root, "dist"));
const cli = join(root, "dist", "src", "cli.js");
if (existsSync(cli)) chmodSync(cli, 0o755);

// The embedded document is prepared, so that `serve` answers at once.
const built = new URL("../dist/src/contract/", import.meta.url);
const { prepareEmbedded } = await import(new URL("prepare.js", built).href);
await prepareEmbedded(built);
