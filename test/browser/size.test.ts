// The console stays small: CONTRIBUTING.md states its size.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { transformSync } from "esbuild";
import { expect, it } from "vitest";

/** The contents of the files in a folder whose names end like this. */
function textsIn(folder: string, end: string): string[] {
  const path = join(import.meta.dirname, "../..", folder);
  const names = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(end));
  return names.map((name) => readFileSync(join(path, name), "utf8"));
}

it("all of its scripts together are under 34 KB of gzip", () => {
  const texts = textsIn("dist/console", ".js");
  expect(texts.length).toBeGreaterThan(20);
  expect(gzipSync(texts.join("\n"), { level: 9 }).length).toBeLessThan(34 * 1024);
});

it("its indentation, which the build leaves out, means nothing", () => {
  const meaning = (text: string): string => transformSync(text, { loader: "ts", minifyWhitespace: true }).code;
  for (const text of textsIn("src/console", ".ts")) expect(meaning(text.replaceAll(/^ +/gm, ""))).toBe(meaning(text));
});
