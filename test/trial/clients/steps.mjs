// Counts how many steps of a client library go as with the real service.
import assert from "node:assert/strict";
import { createMock } from "animal-store";

/**
 * Serves a document, takes the steps one after another and prints each that goes otherwise.
 * @param steps name and work; what a step returns is handed to the ones after it under its name
 */
export async function firstHour(library, clientOf, steps) {
  const [spec = "", mode] = process.argv.slice(2);
  const mock = await createMock({ spec, key: "sk_test_first_hour", lenient: mode === "lenient" });
  const seen = {};
  let real = 0;
  try {
    const client = clientOf(mock);
    for (const [name, work] of Object.entries(steps)) {
      try {
        seen[name] = await work(client, seen, mock);
        real++;
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error);
        process.stdout.write(`  not: ${library}: ${name}: ${said.replaceAll(/\s+/g, " ").slice(0, 300)}\n`);
      }
    }
  } finally {
    await mock.close();
  }
  process.stdout.write(`${library}: ${real} of ${Object.keys(steps).length} steps as with the real service\n`);
  process.exit(0);
}

/** Expects a refusal with a status. */
export async function refused(work, status) {
  try {
    await work();
  } catch (error) {
    const own = error.status ?? error.statusCode ?? error.httpStatus ?? error.response?.status;
    assert.equal(own, status, `status ${own}: ${error.message}`);
    assert.match(String(error.message), /[a-z]{3,}/, "no message");
    return error;
  }
  throw new Error(`it was not refused with ${status}`);
}

/** Expects a time within a day of now, in seconds, in milliseconds or as text. */
export function recent(time) {
  const ms = typeof time === "number" ? (time < 1e11 ? time * 1000 : time) : Date.parse(time);
  assert.ok(Math.abs(ms - Date.now()) < 86_400_000, `${time} is not now`);
}

/** Expects each identifier once, and some of them. */
export function each(ids, ...wanted) {
  assert.equal(new Set(ids).size, ids.length, "something is listed twice");
  for (const one of wanted) assert.ok(ids.includes(one), `${one} is not listed`);
}
