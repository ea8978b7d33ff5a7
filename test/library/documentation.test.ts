// docs/library.md: each of its examples runs as it stands.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../serve/build.ts";
import { cliPath } from "../cli/program.ts";

const text = readFileSync(join(ROOT, "docs", "library.md"), "utf8");
/** The heading above each example, and the example. */
const examples = [...text.matchAll(/^## (.+)$|^```ts\n([\s\S]*?)^```/gm)].flatMap(([, heading, code], at, all) => {
  if (code === undefined) return [];
  const before = all.slice(0, at).findLast((match) => match[1] !== undefined);
  return [[before?.[1] ?? heading ?? "", code] as const];
});

let folder = "";
beforeAll(() => {
  // Below the packages, so that the examples find those that they import.
  folder = mkdtempSync(join(ROOT, "node_modules", ".animal-store-docs-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The package's own name leads to what was built of it. */
function built(code: string): string {
  const source = join(cliPath(), "..");
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    exports: Record<string, string | { default: string }>;
  };
  return code.replaceAll(/from "animal-store(\/[^"]+)?"/g, (_, entry: string | undefined) => {
    const target = exports[entry === undefined ? "." : `.${entry}`];
    if (typeof target !== "object") throw new Error(`there is no entry ${entry}`);
    return `from "${pathToFileURL(join(source, "..", "..", target.default)).href}"`;
  });
}

test("has examples", () => expect(examples.length).toBeGreaterThan(5));

test.each(examples)("%s", async (heading, code) => {
  const { code: plain } = await transform(built(code), { loader: "ts", format: "esm", target: "node20" });
  const path = join(folder, `${heading.replaceAll(/\W+/g, "-")}-${code.length}.mjs`);
  writeFileSync(path, plain);
  await expect(import(pathToFileURL(path).href)).resolves.toBeDefined();
});
