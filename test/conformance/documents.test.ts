// The suite works with any document: for each of these, our own mock passes and planted faults are found.
import { describe, expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import type { Run } from "../../conformance/run.ts";
import { IN_PROOF, shareOf } from "../share.ts";
import { DOCUMENTS, type DocumentName, contractOf } from "./documents.ts";
import { complaints, failedIds, judge, ofFamilies } from "./side-by-side.ts";
import { type Tampering, edit, startMock } from "./tampered.ts";

const names = Object.keys(DOCUMENTS) as DocumentName[];

const runs = new Map<DocumentName, Promise<Run>>();

/** The run against our mock of a document, shared by several tests. */
function runOf(name: DocumentName): Promise<Run> {
  const known = runs.get(name) ?? (async () => judge(await contractOf(name), await startMock(name)))();
  runs.set(name, known);
  return known;
}

/** Claims that a run leaves undecided: it would have to touch what may not be its own, or know a secret. */
const FOR_SAFETY =
  /^inconclusive .*(no secret was given|nothing in the item would show that it is the run's own|may (have existed|change what was there) before the run)/;

/** What these documents have on purpose: webhooks that nothing causes, and a creation that takes only a sequence. */
const BY_DESIGN: Partial<Record<DocumentName, RegExp>> = {
  webhooks: /^inconclusive webhooks[.][a-z-]+ on POST \/hooks (order[.]lost|heartbeat): /,
  sequences: /^inconclusive change[.]remove(d-not-listed)? on .* and bodies are written as JSON or as forms$/,
};

describe("our mock passes every check", () => {
  test.each(shareOf(names, 24))("%s", { timeout: 60_000 }, async (name) => {
    const run = await runOf(name);
    const told = complaints(run, ["fail", "error", "inconclusive"]);
    const open = told.filter((line) => !FOR_SAFETY.test(line) && BY_DESIGN[name]?.test(line) !== true);
    expect(open).toEqual([]);
    expect(run.session.writes).toBeLessThanOrEqual(200);
  });
});

// `safety.test.ts` tests that it is removed if possible.
test("what the run created is listed if it cannot be removed", { timeout: 60_000 }, async () => {
  const kept = await runOf("the animal store");
  expect(kept.session.created.length).toBe(kept.session.writes);
  expect(kept.session.created.every(({ id, removed }) => id !== undefined && !removed)).toBe(true);
});

interface Planted {
  readonly name: DocumentName;
  readonly what: string;
  readonly tampering: Tampering;
  readonly found: string;
}

const isList = (path: string): boolean => /^\/\w+(\?|$)/.test(path);

const PLANTED: readonly Planted[] = [
  {
    name: "renamed",
    what: "the filter is ignored",
    tampering: { before: (passing) => ({ ...passing, path: passing.path.replace(/status=\w+/, "") }) },
    found: "filters.only-matching",
  },
  {
    name: "renamed",
    what: "one item too many",
    tampering: {
      before: (passing) => ({ ...passing, path: passing.path.replace("pageSize=5", "pageSize=6") }),
    },
    found: "paging.at-most",
  },
  {
    name: "names that only x-resource explains",
    what: "the filter is ignored",
    tampering: { before: (passing) => ({ ...passing, path: passing.path.replace(/state=\w+/, "") }) },
    found: "filters.only-matching",
  },
  {
    name: "names that only x-resource explains",
    what: "one item too many",
    tampering: { before: (passing) => ({ ...passing, path: passing.path.replace("window=5", "window=6") }) },
    found: "paging.at-most",
  },
  {
    name: "orders and categories",
    what: "a quantity above its maximum is taken",
    tampering: {
      before: (passing) => ({ ...passing, body: passing.body.replace('"quantity":100', '"quantity":99') }),
    },
    found: "create.refuses-bound",
  },
  {
    name: "orders and categories",
    what: "every other order is listed without its note",
    tampering: {
      after: (answer, { method, path }) =>
        method === "GET" && path.startsWith("/orders") && isList(path) && answer.status === 200
          ? edit(answer, (items) =>
              (items as object[]).map((item, index) => (index % 2 === 0 ? { ...item, note: undefined } : item)),
            )
          : answer,
    },
    found: "lists.as-created",
  },
  {
    name: "items that can be changed",
    what: "DELETE is answered 200 with a body",
    tampering: {
      after: (answer, { method }) =>
        method === "DELETE" && answer.status === 204 ? { ...answer, status: 200 } : answer,
    },
    found: "status.success",
  },
  {
    name: "problem details",
    what: "the media type is plain JSON",
    tampering: {
      after: (answer) =>
        answer.status >= 400
          ? { ...answer, headers: { ...answer.headers, "content-type": "application/json" } }
          : answer,
    },
    found: "errors.media-type",
  },
  {
    name: "problem details",
    what: "the status of the problem is another one",
    tampering: {
      after: (answer, { method }) =>
        answer.status === 400 && method === "POST" ? edit(answer, (value) => ({ ...value, status: 422 })) : answer,
    },
    found: "errors.status-field",
  },
  {
    name: "a key in a header",
    what: "the key is taken from Authorization too",
    tampering: {
      before: (passing) => {
        const key = passing.headers["x-api-key"];
        return key === undefined ? passing : { ...passing, headers: { ...passing.headers, "x-store-key": key } };
      },
    },
    found: "auth.in-other-header",
  },
  {
    name: "a key in the query",
    what: "the beginning of the key is enough",
    tampering: {
      before: (passing) => ({
        ...passing,
        path: passing.path.replace(/store_key=Demo-key-4f9aQ\b/, "store_key=Demo-key-4f9aQ7"),
      }),
    },
    found: "auth.prefix",
  },
  {
    name: "basic",
    what: "the challenge is another one",
    tampering: {
      after: (answer) =>
        answer.status === 401
          ? { ...answer, headers: { ...answer.headers, "www-authenticate": 'Bearer realm="x"' } }
          : answer,
    },
    found: "auth.challenge",
  },
  {
    name: "no credential",
    what: "a missing item is answered with an empty object",
    tampering: {
      after: (answer, { path }) =>
        answer.status === 404 && path.startsWith("/pets/") ? { ...answer, status: 200, body: "{}" } : answer,
    },
    found: "fetch.missing",
  },
  {
    name: "forms in place of JSON",
    what: "what is nested in a form is kept as something else",
    tampering: {
      before: (passing) => ({ ...passing, body: passing.body.replace(/(size%5Bsides%5D%5B0%5D)=\d+/, "$1=77") }),
    },
    found: "create.answers-as-sent",
  },
  {
    name: "forms in place of JSON",
    what: "a field that is no number is taken",
    tampering: { before: (passing) => ({ ...passing, body: passing.body.replace(/quantity=[^&\d]+/, "quantity=5") }) },
    found: "create.refuses-type",
  },
  {
    name: "forms in parts",
    what: "a change is not kept",
    tampering: {
      before: ({ method, ...rest }) => (method === "PUT" ? { ...rest, method: "GET", body: "" } : { ...rest, method }),
    },
    found: "change.replace",
  },
  {
    name: "OpenAPI 3.0",
    what: "null is refused where it is allowed",
    tampering: {
      after: (answer, { method, body }) =>
        method === "POST" && answer.status === 201 && body.includes('"pages":5000')
          ? { ...answer, status: 422 }
          : answer,
    },
    found: "create.accepts",
  },
];

describe("planted faults are found", () => {
  test.each(shareOf(PLANTED, 24))("$name: $what", { timeout: 60_000 }, async ({ name, tampering, found }) => {
    const family = found.slice(0, found.indexOf("."));
    // Checks that judge recorded exchanges need those of other checks: the proof runs the whole suite for them.
    const judging = CHECKS.some(({ id, stage }) => id === found && stage === "record");
    const checks = judging && IN_PROOF ? CHECKS : ofFamilies(CHECKS, [family, "create"]);
    const run = await judge(await contractOf(name), await startMock(name, tampering), { checks });
    expect(failedIds(run)).toContain(found);
    expect(complaints(run, ["error"])).toEqual([]);
  });
});
