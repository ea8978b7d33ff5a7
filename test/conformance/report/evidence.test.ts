// The part of a response that a report shows: its beginning, in whole characters, and its size.
import { expect, test } from "vitest";
import type { Exchange } from "../../../conformance/client/exchange.ts";
import { Redactor } from "../../../conformance/client/target/redaction.ts";
import { EvidenceWriter, KEPT } from "../../../conformance/report/evidence.ts";

const LOOKED_AT = 32 * 1024;

function shown(body: string, length: number): string {
  const exchange: Exchange = {
    intent: "valid",
    request: { method: "GET", url: "http://localhost/things", headers: [] },
    response: { status: 200, headers: [], body: new TextEncoder().encode(body), complete: true },
    ms: 1,
  };
  const written = new EvidenceWriter(new Redactor("", [])).json(exchange, length) as { response: { body: string } };
  return written.response.body;
}

test("a body that is short enough is shown as it is", () => {
  expect(shown("täglich", 7)).toBe("täglich");
  expect(shown("täglich", 6)).toBe("täglic… (7 characters in all)");
  expect(shown("ab😀", 3)).toBe("ab… (4 characters in all)");
});

test("a long body is shown by its beginning, with its number of bytes", () => {
  const told = shown("a".repeat(LOOKED_AT + 1), KEPT.pass.bytes);
  expect(told).toBe(`${"a".repeat(KEPT.pass.bytes)}… (32,769 bytes in all)`);
});

test.each(["é", "€", "😀"].flatMap((letter) => [1, 2, 3].map((room) => [letter, room] as const)))(
  "the shown text ends before the %s that would be split with room for %i bytes",
  (letter, room) => {
    const size = new TextEncoder().encode(letter).length;
    const bytes = (LOOKED_AT - room + size + 9).toLocaleString("en-US");
    const told = shown(`${"a".repeat(LOOKED_AT - room)}${letter}${"b".repeat(9)}`, LOOKED_AT * 2);
    const whole = room < size ? "" : letter + "b".repeat(room - size);
    expect(told.slice(LOOKED_AT - room)).toBe(`${whole}… (${bytes} bytes in all)`);
  },
);
