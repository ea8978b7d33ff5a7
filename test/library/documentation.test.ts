// Runs each example of docs/library.md unchanged.
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as library from "../../src/index.ts";
import { call, environment } from "../cli/program.ts";
import { ROOT } from "../serve/build.ts";
import { type Example, built, readExamples } from "./examples.ts";
import { IN_PROOF } from "../share.ts";

const examples = readExamples();
/** Examples that other tests run, because they need a browser or an additional package. */
const ELSEWHERE = ["Playwright", "Express and other Node servers"];
const isScript = ({ language }: Example): boolean => language === "ts";
const files = examples.filter(({ file, heading }) => file !== undefined && !ELSEWHERE.includes(heading));

let folder = "";
beforeAll(() => {
  // Inside node_modules, so that the examples find what they import. Uses the real path, because several checkouts may
  // share a linked folder, and no command writes through a link.
  folder = mkdtempSync(join(realpathSync(join(ROOT, "node_modules")), ".animal-store-docs-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("every example is run by one of these tests", () => {
  const others = examples.filter((one) => !isScript(one) && !files.includes(one) && !ELSEWHERE.includes(one.heading));
  expect(others.map(({ heading }) => heading)).toEqual(["Without a server"]);
});

test("every function that can be imported has an example", () => {
  const functions = Object.entries(library).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
  const used = examples.map(({ code }) => code).join("\n");
  // Types that examples receive rather than import, and types that only the command's own reports use.
  const given = ["Mock", "MockSession", "MockWebhooks", "MockWorld", "SeedError", "SituationError"];
  const ofReports = ["exitCode", "findingReport", "jsonReport"];
  const unused = functions.filter((name) => !new RegExp(`\\b${name}\\b`).test(used));
  expect(unused.toSorted()).toEqual([...given, ...ofReports].toSorted());
});

test.each(examples.filter(isScript).map(({ heading, code }) => [heading, code] as const))(
  "%s",
  async (heading, code) => {
    const { code: plain } = await transform(built(code), { loader: "ts", format: "esm", target: "node20" });
    const path = join(folder, `${heading.replaceAll(/\W+/g, "-")}-${code.length}.mjs`);
    writeFileSync(path, plain);
    await expect(import(pathToFileURL(path).href)).resolves.toBeDefined();
  },
);

test("a contract that was compiled in advance", async () => {
  const { code = "" } =
    examples.find(({ heading, language }) => heading === "Without a server" && language === "js") ?? {};
  const { stderr } = await call(["compile", "--out", join(folder, "contract.mjs")], { cwd: folder });
  expect(stderr).toBe("");
  writeFileSync(join(folder, "worker.mjs"), built(code));
  const { default: worker } = (await import(pathToFileURL(join(folder, "worker.mjs")).href)) as {
    default: { fetch: (request: Request) => Promise<Response> };
  };
  expect((await worker.fetch(new Request("http://localhost/v1/pets"))).status).toBe(401);
});

test.runIf(IN_PROOF)("Vitest: the fixture and the suite, in a project of their own", async () => {
  const project = join(folder, "vitest");
  mkdirSync(project);
  for (const { file = "", code } of files) writeFileSync(join(project, file), built(code));
  copyFileSync(join(ROOT, "spec/animal-store.yaml"), join(project, "openapi.yaml"));
  const mock = await library.createMock();
  try {
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const { stdout } = await promisify(execFile)(process.execPath, [vitest, "run", "--root", project], {
      cwd: project,
      env: environment({ STAGING_URL: mock.url, STAGING_KEY: mock.key }),
    });
    expect(stdout).toMatch(/Test Files .*2 passed/);
  } finally {
    await mock.close();
  }
});
