import { defineConfig } from "vitest/config";

// The web console in a real browser: what it shows and does, and that pages of others cannot use it.
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 1,
  },
});
