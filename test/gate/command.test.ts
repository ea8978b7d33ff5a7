// `animal-store gate` as a user or CI runs it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withParameters } from "./documents.ts";
import { type JsonReport, type Ran, Session, type With } from "./session.ts";

let session: Session;
beforeEach(() => {
  session = new Session();
});
afterEach(() => session.end());

const put = (name: string, content: unknown): string => session.put(name, content);
const gate = (words: readonly string[], more?: With): Promise<Ran> => session.gate(words, more);
const report = (words: readonly string[]): Promise<JsonReport> => session.report(words);

const limited = (maximum: number) =>
  withParameters({ name: "limit", in: "query", schema: { type: "integer", maximum } });

describe("exit codes", () => {
  test("exits with 0 if nothing breaks and with 1 if something does, and shows why", async () => {
    put("old.json", limited(10));
    put("new.json", limited(5));
    expect((await gate(["old.json", "old.json"])).code).toBe(0);
    expect((await gate(["new.json", "old.json"])).code).toBe(0);
    const { code, stdout } = await gate(["old.json", "new.json"]);
    expect(code).toBe(1);
    expect(stdout).toContain("maximum changed from 10 to 5");
    expect(stdout).toContain("limit=6");
    expect(stdout).toMatch(/new\.json:\d+/);
    expect((await gate(["old.json", "new.json", "--fail-on", "never"])).code).toBe(0);
  });

  test.each([
    ["does not exist", undefined],
    ["is not YAML", "a: [1"],
  ])("exits with 2 if a document %s", async (_what, content) => {
    put("old.json", limited(10));
    if (content !== undefined) put("new.json", content);
    const { code, stderr } = await gate(["old.json", "new.json"]);
    expect(code).toBe(2);
    expect(stderr).toContain("new.json");
    expect((await gate(["new.json", "new.json"])).code).toBe(2);
  });

  test("exits with 2 for invalid days of notice or an unknown level", async () => {
    put("old.json", limited(10));
    for (const days of ["-1", "beta", "gamma=3", "beta=x", "1.5"]) {
      const { code, stderr } = await gate(["old.json", "old.json", "--notice-days", days]);
      expect([code, stderr]).toEqual([2, expect.stringContaining("a whole number from 0 to 36500")]);
    }
    expect((await gate(["old.json", "old.json", "--notice-days", "stable=180,beta=30"])).code).toBe(0);
  });

  test.each([
    ["a reference to nothing", { ...limited(5), components: { schemas: { A: { $ref: "#/components/schemas/B" } } } }],
    ["an unknown type", withParameters({ name: "limit", in: "query", schema: { type: "int" } })],
  ])("exits with 1 if a change introduces a fault, and with 0 if it fixes it: %s", async (_what, content) => {
    put("old.json", limited(10));
    put("new.json", content);
    const { code, stdout } = await gate(["old.json", "new.json"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("1 new fault of the document")]);
    expect(stdout).toMatch(/new\.json:\d+/);
    expect((await gate(["new.json", "old.json"])).code).toBe(0);
    expect((await gate(["new.json", "new.json"])).code).toBe(0);
  });

  test.each([
    [["--profile", "loose"], "wire, strict, sdk"],
    [["--fail-on", "always"], "breaking, unknown, never"],
    [["--today", "soon"], "a day"],
    [["--report", "pdf=a"], "junit"],
    [["--replay", "example.com"], "http"],
  ])("exits with 2 for %j, with a hint about what is allowed", async (words, hint) => {
    put("old.json", limited(10));
    const { code, stderr } = await gate(["old.json", "old.json", ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(hint);
  });

  test("unknown changes only fail the run with --fail-on unknown", async () => {
    put("old.json", limited(10));
    put("new.json", limited(5));
    const words = ["old.json", "new.json", "--budget-ms", "1"];
    const { code } = await gate([...words, "--fail-on", "unknown"]);
    expect(code).toBe(1);
  });
});

describe("where documents come from", () => {
  const git = (...words: string[]): void => {
    const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...identity, ...words], { cwd: session.folder, stdio: "ignore" });
  };

  test("standard input", async () => {
    put("new.json", limited(5));
    expect((await gate(["-", "new.json"], { stdin: JSON.stringify(limited(10)) })).code).toBe(1);
    expect((await gate(["-", "-"])).code).toBe(2);
  });

  test("a git revision, and the merge base with the default branch", async () => {
    git("init", "-b", "main");
    put("api/spec.json", limited(10));
    git("add", ".");
    git("commit", "-m", "one");
    git("checkout", "-b", "work");
    put("api/spec.json", limited(5));
    expect((await gate(["main:api/spec.json", "api/spec.json"])).code).toBe(1);
    expect((await gate(["api/spec.json"])).code).toBe(1);
    expect((await gate(["main:api/none.json", "api/spec.json"])).code).toBe(2);
    expect((await gate(["HEAD:api/spec.json", "main:api/spec.json"])).code).toBe(0);
  });

  test("where git has no such document, one line says why and what to do", async () => {
    put("api/spec.json", limited(10));
    const said = async (...words: string[]): Promise<string> => {
      const { code, stdout, stderr } = await gate(words);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr.trim().split("\n")).toHaveLength(1);
      return stderr;
    };
    expect(await said("main:api/spec.json", "api/spec.json")).toMatch(
      /is not a file, and this is not a git repository/,
    );
    expect(await said("api/spec.json")).toMatch(/this is not a git repository: name a file/);
    git("init", "-b", "main");
    git("add", ".");
    git("commit", "-m", "one");
    expect(await said("origin/nope:api/spec.json", "api/spec.json")).toMatch(
      /git knows no origin\/nope here: fetch it/,
    );
    expect(await said("main:spec.json", "api/spec.json")).toMatch(
      /main has no file spec\.json \(paths count from the top/,
    );
    expect(await said("api/gone.json")).toMatch(/api\/gone\.json:1:1: the document does not exist/);
  });

  test("empty standard input is an error, not a document", async () => {
    put("new.json", limited(5));
    const { code, stderr } = await gate(["-", "new.json"], { stdin: "\n" });
    expect([code, stderr]).toEqual([2, expect.stringContaining("nothing came on standard input")]);
  });

  test("a name that git would read as an option is refused", async () => {
    put("new.json", limited(5));
    expect((await gate(["--", "--output=x:y", "new.json"])).stderr).toContain("hyphen");
  });
});

