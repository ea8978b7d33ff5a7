// Limits too large for a generated value: the witness says how to build one.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { describeExchange } from "../../src/gate/exchange/show.ts";
import { detailsOf } from "../../src/gate/details.ts";
import type { Change } from "../../src/gate/model.ts";
import { IN_PROOF, drawn, shareOf } from "../share.ts";
import { compare, kinds, measured, withRequest, withResponse } from "./documents.ts";

/** Reads back what the command prints: a million names take a second. */
const MANY = drawn({ each: 20_000, proof: 1_000_000 });
const LONG = drawn({ each: 6_100_000, proof: 30_000_000 });

type Loose = Record<string, unknown>;

const list = (more: Loose = {}): Loose => ({ type: "array", items: { type: "integer", minimum: 7 }, ...more });
const text = (more: Loose = {}): Loose => ({ type: "string", ...more });
const holding = (x: unknown): Loose => ({ type: "object", required: ["y"], properties: { x, y: { enum: ["z"] } } });

async function broken(before: Loose, after: Loose): Promise<Change | undefined> {
  const { changes } = await compare(withRequest(before), withRequest(after));
  return changes.find(({ verdict }) => verdict === "breaking");
}

/** The text that the shell would pass to curl. */
function printed(change: Change | undefined): unknown {
  if (change?.witness?.grown === undefined) throw new Error("there is no witness that says how it is made");
  const { curl = "" } = describeExchange(change.witness.exchange, "http://127.0.0.1:1", change.witness.grown);
  const [source = ""] = curl.split(" | curl ");
  return JSON.parse(execFileSync("sh", ["-c", source], { encoding: "utf8", maxBuffer: 1 << 26 }));
}

test("the printed command generates a list of a million and one items", async () => {
  const change = await broken(list(), list({ maxItems: 1_000_000 }));
  expect(change?.kind).toBe("request-maxItems");
  const sent = printed(change) as readonly number[];
  expect([sent.length, sent.every((item) => Number.isInteger(item) && item >= 7)]).toEqual([1_000_001, true]);
});

test("the printed command generates a long string deep in a body, with everything required around it", async () => {
  const change = await broken(holding(text()), holding(text({ maxLength: LONG })));
  const { x, y } = printed(change) as { x: string; y: string };
  expect([x.length, y]).toEqual([LONG + 1, "z"]);
  const told = change === undefined ? "" : detailsOf(change).join("\n");
  expect(told).toContain(`with the last letter of /body/x repeated until there are ${LONG + 1} characters`);
});

const MAPS: readonly (readonly [what: string, map: Loose])[] = [
  ["next to other properties", { ...holding(text()), additionalProperties: { enum: ["100%", "it's"] } }],
  ["of any values", { type: "object" }],
  ["of strings", { type: "object", additionalProperties: text() }],
];
test.each(shareOf(MAPS, 3))("the printed command generates a map with very many names: %s", async (_, map) => {
  const change = await broken(map, { ...map, maxProperties: MANY });
  expect(change?.kind).toBe("request-maxProperties");
  expect(Object.keys(printed(change) as Loose)).toHaveLength(MANY + 1);
});

test("the witness can be a large response, too", async () => {
  const { changes } = await compare(withResponse(list({ maxItems: 1_000_000 })), withResponse(list()));
  expect(changes[0]).toMatchObject({ kind: "response-maxItems", verdict: "breaking", witness: { grown: { at: "" } } });
});

/** The last one takes as long as all others. */
const NOT_CLAIMED: [what: string, before: Loose, after: Loose][] = [
  ["cannot become that large", list({ maxItems: 9 }), list({ maxItems: 1_000_000 })],
  ["must have unique items", list({ uniqueItems: true }), list({ uniqueItems: true, maxItems: 1_000_000 })],
  [
    "is a closed object",
    { ...holding(text()), additionalProperties: false },
    { ...holding(text()), maxProperties: 1_000_000 },
  ],
  ["must match a pattern", text({ pattern: "^(ab){1,9}$" }), text({ pattern: "^(ab){1,9}$", maxLength: 3_000_000 })],
  [
    "is excluded by a not",
    { ...holding(list()), not: { properties: { x: { minItems: 10 } }, required: ["x"] } },
    { ...holding(list({ maxItems: 1_000_000 })), not: { properties: { x: { minItems: 10 } }, required: ["x"] } },
  ],
  [
    "may only have short names",
    { type: "object", propertyNames: { maxLength: 2 } },
    { type: "object", propertyNames: { maxLength: 2 }, maxProperties: 1_000_000 },
  ],
];
test.each(IN_PROOF ? NOT_CLAIMED : NOT_CLAIMED.slice(0, -1))(
  "no break is reported for a value that %s",
  async (_, before, after) => {
    expect(kinds(await compare(withRequest(before), withRequest(after)), "breaking")).toEqual([]);
  },
);

test.each<[string, Loose, Loose]>([
  ["maxItems", { type: "array", items: text() }, { type: "array", items: text(), maxItems: 500 }],
  [
    "maxItems with unique items that match a pattern",
    { type: "array", items: { ...text(), pattern: "^(0|[1-9][0-9]*)$" }, uniqueItems: true, maxItems: 1521 },
    { type: "array", items: { ...text(), pattern: "^(0|[1-9][0-9]*)$" }, uniqueItems: true, maxItems: 350 },
  ],
  ["maxProperties", { type: "object" }, { type: "object", maxProperties: drawn({ each: 150, proof: 500 }) }],
  ["maxLength", text(), { ...text(), maxLength: 100_000 }],
])("a large limit is shown to be breaking by a value beyond it: %s", async (_what, before, after) => {
  expect(kinds(await compare(withRequest(before), withRequest(after)), "breaking")).toEqual([
    expect.stringMatching(/^request-max/),
  ]);
});

test("a string of hundreds of thousands of characters also costs budget for its memory", async () => {
  const spentOn = async (maxLength: number): Promise<number> => {
    const { changes, spent } = await measured(withRequest(text()), withRequest(text({ maxLength })));
    expect(changes.map(({ verdict }) => verdict)).toContain("breaking");
    return spent;
  };
  expect((await spentOn(1_000_000)) / (await spentOn(199_000))).toBeGreaterThan(5);
});

const table = (rows: number, columns: number): Loose => ({
  type: "array",
  minItems: rows,
  items: { type: "array", minItems: columns, maxItems: columns, items: { type: "number" } },
});
test.each([
  [16_000, 8],
  [30_000, 14],
  [1_400, 64],
])("a table of %i rows and %i columns, all of which must be there, is tried within a small budget", async (...size) => {
  const texts = { type: "array", items: text() };
  const after = { anyOf: [texts, { type: "array", items: { ...texts, maxItems: 1 } }] };
  const { changes } = await compare(withRequest(holding(table(...size))), withRequest(holding(after)), {
    budgetMs: 4_000,
  });
  expect(changes.map(({ verdict }) => verdict)).toContain("breaking");
});
