// Each rule of the policy finds its pair of documents.
import { describe, expect, test } from "vitest";
import { POLICY_RULES } from "../../src/gate/policy/rules.ts";
import { compare, told } from "./documents.ts";
import { ROWS } from "./policy-rows.ts";

test.each(ROWS)("%s is a policy %s", async (...row) => {
  const [rule, severity, before, after, profile] = row;
  const result = await compare(before, after, profile);
  expect(told(result)).toMatchSnapshot();
  const own = result.changes.filter(({ kind }) => kind === rule);
  expect(own.map((change) => ({ verdict: change.verdict, severity: change.severity }))).toEqual([
    { verdict: "policy", severity },
  ]);
  expect(own[0]?.fix).toBeTruthy();
});

test.each(ROWS)("%s: a document compared with itself has no changes", async (...row) => {
  const [rule, , , after, profile] = row;
  const { changes } = await compare(after, after, profile);
  expect(changes.filter(({ kind }) => kind === rule)).toEqual([]);
});

describe("the table", () => {
  test("has a pair for every rule", () => {
    expect(new Set(ROWS.map(([rule]) => rule))).toEqual(new Set(POLICY_RULES.map(({ id }) => id)));
  });

  test("has ids that are unique and frozen", () => {
    const ids = POLICY_RULES.map(({ id }) => id).sort();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toMatchSnapshot();
  });
});
