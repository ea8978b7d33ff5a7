// The last line says why the exit code is what it is.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type JsonReport, Session } from "./session.ts";
import { withParameters, withResponse } from "./documents.ts";

let session: Session;
beforeEach(() => void (session = new Session()));
afterEach(() => session.end());

const limited = (maximum: number) =>
  withParameters({ name: "n", in: "query", schema: { type: "integer", maximum, default: 1 } });

const lastLine = (text: string): string => text.trim().split("\n").at(-1) ?? "";

describe("the last line", () => {
  test("counts breaking changes", async () => {
    session.put("old.json", limited(9));
    session.put("new.json", limited(5));
    const { code, stdout } = await session.gate(["old.json", "new.json"]);
    expect([code, lastLine(stdout)]).toEqual([1, "Exit code 1: 1 breaking change."]);
    const never = await session.gate(["old.json", "new.json", "--fail-on", "never"]);
    expect([never.code, lastLine(never.stdout)]).toEqual([
      0,
      "Exit code 0: --fail-on never, despite 1 breaking change.",
    ]);
  });

  test("names a policy finding that fails the run without being a break", async () => {
    session.put("old.json", withParameters({ name: "n", in: "query", schema: { type: "integer", default: 8 } }));
    session.put("new.json", withParameters({ name: "n", in: "query", schema: { type: "integer", default: 9 } }));
    const { code, stdout } = await session.gate(["old.json", "new.json"]);
    expect([code, lastLine(stdout)]).toEqual([1, "Exit code 1: 1 policy error."]);
    expect(stdout).toContain("0 breaking, 1 policy,");
  });

  test("says what is unknown if nothing breaks", async () => {
    session.put("old.json", limited(9));
    session.put("new.json", limited(5));
    const { stdout } = await session.gate(["old.json", "new.json", "--write-exemptions", "e.yaml"]);
    expect(lastLine(stdout)).toBe("Exit code 1: 1 breaking change.");
    session.put("e.yaml", session.text("e.yaml").replace('reason: ""', 'reason: "agreed"'));
    const exempted = await session.gate(["old.json", "new.json", "--exemptions", "e.yaml"]);
    expect(lastLine(exempted.stdout)).toBe("Exit code 0: nothing breaks (1 exempted change).");
    const same = await session.gate(["old.json", "old.json"]);
    expect(lastLine(same.stdout)).toBe("Exit code 0: nothing breaks.");
  });
});

test("a fault that the revision mends does not fail a run that fails on what is unknown; one that stays unclear does", async () => {
  const empty = { components: { schemas: { A: { oneOf: [] } } } };
  const of = (schema: object, more = {}) => withResponse(schema, more);
  session.put("faulty.json", of({ $ref: "#/components/schemas/A" }, empty));
  session.put("mended.json", of({ type: "string" }));
  const strict = (...files: string[]) => session.gate([...files, "--fail-on", "unknown"]);
  expect((await strict("faulty.json", "mended.json")).code).toBe(0);
  expect((await strict("mended.json", "faulty.json")).code).toBe(1);
});

/** A response object with this many properties, each with a limit. */
const wide = (number: number, limit: (index: number) => object) => {
  const names = Array.from({ length: number }, (_, index) => [`p${index}`, { type: "string", ...limit(index) }]);
  return withResponse({ type: "object", properties: Object.fromEntries(names) });
};

test("the console prints what fits on two screens, or everything with --all; the JSON report has all", async () => {
  session.put(
    "old.json",
    wide(70, (index) => ({ maxLength: 9 + index })),
  );
  session.put(
    "new.json",
    wide(70, (index) => ({ maxLength: 99 + index })),
  );
  const words = ["old.json", "new.json"];
  const some = await session.gate(words);
  expect(some.stdout.split("\n").length).toBeLessThanOrEqual(101);
  expect(some.stdout).toContain("and 67 more in the 200 response: different maximum length · GET /things");
  const printed = some.stdout.match(/^✗ breaking {2}/gm)?.length ?? 0;
  expect(printed).toBeGreaterThan(0);
  expect(some.stdout).toContain(`${71 - printed} more findings: --all prints them, and the reports have them.`);
  const all = await session.gate([...words, "--all", "--report", `json=${session.folder}/all.json`]);
  expect(all.stdout.match(/^✗ breaking {2}/gm)).toHaveLength(70);
  expect((JSON.parse(session.text("all.json")) as JsonReport).summary["breaking"]).toBe(70);
});

test("one edit at many places is one finding, each place with its id", async () => {
  session.put(
    "old.json",
    wide(12, () => ({ maxLength: 5 })),
  );
  session.put(
    "new.json",
    wide(12, () => ({})),
  );
  const words = ["old.json", "new.json", "--report", `json=${session.folder}/all.json`];
  const { stdout } = await session.gate(words);
  expect(stdout.match(/^✗ breaking {2}/gm)).toHaveLength(1);
  expect(stdout).toContain("The same edit at 12 places:");
  const { changes } = JSON.parse(session.text("all.json")) as JsonReport;
  const ids = changes.filter(({ verdict }) => verdict === "breaking").map(({ id }) => id);
  expect(new Set(ids).size).toBe(12);
});

test("--no-suite is accepted and says that it does nothing", async () => {
  session.put("old.json", limited(5));
  const { code, stderr } = await session.gate(["old.json", "old.json", "--no-suite"]);
  expect([code, stderr]).toEqual([0, "animal-store gate: --no-suite does nothing; you can leave it out\n"]);
});
