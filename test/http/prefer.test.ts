// The Prefer header (RFC 7240): spellings that are understood, refused or ignored.
import { expect, test } from "vitest";
import { readPreferences } from "../../src/http/request/prefer.ts";

test.each([
  ["code=404", { wish: { status: "404" }, applied: "code=404" }],
  ["Code = 4xx", { wish: { status: "4XX" }, applied: "code=4xx" }],
  ["code=DEFAULT", { wish: { status: "default" }, applied: "code=DEFAULT" }],
  ["example=cat", { wish: { example: "cat" }, applied: "example=cat" }],
  ['example="two \\"words\\""', { wish: { example: 'two "words"' }, applied: 'example="two \\"words\\""' }],
  ["dynamic", { wish: { dynamic: true }, applied: 'dynamic=""' }],
  ["dynamic=TRUE", { wish: { dynamic: true }, applied: "dynamic=TRUE" }],
  ["dynamic=False", { applied: "dynamic=False" }],
  ["delay=0.5", { delay: 500, applied: "delay=0.5" }],
  ["delay=0", { delay: 0, applied: "delay=0" }],
  [
    "code=200; q=1, code=404, dynamic=true",
    { wish: { status: "200", dynamic: true }, applied: "code=200, dynamic=true" },
  ],
  ["?, code=201", { wish: { status: "201" }, applied: "code=201" }],
  ["respond-async, wait=10", undefined],
  ["?", undefined],
  ["", undefined],
])("%s", (header, wanted) => {
  const read = readPreferences(header);
  expect(read === undefined ? undefined : { ...read }).toEqual(wanted);
});

test.each([
  "code=",
  "code=600",
  "code=20",
  "code=200x",
  "example=",
  "dynamic=maybe",
  "delay=",
  "delay=-1",
  "delay=1e3",
  "delay=99999999",
])("%s is refused with what is possible", (header) => {
  expect(readPreferences(header)).toMatchSnapshot();
});
