// The tests of a usual run, recording which functions each test file calls.
import { join } from "node:path";
import base from "../../vitest.config.ts";

export default (env) => {
  const config = base(env);
  const [tests] = config.test.projects;
  tests.test.setupFiles = [join(import.meta.dirname, "coverage-setup.mjs")];
  return { ...config, root: join(import.meta.dirname, "..", ".."), test: { ...config.test, projects: [tests] } };
};
