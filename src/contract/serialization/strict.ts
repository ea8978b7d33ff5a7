// A parameter as the mock and the suite read it: one value, or what is wrong with it.
import type { Document } from "../../document/document.ts";
import { normalForms } from "../../schema/normal/normal-forms.ts";
import type { Schema } from "../../schema/model.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Header } from "../model.ts";
import { expectedAt } from "./expected.ts";
import { ParameterReadings } from "./read.ts";
import type { Pairs, Serialization } from "./styles.ts";

/** A parameter that was read: its value; or it was not sent; or what is wrong with it. */
export type ParameterReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "absent" }
  | { readonly kind: "fault"; readonly message: string };

/** Reads one parameter from the pairs of its place. */
export type ParameterReader = (pairs: Pairs) => ParameterReading;

/** How a value is written, and the schema that it has to meet. */
export interface Serialized extends Serialization {
  readonly required?: boolean;
  readonly schema: Pick<Schema, "pointer" | "origin" | "validate" | "accepts">;
}

/**
 * Prepares the reader of a parameter. Where a text may stand for several values, the first one that the schema allows
 * is meant: "1" is the number where numbers are allowed, the text otherwise.
 * @param others the other parameters of its place, whose names no exploded object takes for its own
 */
export function parameterReader(
  document: Document,
  parameter: Serialized,
  others: Pick<ReadonlySet<string>, "has"> = new Set(),
): ParameterReader {
  const { schema } = parameter;
  // What texts may stand for is the same in both directions.
  const expected = expectedAt(
    normalForms(document, "request"),
    schema.origin === "absent" ? undefined : schema.pointer,
  );
  const all = new ParameterReadings(parameter, expected, { others, strict: true });
  return (pairs) => {
    const readings = all.read(pairs);
    if (readings.kind === "absent" && isNothing(parameter, all)) return { kind: "value", value: {} };
    if (readings.kind !== "values") return readings;
    const { values } = readings;
    const value = values.length === 1 ? values[0] : (values.find((one) => isAllowed(schema, one)) ?? values[0]);
    return { kind: "value", value: value as JsonValue };
  };
}

/** True for a parameter that must be there, and is there although nothing is: an object without members, in pairs of its own. */
function isNothing({ required, schema }: Serialized, readings: ParameterReadings): boolean {
  return required === true && readings.hasTracelessObject && isAllowed(schema, {});
}

/** Reads the text of a response header. */
export function readHeader(document: Document, header: Header, text: string): ParameterReading {
  return parameterReader(document, { ...header, in: "header", style: "simple" })([[header.name, text]]);
}

function isAllowed({ accepts, validate }: Serialized["schema"], value: JsonValue): boolean {
  return accepts === undefined ? validate(value).length === 0 : accepts(value);
}
