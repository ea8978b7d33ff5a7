// Each rule of lint: what it reports and what it ignores, in both dialects.
import { expect, describe, test } from "vitest";
import { EMBEDDED_NAME, embeddedSpecPath } from "../../src/contract/embedded/embedded.ts";
import { documentOfValue, loadDocument } from "../../src/contract/load.ts";
import { lintDocument } from "../../src/lint/lint.ts";
import { RULES } from "../../src/lint/rules.ts";
import { shareOf } from "../share.ts";
import { type Json, VERSIONS, type Version, cleanDocument } from "./document.ts";
import { PAIRS } from "./pairs.ts";
import type { JsonObject } from "../../src/json/value.ts";

interface Found {
  readonly id: string;
  readonly pointer: string;
  readonly said: string;
}

async function lint(value: Json, rules = RULES): Promise<Found[]> {
  const { findings } = await lintDocument(await documentOfValue(value as JsonObject), rules);
  return findings.map(({ rule, pointer, said }) => ({ id: rule.id, pointer, said }));
}

async function changed(version: Version, change: (document: Json) => void, id: string): Promise<Found[]> {
  const document = cleanDocument(version);
  change(document);
  return lint(
    document,
    RULES.filter((rule) => rule.id === id),
  );
}

test("the embedded document has no findings", async () => {
  const { findings, kept } = await lintDocument(await loadDocument(embeddedSpecPath()));
  expect(findings.map(({ rule, said }) => `${EMBEDDED_NAME} ${rule.id} ${said}`)).toEqual([]);
  expect(kept).toHaveLength(RULES.length);
});

for (const version of VERSIONS) {
  test(`the document that the pairs are based on has no findings in ${version}`, async () => {
    expect(await lint(cleanDocument(version))).toEqual([]);
  });
}

test("the ids of the rules are frozen, and each rule gives a reason and a fix", () => {
  expect(RULES.map(({ id, severity }) => `${id} ${severity}`)).toMatchSnapshot();
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  for (const { claim, reason, fix } of RULES)
    for (const text of [claim, reason, fix]) expect(text).toMatch(/^\S.{8,}[^.\s]$/s);
});

test("the rules have the same texts as before", () => {
  expect(RULES.map(({ id, claim, reason, fix }) => `${id}: ${claim}; ${reason}; ${fix}`)).toMatchSnapshot();
});

test("each rule has a change that breaks it and a similar one that does not", () => {
  expect(Object.keys(PAIRS).sort()).toEqual(RULES.map(({ id }) => id).sort());
  const lonely = Object.entries(PAIRS)
    .filter(([, changes]) => new Set(changes.map(({ pointer }) => pointer === undefined)).size < 2)
    .map(([id]) => id);
  expect(lonely).toEqual([]);
});

for (const [id, changes] of Object.entries(PAIRS)) {
  // In alternating dialects; the proof tests both.
  const all = changes.flatMap((one, index) => {
    const versions = VERSIONS.filter((version) => one.only === undefined || one.only === version);
    const inTurn = index % 2 === 0 ? versions : versions.toReversed();
    return shareOf(inTurn, versions.length).map((version) => ({ ...one, version }));
  });
  describe(`rule ${id}`, () => {
    for (const { name, change, pointer, says, version } of all) {
      test(`${pointer === undefined ? "accepts" : "finds"} ${name} in ${version}`, async () => {
        const found = await changed(version, change, id);
        const told = found.find((finding) => finding.pointer === pointer);
        expect(pointer === undefined ? found : told?.pointer).toEqual(pointer ?? []);
        expect(told?.said ?? "").toContain(says ?? "");
      });
    }
  });
}

test("if a rule has many findings at one place, the first twenty are listed and the rest counted", async () => {
  const names = Array.from({ length: 5_000 }, (_, at) => `/{p${at}}`).join("");
  const found = await changed(
    "3.1.0",
    (document) => void (document["paths"] = { [names]: { get: {} } }),
    "path.parameters",
  );
  expect(found).toHaveLength(21);
  expect(found.map(({ said }) => said)).toContain("and 4980 more of this kind at the same place");
});
