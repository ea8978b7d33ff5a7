import { defineConfig } from "vitest/config";
import { inMode } from "./vitest.built.ts";

export default defineConfig(({ mode }) =>
  inMode(mode, {
    include: ["conformance/suite.test.ts"],
    // Vite writes its own BASE_URL into the environment of the tests, so the user's travels under another name.
    env: { TARGET_BASE_URL: process.env["BASE_URL"] ?? "" },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  }),
);
