// One of the many values of a schema, for answers that are asked for again and again.
import type { Document } from "../../document/document.ts";
import type { JsonValue } from "../../json/value.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { nthValue } from "../../realistic/seeded-values.ts";
import type { Schema } from "../../schema/model.ts";
import { allows } from "../allowed.ts";

/** How often a value is generated again if its schema refuses it. */
const ATTEMPTS = 20;

/** @param turn which of them @param today the day around which its times are */
export function madeValue(document: Document, schema: Schema, turn: number, today?: number): JsonValue {
  const place = ValuePlace.at(document, schema.pointer, "response");
  let value: JsonValue | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    value = nthValue(place, turn, { attempt, today });
    if (value !== undefined && allows(schema, value)) return value;
  }
  return value ?? null;
}
