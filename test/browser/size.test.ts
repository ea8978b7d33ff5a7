// The console stays small: what it weighs is told in CONTRIBUTING.md.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../dist/console");

it("all of its scripts together are under 30 KB of gzip", () => {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const text = names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  expect(names.length).toBeGreaterThan(20);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThan(30 * 1024);
});
