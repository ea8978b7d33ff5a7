// Builds a body that the contract does not allow, as close to a valid one as possible, to test how clients protect
// themselves.
import type { Contract, Operation } from "../../contract/model.ts";
import { readJson } from "../../json/read.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { wrongSingles } from "../../schema/generate/strategies/wrong-single.ts";
import { type SchemaNode, schemaAt } from "../../schema/normal/schema-node.ts";
import { jsonResponse } from "../response.ts";

/** The maximum depth at which a wrong value is tried. */
const DEEPEST = 4;

/** The text of an answer, wrong in one place. @returns undefined if no change to it would be wrong */
export function breachOf(contract: Contract, operation: Operation, status: number, text: string): string | undefined {
  const schema = jsonResponse(operation, status)?.schema;
  const reading = readJson(text);
  if (schema === undefined || "fault" in reading) return undefined;
  const node = schemaAt(contract.document, schema.pointer, "response");
  for (const value of wrongVersions(node, reading.value, DEEPEST)) {
    if (schema.validate(value).length > 0) return writeJson(value);
  }
  return undefined;
}

/** The same value with one place changed, the smallest places first; the validator decides which of them are wrong. */
function* wrongVersions(schema: SchemaNode, value: JsonValue, left: number): Generator<JsonValue> {
  if (left > 0 && Array.isArray(value)) yield* wrongLists(schema, value as readonly JsonValue[], left);
  if (left > 0 && isObject(value)) yield* wrongObjects(schema, value, left);
  for (const wrong of wrongSingles(schema, schema.forms.work)) yield wrong.value;
}

function* wrongLists(schema: SchemaNode, list: readonly JsonValue[], left: number): Generator<JsonValue> {
  const { items } = schema;
  const [first, ...rest] = list;
  if (items === undefined) return;
  if (first === undefined) for (const { value } of wrongSingles(items, items.forms.work)) yield [value];
  else for (const wrong of wrongVersions(items, first, left - 1)) yield [wrong, ...rest];
}

function* wrongObjects(schema: SchemaNode, object: JsonObject, left: number): Generator<JsonValue> {
  for (const [name, part] of schema.properties) {
    if (!Object.hasOwn(object, name)) continue;
    for (const wrong of wrongVersions(part, object[name] ?? null, left - 1)) yield { ...object, [name]: wrong };
  }
  for (const name of schema.form.required.keys()) {
    const { [name]: _gone, ...rest } = object;
    yield rest;
  }
}
