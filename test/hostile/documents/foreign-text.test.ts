// Every command prints text that others chose: names of files, branches and operations, texts from documents,
// exemptions and responses. None of it can control a terminal, start a line or give a command to a CI runner.
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/json/value.ts";
import { type Called, call, run } from "../../cli/program.ts";
import { startMock } from "../../http/support.ts";
import { Attack, SPEC } from "../git/planted.ts";
import { Bench } from "./commands.ts";

/** For texts anywhere, and for file names, which cannot contain a slash. */
const TEXT =
  "x\u001b[2J\r\n::error file=a::forged\n \u00a0::add-mask::y\u202e\u009b1m ##[error]z ##vso[task]w\u2028::stop::";
const FILE = "::warning::x\u001b]0;t\u0007\r\n::error::y ##[error]z.json";

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.end());

/** @param isSound false for a broken reference */
function documentOf(maximum: number, isSound = true): string {
  const item = {
    type: "object",
    required: ["id", TEXT],
    properties: {
      id: { type: "integer" },
      [TEXT]: { type: "string", enum: [TEXT], pattern: isSound ? "^x" : `^${TEXT}(?<!` },
      ...(isSound ? {} : { other: { $ref: `#/${TEXT}` } }),
    },
  };
  const plain = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, [TEXT]: { type: "string", maxLength: maximum } },
  };
  const answer = (schema: object): object => ({ description: TEXT, content: { "application/json": { schema } } });
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: TEXT, version: TEXT, description: TEXT },
    security: [{ [TEXT]: [] }],
    components: { securitySchemes: { [TEXT]: { type: "apiKey", in: "header", name: TEXT } } },
    paths: {
      "/things": {
        get: {
          operationId: TEXT,
          summary: TEXT,
          parameters: [{ name: TEXT, in: "query", schema: { type: "integer", maximum } }],
          responses: { "200": answer({ type: "array", items: plain }) },
        },
        post: {
          deprecated: true,
          "x-sunset": TEXT,
          requestBody: { content: { "application/json": { schema: plain } } },
          responses: { "201": answer(plain), [TEXT]: {} },
        },
      },
      "/things/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: { "200": answer(plain) },
        },
      },
      [`/broken${TEXT}`]: { get: { operationId: TEXT, responses: { "200": answer(item) } }, [TEXT]: {} },
    },
  });
}

/** What a terminal or a runner would react to. */
function actsIn({ stdout, stderr }: Called): string[] {
  const isJson = /^\s*[{[]/.test(stdout);
  const searched = [stdout, stderr].join("\n");
  return [
    ...(searched.match(/[^\P{Cc}\n]/gu) ?? []),
    ...(searched.match(/^\s*::.*$/gm) ?? []),
    ...(isJson ? [] : (searched.match(/##[a-z]*\[|[\p{Cf}\p{Zl}\p{Zp}]/giu) ?? [])),
    // A line that the text started would begin with these words.
    ...(searched.match(/^\\x3a:error.*$/gm) ?? []),
  ];
}

describe("a document with hostile texts and a hostile file name cannot control the terminal", () => {
  const readers: readonly (readonly string[])[] = [
    ["explain", "B"],
    ["explain", "B", "--json"],
    ["lint", "B"],
    ["lint", "B", "--verbose"],
    ["lint", "B", "--json"],
    ["explain", "C"],
    ["lint", "C"],
    ["gate", "A", "C"],
    ["requirements", "B"],
    ["requirements", "B", "--json"],
    ["checks", "B"],
    ["gate", "A", "B"],
    ["gate", "A", "B", "--verbose", "--profile", "strict"],
    ["gate", "B", "A"],
    ["gate", "A", "B", "--exemptions", "E"],
    ["gate", "A", "B", "--exemptions", "M"],
    ["serve", "B", "--strict"],
    ["serve", "B", "--seed", "M"],
    ["serve", "none/B"],
    ["verify", "http://127.0.0.1:9", "--spec", "B", "--known-failing", "M"],
    ["gate", "A", `none${TEXT}`],
    ["gate", `x${TEXT}:y`, "B"],
    // What the user typed may contain line breaks, but cannot control anything.
    [`x${TEXT.replaceAll(/[\r\n]/g, "")}`],
    ["lint", `--x${TEXT.replaceAll(/[\r\n]/g, "")}`],
    ["serve", "--port", TEXT],
    ["completion", TEXT],
  ];

  test.each(readers)("%s %s %s %s", async (...words) => {
    const exemption = (text: string): string =>
      JSON.stringify([{ id: text, pointer: text, reason: text, expires: "2099-01-01" }]);
    const files = new Map([
      ["A", bench.put(`a${FILE}`, documentOf(100))],
      ["B", bench.put(FILE, documentOf(50))],
      ["C", bench.put(`c${FILE}`, documentOf(50, false))],
      ["E", bench.put(`e${FILE}`, exemption(TEXT))],
      ["M", bench.put(`m${FILE}`, `[{"id": ${JSON.stringify(TEXT)}, "check": ${JSON.stringify(TEXT)}}]`)],
    ]);
    const said = await call(
      words.map((word) => files.get(word) ?? word.replace("none/B", join(bench.folder, `none${FILE}`))),
      { cwd: bench.folder },
    );
    expect([0, 1, 2, 3]).toContain(said.code);
    expect(said.stdout + said.stderr).not.toBe("");
    expect(actsIn(said)).toEqual([]);
  });

  test("through what verify shows of a mock of it", async () => {
    const mock = await startMock(JSON.parse(documentOf(50)) as JsonObject).catch(() => undefined);
    const fair = await startMock();
    try {
      const spec = bench.put(FILE, documentOf(50));
      for (const { url } of [mock, fair].flatMap((one) => one ?? [])) {
        const said = await call(["verify", url, "--spec", spec, "--verbose", "--key", "right-key"], {
          cwd: bench.folder,
        });
        expect(actsIn(said)).toEqual([]);
      }
    } finally {
      await mock?.close();
      await fair.close();
    }
  });

  test.each(["console", "markdown", "junit", "html"])("through a %s report on standard output", async (kind) => {
    const [before, after] = [bench.put("a.json", documentOf(100)), bench.put(FILE, documentOf(50))];
    const ended = await run(["gate", before, after, "--report", `${kind}=-`], { cwd: bench.folder });
    expect([ended.code, ended.stderr]).toEqual([1, ""]);
    expect(ended.stdout).not.toMatch(/^\s*::/m);
    expect(ended.stdout).not.toContain("\u001b");
  });
});

test("names of branches and files in git cannot control the terminal", async () => {
  const attack = new Attack();
  try {
    const folder = "spec\u001b[2J\n::error::x";
    mkdirSync(join(attack.session.folder, folder));
    attack.session.put(`${folder}/api.json`, documentOf(50));
    attack.session.commit();
    for (const words of [
      ["gate", `${folder}/api.json`],
      ["gate", `main:${folder}/api.json`, `${folder}/api.json`],
      ["gate", "main:", `${folder}/api.json`],
      ["gate", `change\u001b[2J\n::error::x:${SPEC}`, SPEC],
      ["gate", "--", `-\u001b\n::error::x:${SPEC}`, SPEC],
      ["lint", `change:${folder}/api.json`],
    ]) {
      const said = await call(words, { cwd: attack.session.folder });
      expect([words, actsIn(said)]).toEqual([words, []]);
      expect([0, 1, 2]).toContain(said.code);
    }
    expect(readdirSync(attack.session.folder)).toContain(folder);
  } finally {
    attack.end();
  }
});
