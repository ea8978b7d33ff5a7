// People write ids into their own files, so they must never change.
import { expect, test } from "vitest";
import { FAMILIES } from "../../conformance/check.ts";
import { CHECKS } from "../../conformance/checks/index.ts";

test("ids are frozen", () => {
  expect(CHECKS.map(({ id, level }) => `${id} (${level})`)).toMatchSnapshot();
});

test("ids are unique and begin with their family", () => {
  expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
  expect(CHECKS.filter(({ id, family }) => !id.startsWith(`${family}.`)).map(({ id }) => id)).toEqual([]);
});

test("every family has a check", () => {
  const families = new Set(CHECKS.map(({ family }) => family));
  expect(FAMILIES.filter((family) => !families.has(family))).toEqual([]);
});

test("claims are unique, short, and do not end with a full stop", () => {
  expect(new Set(CHECKS.map(({ claim }) => claim)).size).toBe(CHECKS.length);
  expect(CHECKS.filter(({ claim }) => claim.length > 70 || claim.endsWith(".")).map(({ id }) => id)).toEqual([]);
});

test("a should names the RFC, decision or option that it is based on", () => {
  const vague = CHECKS.filter(
    ({ level, basis }) => level === "should" && !/RFC|CWE|decisions\.md|header|--/.test(basis),
  );
  expect(vague.map(({ id }) => id)).toEqual([]);
});

test("a claim says what must or should be true, according to its level", () => {
  const odd = CHECKS.filter(({ level, claim }) => !new RegExp(`\\b${level}\\b`).test(claim));
  expect(odd.map(({ id, claim }) => `${id}: ${claim}`)).toEqual([]);
});
