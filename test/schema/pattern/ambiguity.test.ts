// Distinguishes repetitions that can match a string in more than one way from those that cannot.
import { expect, test } from "vitest";
import { ambiguityOf } from "../../../src/schema/pattern/ambiguity.ts";

test.each([
  ["^(a+)+$", "(a+)", "aa"],
  ["^(?:a|[a-z])*;$", "(?:a|[a-z])", "a"],
])("%s: %s reads %s in more than one way, turn by turn", (pattern, part, text) => {
  expect(ambiguityOf(pattern)).toEqual({ part, text });
});

test.each(["^(?:ab)*;$", "^(?:ab?c)+;$", "^(?:a|b)*;$", "^(?:a{0,2};)*!$", "^(?:[ab]{2})*;$", "^(?:(?!ab)ab|abab)*;$"])(
  "%s reads each text in one way",
  (pattern) => {
    expect(ambiguityOf(pattern)).toBeUndefined();
  },
);

test.each([
  ["nothing follows that could fail", "^(a+)+"],
  ["it repeats a few times", "^(a+){1,3};$"],
  ["each turn is a character", "^a+;$"],
])("where %s, nothing is tried twice", (_, pattern) => {
  expect(ambiguityOf(pattern)).toBeUndefined();
});
