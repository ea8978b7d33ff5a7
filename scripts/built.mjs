// Whether dist/ is what a build would make of the sources as they are: `npm ci` has just built what `npm test` is to test.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = dirname(import.meta.dirname);

/** Among the packages, so that `npm ci` removes it along with them. */
const recordIn = (root) => join(root, "node_modules", ".cache", "animal-store", "built");

/** What a build reads. The hidden lock file says which compiler and which libraries are installed. */
const SOURCES = [
  ...["src", "conformance", "spec", "tsconfig.json", "tsconfig.build.json", "package.json"],
  ...["scripts/build.mjs", "scripts/built.mjs", "scripts/commonjs.mjs", "scripts/prepared.mjs"],
  "node_modules/.package-lock.json",
];

/** Forgets the last build, since dist/ is about to change. */
export function forgetBuild(root = ROOT) {
  rmSync(recordIn(root), { force: true });
}

/** Writes down what dist/ was made of, and what it is. */
export function recordBuild(root = ROOT) {
  mkdirSync(dirname(recordIn(root)), { recursive: true });
  writeFileSync(recordIn(root), state(root));
}

/** @returns true where neither the sources nor dist/ have changed since the last build, byte for byte */
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
