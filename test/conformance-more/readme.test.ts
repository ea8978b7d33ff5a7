// `--explain ID` prints a section of the suite's page: there is one for every check, and none for what there is not.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AnyCheck } from "../../conformance/check.ts";
import { CHECKS } from "../../conformance/checks/index.ts";
import { explainCheck } from "../../conformance/explain-check.ts";
import { EXPLORE_CHECKS } from "../../conformance/explore.ts";
import { AGREEMENT } from "../../conformance/second-judge.ts";

const ALL: readonly AnyCheck[] = [...CHECKS, AGREEMENT, ...Object.values(EXPLORE_CHECKS)];
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

  test("has no section for a check that there is not", () => {
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

test("the table of the requirements register names only checks that there are", () => {
  const source = readFileSync("conformance/requirements/able.ts", "utf8");
  const families = [...new Set(CHECKS.map(({ family }) => family))].join("|");
  const named = [...source.matchAll(new RegExp(`"((?:${families})\\.[a-z-]*\\*?)"`, "g"))].map(([, id]) => id ?? "");
  const exists = (id: string): boolean =>
    CHECKS.some((check) => (id.endsWith("*") ? check.id.startsWith(id.slice(0, -1)) : check.id === id));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((id) => !exists(id))).toEqual([]);
});
