// Published documents: whatever requests and answers are held up, every run of the suite against the mock says the same.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import { unsteadyResults } from "../conformance/delayed.ts";
import { CORPUS } from "./data.ts";
import { repeated, sampleOf } from "../share.ts";

// Ten whole runs of a document with 77 operations take four minutes of processor time.
const MOST_OPERATIONS = repeated({ all: 100, sample: 50 });
const RUNS = repeated({ all: 10, sample: 3 });
const WAIT = { timeout: 40 * 60_000 };

const folder = mkdtempSync(join(tmpdir(), "repeatable-"));
afterAll(() => rmSync(folder, { recursive: true }));

const published = readdirSync(join(CORPUS, "documents")).map((name) => {
  const file = join(folder, name.replace(/\.gz$/, ""));
  writeFileSync(file, gunzipSync(readFileSync(join(CORPUS, "documents", name))));
  return file;
});
const trials = ["shop/shop.yaml", "verify/01b-race/username.yaml", "verify/01b-race/bulk.yaml"].map((name) =>
  resolve(CORPUS, "..", "trials", name),
);

test.each(sampleOf([...published, ...trials], 12))(`%s: ${RUNS} runs have the same verdicts`, WAIT, async (file) => {
  const contract = await loadContract(file, { lenient: true });
  if (contract.operations.length >= MOST_OPERATIONS) return;
  expect(await unsteadyResults(contract, RUNS)).toEqual([]);
});
