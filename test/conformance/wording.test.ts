// The report of each check about a faulty store. Each runs alone, so that all of them together take seconds.
import { beforeAll, expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import { type Blame, causeId } from "../../conformance/causes/cause.ts";
import { CONSTRAINTS, type Tested } from "../../conformance/requirements/tested.ts";
import type { Result } from "../../conformance/run.ts";
import { writeJson } from "../../src/json/write.ts";
import { OWN_FAULT, runAgainst } from "./own-faults.ts";
import { sideBySide } from "./side-by-side.ts";

/** Some exchanges of each kind, for checks that only judge recorded exchanges. */
const ASKING = CHECKS.filter(({ id }) =>
  /^(?:filters\.(?:all-matching|before-limit)|lists\.(?:untouched|created)|fetch\.(?:same|missing)|auth\.missing|parameters\.(?:fraction|unknown)|create\.answers-as-sent)$/.test(
    id,
  ),
);

/** Without random names, ports and times. */
const made = (text: string): string =>
  text
    .replaceAll(/conformance-[0-9a-f]{8}/gi, "conformance-RUN")
    .replaceAll(/"[\da-f]{12}"/g, '"TAG"')
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "UUID")
    .replaceAll(/after \d+ ms/g, "after MANY ms")
    .replaceAll(/id: [12]\d{9}, as/g, "id: FREE, as");

function shownBlame({ cause, values = [] }: Blame): string {
  return [...(cause === undefined ? [] : [causeId(cause)]), ...values.map((value) => writeJson(value))].join(", ");
}

/** A result in words, with the number of its exchanges and their requests. */
function said({ subject, outcome }: Result): string[] {
  const about = [subject.operation.id, subject.about ?? ""].join(" ").trim();
  if (outcome.verdict === "inconclusive") return [made(`${about}: ${outcome.why}; ${outcome.needs}`)];
  if (outcome.verdict !== "fail") return [];
  const shown = (outcome.exchanges ?? []).map(({ request }) => request.method).join(" ");
  const blamed = outcome.blame === undefined ? "" : ` because of ${shownBlame(outcome.blame)}`;
  return [made(`${about}: expected ${outcome.expected}; seen ${outcome.seen} (${shown})${blamed}`)];
}

/** Checks that only find their fault in a whole run: `each-check-earns-its-place.test.ts` has these. */
const AMONG_MANY = new Set([
  "auth.no-echo",
  "auth.no-effect",
  "auth.valid",
  "create.identifier",
  "create.refused-not-kept",
  "errors.no-internals",
  "errors.status-field",
  "fetch.same",
  "filters.all-matching",
  "filters.before-limit",
  "filters.together",
  "lists.created",
  "lists.created-once",
  "paging.sorted-pages",
  "protocol.response-size",
  "schema.envelope",
  "schema.json",
  "status.no-server-error",
  "status.refusal",
]);
const ALONE = CHECKS.filter(({ id }) => !AMONG_MANY.has(id));

/** A busy machine may respond late to any request, not only to the fetches that this store delays. */
const isOfMachine = ({ check, subject }: Result): boolean =>
  check.id === "protocol.in-time" && subject.operation.id !== "getPet";

const found = new Map<string, readonly string[]>();

beforeAll(async () => {
  await sideBySide(ALONE, async (check) => {
    const beside = check.stage === "record" ? ASKING : [];
    const run = await runAgainst(OWN_FAULT[check.id] ?? "", [...beside.filter(({ id }) => id !== check.id), check]);
    found.set(
      check.id,
      run.results
        .filter((result) => result.check.id === check.id && !isOfMachine(result))
        .flatMap(said)
        .sort(),
    );
  });
});

test("each check has the same claim and basis as before", () => {
  expect(CHECKS.map(({ id, claim, basis, fault = "" }) => `${id}: ${claim} (${basis}) ${fault}`)).toMatchSnapshot();
});

/** What a check declares to test, on one line for each part: "response 200: self {type, enum}". */
function tested({ part, fields = [], keywords = [], where, ...narrower }: Tested): string {
  const only = Object.entries(narrower).map(([key, value]) => ` ${key} ${[value].flat().join(" or ")}`);
  const words = keywords === CONSTRAINTS ? "all that constrain" : keywords.join(", ");
  return `${part}${only.join()}: ${fields.join(", ")} {${words}}${where === undefined ? "" : " under a condition"}`;
}

test("each check tests the same parts of a document as before", () => {
  expect(Object.fromEntries(CHECKS.map(({ id, tests }) => [id, tests.map(tested)]))).toMatchSnapshot();
});

test.each(ALONE.map(({ id }) => id))("%s finds the store that only it finds, and says so", (id) => {
  expect(found.get(id)).toContainEqual(expect.stringContaining(": expected "));
  expect(found.get(id)).toMatchSnapshot();
});
