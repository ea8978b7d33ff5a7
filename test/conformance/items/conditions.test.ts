// Services that change nothing without a condition.
import { expect, test } from "vitest";
import { createMock } from "../../../src/library/create-mock.ts";
import { CONDITIONAL_NOTES } from "../../http/conditional-notes.ts";
import { complaints, judge } from "../side-by-side.ts";

test("a change that needs the tag of its item is sent with it, and judged like any other", async () => {
  const mock = await createMock({ spec: CONDITIONAL_NOTES });
  const run = await judge(mock.contract, { url: mock.url, key: mock.key, close: () => mock.close() });
  expect(complaints(run, ["fail", "error", "warn"])).toEqual([]);
  const decided = run.results.filter(({ outcome }) => outcome.verdict === "pass").map(({ check }) => check.id);
  expect(decided).toEqual(
    expect.arrayContaining([
      "change.replace",
      "change.update",
      "change.remove",
      "change.if-match",
      "fetch.if-none-match",
      "create.idempotency-key",
      "parameters.required",
    ]),
  );
});
