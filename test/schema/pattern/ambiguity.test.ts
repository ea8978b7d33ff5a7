// Distinguishes repetitions that can match a string in more than one way from those that cannot.
import { expect, test } from "vitest";
import { ambiguityOf } from "../../../src/schema/pattern/ambiguity.ts";
import { UNLIMITED } from "../../../src/schema/work.ts";

test.each([
  ["^(a+)+$", "(a+)", "aa"],
  ["^(?:a|[a-z])*;$", "(?:a|[a-z])", "a"],
])("%s: each turn of %s can match %s in more than one way", (pattern, part, text) => {
  expect(ambiguityOf(pattern, UNLIMITED)).toEqual({ part, text });
});

test.each(["^(?:ab)*;$", "^(?:ab?c)+;$", "^(?:a|b)*;$", "^(?:a{0,2};)*!$", "^(?:[ab]{2})*;$", "^(?:(?!ab)ab|abab)*;$"])(
  "%s can match each string in only one way",
  (pattern) => {
    expect(ambiguityOf(pattern, UNLIMITED)).toBeUndefined();
  },
);

test.each([
  ["nothing follows that could fail", "^(a+)+"],
  ["it has few repetitions", "^(a+){1,3};$"],
  ["each repetition is a character", "^a+;$"],
])("nothing is tried twice if %s", (_, pattern) => {
  expect(ambiguityOf(pattern, UNLIMITED)).toBeUndefined();
});
