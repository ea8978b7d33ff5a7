// Judges bodies that are many values: the items of a sequence, and the parts of a multipart body.
import type { MediaType } from "../../src/contract/model.ts";
import { readParts } from "../../src/contract/representation/parts.ts";
import { readSequence } from "../../src/contract/representation/sequence.ts";
import { readJson } from "../../src/json/read.ts";
import { type JsonValue, isObject } from "../../src/json/value.ts";
import type { Schema } from "../../src/schema/model.ts";
import { showViolations } from "../../src/schema/violation.ts";
import type { Blame } from "../causes/cause.ts";
import { type Exchange, decodedBody, headerOf, refuseCut, textOf } from "../client/exchange.ts";

/** The fault in a body: it should be JSON and is not, or it violates its schema. */
export interface BodyFault {
  readonly kind: "json" | "schema";
  readonly message: string;
  readonly blame?: Blame;
  /** The objects that have what is wrong. */
  readonly around?: readonly JsonValue[];
}

/** Judges a sequence item by item. */
export function itemFault(
  exchange: Exchange,
  { name, dataSchema }: MediaType,
  itemSchema: Schema,
): BodyFault | undefined {
  refuseCut(exchange);
  const reading = readSequence(textOf(exchange), name);
  if ("fault" in reading) return { kind: "schema", message: `item ${reading.at}, as JSON, ${reading.fault}` };
  for (const [at, item] of reading.items.slice(0, MOST_ITEMS).entries()) {
    const violations = itemSchema.validate(item);
    const inside = violations.length > 0 || dataSchema === undefined ? undefined : dataFault(item, dataSchema);
    if (inside !== undefined) return { kind: "schema", message: `the data of item ${at} ${inside}`, around: [item] };
    if (violations.length === 0 || isOfData(item, itemSchema)) continue;
    return { kind: "schema", message: `item ${at}: ${showViolations(violations)}`, around: [item] };
  }
  return undefined;
}

/** Judges a body of parts: each by the schema of the items, and all together as a list. */
export function partsFault(
  exchange: Exchange,
  { schema, itemSchema }: Pick<MediaType, "schema" | "itemSchema">,
): BodyFault | undefined {
  if (schema === undefined && itemSchema === undefined) return undefined;
  refuseCut(exchange);
  const reading = readParts(decodedBody(exchange) ?? new Uint8Array(), headerOf(exchange, "content-type") ?? "");
  if ("fault" in reading) return { kind: "schema", message: `the body ${reading.fault}` };
  const items = reading.items.slice(0, MOST_ITEMS);
  const found = items.findIndex((item) => (itemSchema?.validate(item) ?? []).length > 0);
  const violations = found === -1 ? (schema?.validate(items) ?? []) : (itemSchema?.validate(items[found]) ?? []);
  if (violations.length === 0) return undefined;
  return {
    kind: "schema",
    message: `${found === -1 ? "" : `part ${found}: `}${showViolations(violations)}`,
    around: items,
  };
}

/** More items say no more. */
const MOST_ITEMS = 10_000;

/** What is wrong with the JSON in the data of an event. */
function dataFault(item: JsonValue, schema: Schema): string | undefined {
  const data = isObject(item) ? item["data"] : undefined;
  if (typeof data !== "string" || data === "[DONE]") return undefined;
  const reading = readJson(data);
  if ("fault" in reading) return reading.fault.message;
  const violations = schema.validate(reading.value);
  return violations.length === 0 ? undefined : showViolations(violations);
}

/** True for an event whose data the schema describes rather than the event, and for the mark of the end. */
function isOfData(item: JsonValue, schema: Schema): boolean {
  const data = isObject(item) ? item["data"] : undefined;
  if (typeof data !== "string") return false;
  const reading = readJson(data);
  return data === "[DONE]" || ("value" in reading && schema.validate(reading.value).length === 0);
}
