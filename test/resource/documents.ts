// Documents of a few operations, for tests of what is inferred from them.
import { unrecognisedIn } from "../../src/resource/unrecognised.ts";
import { loadContract } from "../../src/contract/load.ts";
import { inferResources } from "../../src/resource/infer.ts";
import type { Inference, Unrecognised } from "../../src/resource/model.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

/** A JSON response or request body. */
export function carries(schema: JsonValue): JsonObject {
  return { description: "Carries.", content: { "application/json": { schema } } };
}

/** A schema of an item with these properties, the first of them required. */
export function itemOf(properties: Readonly<Record<string, JsonValue>>): JsonObject {
  return { type: "object", required: Object.keys(properties).slice(0, 1), properties };
}

const NUMBER = { type: "integer", format: "int64" };
export const THING = itemOf({ id: NUMBER, name: { type: "string" }, colour: { enum: ["red", "green"] } });

/** The usual operations on a collection. */
export const OPERATIONS = {
  list: { responses: { "200": carries({ type: "array", items: THING }) } },
  create: { requestBody: carries(THING), responses: { "201": carries(THING) } },
  fetch: { responses: { "200": carries(THING) } },
  replace: { requestBody: carries(THING), responses: { "200": carries(THING) } },
  update: { requestBody: carries(THING), responses: { "200": carries(THING) } },
  remove: { responses: { "204": { description: "Gone." } } },
} as const;

/** A path item for items: its parameter, and operations. */
export function at(parameter: string, operations: JsonObject, schema: JsonValue = NUMBER): JsonObject {
  return { parameters: [{ name: parameter, in: "path", required: true, schema }], ...operations };
}

/** What is inferred from these paths. */
export async function inferFrom(
  paths: JsonObject,
  parts: JsonObject = {},
): Promise<Inference & { readonly unrecognised: readonly Unrecognised[] }> {
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...parts };
  const contract = await loadContract(document);
  const inference = inferResources(contract);
  return { ...inference, unrecognised: unrecognisedIn(contract, inference) };
}

/** "GET /things list" for each operation, or the reason why it has no role. */
export function roles({ assignments }: Inference): string[] {
  return assignments.map(({ operation, role, why }) => {
    const reason = role === "unmodelled" ? `: ${why}` : "";
    return `${operation.method} ${operation.path} ${role}${reason}`;
  });
}
