// The quick run, recording which functions each test file calls.
import { join } from "node:path";
import { mergeConfig } from "vitest/config";
import base from "../../vitest.config.ts";

export default (env) =>
  mergeConfig(typeof base === "function" ? base(env) : base, {
    root: join(import.meta.dirname, "..", ".."),
    test: { setupFiles: [join(import.meta.dirname, "coverage-setup.mjs")] },
  });
