// Uses the old suite as a second look at what the comparison left open: chooses the operations and reports the result.
import { DocumentError } from "../../document/document.ts";
import type { GateResult, Verdict } from "../../gate/model.ts";
import { count } from "../../report/text.ts";
import { isBad } from "./conclusion.ts";
import type { GateOptions, OldSuite, SuiteBreach } from "./options.ts";
import type { Pair } from "./sources.ts";

/** What the old suite adds: where it ran and what it found. */
export interface SecondLook {
  readonly scope?: string;
  /** Why it could not run. */
  readonly unserved?: string;
  readonly breaches: readonly string[];
  /** What to tell the reader if there was nothing left to test. */
  readonly spared?: string;
}

/** Verdicts that the suite cannot add to. */
const JUDGED: ReadonlySet<Verdict> = new Set<Verdict>(["breaking", "policy"]);

/** Why the suite was skipped; ends the last line of a run. */
const BY_RULE = "each difference is decided by rule";
const FAILS_ALREADY = "the run fails without it";

/** The result of the comparison. */
interface FirstLook {
  readonly result: GateResult;
  /** Units of work that it took. */
  readonly spent: number;
  /** Whether the run fails already, whatever the suite finds. */
  readonly fails: boolean;
}

/** A breach that the comparison missed is a bug in either of the two, and is reported as such. */
export async function lookTwice(
  pair: Pair,
  { suite }: GateOptions,
  { result: { changes, touched }, spent, fails }: FirstLook,
): Promise<SecondLook> {
  // Most documents that CI sees have no changes and need no second look, nor does anything known to break.
  if (suite === undefined || changes.length === 0) return { breaches: [] };
  // The suite knows no policy: it fails on a new response value or a removed property, which is only a warning and has
  // already been given.
  const shown = changes.filter((change) => isBad(change) || JUDGED.has(change.verdict));
  const told = new Set(shown.flatMap(({ operations }) => operations));
  const untoldOnes = touched.filter((operation) => !told.has(operation));
  if (untoldOnes.length === 0) return { breaches: [] };
  const unsure = unsureOf(changes);
  const open = untoldOnes.filter((operation) => unsure.has(operation));
  const left = count(untoldOnes.length - open.length, "operation");
  const settled = `${left} left out, where ${BY_RULE}`;
  if (open.length === 0) return { breaches: [], scope: `nothing: ${settled}`, spared: leftOut(BY_RULE) };
  if (fails) return { breaches: [], scope: `nothing: ${FAILS_ALREADY}`, spared: leftOut(FAILS_ALREADY) };
  const { breaches, scope, unserved } = await askSuite(suite, pair, [new Set(open), told, spent]);
  const untold = breaches.filter(({ operation }) => !told.has(operation));
  return {
    ...(scope === undefined ? {} : { scope: open.length < untoldOnes.length ? `${scope}; ${settled}` : scope }),
    ...(unserved === undefined ? {} : { unserved }),
    breaches: untold.map((breach) => sayBreach(breach, unsure.has(breach.operation))),
  };
}

function leftOut(why: string): string {
  return `The old suite was left out: ${why}.`;
}

/** The operations with a change that has no verdict yet. */
function unsureOf(changes: GateResult["changes"]): ReadonlySet<string> {
  return new Set(changes.filter(({ verdict }) => verdict === "unknown").flatMap(({ operations }) => operations));
}

/** Serving a document takes more than comparing it. The suite says nothing about what cannot be served. */
async function askSuite(
  suite: OldSuite,
  pair: Pair,
  questions: readonly [touched: ReadonlySet<string>, told: ReadonlySet<string>, spent: number],
): Promise<Awaited<ReturnType<OldSuite>> & Pick<SecondLook, "unserved">> {
  try {
    return await suite(pair, ...questions);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const unserved = `the mock cannot serve the documents: ${error.message.split("\n")[0]}`;
    return { breaches: [], scope: `nothing, as ${unserved}`, unserved };
  }
}

function sayBreach({ check, operation, message }: SuiteBreach, unsure: boolean): string {
  const seen = `the old suite fails on the new document (${check}, ${operation}: ${message})`;
  return unsure
    ? `${seen}, where the comparison came to no verdict: the change breaks a client`
    : `${seen} and the comparison shows no break there: one of them is wrong`;
}
