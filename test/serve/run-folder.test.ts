// A run from the console uses a temporary folder and removes it. test/hostile/server/runs.test.ts tests runs that start
// a process.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { consoleRuns } from "../../src/commands/serve/runs/runs.ts";
import { documentOfValue } from "../../src/contract/load.ts";
import type { Document } from "../../src/document/document.ts";
import type { RunAsked, RunEvent } from "../../src/http/control/runs.ts";

const temporary = mkdtempSync(join(tmpdir(), "animal-store-run-folder-"));
afterAll(() => {
  rmSync(temporary, { recursive: true, force: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
});

let served: Document;
beforeAll(async () => {
  served = await documentOfValue({ openapi: "3.1.0", info: { title: "Things", version: "1" }, paths: {} });
});

test.each<RunAsked>([
  { kind: "gate", document: "openapi: 3.1.0" },
  { kind: "verify", url: "http://127.0.0.1:9/v1", readOnly: true },
])("the folder of a run is removed with it, even if the client left before it began: $kind", async (asked) => {
  // The second name is the one on Windows.
  for (const name of ["TMPDIR", "TEMP"]) vi.stubEnv(name, temporary);
  const during: string[] = [];
  const runs = consoleRuns("token", () => {
    during.push(...readdirSync(temporary));
    return served;
  });
  const told: RunEvent[] = [];
  await runs.run(asked, (event) => told.push(event), AbortSignal.abort());
  expect(told).toEqual([]);
  expect(during).toEqual([expect.stringMatching(/^animal-store-run-/)]);
  expect(readdirSync(temporary)).toEqual([]);
});
