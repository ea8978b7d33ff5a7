// The memory cost of an exchange in the journal grows with what is kept.
import { expect, test } from "vitest";
import { type Answered, entryOf } from "../../src/mock/journal/entry.ts";

const PLAIN: Answered = {
  method: "GET",
  url: "/things",
  operation: undefined,
  requestLines: [],
  requestBody: undefined,
  ms: 1,
  status: 200,
  lines: [],
  text: undefined,
  refusal: undefined,
  situation: undefined,
};

const weightOf = (more: Partial<Answered>): number => entryOf({ ...PLAIN, ...more }, 1, undefined).weight;

test.each<[string, Partial<Answered>, Partial<Answered>, number]>([
  ["a letter in the URL", { url: "/things" }, { url: "/things?" }, 1],
  ["a letter in a header", { requestLines: ["Accept", "a"] }, { requestLines: ["Accept", "ab"] }, 1],
  ["a byte in the request body", { requestBody: new Uint8Array(3) }, { requestBody: new Uint8Array(4) }, 1],
  ["a letter in the response body", { text: "abc" }, { text: "abcd" }, 2],
  ["an empty response body", {}, { text: "" }, 0],
])("%s", (_, less, more, difference) => {
  expect(weightOf(more) - weightOf(less)).toBe(difference);
});

test("one more header", () => {
  expect(weightOf({ requestLines: ["A", "b"] })).toBeGreaterThan(weightOf({}) + 2);
  expect(weightOf({ lines: ["A", "b"] })).toBeGreaterThan(weightOf({}));
});

test("of a body that is too long, only the part that is kept", () => {
  const long = 1_000_000;
  expect(weightOf({ requestBody: new Uint8Array(long) })).toBe(weightOf({ requestBody: new Uint8Array(2 * long) }));
  expect(weightOf({ text: "a".repeat(long) })).toBe(weightOf({ text: "a".repeat(2 * long) }));
  expect(weightOf({ text: "a".repeat(long) })).toBeLessThan(long);
});
