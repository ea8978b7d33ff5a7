// Mutated documents: each reader understands them or refuses them with reasons, and none crashes.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { makePlan } from "../../../conformance/plan.ts";
import { requirements } from "../../../conformance/requirements/requirements.ts";
import { type Document, DocumentError } from "../../../src/document/document.ts";
import { loadEmbeddedContract } from "../../../src/contract/embedded/embedded.ts";
import { contractOf, documentOfValue } from "../../../src/contract/load.ts";
import { runComparison } from "../../../src/gate/gate.ts";
import { createMockServer } from "../../../src/http/node/server.ts";
import { lintDocument } from "../../../src/lint/lint.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { drawn } from "../../share.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";

const TODAY = "2026-11-21";

/** One mutation of a document. Places are counted across its parts. */
type Mutation =
  | { readonly kind: "remove"; readonly place: number }
  | { readonly kind: "replace"; readonly place: number; readonly value: JsonValue }
  | { readonly kind: "copy"; readonly place: number; readonly from: number }
  | { readonly kind: "add"; readonly place: number; readonly key: string; readonly value: JsonValue };

const KEYWORDS = [
  ...[
    "type",
    "required",
    "nullable",
    "enum",
    "const",
    "format",
    "minimum",
    "maximum",
    "pattern",
    "items",
    "properties",
  ],
  ...[
    "allOf",
    "oneOf",
    "not",
    "if",
    "additionalProperties",
    "discriminator",
    "readOnly",
    "default",
    "example",
    "examples",
  ],
  ...["deprecated", "x-sunset", "x-resource", "security", "parameters", "content", "schema", "style", "explode", "in"],
  ...["name", "servers", "url", "tags", "operationId", "responses", "requestBody", "callbacks", "$ref", "openapi"],
];
const values: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, 0, -1, 1.5, 9007199254740993n, "", "a", "object", "int64", "#/paths", [], {}),
  fc.constantFrom<JsonValue>(["a"], [null], [9007199254740993n], { type: "string" }, { enum: [] }, { not: {} }),
  fc.constantFrom<JsonValue>(
    { $ref: "#" },
    { $ref: "#/components/schemas/none" },
    { minimum: 5, maximum: 3 },
    { a: 1 },
  ),
);
const place = fc.nat({ max: 1_000_000 });
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant("remove" as const), place }),
  fc.record({ kind: fc.constant("replace" as const), place, value: values }),
  fc.record({ kind: fc.constant("copy" as const), place, from: place }),
  fc.record({ kind: fc.constant("add" as const), place, key: fc.constantFrom(...KEYWORDS), value: values }),
);

type Container = Record<string, unknown>;

function placesIn(tree: Container): [parent: Container, key: string][] {
  return Object.entries(tree).flatMap(([key, value]) => [
    [tree, key] as [Container, string],
    ...(typeof value === "object" && value !== null ? placesIn(value as Container) : []),
  ]);
}

function mutated(root: JsonObject, mutations: readonly Mutation[]): JsonObject {
  const copy = structuredClone(root) as Container;
  for (const one of mutations) {
    const places = placesIn(copy);
    const [parent, key] = places[one.place % Math.max(1, places.length)] ?? [copy, "openapi"];
    if (one.kind === "remove" && Array.isArray(parent)) parent.splice(Number(key), 1);
    else if (one.kind === "remove") delete parent[key];
    else if (one.kind === "replace") parent[key] = structuredClone(one.value);
    else if (one.kind === "add") parent[one.key] = structuredClone(one.value);
    else {
      const [other, from] = places[one.from % places.length] as [Container, string];
      parent[key] = structuredClone(other[from]);
    }
  }
  return copy as JsonObject;
}

/** Everything that is done with a document before anything is sent. */
async function readAll(base: Document, document: Document): Promise<void> {
  await lintDocument(document);
  const { changes } = runComparison(base, document, {
    profile: "strict",
    today: TODAY,
    noticeDays: { stable: 90, beta: 90 },
    budgetMs: 5_000,
  });
  expect(changes.filter(({ verdict, witness }) => verdict === "breaking" && witness === undefined)).toEqual([]);
  const contract = contractOf(document);
  const inference = inferResources(contract);
  const plan = makePlan(contract, inference, TODAY);
  for (const check of CHECKS) check.applies(plan);
  requirements(contract, CHECKS);
  createMockServer(contract, inference);
}

/** Why a document is refused; undefined if every reader understood it. */
async function refusalOf(base: Document, damaged: JsonObject): Promise<readonly string[]> {
  try {
    await readAll(base, await documentOfValue(damaged));
    return [];
  } catch (error) {
    if (error instanceof DocumentError) return error.problems.map(({ message }) => message);
    throw error;
  }
}

it("a damaged document is understood or refused, with reasons, by every reader", async () => {
  const { document: base } = await loadEmbeddedContract();
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
      const reasons = await refusalOf(base, mutated(base.root, mutations));
      expect(reasons.filter((reason) => reason === "" || reason.includes("[object"))).toEqual([]);
    }),
    { numRuns: drawn({ each: 3, proof: 500 }) },
  );
}, 600_000);
