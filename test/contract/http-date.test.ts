import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readHttpDate, readImfDate, writeHttpDate } from "../../src/contract/http-date.ts";

const TIME = Date.UTC(1994, 10, 6, 8, 49, 37);
const NOW = Date.UTC(2026, 0, 1);

describe("HTTP dates (RFC 9110 section 5.6.7)", () => {
  test.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
    "%s is read",
    (text) => expect(readHttpDate(text, NOW)).toBe(TIME),
  );

  test("one form is written, and no other is valid for a sender", () => {
    expect(writeHttpDate(TIME)).toBe("Sun, 06 Nov 1994 08:49:37 GMT");
    expect(readImfDate("Sun, 06 Nov 1994 08:49:37 GMT")).toBe(TIME);
    expect(readImfDate("Sunday, 06-Nov-94 08:49:37 GMT")).toBeUndefined();
  });

  test("a two-digit year that would be more than 50 years ahead is in the past", () => {
    expect(readHttpDate("Thursday, 01-Jan-76 00:00:00 GMT", NOW)).toBeUndefined();
    expect(readHttpDate("Wednesday, 01-Jan-76 00:00:00 GMT", NOW)).toBe(Date.UTC(2076, 0, 1));
    expect(readHttpDate("Saturday, 01-Jan-77 00:00:00 GMT", NOW)).toBe(Date.UTC(1977, 0, 1));
  });

  test.each([
    "Mon, 06 Nov 1994 08:49:37 GMT",
    "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 06 nov 1994 08:49:37 GMT",
    "Wed, 31 Feb 2024 00:00:00 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT",
    "1994-11-06T08:49:37Z",
    " Sun, 06 Nov 1994 08:49:37 GMT",
    "",
  ])("%j is not an HTTP date", (text) => expect(readHttpDate(text, NOW)).toBeUndefined());

  test("every date that is written can be read back", () => {
    const seconds = fc.integer({ min: Date.UTC(1000, 0, 1) / 1000, max: Date.UTC(9999, 11, 31) / 1000 });
    fc.assert(fc.property(seconds, (time) => readHttpDate(writeHttpDate(time * 1000)) === time * 1000));
  });
});
