// `compile`: a document as a module, with validators equivalent to those generated at run time.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOfCompiled } from "../../src/contract/compiled/read.ts";
import type { CompiledContract } from "../../src/contract/compiled/model.ts";
import type { Contract } from "../../src/contract/model.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { Violation } from "../../src/schema/model.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { call } from "../cli/program.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "animal-store-compile-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Every keyword whose code calls a function, and every value that JSON cannot represent. */
const SCHEMA = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "integer", format: "int64", minimum: 9007199254740993n, maximum: 9223372036854775806n },
    exact: { enum: [9007199254740993n, "one", { deep: [1] }] },
    only: { const: 9007199254740995n },
    unique: { type: "array", uniqueItems: true },
    price: { type: "number", multipleOf: 0.01, format: "float" },
    large: { type: "integer", multipleOf: 9007199254740993n },
    short: { type: "string", minLength: 2, maxLength: 3 },
    when: { type: "string", format: "date-time" },
    slow: { type: "string", pattern: "^(a+)+$" },
    plain: { type: "string", pattern: "^[a-z]+$" },
    old: { type: "string", pattern: "^\\-x$" },
    same: { const: { a: [1, 2] } },
  },
  additionalProperties: { $ref: "#/components/schemas/Tree" },
};

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "All", version: "1" },
  paths: {
    "/things": {
      post: {
        requestBody: { content: { "application/json": { schema: SCHEMA } } },
        responses: { "204": { description: "done" } },
      },
    },
  },
  components: {
    schemas: {
      Tree: { type: "object", properties: { next: { $ref: "#/components/schemas/Tree" } }, minProperties: 1 },
    },
  },
};

const ID = 9007199254740993n;
const VALUES: readonly JsonValue[] = [
  { id: ID },
  { id: 1 },
  { id: 9223372036854775807n },
  {},
  ...[9007199254740993n, 9007199254740992n, "one", "two"].map((exact) => ({ id: ID, exact })),
  ...[9007199254740995n, 9007199254740996n].map((only) => ({ id: ID, only })),
  ...[
    [1, 2],
    [1, 1],
    [{ a: 1 }, { a: 1 }],
  ].map((unique) => ({ id: ID, unique })),
  ...[0.29, 0.291, 1e39].map((price) => ({ id: ID, price })),
  ...[18014398509481986n, 18014398509481987n].map((large) => ({ id: ID, large })),
  ...["a", "ab", "\u{1f600}\u{1f600}\u{1f600}", "abcd"].map((short) => ({ id: ID, short })),
  ...["2030-12-05T00:00:00Z", "2030-13-05T00:00:00Z"].map((when) => ({ id: ID, when })),
  ...[`${"a".repeat(40)}!`, "aaa"].map((slow) => ({ id: ID, slow })),
  ...["abc", "ABC"].map((plain) => ({ id: ID, plain })),
  ...["-x", "x"].map((old) => ({ id: ID, old })),
  ...[{ a: [1, 2] }, { a: [2, 1] }].map((same) => ({ id: ID, same })),
  { id: ID, more: { next: { next: {} } } },
];

async function compiled(name: string): Promise<Contract> {
  const module = (await import(pathToFileURL(join(folder, name)).href)) as { default: CompiledContract };
  return contractOfCompiled(module.default);
}

test("a compiled document validates every value like the document itself", async () => {
  writeFileSync(join(folder, "all.json"), writeJson(DOCUMENT));
  const ended = await call(["compile", "all.json", "--out", "all.mjs"], { cwd: folder });
  expect(ended).toEqual({ code: 0, stdout: "", stderr: "" });
  const own = await loadContract(join(folder, "all.json"));
  const other = await compiled("all.mjs");
  const verdicts = ({ operations }: Contract): [string, readonly Violation[]][] => {
    const schema = operations[0]?.body?.content[0]?.schema;
    return VALUES.map((value) => [writeJson(value), schema?.validate(value) ?? []]);
  };
  expect(verdicts(other)).toEqual(verdicts(own));
  expect(verdicts(own).filter(([, violations]) => violations.length > 0).length).toBeGreaterThan(10);
  expect(Object.hasOwn(BigInt.prototype, "toJSON")).toBe(false);
});

test("the embedded document compiles to a module with types", async () => {
  expect(await call(["compile", "--out", "contract.mjs"], { cwd: folder })).toMatchObject({ code: 0 });
  const contract = await compiled("contract.mjs");
  expect(contract.operations).toHaveLength(3);
  expect(contract.unserved).toEqual([]);
  expect(readFileSync(join(folder, "contract.d.mts"), "utf8")).toContain('from "animal-store/fetch"');
});

test("without --out the module goes to standard output", async () => {
  const { stdout } = await call(["compile"], { cwd: folder });
  expect(stdout).toMatch(/^\/\/ animal-store \S+ compiled this/);
  expect(stdout).not.toContain(folder);
});

test("a document that cannot be compiled, or a module that cannot be written, is reported in one line", async () => {
  const missing = await call(["compile", "missing.yaml"], { cwd: folder });
  expect(missing).toMatchObject({ code: 2, stdout: "" });
  expect(missing.stderr).toContain("missing.yaml");
  const unwritten = await call(["compile", "--out", "contract.mjs/more.mjs"], { cwd: folder });
  expect(unwritten).toMatchObject({
    code: 2,
    stderr: "animal-store compile: --out cannot write contract.mjs/more.mjs: a part of the path is not a folder\n",
  });
});

test("the folder of the module is created", async () => {
  expect(await call(["compile", "--out", "made/here/contract.mjs"], { cwd: folder })).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, "made", "here"))).toEqual(["contract.d.mts", "contract.mjs"]);
});

test("a module of another version is refused with a clear message", async () => {
  const { default: good } = (await import(pathToFileURL(join(folder, "contract.mjs")).href)) as {
    default: CompiledContract;
  };
  const old = { ...good, form: "animal-store/0" } as unknown as CompiledContract;
  expect(() => contractOfCompiled(old)).toThrow("run animal-store compile again");
});
