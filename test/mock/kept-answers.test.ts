// What a world remembers of requests is bounded, however many there are.
import { expect, test } from "vitest";
import { Clock } from "../../src/mock/clock.ts";
import { KeptAnswers } from "../../src/mock/kept-answers.ts";
import { Made } from "../../src/mock/made.ts";

const clock = new Clock("2026-01-01");

test("large answers push out the oldest", () => {
  const kept = new KeptAnswers();
  const answer = { kind: "answer", status: 201, text: "x".repeat(100_000) } as const;
  for (const name of ["first", "second", "third"]) kept.keep(name, { asked: "", answer }, clock);
  expect(["first", "second", "third"].map((name) => kept.find(name, clock) !== undefined)).toEqual([false, true, true]);
});

test("a creation is forgotten after enough others, and a large one at once", () => {
  const made = new Made();
  const one = { method: "POST", path: "/a" };
  made.note(one, '{"name":"first"}');
  made.note(one, JSON.stringify({ name: "large", text: "x".repeat(10_000) }));
  expect([made.whereElse("first", "/b/{id}"), made.whereElse("large", "/b/{id}")]).toEqual(["POST /a", undefined]);
  for (let at = 0; at < 100; at++) made.note(one, `{"name":"n${at}"}`);
  expect(made.whereElse("first", "/b/{id}")).toBeUndefined();
});
