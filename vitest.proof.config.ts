import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** The tests that leave something to the proof, which is why they import `test/share.ts`. */
const shared = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => join("test", path).replaceAll("\\", "/"))
  .filter((path) => /^import .*\/share\.ts";$/m.test(readFileSync(path, "utf8")));

// What a usual run takes a share of, whole: the suite against every broken store, each check against being superfluous,
// both judges, and the random tests at their full length. Minutes, so not in each test run.
export default defineConfig({
  test: {
    include: ["test/conformance/**/*.test.ts", ...shared],
    exclude: ["test/corpus/**", "test/long/**"],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
