// Parts of `verify`: its last lines, and which lists are partial.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import { makePlan } from "../../conformance/plan.ts";
import type { Verified } from "../../conformance/report/report.ts";
import type { Result, Run } from "../../conformance/run.ts";
import type { CommandIo } from "../../src/commands/io.ts";
import type { VerifyCommandOptions } from "../../src/commands/verify/options.ts";
import { notes } from "../../src/commands/verify/notes.ts";
import { partly, strayTerm, writeList } from "../../src/commands/verify/scope.ts";
import { loadContract } from "../../src/contract/load.ts";
import { unservedLines } from "../../src/contract/unserved.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { type Selection, parseSelection } from "../../src/selection/selection.ts";
import { orders } from "../http/documents.ts";

const contract = await loadContract(orders());
const plan = makePlan(contract, inferResources(contract), "2026-11-21");
const [resource] = plan.resources;
const [operation] = contract.operations;
const [check] = CHECKS;
if (resource === undefined || operation === undefined || check === undefined) throw new Error("there is one of each");

function selectionOf(only: string[], except: string[] = []): Selection {
  const parsed = parseSelection({ only, except });
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.selection;
}

/** An unremarkable run, with these changes. */
function runOf(parts: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Run {
  const session = {
    plan,
    record: [],
    cut: [],
    created: [],
    unnamed: [],
    options: { marker: "run-7", headers: [] },
    keyWatch: {},
    steadiness: { isUnsteady: false, strays: [] },
    secrets: { values: () => [] },
    ...parts,
  };
  return { session, results: [], ...more } as unknown as Run;
}

const NONE = "the document has no operation that removes them";

describe("the last lines report", () => {
  const passed = [{ check, subject: { pointer: "" }, outcome: { verdict: "pass" } }] as unknown as readonly Result[];
  const told = (run: Run): string[] => notes({ run, results: passed }, true);
  const exchange = { operation, request: { method: "POST", url: "http://127.0.0.1/orders", headers: [] } };
  const removable = { removed: false, resource, id: 7, item: { id: 7 }, exchange };
  const lasting = { ...removable, id: 8, resource: { ...resource, operations: {} } };
  const place = resource.collection;
  const REMOVAL = resource.operations.remove === undefined ? NONE : `remove them with DELETE ${resource.itemPath}`;
  const asked = (method: string, intent: string, response?: object): object => ({
    request: { method },
    intent,
    response,
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ["nothing for a run that left nothing behind", {}, {}, []],
    ["nothing for items that were removed", { created: [{ ...removable, removed: true }] }, {}, []],
    [
      "one item that could be removed",
      { created: [removable] },
      {},
      [`1 item that the run created is still there (${place}: 7; ${REMOVAL}): look for run-7.`],
    ],
    [
      "several items, if one of them could be removed",
      { created: [removable, lasting] },
      {},
      [`2 items that the run created are still there (${place}: 7, 8; ${REMOVAL}): look for run-7.`],
    ],
    [
      "an item that cannot be removed",
      { created: [lasting] },
      {},
      [`1 item that the run created is still there (${place}: 8; ${NONE}): look for run-7.`],
    ],
    [
      "items that cannot be removed, if the run ended early",
      { created: [lasting, lasting] },
      { endedBy: "interruption" },
      [
        "Interrupted: this is what was found by then; what was not asked any more is inconclusive.",
        `2 items that the run created are still there (${place}: 8, 8; ${NONE}): look for run-7.`,
      ],
    ],
    [
      "that the time ran out, if there are no items",
      {},
      { endedBy: "time" },
      [
        "The time given by --max-time was over: this is what was found by then; what was not asked any more is inconclusive.",
      ],
    ],
    [
      "a creation without a response",
      { record: [asked("POST", "valid"), asked("GET", "valid"), asked("POST", "invalid"), asked("POST", "valid", {})] },
      {},
      ["1 creation was not answered, and may have left something behind: look for run-7."],
    ],
    [
      "creations that the run did not wait for",
      { record: [asked("POST", "edge")], cut: [asked("POST", "valid", {})] },
      {},
      ["2 creations were not answered, and may have left something behind: look for run-7."],
    ],
    [
      "creations that failed",
      { record: [asked("POST", "invalid", { status: 500 }), asked("POST", "valid", { status: 201 })] },
      {},
      ["1 creation failed with a server error, and may have left something behind: look for run-7."],
    ],
  ])("%s", (_, session, run, lines) => {
    expect(told(runOf(session, run))).toEqual(lines);
  });

  test("that nothing could be decided, and how much of the document is covered", () => {
    const coverage = { covered: 3, reasoned: 1, open: 0 };
    const [first, second, ...others] = notes({ run: runOf(), results: [], coverage });
    expect(first).toMatch(/^The document has .*; animal-store requirements says why\.$/);
    const why = "Nothing could be decided: no check applies to what the document describes.";
    expect([second, others]).toEqual([why, []]);
  });
});

describe("a list of known failures is only partly checked", () => {
  const whole = { profile: "full", selection: selectionOf([]), readOnly: false, today: "2026-11-21" };
  const results = [{}] as unknown as Run["results"];
  test.each<[string, object, Run["results"], boolean]>([
    ["not if the whole suite is run", {}, results, false],
    ["in the smoke profile", { profile: "smoke" }, results, true],
    ["with --read-only", { readOnly: true }, results, true],
    ["in a shard", { shard: { index: 1, count: 2 } }, results, true],
    ["if only some checks are selected", { selection: selectionOf(["family:auth"]) }, results, true],
    ["if some checks are excluded", { selection: selectionOf([], ["family:auth"]) }, results, true],
    ["if the run had no results", {}, [], true],
  ])("%s", (_, options, of, isPartial) => {
    expect(partly({ ...whole, ...options } as unknown as VerifyCommandOptions, runOf({}, { results: of }))).toEqual({
      isPartial,
      today: "2026-11-21",
    });
  });
});

test.each<[string[], unknown]>([
  [[], undefined],
  [["family:paging"], undefined],
  [["path:/orders"], undefined],
  [["check:nonsense"], expect.stringMatching(/^--only check:nonsense names nothing here: /)],
])("a term of --only %j that matches nothing is reported", (only, told) => {
  const options = { selection: selectionOf(only), today: "2026-11-21" } as unknown as VerifyCommandOptions;
  expect(strayTerm(contract, options, [])).toEqual(told);
});

describe("a list of the current failures", () => {
  const failing = {
    check,
    subject: { operation, pointer: operation.pointer },
    outcome: { verdict: "fail", expected: "1", seen: "2" },
  };
  const passing = { ...failing, outcome: { verdict: "pass" } };
  const verified = { results: [failing, passing] } as unknown as Verified;
  const options = { strict: false } as unknown as VerifyCommandOptions;

  test("is written once, and never overwrites another", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "animal-store-list-"));
    let said = "";
    const io = { cwd, stderr: (text: string) => void (said += text) } as unknown as CommandIo;
    try {
      await writeList("known.json", verified, options, io);
      expect(said).toBe('animal-store verify: wrote 1 failure to "known.json"; give each a reason\n');
      expect(readFileSync(join(cwd, "known.json"), "utf8")).toContain(check.id);
      await expect(writeList("known.json", verified, options, io)).rejects.toThrow(
        '--write-known-failing cannot write "known.json": it exists already; name another file',
      );
      await expect(writeList("no/known.json", verified, options, io)).rejects.toThrow(
        '--write-known-failing cannot write "no/known.json": ENOENT',
      );
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });
});

