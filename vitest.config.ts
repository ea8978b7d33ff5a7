import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/corpus/**", "test/long/**", "dist/**", "node_modules/**"],
    testTimeout: 30_000,
    pool: "forks",
    // Vitest leaves a core free by default; on two that halves the speed.
    maxWorkers: 2,
  },
});
