import { defineConfig } from "vitest/config";
import { inMode } from "./vitest.built.ts";

// `npx vitest` tests the sources. `npm test` builds and adds `--mode built`, which tests what was built.
export default defineConfig(({ mode }) =>
  inMode(mode, {
    include: ["test/**/*.test.ts"],
    exclude: [
      "test/corpus/**",
      "test/long/**",
      "test/hostile/**",
      "test/browser/**",
      "test/conformance/each-check*",
      "dist/**",
      "dist-bench/**",
      "**/node_modules/**",
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    // Each worker loads the sources once rather than once a file: a third of the whole time. No test leaves state behind.
    isolate: false,
    // One more than the two cores of CI: some tests wait for servers that must not hurry, and a core would idle.
    maxWorkers: 3,
  }),
);
