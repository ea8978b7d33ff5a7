// A target behind a gateway that sometimes answers in its place: who sent which response.
import { describe, expect, it } from "vitest";
import type { AnyCheck } from "../../../conformance/check.ts";
import { sentText } from "../../../conformance/bodies.ts";
import { CHECKS } from "../../../conformance/checks/index.ts";
import type { Run } from "../../../conformance/run.ts";
import { contractOf } from "../documents.ts";
import { notes } from "../../../src/commands/verify/notes.ts";
import { IN_PROOF, shareOf } from "../../share.ts";
import { complaints, judge, ofFamilies } from "../side-by-side.ts";
import { type Answered, type Tampering, startMock } from "../tampered.ts";

const PAGE: Answered = {
  status: 502,
  headers: { "content-type": "text/html" },
  body: "<html><title>Bad Gateway</title></html>",
};
const plain = (status: number): Answered => ({ status, headers: {}, body: "" });

async function runBehind(tampering: Tampering, checks: readonly AnyCheck[] = CHECKS): Promise<Run> {
  const store = await startMock("the animal store", tampering);
  return judge(await contractOf("the animal store"), store, { timeoutMs: 10_000, checks });
}

/** Outside the proof, the families that send most: a gateway affects all families in the same way. */
const ENOUGH = IN_PROOF ? CHECKS : ofFamilies(CHECKS, ["parameters", "create", "lists", "protocol"]);

/** The failures, without those that say the target is unsteady. */
const wrong = (run: Run): string[] => complaints(run).filter((line) => !line.includes("protocol.steady"));
const inconclusive = (run: Run): string[] => complaints(run, ["inconclusive"]);
const steady = (run: Run): string | undefined => complaints(run).find((line) => line.includes("protocol.steady"));

/** Repeatable random numbers. */
function draws(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

// All at once, because most of them wait.
describe.concurrent("behind a gateway that answers every tenth request itself, nothing fails", () => {
  const GATEWAYS: readonly (readonly [string, () => Tampering, RegExp])[] = [
    ["with a page and 502", () => ({ before: (one) => (one.serial % 10 === 0 ? PAGE : one) }), /\(502 \d+ times\)/],
    ["with 503", () => ({ before: (one) => (one.serial % 10 === 0 ? plain(503) : one) }), /\(503 \d+ times\)/],
    ["with 429, without Retry-After", () => ({ before: (one) => (one.serial % 10 === 0 ? plain(429) : one) }), /\(429/],
    [
      "by closing the connection",
      () => ({
        before: (one) => (one.serial % 10 === 0 ? Promise.reject(new Error("closed")) : one),
      }),
      /ECONNRESET/,
    ],
    [
      "at random, of one kind or another",
      () => {
        const draw = draws(7);
        const kinds = [PAGE, plain(503), plain(504)];
        return { before: (one) => (draw() < 0.1 ? kinds[one.serial % 3] : one) };
      },
      /50[234] \d+ times, /,
    ],
    [
      "after the service has handled the request",
      () => ({ after: (answer, one) => (one.serial % 10 === 0 ? plain(504) : answer) }),
      /\(504 \d+ times\)/,
    ],
  ];
  it.for(shareOf(GATEWAYS, 20))("%s", { timeout: 60_000 }, async ([, tampering, kinds]) => {
    const run = await runBehind(tampering(), ENOUGH);
    expect(wrong(run)).toEqual([]);
    expect(steady(run)).toMatch(/seen \d+ of \d+ requests were answered by something else/);
    const said = notes({ run, results: run.results, coverage: { covered: 1, reasoned: 0, open: 0 } });
    expect(said).toContainEqual(expect.stringMatching(/^The target is unsteady: \d+ of \d+ requests were answered by/));
    expect(steady(run)).toMatch(kinds);
    expect(inconclusive(run).length).toBeLessThan(run.results.length / 8);
  });
});

describe.concurrent("a response that never changes comes from the service", () => {
  it.runIf(IN_PROOF)("even if it is HTML", { timeout: 60_000 }, async () => {
    const run = await runBehind({ before: (one) => (one.path.startsWith("/pets?") ? PAGE : one) });
    expect(steady(run)).toBeUndefined();
    expect(wrong(run).join("\n")).toMatch(/status\.no-server-error on listPets/);
  });

  it.runIf(IN_PROOF)("even if only creations get it", { timeout: 60_000 }, async () => {
    const run = await runBehind({ before: (one) => (one.method === "POST" ? plain(503) : one) });
    expect(steady(run)).toBeUndefined();
    expect(wrong(run).join("\n")).toMatch(/status\.no-server-error on createPet/);
  });

  it.runIf(IN_PROOF)("even if something else responds now and then", { timeout: 60_000 }, async () => {
    const run = await runBehind({
      before: (one) => (one.method === "POST" ? plain(503) : one.serial % 10 === 0 ? PAGE : one),
    });
    expect(steady(run)).toMatch(/answered by something else/);
    expect(wrong(run).join("\n")).toMatch(/status\.no-server-error on createPet/);
    expect(wrong(run).join("\n")).not.toMatch(/on listPets/);
  });
});

it.concurrent(
  "a target that goes down during the run causes no failures and is given up",
  { skip: !IN_PROOF, timeout: 60_000 },
  async () => {
    // Each request is retried until the suite gives up on the target: that takes as many requests as two whole runs.
    const checks = IN_PROOF ? CHECKS : ofFamilies(CHECKS, ["parameters", "create", "lists"]);
    const run = await runBehind({ before: (one) => (one.serial > 60 ? PAGE : one) }, checks);
    expect(wrong(run)).toEqual([]);
    expect(inconclusive(run).join("\n")).toContain("nothing at the base URL answers any more");
  },
);

it("a target that a request brings down is said to be down, with that request", async () => {
  let isDown = false;
  const checks = ofFamilies(CHECKS, ["create", "lists", "protocol"]);
  const run = await runBehind(
    {
      before: (one) => {
        isDown ||= one.body.startsWith("[[[[");
        return isDown ? PAGE : one;
      },
    },
    checks,
  );
  // It is sent last, so that little else is undecided.
  expect(inconclusive(run).filter((line) => line.includes("answers any more")).length).toBeLessThan(3);
  expect(steady(run)).toMatch(/seen the target went down: \d+ of \d+ requests were not answered \(502/);
  const [shown] = run.results.flatMap(({ check, outcome }) =>
    check.id === "protocol.steady" && outcome.verdict === "fail" ? (outcome.exchanges ?? []) : [],
  );
  expect(shown && sentText(shown.request)).toMatch(/^\[\[\[\[/);
  const said = notes({ run, results: run.results, coverage: { covered: 1, reasoned: 0, open: 0 } });
  expect(said).toContainEqual(
    expect.stringMatching(/^The target went down: \d+ of \d+ requests were not answered, the first was POST \/pets\.$/),
  );
});
