// Which requests a restricted run sends.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Running } from "../faults/index.ts";
import { startReference } from "../faults/index.ts";
import { call } from "../cli/program.ts";
import { IN_PROOF } from "../share.ts";

interface Report {
  readonly requests: number;
  readonly writes: number;
  readonly summary: Readonly<Record<string, number>>;
  readonly results: readonly { readonly id: string; readonly family: string; readonly operation: string }[];
}

describe("a run of a part of the suite", () => {
  let store: Running;
  let folder = "";
  beforeAll(async () => {
    store = await startReference();
    folder = await mkdtemp(join(tmpdir(), "animal-store-scope-"));
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(...args: readonly string[]): Promise<{ code: number | null; stderr: string; report: Report }> {
    const file = join(folder, "report.json");
    const words = ["verify", store.url, "--key", store.key, "--report", `json=${file}`, ...args];
    const { code, stderr } = await call(words);
    return { code, stderr, report: JSON.parse(await readFile(file, "utf8")) as Report };
  }

  it("--profile smoke sends under 40 requests and changes nothing", async () => {
    const { code, report } = await run("--profile", "smoke");
    expect([code, report.summary["fail"], report.summary["warning"], report.writes]).toEqual([0, 0, 0, 0]);
    expect(report.requests).toBeLessThan(35);
    expect(report.summary["pass"]).toBeGreaterThan(20);
  });

  it("--only runs one family, and judges the requests that it needs from others", async () => {
    const { code, report } = await run("--only", "family:errors");
    expect(code).toBe(0);
    expect(new Set(report.results.map(({ family }) => family))).toEqual(new Set(["errors"]));
    expect(report.summary).toMatchObject({ fail: 0, inconclusive: 0 });
  });

  it("--only also limits --explore", async () => {
    const { code, report } = await run("--explore", "6", "--only", "check:explore.*", "--only", "operation:createPet");
    expect(code).toBe(0);
    expect(report.results.map(({ id, operation }) => `${id} ${operation}`).toSorted()).toEqual([
      "explore.answer POST /pets",
      "explore.invalid POST /pets",
      "explore.valid POST /pets",
    ]);
  });

  it("--only with families of the suite sends no random requests", async () => {
    const { report } = await run("--explore", "6", "--only", "check:auth.missing");
    expect(report.results.every(({ id }) => id === "auth.missing")).toBe(true);
    expect(report.requests).toBeLessThan(10);
  });

  it.runIf(IN_PROOF)("--except also limits --explore", async () => {
    const { report } = await run("--explore", "3", "--only", "family:schema", "--except", "check:explore.invalid*");
    const drawn = new Set(report.results.map(({ id }) => id).filter((id) => id.startsWith("explore.")));
    expect(drawn).toEqual(new Set(["explore.valid", "explore.answer"]));
  });

  it("--no-second-judge is accepted and says that it does nothing", async () => {
    const { code, stderr, report } = await run("--only", "check:auth.missing", "--no-second-judge");
    expect([code, stderr]).toEqual([0, "animal-store verify: --no-second-judge does nothing; you can leave it out\n"]);
    expect(new Set(report.results.map(({ id }) => id))).toEqual(new Set(["auth.missing"]));
  });

  it("--only and --except can be combined", async () => {
    const { code, report } = await run("--only", "path:/pets/*", "--except", "family:auth,check:schema.*");
    expect(code).toBe(0);
    expect(new Set(report.results.map(({ operation }) => operation))).toEqual(new Set(["GET /pets/{petId}"]));
    expect(report.results.filter(({ id }) => /^(auth|schema)/.test(id))).toEqual([]);
  });

  it("a term that names nothing is an error, not a clean run", async () => {
    const words = ["verify", store.url, "--key", store.key, "--only", "operation:getPett"];
    expect(await call(words)).toMatchObject({ code: 2, stderr: expect.stringContaining("did you mean getPet?") });
    expect(await call(["verify", store.url, "--profile", "quick"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--profile must be one of smoke, standard, full"),
    });
  });

  it("--write-known-failing writes a list, and never overwrites one", async () => {
    const list = join(folder, "known.yaml");
    const first = await run("--only", "check:auth.missing", "--write-known-failing", list);
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining("wrote 0 failures to")]);
    const again = await call([
      "verify",
      store.url,
      "--key",
      store.key,
      "--write-known-failing",
      list,
      "--profile",
      "smoke",
    ]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("it exists already; name another file")]);
  });
});
