// Who may import whom. The linter enforces the arrows; these tests check that it does, and also check the files
// themselves.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const rootUrl = new URL("../../", import.meta.url);
const root = fileURLToPath(rootUrl);

/** Files that break an arrow, and whether the linter must reject them. */
const planted: readonly (readonly [file: string, line: string, refused: boolean])[] = [
  ["conformance/reads-mock.ts", 'import "../src/mock/item.ts";', true],
  ["conformance/reads-store.ts", 'import type { Store } from "../src/store/store.ts";\nexport type A = Store;', true],
  ["conformance/reads-http.ts", 'export { createMockServer } from "../src/http/server.ts";', true],
  ["conformance/reads-prism.ts", 'import "../src/prism/judge.ts";', true],
  ["conformance/reads-commands.ts", 'import "../src/commands/io.ts";', true],
  ["conformance/checks/reads-mock.ts", 'import "../../src/mock/items/item.ts";', true],
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
  ["src/commands/reads-yaml.ts", 'import "js-yaml";', true],
  ["src/resource/reads-lossless.ts", 'import "lossless-json";', true],
  ["src/http/reads-prism-http.ts", 'import "@stoplight/prism-http";', true],
  ["src/contract/reads-prism-http.ts", 'import "@stoplight/prism-http";', true],
  ["src/http/reads-http-spec.ts", 'import "@stoplight/http-spec/oas3/operation";', true],
  ["src/commands/reads-prism-http.ts", 'import "@stoplight/prism-http";', true],
  ["conformance/reads-prism-http.ts", 'import "@stoplight/prism-http";', true],
  ["src/resource/clean.ts", 'import "../contract/model.ts";', false],
  ["src/mock/clean.ts", 'import "../resource/model.ts";\nimport "../store/store.ts";', false],
  ["src/http/clean.ts", 'import "../mock/item.ts";\nimport "../store/store.ts";', false],
  ["src/http/reads-prism.ts", 'import "../prism/judge.ts";', true],
  ["src/prism/clean.ts", 'import "@stoplight/prism-http";\nimport "../contract/model.ts";', false],
  ["src/json/reads-document.ts", 'import "../document/document.ts";', true],
  ["src/document/reads-schema.ts", 'import "../schema/model.ts";', true],
  ["src/schema/reads-contract.ts", 'import "../contract/model.ts";', true],
  ["src/schema/normal/reads-contract.ts", 'import "../../contract/model.ts";', true],
  ["src/contract/reads-ajv.ts", 'import "ajv";', true],
  ["src/schema/clean.ts", 'import "ajv";\nimport "../json/value.ts";', false],
  ["src/contract/clean.ts", 'import "../schema/model.ts";\nimport "../document/document.ts";', false],
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

interface Arrows {
  readonly ARROWS: Readonly<Record<string, readonly string[]>>;
  readonly HOMES: Readonly<Record<string, readonly string[]>>;
  readonly arrowOverrides: () => readonly unknown[];
}
const { ARROWS, HOMES, arrowOverrides } = (await import(new URL("scripts/arrows.mjs", rootUrl).href)) as Arrows;

/** A static or dynamic import, an export from another module, or a require. */
const IMPORTS = /^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|^import "([^"]+)"|\b(?:import|require)\("([^"]+)"\)/gm;

/** Every source file with the modules it imports, including type imports, dynamic imports and requires. */
async function importsOf(): Promise<Map<string, readonly string[]>> {
  const imports = new Map<string, readonly string[]>();
  for (const top of ["src", "conformance"]) {
    for (const entry of await readdir(join(root, top), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith(".ts") || entry.name.endsWith(".test.ts")) continue;
      const file = join(entry.parentPath, entry.name);
      const named = [...(await readFile(file, "utf8")).matchAll(IMPORTS)];
      imports.set(
        file,
        named.map(([, ...names]) => names.find((one) => one !== undefined) ?? ""),
      );
    }
  }
  return imports;
}

/** "contract" for src/contract/…, "conformance" for the whole folder, "top" for src itself. */
function roomOf(file: string): string {
  const [top = "", second = "", third] = relative(root, file).split("/");
  if (top === "conformance") return top;
  return third === undefined ? "top" : second;
}

describe("the sources", () => {
  it("import along the arrows, including lazy and type imports", async () => {
    const breaches: string[] = [];
    let seen = 0;
    for (const [file, names] of await importsOf()) {
      const from = roomOf(file);
      const allowed = ARROWS[from];
      if (allowed === undefined) continue;
      for (const name of names) {
        if (name.startsWith(".")) {
          const target = roomOf(resolve(dirname(file), name));
          if (target !== "top" && target !== from && !allowed.includes(target)) {
            breaches.push(`${relative(root, file)} imports ${name}`);
          }
          seen++;
        } else {
          const homes = Object.entries(HOMES).find(([vendor]) => name === vendor || name.startsWith(`${vendor}/`))?.[1];
          if (homes?.includes(from) === false) breaches.push(`${relative(root, file)} imports ${name}`);
        }
      }
    }
    expect(seen).toBeGreaterThan(200);
    expect(breaches).toEqual([]);
  });

  it("have the arrows in the linter's configuration as the table has them", async () => {
    const config = JSON.parse(await readFile(join(root, ".oxlintrc.json"), "utf8")) as { overrides: unknown[] };
    expect(config.overrides.slice(0, arrowOverrides().length)).toEqual(arrowOverrides());
  });

  it("have no import cycles, type imports included", async () => {
    const imports = await importsOf();
    const circles = circlesOf(
      new Map([...imports].map(([file, names]) => [file, names.map((name) => resolve(dirname(file), name))])),
    );
    const found = circles.map((files) => files.map((file) => relative(root, file)).sort());
    expect(found).toEqual([]);
  });

  it("keep the gate's policy apart from its comparison", async () => {
    const imports = [...(await importsOf())].map(([file, names]) => [relative(root, file), names] as const);
    for (const [own, other] of [
      ["policy", "compare"],
      ["compare", "policy"],
    ] as const) {
      const within = imports.filter(([file]) => file.startsWith(`src/gate/${own}/`));
      expect(within.length).toBeGreaterThan(5);
      const named = within.filter(([file, names]) =>
        names.some((name) => join(dirname(file), name).startsWith(`src/gate/${other}/`)),
      );
      expect(named.map(([file]) => file)).toEqual([]);
    }
  });
});

/** The strongly connected components of more than one file (Tarjan). */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    low.set(file, own);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) low.set(file, Math.min(low.get(file) ?? own, visit(next)));
      else if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? own, order.get(next) ?? own));
    }
    const least = low.get(file) ?? own;
    if (least === own) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }
    return least;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
