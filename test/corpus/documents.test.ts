// Published documents of real APIs: how many operations have a role, and that the mock of each conforms.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { verify } from "../../conformance/verify.ts";
import { loadContract } from "../../src/contract/load.ts";
import { DEFAULT_KEY, createMockServer } from "../../src/http/node/server.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { publishedDocuments } from "./data.ts";
import { repeated, sampleOf } from "../share.ts";

/** Large documents are only verified in part, so that all of them together take at most ten minutes. */
const MOST_MS = repeated({ all: 20_000, sample: 8_000 });

const folder = mkdtempSync(join(tmpdir(), "documents-"));
afterAll(() => rmSync(folder, { recursive: true }));

const documents = publishedDocuments(folder);

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

test.each(sampleOf(documents, 6))("the mock of $name keeps it", async ({ file }) => {
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
    const told = wrong.map(({ check, subject, outcome }) => {
      const seen = outcome.verdict === "fail" ? `${outcome.seen}, not ${outcome.expected}` : outcome.verdict;
      return `${check.id} ${subject.operation?.id ?? ""}: ${seen}`;
    });
    expect(told).toEqual([]);
  } finally {
    await server.close();
  }
});

test.each(sampleOf(documents, 6))("each name of a collection of $name leads to its own items", async ({ file }) => {
  const contract = await loadContract(file, { lenient: true });
  const inference = inferResources(contract);
  const server = createMockServer(contract, inference, { control: {} });
  const { url } = await server.listen();
  const state = async (query: string, init?: RequestInit): Promise<Response> =>
    fetch(`${new URL(url).origin}/_/api/v1/state${query}`, init);
  try {
    const { resources } = (await (await state("")).json()) as { resources: Record<string, JsonObject[]> };
    const { collections } = server.worlds.shared;
    const homes = [...new Set(inference.resources.map((one) => one.sharedWith ?? one))];
    expect(Object.keys(resources)).toEqual(homes.map(({ name }) => name));
    for (const { name, collection, sharedWith } of inference.resources) {
      const home = sharedWith?.collection ?? collection;
      for (const one of [name, collection]) {
        const told = (await (await state(`?resource=${encodeURIComponent(one)}`)).json()) as { resources: object };
        const [items] = Object.values(told.resources) as [JsonObject[]];
        const own = collections.find(({ resource }) => resource.collection === home);
        expect([one, items.length]).toEqual([one, own?.store.count()]);
      }
    }
    for (const [at, { name }] of homes.entries()) {
      server.worlds.shared.reset();
      const counts = collections.map(({ store }) => store.count());
      const body = JSON.stringify({ resources: { [name]: [] } });
      const answer = await state("", { method: "PUT", headers: { "Content-Type": "application/json" }, body });
      expect([name, answer.status]).toEqual([name, 204]);
      expect(collections.map(({ store }) => store.count())).toEqual(counts.with(at, 0));
    }
  } finally {
    await server.close();
  }
});
