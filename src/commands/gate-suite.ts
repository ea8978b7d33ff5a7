// The old document's suite against a mock of the new document: a second look at a change, by other means.
import { verify } from "../../conformance/verify.ts";
import { showOperation } from "../../conformance/plan.ts";
import { detailOf } from "../../conformance/report.ts";
import type { Result } from "../../conformance/run.ts";
import type { Contract } from "../contract/model.ts";
import { DEFAULT_KEY, createMockServer } from "../http/server.ts";
import { inferResources } from "../resource/infer.ts";
import type { OldSuite } from "./gate-options.ts";

/** The suite is a second opinion: it may not hold the gate up for long. */
const MAX_TIME_MS = 10_000;

/** Failed `must` claims of the base on a mock of the revision, less those that a mock of the base fails as well. */
export const oldSuite: OldSuite = async (base, revision) => {
  const failures = await failuresOn(base, revision);
  if (failures.length === 0) return { ok: true, breaches: [] };
  const before = new Set((await failuresOn(base, base)).map(nameOf));
  const breaches = failures
    .filter((result) => !before.has(nameOf(result)))
    .map((result) => ({
      check: result.check.id,
      operation: showOperation(result.subject.operation),
      message: detailOf(result),
    }));
  return { ok: breaches.length === 0, breaches };
};

async function failuresOn(judge: Contract, served: Contract): Promise<readonly Result[]> {
  const server = createMockServer(served, inferResources(served), {});
  const { url } = await server.listen({ host: "127.0.0.1", port: 0 });
  try {
    const run = await verify(judge, { baseUrl: url, key: DEFAULT_KEY, maxTimeMs: MAX_TIME_MS });
    // That a wider document takes what the old one refused breaks no client: only valid requests count.
    return run.results.filter(
      ({ check, outcome, evidence }) =>
        outcome.verdict === "fail" && check.level === "must" && evidence.every(({ intent }) => intent === "valid"),
    );
  } finally {
    await server.close();
  }
}

function nameOf({ check, subject }: Result): string {
  return `${check.id} ${showOperation(subject.operation)} ${subject.about ?? ""}`;
}
