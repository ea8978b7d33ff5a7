// The cause of a single failure, from the check and the response of the target.
import { expect, test } from "vitest";
import type { AnyCheck } from "../../../conformance/check.ts";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { causeId } from "../../../conformance/causes/cause.ts";
import { causesOf } from "../../../conformance/causes/group.ts";
import type { Exchange } from "../../../conformance/client/exchange.ts";
import type { Result } from "../../../conformance/run.ts";
import { contractOf } from "../documents.ts";

const { operations } = await contractOf("the animal store");
const [operation] = operations;

const ANSWERS: readonly (readonly number[])[] = [
  ...[[], [0], [200], [201], [400], [401], [403], [404], [499], [500], [503]],
  ...[
    [401, 200],
    [401, 403],
    [400, 0],
    [500, 400],
  ],
];
const INTENTS = ["valid", "invalid", "unauthenticated"] as const;

const responseOf = (status: number): Partial<Exchange> =>
  status === 0
    ? { failure: "ECONNRESET" }
    : { response: { status, headers: [], body: undefined, complete: true } as never };

function failed(check: AnyCheck, statuses: readonly number[], intent: Exchange["intent"]): Result {
  const request = { method: "GET", url: "http://127.0.0.1:1/v1/pets", headers: [] } as never;
  const exchanges = statuses.map((status): Exchange => ({ request, intent, ms: 1, ...responseOf(status) }));
  const subject = { operation, pointer: "/paths/~1pets/get", special: { property: "name" } };
  const outcome = { verdict: "fail", expected: "one thing", seen: "another", exchanges };
  return { check, subject, outcome, evidence: [] } as unknown as Result;
}

const OF_EACH_KIND = [
  "auth.valid",
  "auth.missing",
  "auth.unknown",
  "create.accepts",
  "create.refuses-bound",
  "create.refuses-type",
  "fetch.same",
  "parameters.fraction",
  "schema.body",
  "status.success",
];

test.each(OF_EACH_KIND)("%s", (id) => {
  const check = CHECKS.find((one) => one.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  const told = INTENTS.flatMap((intent) =>
    ANSWERS.map((statuses) => {
      const causes = [...causesOf([failed(check, statuses, intent)]).values()];
      return `${intent}, answered ${statuses.join(" and ")}: ${causes.map(causeId).join(", ")}`;
    }),
  );
  expect(told).toMatchSnapshot();
});

test("HEAD that no operation answers has one cause", () => {
  const check = CHECKS.find(({ id }) => id === "protocol.head") as AnyCheck;
  const results = operations.map((one) => {
    const result = failed(check, [0], "valid");
    const exchanges = result.outcome.verdict === "fail" ? (result.outcome.exchanges ?? []) : [];
    for (const { request } of exchanges) Object.assign(request, { method: "HEAD" });
    return { ...result, subject: { ...result.subject, operation: one } };
  });
  expect([...new Set([...causesOf(results).values()].map(causeId))]).toEqual(["no-answer:HEAD"]);
});

test("a header that is ignored has one cause", () => {
  const one = failed(CHECKS.find(({ id }) => id === "create.idempotency-key") as AnyCheck, [201], "valid");
  const other = failed(CHECKS.find(({ id }) => id === "parameters.out-of-bounds") as AnyCheck, [201], "invalid");
  const named = [one, other].map((result) => ({ ...result, subject: { ...result.subject, pointer: "/the/header" } }));
  expect([...causesOf(named as Result[]).values()].map(causeId)).toEqual([
    "check:create.idempotency-key",
    "check:create.idempotency-key",
  ]);
});
