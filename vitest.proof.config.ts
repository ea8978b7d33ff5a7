import { defineConfig } from "vitest/config";

// What a usual run takes a share of, whole: the suite against every broken store, each check against being superfluous,
// both judges, and the random tests at their full length. Minutes, so not in each test run.
export default defineConfig({
  test: {
    include: [
      "test/conformance/**/*.test.ts",
      "test/conformance-more/{explore,second-judge}.test.ts",
      "test/faults/catalogue.test.ts",
      "test/gate/properties.test.ts",
      "test/hardening/{load,model,mutated-documents}.test.ts",
      "test/lint/{rules,shortcuts}.test.ts",
    ],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
