// The dates that the policy uses, at their boundaries, and the places of its findings.
import { describe, expect, test } from "vitest";
import { compare, documentOf, withOperation, withParameters, withRequest, withResponse } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

const OK = { "200": { description: "OK" } };
const EMPTY = documentOf({ "/other": { get: { responses: OK } } });

function until(day: unknown): JsonObject {
  return withOperation({ deprecated: true, ...(day === undefined ? {} : { "x-sunset": day }) });
}

async function said(
  [before, after]: readonly [JsonObject, JsonObject],
  today: string,
  noticeDays = 90,
): Promise<string[]> {
  const { changes } = await compare(before, after, { today, noticeDays: { stable: noticeDays, beta: noticeDays } });
  return changes.filter(({ verdict }) => verdict === "policy").map(({ kind, text }) => `${kind} ${text}`);
}

describe("the removal of an operation that is served until 2027-03-01", () => {
  test.each([
    ["2027-02-28", 1],
    ["2027-03-01", 0],
    ["2027-03-02", 0],
  ])("on %s, with %i findings about its sunset", async (today, expected) => {
    const { changes } = await compare(until("2027-03-01"), EMPTY, { today });
    expect(changes.filter(({ kind }) => kind === "removed-before-sunset")).toHaveLength(expected);
    const [verdict] = changes
      .filter(({ kind }) => kind === "deprecated-operation-removed")
      .map((change) => change.verdict);
    expect(verdict).toBe(expected === 0 ? "compatible" : "breaking");
  });
});

test("the report of a removal says whether it was announced", async () => {
  const told = async (before: JsonObject): Promise<string | undefined> => {
    const { changes } = await compare(before, EMPTY, { today: "2027-02-28" });
    return changes.filter(({ verdict }) => verdict === "breaking").map(({ kind, text }) => `${kind}: ${text}`)[0];
  };
  expect(await told(withOperation({}))).toBe("operation-removed: GET /things was removed without notice");
  expect(await told(until(undefined))).toBe(
    "deprecated-operation-removed: GET /things was removed; it was deprecated without a sunset day",
  );
  expect(await told(until("2027-03-01"))).toBe(
    "deprecated-operation-removed: GET /things was removed; it was deprecated until 2027-03-01",
  );
});

test("the required notice depends on the stability of an operation", async () => {
  const noticeDays = { stable: 60, beta: 20 };
  const told = async (level: Record<string, string>): Promise<number> => {
    const [before, after] = [
      withOperation(level),
      withOperation({ ...level, deprecated: true, "x-sunset": "2027-03-01" }),
    ];
    const { changes } = await compare(before, after, { today: "2027-02-01", noticeDays });
    return changes.filter(({ kind }) => kind === "notice-too-short").length;
  };
  // 28 days.
  expect([await told({}), await told({ "x-stability-level": "beta" })]).toEqual([1, 0]);
  expect(await told({ "x-stability-level": "experimental" })).toBe(0);
});

describe("announced removals", () => {
  const ending = { deprecated: true, "x-sunset": "2027-03-01" };
  const hook = { post: { ...ending, responses: OK } };
  const named = { name: "q", in: "query", schema: { type: "string" } };
  const object = (properties: object) => ({ type: "object", properties: { kept: {}, ...properties } });

  test.each([
    ["webhook-removed", documentOf({}, { webhooks: { made: hook } }), documentOf({})],
    ["callback-removed", withOperation({ callbacks: { done: { "{$url}": hook } } }), withOperation({})],
    ["parameter-removed", withParameters({ ...named, ...ending }), withOperation({})],
    ["request-property-removed", withRequest(object({ old: ending })), withRequest(object({}))],
    ["response-property-removed", withResponse(object({ old: ending })), withResponse(object({}))],
  ])("are reported as %s before the sunset day, and not from then on", async (kind, before, after) => {
    expect((await said([before, after], "2027-02-28")).map((text) => text.split(" ")[0])).toContain(kind);
    expect(await said([before, after], "2027-03-01")).toEqual([]);
  });
});

describe("notice", () => {
  const deprecating = (day: string) => [withOperation({}), until(day)] as const;

  test.each([
    // 2028 is a leap year: from 1 February to 1 March are 29 days.
    ["2028-02-01", "2028-03-01", 29, []],
    ["2028-02-01", "2028-03-01", 30, [expect.stringContaining("gives 29 days of notice; 30 days of notice are asked")]],
    ["2028-02-28", "2028-02-29", 1, []],
    ["2028-02-28", "2028-02-29", 2, [expect.stringContaining("gives 1 day of notice; 2 days of notice are asked")]],
    ["2026-06-01", "2026-06-01", 0, []],
    ["2026-06-01", "2026-05-31", 0, [expect.stringContaining("the sunset day was on 2026-05-31, before today")]],
    // No day is lost when the clocks change in between.
    ["2026-03-01", "2026-11-30", 274, []],
  ])("deprecating on %s until %s, with %i days of notice required", async (today, day, days, expected) => {
    expect(await said(deprecating(day), today, days)).toEqual(expected);
  });

  test("moving the day later only gives more time, however close it was", async () => {
    expect(await said([until("2026-06-10"), until("2026-06-20")], "2026-06-01")).toEqual([]);
    // A day in the past is no longer a promise that can be kept, and neither is a missing one.
    expect(await said([until("2026-05-10"), until("2026-06-20")], "2026-06-01")).toHaveLength(1);
    expect(await said([until(undefined), until("2026-06-20")], "2026-06-01")).toHaveLength(1);
  });

  test.each(["2027-02-29", "2027-2-1", "next year", 20270201, null, ["2027-01-01"]])(
    "%j is not a date",
    async (day) => {
      expect(await said([withOperation({}), until(day)], "2026-06-01")).toEqual([
        `sunset-invalid GET /things: x-sunset ${JSON.stringify(day)} is not a date`,
      ]);
    },
  );
});

