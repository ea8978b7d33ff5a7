// `--explain ID` prints a section of the suite's page. There is one for every check, and no other.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AnyCheck } from "../../../conformance/check.ts";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { CHAPTERS, proseOf } from "../../../conformance/checks/prose/index.ts";
import { explainCheck, explainChecks } from "../../../conformance/report/explain-check.ts";
import { EXPLORE_CHECKS } from "../../../conformance/explore/explore.ts";
import { TRAFFIC_CHECKS } from "../../../conformance/traffic.ts";
import type { TestedPart } from "../../../conformance/requirements/tested.ts";
import { GRAMMAR } from "../../../src/document/grammar.ts";
import { KEYWORDS } from "../../../src/schema/keywords.ts";

const ALL: readonly AnyCheck[] = [...CHECKS, ...Object.values(EXPLORE_CHECKS), ...Object.values(TRAFFIC_CHECKS)];
const PAGE = readFileSync("conformance/README.md", "utf8");

describe("the page of the suite", () => {
  test("has the sections that --explain prints (written with `npx vitest run readme --update`)", async () => {
    const head = PAGE.slice(0, PAGE.indexOf(`## ${CHAPTERS[0]?.title}\n`));
    expect(head).toContain("## How to read a result");
    await expect(`${head}${explainChecks()}\n`).toMatchFileSnapshot("../../../conformance/README.md");
  });

  test("explains each check once, and no other", () => {
    const ids = CHAPTERS.flatMap(({ checks }) => Object.keys(checks));
    expect(ids.toSorted()).toEqual(ALL.map(({ id }) => id).toSorted());
    expect(explainCheck("no.such-check")).toBeUndefined();
    expect(explainCheck("auth")).toBeUndefined();
  });

  test.each(ALL.map((check) => [check.id, check] as const))("explains %s in full", (id, check) => {
    const prose = proseOf(id);
    expect(prose?.why).toMatch(/.{20,}/);
    expect(prose?.fix).toMatch(/.{10,}/);
    expect(explainCheck(id)).toContain(`**Claim** (${check.level}): ${check.claim}.`);
    expect(explainCheck(id)?.match(/^#+ /gm)).toHaveLength(1);
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
