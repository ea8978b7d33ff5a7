// SECURITY.md is true: each promise names a test that is there, and its table counts what the tests try.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { answers } from "./target/answers.ts";
import { ENCODINGS } from "./target/encodings.ts";

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

describe("the table of attacks", () => {
  test("counts what is there", async () => {
    expect(rowOf(/answers that are too much/i)).toBe(Object.keys(await answers()).length);
    expect(rowOf(/ways to write a key/i)).toBe(Object.keys(ENCODINGS).length);
    expect(rowOf(/mutated documents/i)).toBe(2_000);
    expect(rowOf(/damaged requests/i)).toBe(20_000);
  });

  test("has nothing that was tried and did not hold", () => {
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ tried, held }) => tried !== held)).toEqual([]);
  });
});

test("each test that it names is there", () => {
  const named = [...text.matchAll(/`((?:test|\.ci|scripts)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
