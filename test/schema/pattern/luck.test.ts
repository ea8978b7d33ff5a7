// Patterns for which neither the plainest text nor the automaton is enough, because look-around decides.
import { expect, test } from "vitest";
import { matches } from "../../../src/schema/pattern/engine.ts";
import { matchingText } from "../../../src/schema/pattern/text.ts";
import { UNLIMITED } from "../../../src/schema/work.ts";

test.each([
  ["a check within a group", String.raw`(^(?!0{5})(\d{5})(?!-?0{4})(|-\d{4})?$)`],
  ["a character that must come later", String.raw`^([a-zA-Z])(?=.*\d)\w{4,9}$`],
  ["no character twice", String.raw`(?!.*([abcde]).*\1)^[abcde]{5}$`],
  ["a number that must not follow", String.raw`(^(?!000)\d{3}) ([- ]?) ((?!00)\d{2}) ([- ]?) ((?!0000)\d{4})`],
])("a text is found that matches a pattern with %s, the same each time", (_, pattern) => {
  const text = matchingText(pattern, UNLIMITED);
  expect(text).toBeDefined();
  expect(matches(pattern, text ?? "", UNLIMITED)).toBe(true);
  expect(matchingText(pattern, UNLIMITED)).toBe(text);
});
