// Each of our error classes sets its name, because stack traces and logs show the name, not the class.
import { expect, test } from "vitest";
import { Undecidable } from "../../conformance/client/undecidable.ts";
import { KnownFailingError } from "../../conformance/report/known-failing.ts";
import { DocumentError } from "../../src/document/document.ts";
import { SeedError } from "../../src/mock/seed/seed.ts";
import { WorkExceeded } from "../../src/schema/work.ts";

test.each([
  ["Undecidable", new Undecidable("no answer came", "a target that answers"), "no answer came"],
  ["KnownFailingError", new KnownFailingError(["a.yaml:1: one", "a.yaml:2: two"]), "a.yaml:1: one\na.yaml:2: two"],
  ["SeedError", new SeedError([{ index: 1, message: "name is missing" }]), "item 2: name is missing"],
  ["WorkExceeded", new WorkExceeded(), "the budget of work is used up"],
])("%s", (name, error, message) => {
  expect([error.name, error.message]).toEqual([name, message]);
});

test("DocumentError", () => {
  const location = { file: "a.yaml", line: 3, column: 5 };
  const error = new DocumentError([{ pointer: "/info", message: "info is missing", location }]);
  expect([error.name, error.message]).toEqual(["DocumentError", "a.yaml:3:5: info is missing (at /info)"]);
});
