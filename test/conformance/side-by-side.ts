// Runs the suite against many stores, a few at a time.
import type { AnyCheck } from "../../conformance/check.ts";
import type { Result, Run } from "../../conformance/run.ts";
import { type VerifyOptions, verify } from "../../conformance/verify.ts";
import type { Contract } from "../../src/contract/model.ts";
import { type Overrides, type Running, startReference } from "../faults/index.ts";
import { contractOf } from "./documents.ts";

const LANES = 4;
/** The time limit for stores that hang. */
const PATIENCE_MS = 4000;

/** Does something for each entry, a few at a time. @returns the results in order */
export async function sideBySide<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < all.length; index = next++) results[index] = await act(all[index] as T);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}

export type Options = Partial<Omit<VerifyOptions, "baseUrl" | "key">>;

/** Runs the suite against a store, and stops the store. */
export async function judge(contract: Contract, store: Running, options: Options = {}): Promise<Run> {
  try {
    return await verify(contract, { baseUrl: store.url, key: store.key, timeoutMs: PATIENCE_MS, ...options });
  } finally {
    await store.close();
  }
}

/** Like `judge`, for the animal store with some parts replaced. */
export async function judgeStore(overrides: Overrides, options: Options = {}): Promise<Run> {
  const contract = await contractOf("the animal store");
  return judge(contract, await startReference(overrides), options);
}

const referenceRuns = new Map<string, Promise<Run>>();

/** A run against the conforming reference, shared by all tests. */
export function referenceRun(options: Pick<Options, "maxWrites" | "readOnly"> = {}): Promise<Run> {
  const name = JSON.stringify(options);
  const known = referenceRuns.get(name) ?? judgeStore({}, options);
  referenceRuns.set(name, known);
  return known;
}

/** The ids of the checks that failed, each once. */
export function failedIds({ results }: Run): string[] {
  return [...new Set(results.filter(({ outcome }) => outcome.verdict === "fail").map(({ check }) => check.id))];
}

/** The problems of a run, one line each. */
export function complaints({ results }: Run, verdicts: readonly string[] = ["fail", "error"]): string[] {
  return results.filter(({ outcome }) => verdicts.includes(outcome.verdict)).map(describe);
}

function describe({ check, subject, outcome }: Result): string {
  const detail =
    outcome.verdict === "fail"
      ? `expected ${outcome.expected}, seen ${outcome.seen}`
      : outcome.verdict === "error"
        ? String(outcome.cause)
        : outcome.verdict === "inconclusive"
          ? outcome.why
          : "";
  return `${outcome.verdict} ${check.id} on ${subject.operation.id} ${subject.about ?? ""}: ${detail}`;
}

/** The checks of some families. */
export function ofFamilies(checks: readonly AnyCheck[], families: readonly string[]): AnyCheck[] {
  return checks.filter(({ family }) => families.includes(family));
}
