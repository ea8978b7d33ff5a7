// `npm test` builds unless dist/ is exactly what a build would produce.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

interface Built {
  readonly forgetBuild: (root: string) => void;
  readonly recordBuild: (root: string) => void;
  readonly isBuilt: (root: string) => boolean;
}
const { forgetBuild, recordBuild, isBuilt } = (await import(
  new URL("../../scripts/built.mjs", import.meta.url).href
)) as Built;

let root: string;
const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "animal-store-"));
  for (const name of ["src/cli.ts", "src/text/safe.ts", "spec/animal-store.yaml", "dist/src/cli.js"]) write(name, name);
  for (const name of ["package.json", "tsconfig.json", "node_modules/.package-lock.json"]) write(name, "{}");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("sources that were not built do not count as built", () => {
  expect(isBuilt(root)).toBe(false);
});

test("a build counts as up to date until its record is removed", () => {
  recordBuild(root);
  expect(isBuilt(root)).toBe(true);
  forgetBuild(root);
  expect(isBuilt(root)).toBe(false);
});

test.each<[string, () => void]>([
  ["a source", () => write("src/text/safe.ts", "other")],
  ["a source that is new", () => write("src/text/more.ts", "")],
  ["a source that is gone", () => rmSync(join(root, "src/text/safe.ts"))],
  ["a source that was moved", () => [rmSync(join(root, "src/cli.ts")), write("src/cli/cli.ts", "src/cli.ts")]],
  ["the embedded document", () => write("spec/animal-store.yaml", "other")],
  ["how the compiler is set up", () => write("scripts/tsconfig.build.json", "{}")],
  ["what is installed", () => write("node_modules/.package-lock.json", '{"packages":{}}')],
  ["a file that was built", () => write("dist/src/cli.js", "other")],
  ["a file that cannot be run any more", () => chmodSync(join(root, "dist/src/cli.js"), 0o600)],
  ["a file beside those that were built", () => write("dist/src/old.js", "")],
  ["all that was built", () => rmSync(join(root, "dist"), { recursive: true })],
])("%s: with another state of that, it is built again", (_, change) => {
  recordBuild(root);
  change();
  expect(isBuilt(root)).toBe(false);
});
