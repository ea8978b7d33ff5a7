// The old document's suite against a mock of the new one: what it is asked of, and what it finds.
import { describe, expect, test } from "vitest";
import { oldSuite } from "../../src/commands/gate/suite.ts";
import { documentOfValue } from "../../src/contract/load.ts";
import { documentOf } from "./documents.ts";
import { Session } from "./session.ts";

const listOf = (name: unknown) => {
  const item = { type: "object", required: ["id", "name"], properties: { id: { type: "integer" }, name } };
  const content = { "application/json": { schema: { type: "array", items: item } } };
  return { get: { responses: { "200": { description: "OK", content } } } };
};
const text = { type: "string" };
const number = { type: "integer" };

async function breaches(touched: readonly string[], told: readonly string[] = []): Promise<string[]> {
  const base = await documentOfValue(documentOf({ "/things": listOf(text), "/boxes": listOf(text) }));
  const revision = await documentOfValue(documentOf({ "/things": listOf(number), "/boxes": listOf(number) }));
  const found = await oldSuite({ base, revision }, new Set(touched), new Set(told));
  return [...new Set(found.breaches.map(({ operation }) => operation))].sort();
}

describe("the old suite", () => {
  test("finds where the new document's mock breaks the old document", async () => {
    expect(await breaches(["GET /things", "GET /boxes"])).toEqual(["GET /boxes", "GET /things"]);
  });

  test("is asked of what is written differently, and of nothing else", async () => {
    expect(await breaches(["GET /boxes"])).toEqual(["GET /boxes"]);
  });

  test("is not asked of what is known to break", async () => {
    expect(await breaches(["GET /things", "GET /boxes"], ["GET /things"])).toEqual(["GET /boxes"]);
  });
});

test("documents that can be compared and not served are compared, and why no suite was run is told", async () => {
  const session = new Session();
  try {
    const named = (...states: string[]): object => ({
      ...documentOf({ "/things": listOf({ enum: states }) }),
      security: [{ nowhere: [] }],
    });
    session.put("old.json", named("on"));
    session.put("new.json", named("on", "off"));
    const { code, stdout, stderr } = await session.gate(["old.json", "new.json"], { suite: oldSuite });
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 policy")]);
    expect(stderr).toMatch(/the old suite was not run, as the mock cannot serve .* no security scheme "nowhere"/);
  } finally {
    session.end();
  }
});
