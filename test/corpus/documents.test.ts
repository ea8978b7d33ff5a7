// Published documents of real APIs: how many operations have a role, and that the mock of each conforms.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { verify } from "../../conformance/verify.ts";
import { loadContract } from "../../src/contract/load.ts";
import { DEFAULT_KEY, createMockServer } from "../../src/http/node/server.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { CORPUS } from "./data.ts";

/** Large documents are only verified in part, so that all of them together take at most ten minutes. */
const MOST_MS = 20_000;

const folder = mkdtempSync(join(tmpdir(), "documents-"));
afterAll(() => rmSync(folder, { recursive: true }));

const documents = readdirSync(join(CORPUS, "documents")).map((name) => {
  const bytes = gunzipSync(readFileSync(join(CORPUS, "documents", name)));
  const file = join(folder, name.replace(/\.gz$/, ""));
  writeFileSync(file, bytes);
  return { name, file };
});

test("seven of ten operations have a role", async () => {
  let [all, modelled] = [0, 0];
  for (const { file } of documents) {
    const { assignments } = inferResources(await loadContract(file, { lenient: true }));
    all += assignments.length;
    modelled += assignments.filter(({ role }) => role !== "unmodelled").length;
  }
  expect(all).toBeGreaterThan(2_500);
  expect(modelled / all).toBeGreaterThanOrEqual(0.7);
});

test.each(documents)("the mock of $name keeps it", async ({ file }) => {
  const contract = await loadContract(file, { lenient: true });
  const server = createMockServer(contract, inferResources(contract));
  try {
    const { results } = await verify(contract, {
      baseUrl: (await server.listen()).url,
      key: DEFAULT_KEY,
      maxTimeMs: MOST_MS,
    });
    const wrong = results.filter(
      ({ check: { level }, outcome: { verdict } }) => verdict === "error" || (verdict === "fail" && level === "must"),
    );
    expect(wrong.map(({ check, subject }) => `${check.id} ${subject.operation?.id ?? ""}`)).toEqual([]);
  } finally {
    await server.close();
  }
});
