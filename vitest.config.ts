import { defineConfig } from "vitest/config";
import { inMode } from "./vitest.built.ts";
import { inOrder } from "./vitest.order.ts";

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
    // As many as CI has cores: a third costs a tenth more, since each loads and optimizes everything for itself. What a
    // waiting test leaves idle, the static checks beside the tests take (`scripts/test.mjs`).
    maxWorkers: 2,
    sequence: inOrder(),
    // What Vite makes of a test is kept for the next run, which spares it a twentieth of its time.
    experimental: { fsModuleCache: true },
    execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64", ...lateOptimizer()],
  }),
);

/** Most tests are over before V8's optimizer pays; see `src/late-optimizer.ts`. The V8 of Node 22 has no such flag. */
function lateOptimizer(): string[] {
  return Number(process.versions.node.split(".", 1)[0]) <= 20 ? ["--interrupt-budget=1200000"] : [];
}
