// The suite as tests of your own runner: vitest, Jest or `node --test`. Runners need their tests declared before
// anything is sent, so there is one test for each check, and the first one to be called starts the run.
import { embeddedSpecPath } from "../src/contract/embedded/embedded.ts";
import { loadContract } from "../src/contract/load.ts";
import { parseSelection } from "../src/selection/selection.ts";
import { type AnyCheck, showSubject } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import { type ListRules, applyKnownFailing, readKnownFailing, staleLines } from "./report/known-failing.ts";
import { type Verified, detailOf, redactorOf, undecidedFamilies } from "./report/report.ts";
import { wordOf } from "./report/verdicts.ts";
import type { Profile } from "./scope.ts";
import { type VerifyOptions, look, verify } from "./verify.ts";

/** The functions that declare tests: the globals of vitest and Jest, or the exports of `node:test`. */
export interface TestFramework {
  readonly describe: (name: string, declare: () => void) => unknown;
  readonly test: (name: string, run: () => Promise<void>, timeoutMs?: number) => unknown;
}

export interface SuiteOptions {
  /** "https://staging.example.com/v1". */
  readonly baseUrl: string;
  readonly key?: string;
  /** The OpenAPI document; by default, the embedded one. */
  readonly spec?: string;
  readonly readOnly?: boolean;
  readonly maxWrites?: number;
  readonly profile?: Profile;
  /** Like `--only` and `--except`: ["family:auth", "path:/orders*"]. */
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  /** The path of a list of known failures. */
  readonly knownFailing?: string;
  /** A failed `should` fails its test. */
  readonly strict?: boolean;
  /** A family in which every result is inconclusive fails no test. */
  readonly allowUndecided?: boolean;
  /** For the whole run, which counts as part of the first test. */
  readonly timeoutMs?: number;
  /** `{ describe, test }` of `node:test`, or of a runner without globals. */
  readonly framework?: TestFramework;
}

const DEFAULT_TIMEOUT_MS = 120_000;

/**
 * Declares a test for each check of the suite, against a base URL.
 * @throws TypeError if there is no `describe` and `test`, or a selection cannot be read
 */
export function defineConformanceSuite(options: SuiteOptions): void {
  const { describe, test } = options.framework ?? globals();
  const selection = parseSelection(options);
  if (!selection.ok) throw new TypeError(selection.message);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  let running: Promise<Verified> | undefined;
  const verified = (): Promise<Verified> => (running ??= runSuite(options, { selection: selection.selection }));
  describe(`the API at ${options.baseUrl} keeps its document`, () => {
    for (const check of CHECKS) {
      test(
        `${check.id} (${check.level}): ${check.claim}`,
        async () => expectKept(check, await verified(), options),
        timeoutMs,
      );
    }
    test("what should be decided could be", async () => expectDecided(await verified(), options), timeoutMs);
  });
}

function globals(): TestFramework {
  const { describe, test } = globalThis as Partial<TestFramework>;
  if (describe === undefined || test === undefined)
    throw new TypeError(
      'defineConformanceSuite found no global describe and test: pass framework: { describe, test }, imported from "node:test" or "vitest"',
    );
  return { describe, test };
}

async function runSuite(options: SuiteOptions, how: Pick<VerifyOptions, "selection">): Promise<Verified> {
  const contract = await loadContract(options.spec ?? embeddedSpecPath());
  const list = options.knownFailing === undefined ? undefined : await readKnownFailing(options.knownFailing, CHECKS);
  const { baseUrl, key, readOnly, maxWrites, profile } = options;
  const target: VerifyOptions = { baseUrl, key, readOnly, maxWrites, profile, ...how };
  const { obstacle } = await look(contract, target);
  if (obstacle !== undefined) throw new Error(`nothing was verified. ${obstacle.what}. ${obstacle.todo}`);
  const run = await verify(contract, target);
  const known = list === undefined ? undefined : applyKnownFailing(run.results, list, rulesOf(options));
  return {
    run,
    results: known?.results ?? run.results,
    coverage: { covered: 0, reasoned: 0, open: 0 },
    ...(known === undefined ? {} : { known }),
  };
}

function rulesOf(options: SuiteOptions): ListRules {
  const { profile, readOnly = false, only = [], except = [] } = options;
  const isPartial = readOnly || profile === "smoke" || only.length + except.length > 0;
  return { isPartial, today: new Date().toISOString().slice(0, 10) };
}

/** @throws Error that says what was expected and what was received, for each failure of the check */
function expectKept(check: AnyCheck, { run, results }: Verified, { strict = false }: SuiteOptions): void {
  const redactor = redactorOf(run);
  const broken = results.filter((one) => one.check === check && ["fail", "error"].includes(wordOf(one, strict)));
  const lines = broken.map((one) => `${showSubject(one.subject)}: ${redactor.sentence(detailOf(one))}`);
  if (lines.length > 0) throw new Error(lines.join("\n"));
}

/** @throws Error for families in which nothing could be decided, and for an outdated list of known failures */
function expectDecided({ run, known }: Verified, { allowUndecided, profile }: SuiteOptions): void {
  const open = (allowUndecided ?? profile === "smoke") ? [] : undecidedFamilies(run, known);
  const lines = open.map((family) => `nothing could be decided in the family ${family}`);
  if (known !== undefined) lines.push(...staleLines(known));
  if (lines.length > 0) throw new Error(lines.join("\n"));
}
