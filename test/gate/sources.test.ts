// Where `gate` gets its documents: files in git, missing files, and files that are not documents.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { linkOut } from "../../src/commands/git/links.ts";
import { findRepository } from "../../src/commands/git/repository.ts";
import { withParameters } from "./documents.ts";
import { Session } from "./session.ts";
import { IN_PROOF, shareOf } from "../share.ts";

let session: Session;
beforeEach(() => {
  session = new Session();
});
afterEach(() => session.end());

const LIMIT = withParameters({ name: "limit", in: "query", schema: { $ref: "parts/limit.yaml" } });
const BOUND = (maximum: number): string => `{type: integer, maximum: ${maximum}}\n`;

/**
 * A document with its schema in another file. On the branch `work`, that file has different contents and another name.
 */
function repository(): void {
  session.git("init", "-b", "main");
  session.put("api dir/spéc.json", LIMIT);
  session.put("api dir/parts/limit.yaml", BOUND(100));
  session.commit();
  session.git("checkout", "-b", "work");
  session.git("mv", "api dir/parts/limit.yaml", "api dir/parts/bound.yaml");
  session.put("api dir/spéc.json", JSON.stringify(LIMIT, null, 2).replace("parts/limit", "parts/bound"));
  session.put("api dir/parts/bound.yaml", BOUND(50));
}