test("findings about a key are on its line, or on that of its parent if it is missing", async () => {
  const places = async (before: JsonObject, after: JsonObject) =>
    (await compare(before, after)).changes.map(({ base, revision }) => [base?.pointer, revision?.pointer]);
  const operation = "/paths/~1things/get";
  expect(await places(until("2030-02-01"), until("2030-01-01"))).toEqual([
    [`${operation}/x-sunset`, `${operation}/x-sunset`],
  ]);
  expect(await places(withOperation({ operationId: "a" }), withOperation({}))).toEqual([
    [`${operation}/operationId`, operation],
  ]);
});

describe("findings about the whole document", () => {
  const whole = (version: string, url: string, name: string, paths = {}) =>
    documentOf(paths, {
      info: { title: "T", version },
      servers: [{ url }],
      components: { schemas: { [name]: {} } },
    });
  const things = { "/things": { get: { responses: OK } } };

  test("are placed at the version, the servers and the components", async () => {
    const before = whole("1.0.0", "https://a.test/v1", "A", things);
    const { changes } = await compare(before, whole("1.0.0", "https://a.test/v2", "B"), "sdk");
    const places = changes.map(({ kind, base, revision }) => [kind, base?.pointer, revision?.pointer]);
    expect(places).toEqual(
      expect.arrayContaining([
        ["version-not-raised", "/info/version", "/info/version"],
        ["server-path-changed", "/servers", "/servers"],
        ["component-removed", "/components/schemas", "/components/schemas"],
      ]),
    );
    const moved = await compare(before, whole("1.0.0", "https://b.test/v1", "A", things));
    expect(moved.changes.map(({ kind, base }) => [kind, base?.pointer])).toEqual([["server-removed", "/servers"]]);
  });

  test.each([
    ["1.0.0", "1.0.0", "is still 1.0.0; semver asks for 2.0.0"],
    ["1.0.0", "1.1.0", "went from 1.0.0 to 1.1.0; semver asks for 2.0.0"],
    ["0.3.1", "0.3.2", "went from 0.3.1 to 0.3.2; semver asks for 0.4.0"],
    ["3.4.1", "3.5.0", "went from 3.4.1 to 3.5.0; semver asks for 4.0.0"],
  ])("include the version if it goes from %s to %s and something breaks", async (from, to, text) => {
    const url = "https://a.test";
    expect(await said([whole(from, url, "A", things), whole(to, url, "A")], "2026-06-01")).toEqual([
      `version-not-raised something breaks and the version ${text}`,
    ]);
  });

  test.each([
    ["1.4.0", "2.0.0"],
    ["0.3.1", "0.4.0"],
    ["0.3.1", "1.0.0"],
  ])("do not include the version if it goes from %s to %s", async (from, to) => {
    const url = "https://a.test";
    expect(await said([whole(from, url, "A", things), whole(to, url, "A")], "2026-06-01")).toEqual([]);
  });
});

describe("a sunset that responses state as a fixed time", () => {
  const told = (day: string, schema: JsonObject): JsonObject =>
    withOperation({
      deprecated: true,
      "x-sunset": day,
      responses: { "200": { description: "OK", headers: { Sunset: { schema } } } },
    });
  const at = (day: string): string => new Date(`${day}T00:00:00Z`).toUTCString();
  const always = (day: string): JsonObject => told(day, { const: at(day) });

  test("may be postponed, which is reported but not breaking", async () => {
    const { changes } = await compare(always("2030-12-05"), always("2031-12-05"), { today: "2026-06-01" });
    expect(changes.map(({ verdict, text }) => `${verdict} ${text}`)).toEqual([
      "compatible the sunset day was put off from 2030-12-05 to 2031-12-05",
    ]);
  });

  test("may be postponed in an enum with one value, as in OpenAPI 3.0", async () => {
    const listed = (day: string): JsonObject => told(day, { type: "string", enum: [at(day)] });
    const { changes } = await compare(listed("2030-12-05"), listed("2031-12-05"), { today: "2026-06-01" });
    expect(changes.map(({ kind }) => kind)).toEqual(["sunset-put-off"]);
  });

  test.each([
    ["an earlier time", always("2029-12-05")],
    ["something that is not a time", told("2031-12-05", { const: "some day" })],
    ["several times", told("2031-12-05", { enum: [at("2031-12-05"), at("2032-12-05")] })],
  ])("breaks if it becomes %s", async (_what, after) => {
    const { changes } = await compare(always("2030-12-05"), after, { today: "2026-06-01" });
    expect(changes[0]).toMatchObject({ kind: "response-enum", verdict: "breaking" });
  });
});

describe("days", () => {
  test("a sunset day that leaves enough notice is fine", async () => {
    const { changes } = await compare(withOperation({}), until("2026-08-30"));
    expect(changes).toEqual([]);
    expect(
      (await compare(withOperation({}), until("2026-08-30"), { noticeDays: { stable: 91, beta: 91 } })).changes,
    ).toHaveLength(1);
  });

  test("ending a deprecation takes its sunset day with it", async () => {
    expect((await compare(until("2030-12-05"), withOperation({}))).changes).toEqual([]);
  });

  test("a raised major version satisfies semver", async () => {
    const { changes } = await compare(
      documentOf({ "/a": { get: { responses: OK } } }, { info: { title: "T", version: "1.4.0" } }),
      documentOf({}, { info: { title: "T", version: "2.0.0" } }),
    );
    expect(changes.map(({ kind }) => kind)).toEqual(["operation-removed"]);
  });
});
