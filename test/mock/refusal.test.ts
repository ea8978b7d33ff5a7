import { expect, test } from "vitest";
import type { Operation } from "../../src/contract/model.ts";
import { REFUSAL_STATUSES, type RefusalKind, errorCode, quote, statusOf } from "../../src/mock/errors/refusal.ts";

function operation(...statuses: string[]): Operation {
  return { responses: statuses.map((status) => ({ status })) } as unknown as Operation;
}

test.each<[RefusalKind, string[], number]>([
  ["invalid_body", ["400", "422"], 422],
  ["invalid_body", ["422", "default"], 422],
  ["invalid_body", ["default"], 400],
  ["malformed_identifier", ["404", "400"], 404],
  ["malformed_identifier", ["400"], 400],
  ["malformed_identifier", [], 404],
  ["not_found", ["410"], 410],
  ["missing_credential", ["403"], 403],
  ["missing_credential", ["401", "403"], 401],
  ["unsupported_media_type", ["400"], 415],
])("%s, if %j are documented, is %i", (kind, statuses, expected) => {
  expect(statusOf(kind, operation(...statuses))).toBe(expected);
});

/** The statuses that are answered, the first where all are documented, the next where that one is not, and so on. */
function preferred(kind: RefusalKind): number[] {
  const found: number[] = [];
  const documented = new Set(Array.from({ length: 200 }, (_, index) => String(400 + index)));
  for (let status = statusOf(kind, operation(...documented)); documented.delete(String(status));) {
    found.push(status);
    status = statusOf(kind, operation(...documented));
  }
  return found;
}

test("each kind has the same statuses as before, in the same order", () => {
  const kinds = Object.keys(REFUSAL_STATUSES) as RefusalKind[];
  expect(Object.fromEntries(kinds.map((kind) => [kind, preferred(kind).join(", ")]))).toMatchSnapshot();
});

test("outside any operation, a refusal has its usual status", () => {
  expect(statusOf("not_found")).toBe(404);
});

test("every kind has a status of an error", () => {
  for (const statuses of Object.values(REFUSAL_STATUSES)) {
    for (const status of statuses) expect(status >= 400 && status < 600).toBe(true);
  }
  expect(errorCode("malformed_identifier")).toBe("not_found");
});

test("values from a client are quoted, shortened and well-formed", () => {
  expect(quote('a"b')).toBe('"a\\"b"');
  expect(quote("x".repeat(100))).toHaveLength(63);
  expect(quote("\ud800").isWellFormed()).toBe(true);
});