describe("a document of several files", () => {
  test("is read with the files of that revision, including names with spaces and accents", async () => {
    repository();
    const { changes } = await session.report(["main:api dir/spéc.json", "api dir/spéc.json"]);
    expect(changes[0]).toMatchObject({
      kind: "request-maximum",
      base: { location: "main:api dir/parts/limit.yaml:1" },
      revision: { location: expect.stringMatching(/api dir\/parts\/bound\.yaml:1$/) },
    });
  });

  test.runIf(IN_PROOF)("is read at the merge base, named by its commit, even if the branch has moved on", async () => {
    repository();
    const commit = session.git("rev-parse", "main").slice(0, 12);
    session.git("branch", "-f", "main", session.git("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "x").trim());
    const { base, changes } = await session.report(["api dir/spéc.json"]);
    expect(base).toBe(`${commit}:api dir/spéc.json`);
    expect(changes[0]?.base?.location).toBe(`${commit}:api dir/parts/limit.yaml:1`);
    // The gate accepts the name, so it can be pasted.
    expect((await session.gate([base, "api dir/spéc.json"])).code).toBe(1);
  });

  test("only reads files next to it", async () => {
    const references: readonly [reference: string, why: string, proposed: number][] = [
      ["parts/none.yaml", "does not exist at main", 1],
      ["../../x.yaml", "leads out of the folder", 2],
      ["https://example.com/x.yaml", "nothing is ever fetched", 2],
      ["parts/limit.txt", "does not name a .yaml", 1],
      ["parts/bad.yaml", "is not YAML", 1],
    ];
    session.git("init", "-b", "main");
    session.put("new.json", withParameters({ name: "limit", in: "query", schema: { type: "integer" } }));
    for (const [at, [reference]] of references.entries())
      session.put(`api/${at}.json`, withParameters({ name: "limit", in: "query", schema: { $ref: reference } }));
    session.put("api/parts/bad.yaml", "a: b: c");
    session.commit();
    for (const [at, [reference, why, proposed]] of references.entries()) {
      const old = `main:api/${at}.json`;
      // A fault in the base leaves the parts it affects without a verdict. The revision must not introduce one.
      const { changes } = await session.report([old, "new.json"]);
      const told = changes.map(({ verdict, text }) => [reference, verdict, text]);
      expect(told).toEqual([[reference, "unknown", expect.stringContaining(why)]]);
      if (!IN_PROOF && reference !== "../../x.yaml") continue;
      expect([reference, (await session.gate([old, "new.json"])).code]).toEqual([reference, 0]);
      expect([reference, (await session.gate(["new.json", old])).code]).toEqual([reference, proposed]);
    }
  });

  test("that cannot be read does not block its fix, and is refused as a revision", async () => {
    session.put("good.json", withParameters({ name: "limit", in: "query", schema: { type: "integer" } }));
    session.put("bad.yaml", "openapi: [3.1.0\n");
    const { code, stdout } = await session.gate(["bad.yaml", "good.json"]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("the base cannot be read, so that nothing was compared"),
    ]);
    expect((await session.gate(["good.json", "bad.yaml"])).code).toBe(2);
  });
});

describe("a base in git", () => {
  test("can be a path from the current folder, or in the index", async () => {
    session.git("init", "-b", "main");
    session.put("api/a.json", withParameters({ name: "limit", in: "query", schema: { $ref: "./b.json" } }));
    session.put("api/b.json", { type: "integer", maximum: 5 });
    session.commit();
    session.put("api/b.json", { type: "integer", maximum: 3 });
    session.git("add", ".");
    session.put("api/b.json", { type: "integer", maximum: 1 });
    for (const base of shareOf(["HEAD:./api/a.json", ":api/a.json", "HEAD:api/a.json"], 3)) {
      expect(await session.gate([base, "api/a.json"])).toMatchObject({ code: 1, stderr: "" });
    }
    expect((await session.gate([":api/a.json", "api/a.json"])).stdout).toContain("from 3 to 1");
  });

  test.runIf(IN_PROOF)("can be a link to a tracked file", async () => {
    session.git("init", "-b", "main");
    session.put("api/a.json", withParameters({ name: "limit", in: "query", schema: { maximum: 5 } }));
    symlinkSync("api/a.json", join(session.folder, "link.json"));
    session.commit();
    expect(await session.gate(["link.json"])).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("files that are not documents", () => {
  test("are refused with the reason", async () => {
    const bases: readonly [base: string, why: RegExp][] = [
      ["main:api", /main:api is a folder, not a file/],
      ["C:\\api.yaml", /C:\\api\.yaml is not a file, and git knows no C here/],
      ["https://example.com/api.yaml", /is a URL, and nothing is fetched: save it as a file, or pipe it in as -/],
      ["", /the name of a document is empty: is a variable not set\?/],
      [":none.json", /the index has no file none\.json/],
    ];
    session.git("init", "-b", "main");
    session.put("api/new.json", withParameters());
    session.commit();
    for (const [base, why] of bases) {
      const { code, stdout, stderr } = await session.gate([base, "api/new.json"]);
      expect([base, code, stdout, stderr]).toEqual([base, 2, "", expect.stringMatching(why)]);
    }
  });

  test.each(["", "api"])("are refused as the only argument: %j", async (name) => {
    session.put("api/new.json", withParameters());
    expect((await session.gate([name])).code).toBe(2);
  });

  test("invalid UTF-8 is refused from every source, because reading it would be guessing", async () => {
    const latin = Buffer.from(JSON.stringify({ ...withParameters(), "x-name": "caf\u00e9" }), "latin1");
    session.git("init", "-b", "main");
    session.put("latin.json", latin);
    session.put("new.json", withParameters());
    session.commit();
    for (const base of ["latin.json", "main:latin.json", "-"]) {
      const { code, stderr } = await session.gate([base, "new.json"], { stdin: latin });
      expect([code, stderr]).toEqual([2, expect.stringContaining("is not valid UTF-8")]);
    }
  });
});

describe("the same document at another revision", () => {
  const limited = (maximum: number): object =>
    withParameters({ name: "limit", in: "query", schema: { type: "integer", maximum } });

  beforeEach(() => {
    session.git("init", "-b", "main");
    session.put("api/spec.json", limited(10));
    session.commit();
    session.git("checkout", "-b", "work");
  });

  test("is found under its old name", async () => {
    session.git("mv", "api/spec.json", "api/store.json");
    session.put("api/store.json", limited(5));
    session.commit();
    for (const base of shareOf([[], ["main:"]], 2)) {
      const { base: before, changes } = await session.report([...base, "api/store.json"]);
      expect(before).toMatch(/^(?:[0-9a-f]{12}|main):api\/spec\.json$/);
      expect(changes[0]).toMatchObject({ kind: "request-maximum", verdict: "breaking" });
    }
  });

  test.runIf(IN_PROOF)("must be named if git cannot tell whether a new file replaces a removed one", async () => {
    session.git("rm", "api/spec.json");
    session.put("store.json", {
      ...limited(5),
      tags: Array.from({ length: 99 }, (_, index) => ({ name: `t${index}` })),
    });
    const { code, stdout, stderr } = await session.gate(["store.json"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      "animal-store gate: main has no store.json, and the document api/spec.json is gone: if that is what it was, say so with main:api/spec.json as BASE\n",
    );
  });

  test("may be missing if the document is new: then nothing breaks, but the document must be understood", async () => {
    session.put("notes.yaml", "a: 1\n");
    session.put("api/new.json", limited(5));
    const { code, stdout, stderr } = await session.gate(["api/new.json"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("main has no api/new.json yet: it is new")]);
    expect(stdout).toContain("nothing at main against api/new.json");
    session.put("api/new.json", withParameters({ name: "limit", in: "query", schema: { type: "integr" } }));
    expect((await session.gate(["main:", "api/new.json"])).code).toBe(2);
  });

  test("is refused if git does not know the revision", async () => {
    const { code, stderr } = await session.gate(["origin/nope:", "api/spec.json"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("git knows no origin/nope here: fetch it first")]);
  });
});

test("links that git tracks are distinguished from the user's own", async () => {
  session.git("init", "-b", "main");
  session.put("api/spec.json", "{}");
  symlinkSync("/dev", join(session.folder, "api", "out"));
  session.git("add", ".");
  symlinkSync("/dev", join(session.folder, "own"));
  const repository = await findRepository(session.folder);
  const linkOn = (path: string): Promise<string | undefined> => linkOut(repository, join(session.folder, path));
  expect(await linkOn("api/out/spec.json")).toBe("api/out");
  expect(await linkOn("own/spec.json")).toBeUndefined();
  expect(await linkOn("api/spec.json")).toBeUndefined();
  expect(await linkOn("../spec.json")).toBeUndefined();
});