test("what is neither served nor tested is reported in a few lines", async () => {
  const item = { "application/jsonl": { itemSchema: { type: "object" } } };
  const stream = { responses: { "200": { description: "D", content: item } } };
  const plain = { responses: { "200": { description: "D" } } };
  const asked = { responses: { "200": { description: "D" } }, parameters: [{ in: "query" }] };
  const of = async (paths: JsonObject, parts: JsonObject = {}): Promise<string[]> => {
    const document = { openapi: "3.2.0", info: { title: "T", version: "1" }, paths, ...parts };
    return unservedLines(await loadContract(document, { lenient: true }), "tested").map((line) =>
      line.replaceAll(/\(.*?:\d+: /g, "(FILE: "),
    );
  };
  expect(await of({ "/a": { get: plain } })).toEqual([]);
  expect(await of({ "/a": { get: stream } })).toEqual([]);
  const sent = (media: string): JsonObject => ({
    post: { requestBody: { content: { [media]: item["application/jsonl"] } }, ...plain },
  });
  expect(await of({ "/a": { get: stream, ...sent("application/jsonl") }, "/b": { get: plain } })).toEqual([]);
  expect(await of({ "/a": { get: stream, ...sent("application/cbor-seq") }, "/b": { get: plain } })).toEqual([
    "1 operation with a stream of items in the request: the items are not judged",
  ]);
  const others = { webhooks: { one: { post: plain }, two: { post: plain } } };
  expect(await of({ "/a": { get: plain, query: plain } }, others)).toMatchInlineSnapshot(`
    [
      "2 webhooks are not tested",
    ]
  `);
  expect(await of({ "/a": { get: asked }, "/b": { get: plain } })).toMatchInlineSnapshot(`
    [
      "1 of 2 operations cannot be tested: GET /a (FILE: the parameter has no name)",
    ]
  `);
  const many = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`/${name}`, { get: asked }]));
  expect(await of({ ...many, "/f": { get: plain } })).toMatchInlineSnapshot(`
    [
      "5 of 6 operations cannot be tested: GET /a (FILE: the parameter has no name), GET /b (FILE: the parameter has no name), GET /c (FILE: the parameter has no name) and 2 more; animal-store explain lists them",
    ]
  `);
});
