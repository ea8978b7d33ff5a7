// SECURITY.md is true: each promise names an existing test, and the table agrees with the tests.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LISTS, OVERLAYS, SEEDS, SITUATIONS } from "./documents/bombs/files.ts";
import { NOTATIONS } from "./documents/bombs/notations.ts";
import { OPERATIONS } from "./documents/bombs/operations.ts";
import { PARTS } from "./documents/bombs/parts.ts";
import { SCHEMAS } from "./documents/bombs/schemas.ts";
import { TEXTS } from "./documents/bombs/texts.ts";
import { TOWERS } from "./documents/bombs/towers.ts";
import { answers } from "./target/answers.ts";
import { ENCODINGS } from "./target/encodings.ts";
import { FAILURES } from "./target/failures.ts";

const root = new URL("../../", import.meta.url);
const text = readFileSync(new URL("SECURITY.md", root), "utf8");

/** The rows of the table of attacks: what, how many were tried and held, where. */
const rows = text
  .slice(text.indexOf("## Attacks tried"))
  .split("\n")
  .filter((line) => /^\| .*\d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, what = "", tried = "", held = "", where = ""]) => ({ what, tried, held, where }));

const rowOf = (what: RegExp): number =>
  Number(
    rows
      .find((row) => what.test(row.what))
      ?.tried.replaceAll(",", "")
      .replace(/ .*/, ""),
  );

/** The value of a constant in the source of a test. */
function constantOf(path: string, name: string): number {
  const source = readFileSync(new URL(path, root), "utf8");
  return Number(new RegExp(`^const ${name} = ([\\d_]+);$`, "m").exec(source)?.[1]?.replaceAll("_", ""));
}

/** Rows that count tests: the files that contain them, and how many of those tests are not attacks. */
const TESTS: readonly (readonly [what: RegExp, files: readonly string[], others: number])[] = [
  [/names that every JavaScript object has/, ["documents/names"], 0],
  [/hostile texts/, ["documents/foreign-text"], 0],
  [/planted repositories/, ["git/gate", "git/ci"], 0],
  [/whose output goes/, ["output/lost"], 0],
  // One test follows a link that the user chose.
  [/links, pipes and devices/, ["output/links"], 1],
  // One test uses an allowed page.
  [/pages of strangers/, ["browser/pages"], 1],
];

/** The file of each test in these files. */
function testsIn(files: readonly string[]): string[] {
  const vitest = new URL("node_modules/vitest/vitest.mjs", root).pathname;
  const paths = files.map((file) => `test/hostile/${file}.test.ts`);
  const words = [vitest, "list", "--json", "--project", "hostile", ...paths];
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ANIMAL_STORE_LONG: "1" };
  const { stdout } = spawnSync(process.execPath, words, { cwd: root, env, encoding: "utf8" });
  const listed = JSON.parse(stdout) as { readonly file: string }[];
  return listed.map(({ file }) => /test\/hostile\/(.*)\.test\.ts$/.exec(file.replaceAll("\\", "/"))?.[1] ?? "");
}

describe("the table of attacks", () => {
  test("counts tests if each attack is a test", { timeout: 120_000 }, () => {
    const tests = testsIn(TESTS.flatMap(([, files]) => files));
    for (const [what, files, others] of TESTS) {
      expect([what, rowOf(what)]).toEqual([what, tests.filter((file) => files.includes(file)).length - others]);
    }
  });

  test("counts the entries of each list of attacks", async () => {
    expect(rowOf(/oversized or endless responses/i)).toBe(Object.keys(await answers()).length);
    expect(rowOf(/ways to encode a key/i)).toBe(Object.keys(ENCODINGS).length);
    // Two commands try each, and one also tries an unknown certificate authority.
    expect(rowOf(/certificates and protocols/i)).toBe(2 * FAILURES.length + 1);
    expect(rowOf(/mutated documents/i)).toBe(constantOf("test/hostile/documents/fuzz/fuzz.test.ts", "MUTATIONS"));
    expect(rowOf(/damaged requests/i)).toBe(constantOf("test/hostile/requests/fuzz.test.ts", "REQUESTS"));
    expect(Number(/puts (\d+) bombs of documents/.exec(text)?.[1])).toBe(
      [SCHEMAS, TOWERS, TEXTS, NOTATIONS, PARTS, OPERATIONS].reduce((sum, bombs) => sum + Object.keys(bombs).length, 0),
    );
    expect(rowOf(/references to files/i)).toBe(
      constantOf("test/hostile/documents/no-connection.test.ts", "REFERENCES"),
    );
    expect(rowOf(/malformed requests/i)).toBe(constantOf("test/hostile/each-run/malformed.test.ts", "MALFORMED"));
    expect(rowOf(/kill -9/i)).toBe(constantOf("test/hostile/output/killed.test.ts", "REPORTS"));
    expect(rowOf(/bombs of seeds/i)).toBe(Object.keys(SEEDS).length + 2 * Object.keys(LISTS).length);
    expect(rowOf(/bombs of overlays/i)).toBe(Object.keys(OVERLAYS).length + Object.keys(SITUATIONS).length);
  });

  test("has no attack that succeeded", () => {
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ tried, held }) => tried !== held)).toEqual([]);
  });
});

test("each promise in SECURITY.md names a test", () => {
  const promised = text.slice(text.indexOf("## What is promised"), text.indexOf("## Attacks tried"));
  const promises = promised.split(/^- /m).slice(1);
  expect(promises.length).toBeGreaterThan(20);
  expect(promises.filter((promise) => !/`(?:test|\.ci|scripts)\/[\w./-]+`/.test(promise))).toEqual([]);
});

test("SECURITY.md names each test of this folder", () => {
  const tests = readdirSync(new URL("test/hostile/", root), { recursive: true, encoding: "utf8" })
    .map((path) => `test/hostile/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".test.ts") && !path.endsWith("/security.test.ts"));
  expect(tests.length).toBeGreaterThan(15);
  expect(tests.filter((path) => !text.includes(`\`${path}\``))).toEqual([]);
});

test("each test that SECURITY.md names exists", () => {
  const named = [...text.matchAll(/`((?:test|\.ci|scripts)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
