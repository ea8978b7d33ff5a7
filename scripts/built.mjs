// Tells whether dist/ is up to date: `npm ci` has usually just built what `npm test` tests.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = dirname(import.meta.dirname);

/** Among the packages, so that `npm ci` removes it too. */
const recordIn = (root) => join(root, "node_modules", ".cache", "animal-store", "built");

/** The inputs of a build. The hidden lock file says which compiler and libraries are installed. */
const SOURCES = [
  ...["src", "conformance", "spec", "tsconfig.json", "scripts/tsconfig.build.json", "package.json"],
  ...["scripts/build.mjs", "scripts/built.mjs", "scripts/commonjs.mjs", "scripts/prepared.mjs"],
  "node_modules/.package-lock.json",
];

/** Forgets the last build, because dist/ is about to change. */
export function forgetBuild(root = ROOT) {
  rmSync(recordIn(root), { force: true });
}

/** Records what dist/ was built from, and its content. */
export function recordBuild(root = ROOT) {
  mkdirSync(dirname(recordIn(root)), { recursive: true });
  writeFileSync(recordIn(root), state(root));
}

/** @returns true if neither the sources nor dist/ have changed since the last build, byte for byte */
export function isBuilt(root = ROOT) {
  return existsSync(recordIn(root)) && readFileSync(recordIn(root), "utf8") === state(root);
}

function state(root) {
  const hash = createHash("sha256").update(process.version);
  for (const name of [...SOURCES, "dist"]) add(hash, root, name);
  return hash.digest("hex");
}

function add(hash, root, name) {
  const path = join(root, name);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) {
    for (const entry of readdirSync(path).toSorted()) add(hash, root, `${name}/${entry}`);
    return;
  }
  const bytes = stats === undefined ? "" : readFileSync(path);
  hash.update(`\n${name} ${stats?.mode ?? ""} ${bytes.length}\n`).update(bytes);
}
