// The suite in other test runners.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import { type SuiteOptions, defineConformanceSuite } from "../../conformance/define-suite.ts";
import { startReference } from "../faults/index.ts";
import { json } from "../faults/reference.ts";
import { IN_PROOF } from "../share.ts";

/** The outcome of each test: undefined, or why it failed. */
async function outcomes(options: Omit<SuiteOptions, "framework">): Promise<Map<string, string | undefined>> {
  const declared: [string, () => Promise<void>][] = [];
  const framework = {
    describe: (_: string, declare: () => void) => declare(),
    test: (name: string, run: () => Promise<void>) => declared.push([name, run]),
  };
  defineConformanceSuite({ ...options, framework });
  const found = new Map<string, string | undefined>();
  for (const [name, run] of declared) {
    found.set(
      name,
      await run().then(
        () => undefined,
        (error: Error) => error.message,
      ),
    );
  }
  return found;
}

describe("defineConformanceSuite", () => {
  it.runIf(IN_PROOF)(
    "declares a test for each check, and all pass on a store that keeps the contract",
    { timeout: 60_000 },
    async () => {
      const store = await startReference();
      const found = await outcomes({ baseUrl: store.url, key: store.key });
      await store.close();
      expect(found.size).toBe(CHECKS.length + 1);
      expect([...found].filter(([, why]) => why !== undefined)).toEqual([]);
    },
  );

  it("fails the test of the check that fails, and says what was expected", { timeout: 60_000 }, async () => {
    const store = await startReference({ found: (item) => json(200, { ...item, name: 7 }) });
    const found = await outcomes({ baseUrl: store.url, key: store.key, only: ["family:schema"], readOnly: true });
    await store.close();
    const failed = [...found].filter(([, why]) => why !== undefined);
    expect(failed.map(([name]) => name)).toEqual([expect.stringMatching(/^schema\.body \(must\): /)]);
    expect(failed[0]?.[1]).toMatch(
      /^GET \/pets\/\{petId\}: expected a body that the schema allows, got \/name must be/,
    );
  });

  it.runIf(IN_PROOF)("stays within the profile and the write budget", { timeout: 60_000 }, async () => {
    for (const [asked, most] of [
      [{ profile: "smoke" }, 0],
      [{ readOnly: true }, 0],
      [{ maxWrites: 2 }, 2],
    ] as const) {
      let writes = 0;
      const store = await startReference({ created: (item) => (writes++, json(201, item)) });
      await outcomes({ baseUrl: store.url, key: store.key, only: ["family:create"], ...asked });
      await store.close();
      expect([asked, writes <= most, writes > 0]).toEqual([asked, true, most > 0]);
    }
  });

  it("fails with one sentence if there is nothing to verify", { timeout: 60_000 }, async () => {
    const store = await startReference();
    const found = await outcomes({ baseUrl: store.url, key: "not-the-key" });
    await store.close();
    expect(new Set([...found.values()])).toEqual(
      new Set([expect.stringMatching(/^nothing was verified\. The key was/)]),
    );
  });

  it("says what to pass if there are no globals", () => {
    expect(() => defineConformanceSuite({ baseUrl: "http://127.0.0.1:1" })).toThrow(
      /pass framework: \{ describe, test \}/,
    );
  });

  it.runIf(IN_PROOF)("runs in node --test, from the package", { timeout: 60_000 }, async () => {
    const store = await startReference();
    const folder = await mkdtemp(join(tmpdir(), "animal-store-suite-"));
    const entry = fileURLToPath(new URL("../../dist/src/index.js", import.meta.url));
    const file = join(folder, "api.test.mjs");
    await writeFile(
      file,
      `import { describe, test } from "node:test";
import { defineConformanceSuite } from ${JSON.stringify(entry)};
defineConformanceSuite({ baseUrl: ${JSON.stringify(store.url)}, key: ${JSON.stringify(store.key)}, framework: { describe, test } });
`,
    );
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env;
    const [code, said] = await new Promise<[unknown, string]>((resolve) => {
      execFile(process.execPath, ["--test", file], { env }, (error, stdout) => resolve([error?.code ?? 0, stdout]));
    });
    await store.close();
    await rm(folder, { recursive: true, force: true });
    expect([code, /(?:#|ℹ) fail (\d+)/.exec(said)?.[1]]).toEqual([0, "0"]);
    expect(Number(/(?:#|ℹ) pass (\d+)/.exec(said)?.[1])).toBe(CHECKS.length + 1);
  });
});
