// The old document's suite against a mock of the new one: when it runs, and what it finds.
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OldSuite } from "../../src/commands/gate/gate.ts";
import { oldSuite } from "../../src/commands/gate/suite.ts";
import { documentOfValue } from "../../src/contract/load.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { documentOf, withParameters } from "./documents.ts";
import { Session } from "./session.ts";

const listOf = (name: unknown) => {
  const item = { type: "object", required: ["id", "name"], properties: { id: { type: "integer" }, name } };
  const content = { "application/json": { schema: { type: "array", items: item } } };
  return { get: { responses: { "200": { description: "OK", content } } } };
};
/** No rule compares patterns with backreferences, so a change to one has no verdict. */
const doubtful = (most: number): JsonObject =>
  withParameters({ name: "n", in: "query", schema: { type: "string", pattern: `^(a|b)\\1{1,${most}}$` } });
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

  test("runs only for the operations that differ", async () => {
    expect(await breaches(["GET /boxes"])).toEqual(["GET /boxes"]);
  });

  test("does not run for operations that are known to break", async () => {
    expect(await breaches(["GET /things", "GET /boxes"], ["GET /things"])).toEqual(["GET /boxes"]);
  });
});

test("documents that can be compared but not served are compared, and the report says why no suite ran", async () => {
  const session = new Session();
  try {
    session.put("old.json", { ...doubtful(1), security: [{ nowhere: [] }] });
    session.put("new.json", { ...doubtful(2), security: [{ nowhere: [] }] });
    const { code, stdout, stderr } = await session.gate(["old.json", "new.json"], { suite: oldSuite });
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 unknown")]);
    expect(stderr).toMatch(/the old suite was not run, as the mock cannot serve .* no security scheme "nowhere"/);
  } finally {
    session.end();
  }
});

describe("the old suite against a mock of the new document", () => {
  let session: Session;
  beforeEach(() => {
    session = new Session();
  });
  afterEach(() => session.end());

  const limited = (maximum: number) =>
    withParameters({ name: "limit", in: "query", schema: { type: "integer", maximum } });
  const pathsOf = (maximum: number): object => limited(maximum)["paths"] as object;
  const DONE = { responses: { "200": { description: "OK" } } };

  const suite: OldSuite = () =>
    Promise.resolve({
      scope: "1 operation",
      breaches: [{ check: "schema.body", operation: "GET /boxes", message: "no list" }],
    });

  test("a violation that the comparison does not find fails the run", async () => {
    session.put("old.json", doubtful(1));
    session.put("new.json", doubtful(2));
    const { code, stdout } = await session.gate(["old.json", "new.json"], { suite });
    expect(code).toBe(1);
    expect(stdout).toContain("one of them is wrong");
    expect((await session.gate(["old.json", "new.json", "--no-suite"], { suite })).code).toBe(0);
  });

  test("does not run for equal documents", async () => {
    session.put("old.json", limited(10));
    expect((await session.gate(["old.json", "old.json"], { suite })).code).toBe(0);
  });

  test("runs for the operations that differ, and not at all if each is known to break", async () => {
    const asked: string[][] = [];
    const recording: OldSuite = (_, touched) => {
      asked.push([...touched]);
      return Promise.resolve({ breaches: [], scope: "1 operation" });
    };
    session.put("old.json", { ...limited(10), paths: { ...pathsOf(10), "/boxes": { get: DONE } } });
    session.put("wider.json", { ...limited(20), paths: { ...pathsOf(20), "/boxes": { get: DONE } } });
    session.put("open.json", {
      ...limited(10),
      paths: { ...(doubtful(1)["paths"] as object), "/boxes": { get: DONE } },
    });
    session.put("moved.json", {
      ...limited(10),
      paths: { ...(doubtful(2)["paths"] as object), "/boxes": { get: DONE } },
    });
    session.put("narrower.json", { ...limited(5), paths: { ...pathsOf(5), "/boxes": { get: DONE } } });
    await session.gate(["old.json", "narrower.json"], { suite: recording });
    expect(asked).toEqual([]);
    await session.gate(["open.json", "moved.json"], { suite: recording });
    expect(asked).toEqual([["GET /things"]]);
    const words = ["old.json", "wider.json", "--report", `json=${join(session.folder, "report.json")}`];
    const { stdout } = await session.gate(words, { suite: recording });
    expect(stdout).toContain("nothing breaks. The old suite was left out: each difference is decided by rule.");
    expect(asked).toHaveLength(1);
    const report = session.text("report.json");
    const left = "nothing: 1 operation left out, where each difference is decided by rule";
    expect(report).toContain(left);
    const page = ["old.json", "wider.json", "--report", `markdown=${join(session.folder, "report.md")}`];
    await session.gate(page, { suite: recording });
    expect(session.text("report.md")).toMatch(new RegExp(`^- old suite asked of: .*${left}`, "m"));
  });

  test("is skipped if the run fails anyway, and runs again once that is fixed or exempted", async () => {
    const asked: string[][] = [];
    const recording: OldSuite = (_, touched) => {
      asked.push([...touched]);
      return Promise.resolve({ breaches: [], scope: "1 operation" });
    };
    const both = (most: number, maximum: number): JsonObject => ({
      ...doubtful(most),
      paths: {
        ...(doubtful(most)["paths"] as JsonObject),
        "/boxes": (pathsOf(maximum) as JsonObject)["/things"] as JsonObject,
      },
    });
    session.put("old.json", both(1, 10));
    session.put("new.json", both(2, 5));
    const { code, stdout } = await session.gate(["old.json", "new.json"], { suite: recording });
    expect([code, asked]).toEqual([1, []]);
    expect(stdout).toContain("Exit code 1: 1 breaking change. The old suite was left out: the run fails without it.");
    await session.gate(["old.json", "new.json", "--fail-on", "never"], { suite: recording });
    expect(asked).toEqual([["GET /things"]]);
    session.put("new.json", both(2, 10));
    await session.gate(["old.json", "new.json"], { suite: recording });
    expect(asked).toEqual([["GET /things"], ["GET /things"]]);
  });

  test("a violation that the comparison also finds adds nothing", async () => {
    session.put("old.json", limited(10));
    session.put("new.json", limited(5));
    expect((await session.gate(["old.json", "new.json"], { suite })).stdout).not.toContain("one of them is wrong");
  });

  const kinds = (...names: string[]) => documentOf({ "/things": listOf({ type: "string", enum: names }) });
  const item = (more: object) => ({
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer", readOnly: true }, name: text, ...more },
  });
  const store = (schema: object): JsonObject => {
    const content = { "application/json": { schema } };
    const done = { responses: { "200": { description: "OK", content } } };
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
    return documentOf({
      "/things": { ...listOf(text), post: { ...done, requestBody: { content } } },
      "/things/{id}": { parameters, get: done, put: { ...done, requestBody: { content } } },
    });
  };

  test.each([
    ["new values of responses", kinds("on"), kinds("on", "off", "broken", "lost", "sold")],
    ["a removed property", store(item({ color: text })), store(item({}))],
  ])("does not fail the run for what the policy only warns about: %s", async (_, base, revision) => {
    session.put("old.json", base);
    session.put("new.json", revision);
    const { code, stdout } = await session.gate(["old.json", "new.json"], { suite: oldSuite });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n0 breaking, [1-9] policy/)]);
  });
});
