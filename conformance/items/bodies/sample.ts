// Values from the document's schemas: one that is allowed, and the nearest ones that are not.
import type { Document } from "../../../src/document/document.ts";
import type { Parameter } from "../../../src/contract/model.ts";
import { isRefused } from "../../../src/contract/representation/forms/form-writer.ts";
import type { HeaderMaker } from "../../../src/contract/serialization/part-headers.ts";
import type { Schema } from "../../../src/schema/model.ts";
import { ValuePlace } from "../../../src/schema/generate/place.ts";
import { type Marks, Plain } from "../../../src/schema/generate/strategies/plain.ts";
import { generate } from "../../../src/schema/generate/traversal.ts";
import { type WrongValue, isStructural, wrongValues } from "../../../src/schema/generate/strategies/wrong.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { type JsonValue, equalJson } from "../../../src/json/value.ts";
import { identityNames, withoutIdentities } from "./identities.ts";

const USUAL: Marks = { text: "sample" };

/**
 * A value for the schema at a pointer: plain, small, and always the same for the same marks. It may be invalid, so
 * validate it.
 */
export function sampleValue(document: Document, pointer: string, marks: Marks = USUAL): JsonValue {
  return generate(ValuePlace.at(document, pointer, "request"), new Plain(marks, 1))[0] ?? null;
}

/** Makes what headers of parts say. */
export function sampleHeaders(document: Document): HeaderMaker {
  return ({ schema }) => {
    const made = [USUAL, { ...USUAL, fromPatterns: true }].map((marks) => sampleValue(document, schema.pointer, marks));
    return made.find((value) => schema.validate(value).length === 0);
  };
}

/**
 * A valid value of a parameter: its first valid example, its default, or one generated from the schema; undefined if
 * none of these is valid.
 */
export function sampleParameter(document: Document, parameter: Parameter): JsonValue | undefined {
  const { schema, examples, undescribed = false } = parameter;
  // There is no schema to look up, and the pointers of thousands in one path are long.
  if (undescribed) return USUAL.text;
  const { annotations, form } = schemaAt(document, schema.pointer, "request");
  const usual = annotations.default === undefined ? [] : [annotations.default];
  const known = [...examples.map(({ value }) => value), ...usual];
  const makers = [
    ...known.map((value) => () => value),
    () => sampleValue(document, schema.pointer),
    () => sampleValue(document, schema.pointer, { ...USUAL, fromPatterns: true }),
    ...(form.values ?? []).map((value) => () => value),
  ];
  // A path with an empty step is another path.
  const isWritten = (value: JsonValue): boolean => parameter.in !== "path" || value !== "";
  for (const make of makers) {
    const value = make();
    if (isWritten(value) && schema.validate(value).length === 0) return value;
  }
  return undefined;
}

/**
 * Values close to allowed ones that the schema refuses, each confirmed by the validator. Of lists and objects, one for each
 * kind of fault, because there may be hundreds, and none with what may identify an item that a lenient service would change.
 */
export function refusedValues(document: Document, schema: Schema): WrongValue[] {
  const node = schemaAt(document, schema.pointer, "request");
  const shown = new Set<WrongValue["kind"]>();
  const isIdentity = identityNames(undefined);
  return wrongValues(node).filter(({ kind, value }) => {
    const isWhole = isStructural(kind);
    if (shown.has(kind) || (isWhole && !equalJson(withoutIdentities(value, isIdentity), value))) return false;
    if (!isRefused(schema.validate(value))) return false;
    if (isWhole) shown.add(kind);
    return true;
  });
}
