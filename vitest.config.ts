// Every kind of test run is a project here, and `npx vitest` runs the first: the tests, on the sources. `npm test` builds
// and adds `--mode built`, which tests what was built, as CI does for the long ones. The others are npm scripts:
// `npm run test:proof` and so on.
import { readFileSync, readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { inMode } from "./test/runner/built.ts";
import { inOrder } from "./test/runner/order.ts";

const MINUTE = 60_000;

/** How long a test of a project may take, and how many files run at once. */
const limits = (minutes: number, maxWorkers = 2) => ({
  testTimeout: minutes * MINUTE,
  hookTimeout: minutes * MINUTE,
  maxWorkers,
  pool: "forks" as const,
});

/** Everything of a set that a usual run takes a share of: see `test/share.ts`. */
const whole = { ANIMAL_STORE_LONG: "1" };

const BOMBS = "test/hostile/documents/bombs/{schemas,towers,texts,notations,parts,operations}.test.ts";
const EACH_CHECK = "test/conformance/each-check-earns-its-place.test.ts";
const APART = [
  // What `test/field/` installs has tests of its own.
  "**/node_modules/**",
  "test/{corpus,long,browser,shared}/**",
  // Of what SECURITY.md promises, the quick part is tried in each run.
  "test/hostile/!(each-run)/**",
  "test/hostile/*.ts",
  EACH_CHECK,
];

/** The tests that leave something to the proof, which is why they import `test/share.ts`. */
function shared(): string[] {
  const files = readdirSync("test", { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".test.ts") && !path.includes("node_modules"),
  );
  const paths = files.map((path) => `test/${path.replaceAll("\\", "/")}`);
  return paths.filter((path) => /^import .*\/share\.ts";$/m.test(readFileSync(path, "utf8")));
}

export default defineConfig(({ mode }) => ({
  test: {
    project: process.argv.some((word) => word.startsWith("--project")) ? [] : ["tests"],
    sequence: inOrder(),
    // What Vite makes of a test is kept for the next run, which spares it a twentieth of its time.
    experimental: { fsModuleCache: true },
    projects: [
      inMode(mode, {
        name: "tests",
        include: ["test/**/*.test.ts"],
        exclude: APART,
        ...limits(2),
        // Each worker loads the sources once rather than once a file: a third of the whole time. No test leaves state
        // behind. As many workers as CI has cores: a third costs a tenth more.
        isolate: false,
        execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64"],
      }),
      // What a usual run takes a share of: the suite against every broken store, each check against being superfluous, and
      // the random tests at their full length.
      inMode(mode, {
        name: "proof",
        include: [EACH_CHECK, ...shared()],
        exclude: ["test/{corpus,long,browser}/**", "test/hostile/!(each-run)/**", "**/node_modules/**"],
        env: whole,
        ...limits(15),
      }),
      // What SECURITY.md promises, tried. Half of these wait for targets that never answer, so one more than two cores.
      inMode(mode, {
        name: "hostile",
        include: ["test/hostile/**/*.test.ts"],
        exclude: [BOMBS, "test/hostile/each-run/**"],
        env: whole,
        ...limits(2, 3),
      }),
      { test: { name: "bombs", include: [BOMBS], ...limits(2, 3) } },
      // The web console in a real browser: what it shows and does, and that pages of others cannot use it.
      { test: { name: "browser", include: ["test/browser/**/*.test.ts"], env: whole, ...limits(1, 1) } },
      inMode(mode, { name: "corpus", include: ["test/corpus/**/*.test.ts"], ...limits(10) }),
      // Several processes that share their worlds in Redis, which `npm run test:shared` installs.
      { test: { name: "shared", include: ["test/shared/**/*.test.ts"], ...limits(2) } },
      { test: { name: "long", include: ["test/long/**/*.test.ts"], env: whole, ...limits(20) } },
      inMode(mode, {
        name: "conformance",
        include: ["conformance/suite.test.ts"],
        // Vite writes its own BASE_URL into the environment of the tests, so the user's travels under another name.
        env: { TARGET_BASE_URL: process.env["BASE_URL"] ?? "" },
        ...limits(2),
      }),
    ],
  },
}));
