import { defineConfig } from "vitest/config";

// The suite against every broken store, and each check against being superfluous: minutes, so not in each test run.
export default defineConfig({
  test: {
    include: ["test/conformance/**/*.test.ts"],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