describe("reports", () => {
  test("the JSON report has the structure that the README describes, with lines and pointers", async () => {
    put("old.json", limited(10));
    put("new.json", limited(5));
    const { summary, changes } = await report(["old.json", "new.json"]);
    expect(summary).toEqual({ breaking: 1, policy: 1, unknown: 0, compatible: 0 });
    expect(changes[0]).toMatchObject({
      verdict: "breaking",
      severity: "error",
      kind: "request-maximum",
      operations: ["GET /things"],
      direction: "request",
      base: {
        pointer: "/paths/~1things/get/parameters/0/schema/maximum",
        location: expect.stringMatching(/old\.json:\d+$/),
      },
      witness: {
        request: { method: "GET", url: "/things?limit=6" },
        acceptedBy: "base",
        refusedBy: "revision",
        violations: [{ keyword: "maximum" }],
      },
    });
  });

  test.each(["markdown", "github", "sarif", "junit", "html"])("a %s report can be written, too", async (kind) => {
    put("old.json", limited(10));
    put("new.json", limited(5));
    const path = join(session.folder, `report.${kind}`);
    await gate(["old.json", "new.json", "--report", `${kind}=${path}`]);
    expect(readFileSync(path, "utf8")).toContain("maximum");
  });
});

describe("exemptions", () => {
  const entry = async (more: Record<string, string> = {}): Promise<string> => {
    put("old.json", limited(10));
    put("new.json", limited(5));
    const [change] = (await report(["old.json", "new.json"])).changes;
    const fields = {
      id: change?.id ?? "",
      pointer: change?.base?.pointer ?? "",
      reason: "agreed with all clients",
      expires: "2026-12-31",
      ...more,
    };
    put(
      "exempt.yaml",
      `- ${Object.entries(fields)
        .map(([key, text]) => `${key}: "${text}"`)
        .join("\n  ")}\n`,
    );
    return "exempt.yaml";
  };
  const run = (file: string) => gate(["old.json", "new.json", "--exemptions", file, "--today", "2026-06-01"]);

  test("let a known break pass, and show its reason", async () => {
    const { code, stdout } = await run(await entry());
    expect(code).toBe(0);
    expect(stdout).toContain("exempted");
  });

  test.each([
    ["has expired", { expires: "2026-05-31" }, 1],
    ["has the id of another change", { id: "request-maximum-00000000" }, 1],
    ["is for another place", { pointer: "/paths" }, 1],
    ["has no reason", { reason: "" }, 2],
    ["has no expiry date", { expires: "never" }, 2],
  ])("one that %s fails the run", async (_what, more, expected) => {
    expect((await run(await entry(more))).code).toBe(expected);
  });
});

test("--replay sends the witness to a server and reports the response", async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(400).end("too many");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  put("old.json", limited(10));
  put("new.json", limited(5));
  const { changes } = await report(["old.json", "new.json", "--replay", url]);
  server.close();
  expect(seen).toEqual(["GET /things?limit=6"]);
  expect(changes[0]?.replay).toContain("400, refused; too many");
});
