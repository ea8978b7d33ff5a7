// "Which check tests this?" has an answer for every sentence, row and constraint of a document: a check, or a reason.
import { describe, expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import {
  type Coverage,
  coverageOf,
  coverageWithin,
  isUnaccounted,
  reasonsOf,
  requirements,
  showCoverage,
} from "../../../conformance/requirements/requirements.ts";
import { statementsOf } from "../../../conformance/requirements/statements.ts";
import { proseParts } from "../../../conformance/requirements/prose.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { Contract } from "../../../src/contract/model.ts";
import { appendPointer } from "../../../src/json/pointer.ts";
import { CATEGORIES, ORDERS } from "../small-documents.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { makePlan } from "../../../conformance/plan.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { IN_PROOF } from "../../share.ts";

const DOCUMENTS = [
  ["the animal store", "spec/animal-store.yaml"],
  ["orders that change, in 3.0, with problem details", ORDERS],
  ["categories, with keywords of 2020-12", CATEGORIES],
] as const;

/** Every leaf of a tree. The targets of references are listed at their own place. */
function leaves(value: JsonValue, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return pointer.endsWith("/$ref") ? [] : [pointer];
  const entries = Object.entries(value as Record<string, JsonValue>);
  return entries.flatMap(([key, item]) => leaves(item, appendPointer(pointer, key)));
}

const CONTAINERS = new Set([
  "operation",
  "parameter",
  "request body",
  "response",
  "media type",
  "header",
  "security scheme",
]);

describe.each(DOCUMENTS)("the register of %s", (_, source) => {
  const load = (): Promise<Contract> => loadContract(source);

  test("leaves no constraint without a check or a reason", async () => {
    const open = requirements(await load(), CHECKS).filter(isUnaccounted);
    expect(open.map(({ pointer, kind, text, untested }) => ({ pointer, kind, text, untested }))).toEqual([]);
  });

  test("has a line for every leaf of the document", async () => {
    const { document } = await load();
    const places = statementsOf(document);
    const answered = places.filter(({ kind }) => !CONTAINERS.has(kind)).map(({ pointer }) => pointer);
    const spans = new Set(places.flatMap(({ spans: own }) => own));
    const missing = leaves(document.root).filter(
      (leaf) => ![...spans, ...answered].some((pointer) => leaf === pointer || leaf.startsWith(`${pointer}/`)),
    );
    expect(missing).toEqual([]);
  });

  test("names only checks that exist, and each place once", async () => {
    const contract = await load();
    const register = requirements(contract, CHECKS);
    const ids = new Set(CHECKS.map(({ id }) => id));
    expect(register.flatMap(({ coveredBy }) => coveredBy).filter((id) => !ids.has(id))).toEqual([]);
    const lines = register.map(({ pointer, text }) => `${pointer} ${text}`);
    expect(lines).toHaveLength(new Set(lines).size);
    expect(register.every(({ location }) => location.line > 0)).toBe(true);
  });
});

test.each(DOCUMENTS.slice(1))(
  "the register of %s says which checks test each place, or why none does",
  async (_, source) => {
    const register = requirements(await loadContract(source), CHECKS);
    const answers = register.map(
      ({ pointer, kind, coveredBy, reason = "" }) => `${pointer} [${kind}] ${coveredBy.join(" ")}${reason}`,
    );
    expect(answers).toMatchSnapshot();
  },
);

test("a page size names the checks that count items, a filter those that look at them, and security those that test keys", async () => {
  const register = requirements(await loadContract("spec/animal-store.yaml"), CHECKS);
  const find = (pointer: string): readonly string[] => register.find((one) => one.pointer === pointer)?.coveredBy ?? [];
  expect(find("/components/parameters/Limit/schema/maximum")).toContain("paging.above-maximum");
  expect(find("/components/parameters/StatusFilter/description").join()).toContain("filters.only-matching");
  expect(find("/components/schemas/Error/properties/status/description")).toEqual(["errors.status-field"]);
  expect(find("/components/headers/Sunset/schema/const")).toContain("schema.header-values");
  expect(find("/security")).toContain("auth.missing");
});

test("an operation past its sunset on the given day leaves nothing without a reason", async () => {
  const register = requirements(await loadContract("spec/animal-store.yaml"), CHECKS, "2030-12-06");
  expect(register.filter(isUnaccounted).map(({ text }) => text)).toEqual([]);
  expect(register.filter(({ reason }) => reason?.includes("past its sunset") === true)).not.toEqual([]);
});

test("an open operation without a role has a reason why its success is not tested", async () => {
  const get = { security: [], responses: { "200": { description: "ok", content: { "text/plain": {} } } } };
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/health": { get } } };
  const register = requirements(await loadContract(document), CHECKS);
  expect(register.filter(isUnaccounted).map(({ text }) => text)).toEqual([]);
});

test("without checks, nothing counts as tested, and constraints have neither check nor reason", async () => {
  const register = requirements(await loadContract("spec/animal-store.yaml"), []);
  expect(coverageOf(register).covered).toBe(0);
  expect(register.find(({ pointer }) => pointer === "/components/parameters/Limit/schema/maximum")).toSatisfy(
    isUnaccounted,
  );
  const whole = requirements(await loadContract("spec/animal-store.yaml"), CHECKS);
  expect(showCoverage(coverageOf(whole))).toMatch(/^\d+ requirements: \d+ tested, \d+ not tested$/);
});

test("removing the checks of a family opens the constraints that only they test", async () => {
  const without = CHECKS.filter(({ family }) => family !== "schema");
  const register = requirements(await loadContract("spec/animal-store.yaml"), without);
  expect(register.find(({ pointer }) => pointer === "/components/schemas/Pet/required")).toSatisfy(isUnaccounted);
});

test("extensions for the mock and for open choices do not bind other servers", async () => {
  const register = requirements(await loadContract("spec/animal-store.yaml"), CHECKS);
  const reasonsAt = (name: string): Set<string | undefined> => {
    const own = register.filter(({ pointer }) => pointer.endsWith(`/${name}`));
    expect(own.length).toBeGreaterThan(3);
    return new Set(own.map(({ reason }) => reason));
  };
  expect(reasonsAt("x-mock")).toEqual(new Set(["says what the mock of this project does; it binds no other server"]));
  expect(reasonsAt("x-not-shown")).toEqual(new Set(["says what the document leaves open, so nothing can break it"]));
});

test("the words of a description do not decide whether it is tested", async () => {
  const describe = async (description: string): Promise<readonly string[] | undefined> => {
    const responses = { "200": { description, content: { "application/json": { schema: { type: "array" } } } } };
    const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/a": { get: { responses } } } };
    return requirements(await loadContract(document), CHECKS).find(({ text }) => text === description)?.coveredBy;
  };
  const plain = await describe("The things.");
  expect(plain).not.toEqual([]);
  for (const text of ["This mock lists the things.", "The order is not shown."])
    expect(await describe(text)).toEqual(plain);
});

test("that every operation requires a key is tested by the checks of credentials", async () => {
  const register = requirements(await loadContract("spec/animal-store.yaml"), CHECKS);
  const sentence = register.find(({ text }) => text.startsWith("Every operation requires an API key"));
  expect(sentence?.coveredBy).toContain("auth.missing");
});

test("untested requirements are counted by reason", async () => {
  const register = requirements(await loadContract("spec/animal-store.yaml"), CHECKS);
  const counts = reasonsOf(register).map(([, count]) => count);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(coverageOf(register).reasoned);
});

test("prose is split into sentences, list items and rows, but not at abbreviations or inside code", () => {
  const text =
    "Lists things, e.g. Cats. Dots in `a. B` stay.\n\n# Title\n\n- one\n- two\n  goes on\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode. Here\n```";
  expect(proseParts(text).map((part) => part.text)).toEqual([
    ...["Lists things, e.g. Cats.", "Dots in `a. B` stay.", "one", "two goes on", "| a | b |", "| 1 | 2 |"],
  ]);
});

test.runIf(IN_PROOF)("coverage is not counted for a document if that would take long", async () => {
  const schemas: Record<string, JsonValue> = {};
  for (let index = 0; index < 400; index++) {
    schemas[`S${index}`] = { properties: { next: { $ref: `#/components/schemas/S${index + 1}` } } };
  }
  schemas["S400"] = { type: "string" };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/S0" } } };
  const get = { responses: { "200": { description: "d", content } } };
  const withPaths = (count: number): JsonObject => ({
    openapi: "3.0.3",
    info: { title: "t", version: "1" },
    paths: Object.fromEntries(Array.from({ length: count }, (_, index) => [`/a${index}`, { get }])),
    components: { schemas },
  });
  const coverageFor = async (count: number): Promise<Coverage | undefined> => {
    const contract = await loadContract(withPaths(count));
    return coverageWithin(makePlan(contract, inferResources(contract), "2026-11-22"), CHECKS);
  };
  expect(await coverageFor(400)).toBeUndefined();
  const small = await loadContract(withPaths(4));
  expect(await coverageFor(4)).toEqual(coverageOf(requirements(small, CHECKS, "2026-11-22")));
});
