// Bodies of requests made from the document, and the verdict on bodies of answers.
import type { Document } from "../src/contract/document.ts";
import { type JsonObject, type JsonValue, isObject } from "../src/contract/json.ts";
import type { MediaType, Operation, Schema } from "../src/contract/model.ts";
import { showViolations } from "../src/contract/violation.ts";
import { isJsonMedia } from "../src/resource/infer.ts";
import { Undecidable } from "./check.ts";
import { type Exchange, jsonOf, mediaTypeOf, textOf } from "./exchange.ts";
import { bodySchema } from "./plan.ts";
import { type Marks, sampleValue } from "./sample.ts";

/**
 * A valid body for an operation, with marks where it has room for them: made from the schema, or where that is not
 * enough, from an example of the document, or with texts that are made from patterns.
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

/** A valid body with only what it needs, and the marks of a made value wherever the schema allows these. */
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

/** What is wrong with a body: it is no JSON where it should be, or not what the schema says. */
export interface BodyFault {
  readonly kind: "json" | "schema";
  readonly message: string;
}

/**
 * Judges a body by the description of its media type; by any, where none is of that type.
 * @throws Undecidable where a schema says nothing of it
 */
export function bodyFault(exchange: Exchange, content: readonly MediaType[]): BodyFault | undefined {
  const seen = mediaTypeOf(exchange);
  const own = content.filter(({ name }) => describesMedia(name, seen));
  const faults = (own.length > 0 ? own : content).map((media) => faultOf(exchange, media));
  return faults.includes(undefined) ? undefined : faults[0];
}

/** What the media type was to be and what it is; undefined where it is one that is described. */
export function mediaTypeFault(
  exchange: Exchange,
  content: readonly MediaType[],
): readonly [expected: string, seen: string] | undefined {
  const seen = mediaTypeOf(exchange);
  if (content.some(({ name }) => describesMedia(name, seen))) return undefined;
  return [content.map(({ name }) => name).join(" or "), seen || "no Content-Type"];
}

/** True for a media type, or range of them, that takes in the one that was seen. */
export function describesMedia(name: string, seen: string): boolean {
  return name === seen || name === "*/*" || (name.endsWith("/*") && seen.startsWith(name.slice(0, -1)));
}

function faultOf(exchange: Exchange, { name, schema }: MediaType): BodyFault | undefined {
  const isText = name.startsWith("text/") || (!isJsonMedia(mediaTypeOf(exchange)) && name.includes("*"));
  if (schema === undefined || (!isText && !isJsonMedia(name))) return undefined;
  const reading = isText ? textReading(exchange, schema) : jsonOf(exchange);
  if ("fault" in reading) return { kind: "json", message: `a body that ${reading.fault.message}` };
  const violations = schema.validate(reading.value);
  if (violations.length > 0) return { kind: "schema", message: showViolations(violations) };
  if (schema.hasVerdict?.(reading.value) !== false) return undefined;
  throw new Undecidable(
    `the schema of the body leads back to itself and says nothing of it (${schema.pointer})`,
    "a schema that comes to an end; animal-store lint names those that do not",
  );
}

/** A text as itself, or as the number, say, that the schema wants and its digits are. */
function textReading(exchange: Exchange, schema: Schema): { readonly value: JsonValue } {
  const text = textOf(exchange);
  const reading = jsonOf(exchange);
  return "value" in reading && isValid(schema, reading.value) ? reading : { value: text };
}
