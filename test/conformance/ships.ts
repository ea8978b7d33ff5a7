// Small documents about ships, served by our mock and verified against it.
import type { Run } from "../../conformance/run.ts";
import { verify } from "../../conformance/verify.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { startMock } from "../http/support.ts";

/** The document with these paths. */
export function shipsWith(paths: JsonObject, schemas: JsonObject = {}): JsonObject {
  return { openapi: "3.1.0", info: { title: "Ships", version: "1" }, paths, components: { schemas } };
}

/** The run against our mock of a document with these paths. */
export async function runOf(paths: JsonObject, schemas?: JsonObject): Promise<Run> {
  const document = shipsWith(paths, schemas);
  const mock = await startMock(document);
  try {
    return await verify(await loadContract(document), { baseUrl: mock.url, changeExisting: true });
  } finally {
    await mock.close();
  }
}

export const verdicts = (run: Run, id: string): string[] =>
  run.results.filter(({ check }) => check.id === id).map(({ outcome }) => outcome.verdict);
