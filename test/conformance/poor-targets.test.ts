// What the checks say of targets that give them little to look at: why nothing could be decided, what it would take, and
// what is wrong all the same.
import type { IncomingHttpHeaders } from "node:http";
import { expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import type { Result } from "../../conformance/run.ts";
import { contractOf } from "./documents.ts";
import { judge } from "./side-by-side.ts";
import { type Answered, KEY, type Passing, startMock } from "./tampered.ts";

const saying = (status: number, value: unknown, headers: IncomingHttpHeaders = {}): Answered => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value),
});
const refusing = (status: number, headers: IncomingHttpHeaders = {}): Answered =>
  saying(status, { status, code: "no", message: "No." }, headers);
const ITEM = { id: 1, name: "Rex", status: "sold", categoryId: 1 };
const isOne = ({ path }: Passing): boolean => /\/\d+(?:\?|$)/.test(path);
const isPlural = ({ path }: Passing): boolean => /^\/pets(?:\?|$)/.test(path);
/** A method that no operation of the document has there. */
const isUnlisted = (passing: Passing): boolean =>
  !["GET", "HEAD", ...(isOne(passing) ? ["PUT", "PATCH", "DELETE"] : ["POST"])].includes(passing.method);

/** What each of them answers to a request that has the key. */
const TARGETS: Readonly<Record<string, (passing: Passing) => Answered>> = {
  "is empty and refuses everything": (passing) => {
    if (isUnlisted(passing)) return refusing(405, { allow: "get, POST, TRACE, PUT, PATCH, DELETE" });
    if (passing.method !== "GET") return refusing(403);
    return isPlural(passing) ? saying(200, []) : refusing(404);
  },
  "accepts everything with 202, and has none of the items that it lists": (passing) => {
    if (isUnlisted(passing)) return refusing(405);
    if (passing.method !== "GET") return saying(202, null);
    return isPlural(passing) ? saying(200, [ITEM]) : refusing(404);
  },
  "answers {} to every known request": (passing) => {
    if (isUnlisted(passing)) return refusing(405, { allow: "HEAD" });
    return saying(passing.method === "POST" ? 201 : 200, {});
  },
};

/** Without what is tried on every operation alike, which other tests look at, and without what a busy machine decides. */
const FEW = CHECKS.filter(({ id, family }) => family !== "auth" && id !== "protocol.in-time");

function said({ check, outcome }: Result): string[] {
  if (outcome.verdict === "inconclusive") return [`${check.id}: ${outcome.why}; ${outcome.needs}`];
  return outcome.verdict === "fail" ? [`${check.id}: expected ${outcome.expected}; seen ${outcome.seen}`] : [];
}

/** Without the names and values that a run makes up. */
const made = (text: string): string =>
  text.replaceAll(/conformance-[0-9a-f]{8}(?:-\d+)?/g, "conformance-RUN").replaceAll(/"00[12]\d{9}"/g, '"00RUN"');

test.each(Object.entries(TARGETS))("the results for a target that %s", async (_, answer) => {
  const before = (passing: Passing): Answered =>
    JSON.stringify(passing.headers).includes(KEY) ? answer(passing) : refusing(401);
  const store = await startMock("items that can be changed", { before });
  const { results } = await judge(await contractOf("items that can be changed"), store, { checks: FEW });
  const told = new Set(results.flatMap(said).map(made));
  expect([...told].toSorted()).toMatchSnapshot();
});

test.each([
  [
    "closes the connection to every method that the document does not list",
    "protocol.unlisted-method",
    { before: (passing: Passing) => (isUnlisted(passing) ? Promise.reject(new Error("closed")) : passing) },
    "no answer came; a target that answers",
  ],
  [
    "names a next page of a filtered list, and does not have it",
    "filters.all-matching",
    {
      before: (passing: Passing) => (passing.path.includes("next-page") ? refusing(404) : passing),
      after: (answer: Answered, { path }: Passing) =>
        path.includes("status=")
          ? { ...answer, headers: { ...answer.headers, link: '</next-page>; rel="next"' } }
          : answer,
    },
    "the list goes on, and its other pages cannot be read; a page size",
  ],
  [
    "takes an escaped plus sign before a number",
    "parameters.sign",
    { before: (passing: Passing) => ({ ...passing, path: passing.path.replace("=%2B", "=") }) },
    "expected a client error (4xx) for limit=+5; seen 200",
  ],
])("what is said of one that %s, by %s", async (_, id, tampering, words) => {
  const store = await startMock("items that can be changed", tampering);
  const checks = CHECKS.filter((check) => check.id === id);
  const { results } = await judge(await contractOf("items that can be changed"), store, { checks });
  const told = [...new Set(results.flatMap(said))];
  expect(told).toEqual([expect.stringContaining(`${id}: ${words}`)]);
});
