// `animal-store lint` as a user or CI runs it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, expect, test } from "vitest";
import { register } from "../../src/commands/command.ts";
import { lintCommand } from "../../src/commands/lint/lint.ts";
import { RULES } from "../../src/lint/rules.ts";
import { at, cleanDocument, operation } from "./document.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lint-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  return path;
}

interface Ran {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

async function lint(words: readonly string[], stdin = ""): Promise<Ran> {
  let [code, stdout, stderr]: [number | undefined, string, string] = [undefined, "", ""];
  const program = new Command("animal-store").exitOverride();
  const io = {
    stdout: (text: string) => void (stdout += text),
    stderr: (text: string) => void (stderr += text),
    env: {},
    cwd: process.cwd(),
    color: false,
    stdin: () => Promise.resolve(Buffer.from(stdin)),
  };
  register(lintCommand, program, io, (given) => {
    code = given;
  });
  await program.parseAsync(["node", "animal-store", "lint", ...words]);
  return { code, stdout, stderr };
}

/** A document with one fault, one weakness and one hint. */
function faulty(): unknown {
  const document = cleanDocument();
  Object.assign(operation(document, "/books", "post"), { operationId: "listBooks" });
  delete at(operation(document, "/books", "get"), "parameters", 0, "schema")["maximum"];
  delete at(operation(document, "/books", "get"), "parameters", 1, "schema")["maxLength"];
  return document;
}

function weak(): unknown {
  const document = cleanDocument();
  delete at(operation(document, "/books", "get"), "parameters", 0, "schema")["maximum"];
  return document;
}

test("without a file, it checks the embedded document and finds nothing", async () => {
  const { code, stdout } = await lint([]);
  expect(code).toBe(0);
  expect(stdout).toContain(`0 fault, 0 weakness, 0 hint, 0 skipped, ${RULES.length} pass`);
});

test("a fault fails the run, and says what is wrong, where, why and how to fix it", async () => {
  const path = put("openapi.json", faulty());
  const { code, stdout } = await lint([path]);
  expect(code).toBe(1);
  const line =
    readFileSync(path, "utf8")
      .split("\n")
      .findLastIndex((text) => text.includes('"listBooks"')) + 1;
  expect(stdout.replace(/\s+/g, " ")).toContain(`operation.unique-id · ${path}:${line}`);
  expect(stdout.replace(/\s+/g, " ")).toContain("Because links and generated code cannot tell them apart");
  expect(stdout).toContain("To fix: give each operation its own");
  expect(stdout).toMatch(/✗ fault {2}POST \/books: /);
  expect(stdout).toMatch(/! weakness {2}GET \/books: /);
  expect(stdout).toMatch(/· hint {2}GET \/books: /);
});

test("a weakness fails the run only with --strict, and a hint never does", async () => {
  const path = put("openapi.json", weak());
  expect((await lint([path])).code).toBe(0);
  expect((await lint([path, "--strict"])).code).toBe(1);
  const hint = cleanDocument();
  delete at(operation(hint, "/books", "get"), "parameters", 1, "schema")["maxLength"];
  expect((await lint([put("hint.json", hint), "--strict"])).code).toBe(0);
});

test("--json prints only the findings", async () => {
  const path = put("openapi.json", faulty());
  const { code, stdout } = await lint([path, "--json"]);
  expect(code).toBe(1);
  const report = JSON.parse(stdout);
  expect(report.summary).toMatchObject({ fault: 1, weakness: 1, hint: 1, skipped: 0 });
  expect(report.findings[0]).toMatchObject({
    id: "operation.unique-id",
    verdict: "fault",
    subject: "POST /books",
    pointer: "/paths/~1books/post/operationId",
    fix: "give each operation its own",
  });
  expect(report.findings[0].location).toMatch(/openapi\.json:\d+$/);
  expect(report.kept.length + 3).toBe(RULES.length);
});

test("every kind of report is written", async () => {
  const path = put("openapi.json", faulty());
  const kinds = ["json", "junit", "sarif", "github", "markdown", "html", "console"] as const;
  const { code } = await lint([path, ...kinds.flatMap((kind) => ["--report", `${kind}=${join(folder, kind)}`])]);
  expect(code).toBe(1);
  const silent = kinds.filter((kind) => !readFileSync(join(folder, kind), "utf8").includes("operation.unique-id"));
  expect(silent).toEqual([]);
  expect(readFileSync(join(folder, "junit"), "utf8")).toMatch(/<testsuites [^>]*failures="1" errors="0"/);
  expect(readFileSync(join(folder, "github"), "utf8")).toMatch(/^::error file=/);
  const [run] = JSON.parse(readFileSync(join(folder, "sarif"), "utf8")).runs;
  expect(run.results.map(({ level }: { level: string }) => level)).toEqual(["error", "warning"]);
});

test("a partly understood document is reported as such, and every rule is applied to the rest", async () => {
  const document = cleanDocument();
  Object.assign(operation(document, "/books", "get"), { security: [{ nobody: [] }] });
  const { code, stdout } = await lint([put("openapi.json", document), "--json"]);
  expect(code).toBe(1);
  const report = JSON.parse(stdout);
  expect(report.findings.map(({ id }: { id: string }) => id)).toContain("document.contract");
  expect(report.kept).toContain("error.one-shape");
  expect(report.skipped).toEqual([]);
});

test("a reference that leads nowhere and a repeated key are faults among others, and faults come first", async () => {
  const lines = [
    "openapi: 3.1.0",
    "info: { title: Vans, version: '1' }",
    "paths:",
    "  /vans:",
    "    get:",
    "      responses:",
    "        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Van' } } } } }",
    "        '404': { $ref: '#/components/responses/Missing' }",
    "  /cars:",
    "    get: { operationId: cars, operationId: automobiles, responses: { '200': { description: all, content: { application/json: { schema: { type: lots } } } } } }",
  ];
  const path = put("broken.yaml", lines.join("\n"));
  const { code, stdout, stderr } = await lint([path]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  const said = stdout.split("\n").filter((line) => /^[✗!·] (?:fault|weakness|hint)/.test(line));
  const words = said.map((line) => line.split(" ")[1]);
  expect(words.lastIndexOf("fault")).toBeLessThan(words.indexOf("weakness"));
  const faults = said.filter((line) => line.includes("fault")).join("\n");
  expect(faults).toContain("components/schemas/Van");
  expect(faults).toContain("components/responses/Missing");
  expect(faults).toContain("operationId");
  expect(faults).toContain('must be one of "array"');
  expect(words.filter((word) => word === "fault")).toHaveLength(4);
});

test("a fault in a referenced file is reported there", async () => {
  put(
    "parts.yaml",
    "Limit:\n  name: limit\n  in: query\n  requird: true\n  schema: { type: integer, format: int32 }\n",
  );
  const document = cleanDocument();
  Object.assign(operation(document, "/books", "get"), { parameters: [{ $ref: "./parts.yaml#/Limit" }] });
  const { code, stdout } = await lint([put("openapi.json", document), "--json"]);
  expect(code).toBe(1);
  const found = JSON.parse(stdout).findings.filter(({ id }: { id: string }) => id === "document.structure");
  const places = found.map(({ location }: { location: string }) => location.replace(/^.*\//, ""));
  expect(places).toEqual(["parts.yaml:4"]);
});

test("standard input is read, even if it is YAML", async () => {
  const { code, stdout } = await lint(["-"], "openapi: 3.1.0\ninfo: { title: Nothing, version: '1' }\npaths: {}\n");
  expect([code, stdout.includes("(standard input)")]).toEqual([0, true]);
});

test("a document that cannot be read exits 2 and says where", async () => {
  const missing = await lint([join(folder, "nothing.yaml")]);
  expect([missing.code, missing.stdout]).toEqual([2, ""]);
  expect(missing.stderr).toContain("nothing.yaml:1:1: the document does not exist");
  const path = put("broken.yaml", "openapi: 3.1.0\ninfo: [\n");
  const broken = await lint([path]);
  expect(broken.code).toBe(2);
  expect(broken.stderr).toMatch(/broken\.yaml:\d+:\d+: /);
  const report = await lint(["--report", "pdf=x"]);
  expect([report.code, report.stderr.includes('there is no report "pdf"')]).toEqual([2, true]);
});

test("--rules lists every rule with its reason and its fix", async () => {
  const { code, stdout } = await lint(["--rules"]);
  expect(code).toBe(0);
  for (const { id, reason, fix } of RULES) for (const text of [id, reason, fix]) expect(stdout).toContain(text);
});

test("FILE and --spec cannot be combined", async () => {
  const { code, stdout, stderr } = await lint(["a.yaml", "--spec", "b.yaml"]);
  expect([code, stdout, stderr]).toEqual([2, "", "animal-store lint: give FILE or --spec, not both\n"]);
});
