import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [
      "test/corpus/**",
      "test/long/**",
      "test/conformance/each-check*",
      "dist/**",
      "dist-bench/**",
      "node_modules/**",
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    // Each worker imports the sources once, not once a file: a third of the whole time. No test leaves state behind.
    isolate: false,
    // One more than the cores that CI has: some tests wait, for servers that must not hurry, and a core would idle.
    maxWorkers: 3,
  },
});
