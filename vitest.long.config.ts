import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/long/**/*.test.ts", "test/conformance-more/second-judge.test.ts"],
    testTimeout: 1_200_000,
    pool: "forks",
  },
});
