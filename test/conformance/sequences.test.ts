// The suite sends sequences where a creation takes many items at once.
import { expect, test } from "vitest";
import { sequenceChecks } from "../../conformance/checks/create/sequences.ts";
import { contractOf } from "./documents.ts";
import { judge } from "./side-by-side.ts";
import { startMock } from "./tampered.ts";

test("valid and wrong ones, in each media type", async () => {
  const run = await judge(await contractOf("sequences"), await startMock("sequences"), { checks: sequenceChecks });
  const all = run.results.map(({ check, subject: { about }, outcome: { verdict } }) => [check.id, about, verdict]);
  const media = ["application/jsonl", "application/json-seq", "text/event-stream", "multipart/mixed"];
  for (const name of media) {
    expect(all).toContainEqual(["create.accepts-sequence", name, "pass"]);
    expect(all).toContainEqual(["create.refuses-sequence", `${name}, an item without sensor`, "pass"]);
  }
  expect(all.map(([, about]) => about)).toContain("application/jsonl, an item that ends too early");
  expect(all.filter(([, , verdict]) => verdict !== "pass")).toEqual([]);
  expect(run.session.created.every(({ removed }) => removed)).toBe(true);
});
