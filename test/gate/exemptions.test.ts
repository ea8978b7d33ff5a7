// `gate --exemptions`: valid and expired exemptions, and files that are not a list of exemptions.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applyExemptions } from "../../src/gate/exemptions.ts";
import { compare, withParameters } from "./documents.ts";
import { type Ran, Session } from "./session.ts";

let session: Session;
let id = "";
const POINTER = "/paths/~1things/get/parameters/0/schema/maximum";

const limited = (maximum: number) =>
  withParameters({ name: "limit", in: "query", schema: { type: "integer", maximum } });

beforeEach(async () => {
  session = new Session();
  session.put("old.json", limited(10));
  session.put("new.json", limited(5));
  id = (await session.report(["old.json", "new.json"])).changes[0]?.id ?? "";
});
afterEach(() => session.end());

interface Fields {
  readonly id?: string;
  readonly pointer?: string;
  readonly expires?: string;
}

const entry = (fields: Fields = {}): string =>
  JSON.stringify({ id, pointer: POINTER, reason: "agreed with all clients", expires: "2026-06-01", ...fields });

function run(text: string, ...words: readonly string[]): Promise<Ran> {
  session.put("exempt.yaml", text);
  return session.gate(["old.json", "new.json", "--exemptions", "exempt.yaml", "--today", "2026-06-01", ...words]);
}

/** The first sentence of a failed run. */
const failure = (stdout: string): string | undefined =>
  /✗ failed {2}the run: ([^]*?)\n {4}gate-failure/.exec(stdout)?.[1]?.replaceAll(/\s+/g, " ");

test("exemptions are valid on their last day, and counted separately", async () => {
  const { code, stdout } = await run(`- ${entry()}`);
  expect(code).toBe(0);
  expect(stdout).toMatch(/\n0 breaking, 1 breaking \(exempted\), 1 policy, 0 unknown, 0 compatible in /);
});

test("exemptions apply to parts that only the new document has", async () => {
  const ref = { name: "limit", in: "query", schema: { type: "integer", maximum: 10 } };
  session.put(
    "new.json",
    withParameters(ref, { name: "shop", in: "query", required: true, schema: { type: "string" } }),
  );
  const [found] = (await session.report(["old.json", "new.json"])).changes;
  const fields = { id: found?.id ?? "", pointer: found?.revision?.pointer ?? "" };
  const { code, stdout } = await run(`- ${entry(fields)}`);
  expect([code, failure(stdout)]).toEqual([0, undefined]);
  const elsewhere = await run(`- ${entry({ ...fields, pointer: "/paths" })}`);
  expect(failure(elsewhere.stdout)).toContain(fields.pointer);
});

test.each(["base", "revision"] as const)("exemptions apply to a change that has no place in the %s", async (side) => {
  const [change] = (await compare(limited(10), limited(5))).changes;
  if (change === undefined) throw new Error("the limit is narrowed");
  const exempt = (pointer: string) => {
    const exemption = { id: change.id, pointer, reason: "agreed", expires: "2026-06-01" };
    return applyExemptions([{ ...change, [side]: null }], [exemption], "2026-06-01");
  };
  expect(exempt(POINTER)).toMatchObject({ changes: [{ exempted: "agreed" }], failures: [], removable: [] });
  expect(exempt("/paths").failures).toEqual([`exemption ${change.id} names /paths, but the change is at ${POINTER}`]);
});

describe("an invalid exemption fails the run, and the summary says so", () => {
  test.each([
    ["an exemption on the day after its last one", { expires: "2026-05-31" }, "expired on 2026-05-31"],
    ["an exemption for another place", { pointer: "/paths" }, `names /paths, but the change is at ${POINTER}`],
  ])("%s", async (_what, fields: Fields, said) => {
    const { code, stdout } = await run(`- ${entry(fields)}`);
    expect(code).toBe(1);
    expect(failure(stdout)).toContain(said);
    expect(stdout).toMatch(/\n1 failed, 1 breaking, /);
  });

  test("an exemption that is listed twice", async () => {
    const { code, stdout } = await run(`- ${entry()}\n- ${entry({ expires: "2027-01-01" })}`);
    expect([code, failure(stdout)]).toEqual([1, `exemption ${id} is listed twice: keep the one that holds`]);
  });
});

describe("an exemption that is no longer needed", () => {
  const merged = (...words: string[]) =>
    session.gate(["new.json", "new.json", "--exemptions", "exempt.yaml", "--today", "2026-06-01", ...words]);

  test("is reported, so that it can be removed, and does not fail the run", async () => {
    session.put("exempt.yaml", `- ${entry()}`);
    const { code, stderr } = await merged();
    expect([code, stderr]).toEqual([
      0,
      `animal-store gate: exemption ${id} is no longer needed: no change has that id; remove it\n`,
    ]);
  });

  test("is only counted after the first ten", async () => {
    const many = Array.from({ length: 14 }, (_, at) => `- ${entry()}`.replace(id, `${id.slice(0, -2)}${10 + at}`));
    session.put("exempt.yaml", many.join("\n"));
    const { code, stderr } = await merged();
    const lines = stderr.trim().split("\n");
    expect([code, lines.length, lines.at(-1)]).toEqual([
      0,
      11,
      "animal-store gate: 4 more exemptions can be removed; --strict-exemptions lists all",
    ]);
  });

  test("fails the run with --strict-exemptions", async () => {
    session.put("exempt.yaml", `- ${entry()}`);
    const { code, stdout } = await merged("--strict-exemptions");
    expect([code, failure(stdout)]).toEqual([1, expect.stringContaining("is no longer needed")]);
  });
});

test("--write-exemptions writes a file that makes the run pass once its reasons are filled in", async () => {
  const args = ["old.json", "new.json", "--today", "2026-06-01"];
  const written = await session.gate([...args, "--write-exemptions", "made.yaml"]);
  expect(written.code).toBe(1);
  const text = session.text("made.yaml");
  expect(text).toContain(`id: "${id}"`);
  expect(text).toContain('expires: "2026-08-30"');
  expect((await session.gate([...args, "--exemptions", "made.yaml"])).stderr).toContain("has no reason");
  session.put("made.yaml", text.replaceAll('reason: ""', 'reason: "agreed"'));
  expect((await session.gate([...args, "--exemptions", "made.yaml"])).code).toBe(0);
  const again = await session.gate([...args, "--write-exemptions", "made.yaml"]);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("it exists already")]);
});

test.each([
  ["[a", /^animal-store gate: exempt\.yaml:1: the exemptions file is not /],
  ["a: 1", /it must hold a list of exemptions/],
  ["- a", /exemption 1 is "a": each has id, pointer, reason and expires/],
  ["- {}", /exemption 1 has no id: each has/],
  ["- {id: a, pointer: /b, reason: 5}", /exemption 1: reason is 5: each has .* all of them texts/],
  ["- {id: a, pointer: /b, reason: c, expires: 2026-13-01}", /expires is "2026-13-01"; it must be a day such as/],
])("%j is not a list of exemptions", async (text, said) => {
  const { code, stdout, stderr } = await run(text);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(said);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("an empty file name is refused", async () => {
  const { code, stderr } = await session.gate(["old.json", "new.json", "--exemptions", ""]);
  expect([code, stderr]).toEqual([2, 'animal-store gate: --exemptions must be the path of a file, not ""\n']);
});
