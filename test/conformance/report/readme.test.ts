// `--explain ID` prints a section of the suite's page. There is one for every check, and no other.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AnyCheck } from "../../../conformance/check.ts";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { explainCheck } from "../../../conformance/report/explain-check.ts";
import { EXPLORE_CHECKS } from "../../../conformance/explore/explore.ts";
import type { TestedPart } from "../../../conformance/requirements/tested.ts";
import { GRAMMAR } from "../../../src/document/grammar.ts";
import { KEYWORDS } from "../../../src/schema/keywords.ts";

const ALL: readonly AnyCheck[] = [...CHECKS, ...Object.values(EXPLORE_CHECKS)];
const PAGE = readFileSync("conformance/README.md", "utf8");

describe("the page of the suite", () => {
  for (const check of ALL) {
    test(`explains ${check.id}: what it claims, why, and how to fix it`, () => {
      const section = explainCheck(check.id) ?? "";
      expect(section).toContain(`### ${check.id}\n`);
      expect(section).toContain(`**Claim** (${check.level}): ${check.claim}.`);
      expect(section).toContain(check.basis);
      expect(section).toMatch(/\*\*Why\.\*\* .{20,}/);
      expect(section).toMatch(/\*\*To fix\.\*\* .{10,}/);
      expect(section.match(/^#+ /gm)).toHaveLength(1);
    });
  }

  test("has no section for an unknown check", () => {
    const sections = [...PAGE.matchAll(/^### (.+)$/gm)].map(([, id]) => id);
    const ids = new Set(ALL.map(({ id }) => id));
    expect(sections.filter((id) => !ids.has(id ?? ""))).toEqual([]);
    expect(sections).toHaveLength(new Set(sections).size);
    expect(explainCheck("no.such-check")).toBeUndefined();
    expect(explainCheck("auth")).toBeUndefined();
  });

  test("says what the verdicts, the levels and the exit codes mean", () => {
    for (const word of ["`pass`", "`fail`", "`inconclusive`", "`error`", "`must`", "`should`", "| 4 |"]) {
      expect(PAGE).toContain(word);
    }
  });
});

describe("what a check declares that it tests", () => {
  const tests = ALL.flatMap(({ id, tests: all }) => all.map((tested) => ({ id, tested })));

  test("uses the names of the grammar and of the keywords", () => {
    const known = (part: TestedPart): ReadonlySet<string> =>
      new Set(["self", "x-sunset", ...GRAMMAR[part].fields.keys()]);
    const fields = tests.flatMap(({ id, tested: { part, fields: own = [] } }) =>
      own.filter((name) => !known(part).has(name)).map((name) => `${id}: ${part} ${name}`),
    );
    const keywords = tests.flatMap(({ id, tested: { keywords: own = [] } }) =>
      own.filter((name) => name !== "self" && !KEYWORDS.has(name)).map((name) => `${id}: ${name}`),
    );
    expect([...fields, ...keywords]).toEqual([]);
  });

  test("is not empty, unless it is only based on an RFC, a decision or an option", () => {
    const silent = CHECKS.filter((check) => check.level === "must" && check.tests.length === 0).map(({ id }) => id);
    expect(silent).toMatchInlineSnapshot(`
      [
        "create.repeated",
        "protocol.whole-answers",
      ]
    `);
  });
});
