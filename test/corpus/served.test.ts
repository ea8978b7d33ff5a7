// Documents that others wrote: the mock of each must pass the suite. A failure is a bug of the mock or a false alarm of
// the suite.
import { expect, it } from "vitest";
import type { Result } from "../../conformance/run.ts";
import { verify } from "../../conformance/verify.ts";
import { DocumentError } from "../../src/document/document.ts";
import { contractOf, documentOfValue } from "../../src/contract/load.ts";
import type { Contract, MediaType, Operation } from "../../src/contract/model.ts";
import { DEFAULT_KEY, createMockServer } from "../../src/http/node/server.ts";
import { lintDocument } from "../../src/lint/lint.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { seededValue } from "../../src/realistic/seeded-values.ts";
import { readPairs } from "./gate-corpus.ts";
import { sampleOf, shareOf } from "../share.ts";
import type { JsonObject } from "../../src/json/value.ts";

it("the mock of any document keeps it, in the eyes of the suite", async () => {
  const found: string[] = [];
  let served = 0;
  for (const { id, base, revision } of sampleOf(shareOf(readPairs(), 8), 8)) {
    for (const document of [base, revision]) {
      const contract = await contractIfReadable(document);
      if (contract === undefined) continue;
      served++;
      await lintDocument(contract.document);
      found.push(...(await breaches(contract)).map((breach) => `${id}: ${breach}`));
    }
  }
  process.stdout.write(`${served} documents served and verified\n`);
  expect(served).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

/** The failure in a result, unless no mock could do better. */
function wordsOf(contract: Contract, { check, subject, outcome }: Result): string[] {
  if (outcome.verdict === "error") return [`${check.id}: ${String(outcome.cause)}`];
  if (outcome.verdict !== "fail") return [];
  if (subject.operation !== undefined && !canBeAnswered(contract, subject.operation)) return [];
  return [`${check.id} ${subject.operation?.id ?? ""}: ${outcome.seen}, not ${outcome.expected}`];
}

/** Some pairs are about mistakes: they describe no response, or one that no value matches. */
function canBeAnswered({ document }: Contract, { responses }: Operation): boolean {
  const hasValue = ({ name, schema }: MediaType): boolean => {
    if (schema === undefined) return true;
    const values = Array.from({ length: 20 }, (_, seed) => seededValue(document, schema.pointer, seed) ?? null);
    const texts = /[/+]json$/.test(name) ? values : values.filter((value) => typeof value === "string");
    return texts.some((value) => schema.validate(value).length === 0);
  };
  return responses.length > 0 && responses.every(({ content }) => content.every(hasValue));
}

/** Some of the pairs are about documents that cannot be resolved. */
async function contractIfReadable(document: JsonObject): Promise<Contract | undefined> {
  try {
    return contractOf(await documentOfValue(document));
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

async function breaches(contract: Contract): Promise<string[]> {
  const errors: string[] = [];
  const onError = (error: unknown): void => void errors.push(`an error of ours: ${String(error)}`);
  const server = createMockServer(contract, inferResources(contract), { onError });
  const { url } = await server.listen();
  try {
    const explore = { count: 5, seed: 1 };
    const { results } = await verify(contract, { baseUrl: url, key: DEFAULT_KEY, explore });
    return [...errors, ...results.flatMap((result) => wordsOf(contract, result))];
  } finally {
    await server.close();
  }
}
