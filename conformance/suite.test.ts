// The same checks as vitest tests, for teams that use vitest:
//   BASE_URL=https://staging.example.com/v1 API_KEY=… npm run conformance
// The run takes place while the tests are collected, so that each title can state the outcome.
import { describe, expect, test } from "vitest";
import { embeddedSpecPath } from "../src/contract/embedded/embedded.ts";
import { loadContract } from "../src/contract/load.ts";
import { showSubject } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import { detailOf, redactorOf } from "./report/report.ts";
import type { Result, Run } from "./run.ts";
import { type VerifyOptions, look, verify } from "./verify.ts";

// The config passes the user's BASE_URL under this name, because vite has a BASE_URL of its own.
const { TARGET_BASE_URL: BASE_URL = "", API_KEY, SPEC, READ_ONLY, MAX_WRITES, STRICT } = process.env;

const HELP = `Set BASE_URL to the address of the service under test, version prefix included:

  BASE_URL=http://127.0.0.1:4010/v1 API_KEY=demo-key npm run conformance

  API_KEY=…      the key for its operations
  SPEC=FILE      another document than the animal store's
  READ_ONLY=1    send only requests that change nothing
  MAX_WRITES=N   create N items at most
  STRICT=1       a failed "should" fails its test`;

const usable = /^https?:/.test(BASE_URL) && URL.canParse(BASE_URL);

test("BASE_URL is the address of the service under test", () => {
  const seen = BASE_URL === "" || BASE_URL === "/" ? "" : `BASE_URL is "${BASE_URL}", which is not an http address.\n`;
  expect(usable ? "" : `${seen}${HELP}`).toBe("");
});

if (usable) await declareRun(BASE_URL);

async function declareRun(baseUrl: string): Promise<void> {
  const contract = await loadContract(SPEC ?? embeddedSpecPath());
  const options: VerifyOptions = {
    baseUrl,
    readOnly: isSet(READ_ONLY),
    key: API_KEY,
    maxWrites: MAX_WRITES === undefined ? undefined : Number(MAX_WRITES),
  };
  const { obstacle } = await look(contract, options);
  const seen = obstacle === undefined ? undefined : `${obstacle.what}. ${obstacle.todo}`;
  test("the API answers at BASE_URL, and lets the suite in", () => expect(seen).toBeUndefined());
  if (obstacle === undefined) declare(await verify(contract, options));
}

/** One test for each check and subject: nothing is skipped, and the title says if a claim could not be decided. */
function declare(run: Run): void {
  const { results: all } = run;
  const redactor = redactorOf(run);
  const say: Say = (result) => redactor.sentence(detailOf(result));
  test("something could be decided", () => {
    const first = all.find(({ outcome }) => outcome.verdict === "inconclusive");
    const decided = all.filter(({ outcome }) => outcome.verdict === "pass" || outcome.verdict === "fail");
    expect(decided.length > 0 ? [] : [first === undefined ? "no check applies" : say(first)]).toEqual([]);
  });
  for (const check of CHECKS) {
    const own = all.filter((result) => result.check === check);
    if (own.length === 0) continue;
    describe(`${check.id} (${check.level}): ${check.claim}`, () => {
      for (const result of own) {
        test(`on ${titleOf(result, say)}`, () => expect(problemOf(result, say)).toBeUndefined());
      }
    });
  }
}

/** Describes the outcome of a check, without secrets. */
type Say = (result: Result) => string;

function titleOf(result: Result, say: Say): string {
  const { subject, outcome } = result;
  const open = outcome.verdict === "inconclusive" ? ` [inconclusive: ${say(result)}]` : "";
  const warning = outcome.verdict === "fail" && !counts(result) ? ` [failed: ${say(result)}]` : "";
  return `${showSubject(subject)}${open}${warning}`;
}

/** What fails the test. A failed `should` does not, unless STRICT is set. */
function problemOf(result: Result, say: Say): string | undefined {
  const { verdict } = result.outcome;
  return verdict === "error" || (verdict === "fail" && counts(result)) ? say(result) : undefined;
}

function counts({ check }: Result): boolean {
  return check.level === "must" || isSet(STRICT);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "0" && value !== "false";
}
