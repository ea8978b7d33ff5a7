// Generates request bodies from the document.
import type { Document } from "../../src/document/document.ts";
import type { Operation } from "../../src/contract/model.ts";
import { bodySchema } from "../plan.ts";
import type { Marks } from "../../src/schema/generate/strategies/plain.ts";
import { sampleValue } from "./sample.ts";
import type { Schema } from "../../src/schema/model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";

/**
 * A body for an operation, with marks if it has room for them. It is generated from the schema; if that result is
 * invalid, an example in the document is used, or texts are generated from patterns.
 */
export function sampleBody(document: Document, operation: Operation, marks: Marks): JsonValue {
  const schema = bodySchema(operation);
  if (schema === undefined) return {};
  const made = sampleValue(document, schema.pointer, marks);
  if (isValid(schema, made) || !isObject(made)) return made;
  const examples = operation.body?.content.flatMap((media) => media.examples.map(({ value }) => value)) ?? [];
  const others = [...examples, sampleValue(document, schema.pointer, { ...marks, fromPatterns: true })];
  const other = others.find((value): value is JsonObject => isObject(value) && isValid(schema, value));
  return other === undefined ? made : marked(schema, other, made);
}

const isValid = (schema: Schema, value: JsonValue): boolean => schema.validate(value).length === 0;

/** The smallest valid part of an example, with the marks of the generated value wherever the schema allows them. */
function marked(schema: Schema, example: JsonObject, made: JsonObject): JsonObject {
  let body = example;
  for (const name of Object.keys(example)) {
    const { [name]: _, ...shorter } = body;
    const filled = made[name] === undefined ? body : { ...body, [name]: made[name] };
    if (isValid(schema, shorter)) body = shorter;
    else if (isValid(schema, filled)) body = filled;
  }
  return body;
}
