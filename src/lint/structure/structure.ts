// Judges whether a document conforms to OpenAPI and its schemas to JSON Schema, by the official schemas, and reports
// faults where they are.
import type { Document } from "../../document/document.ts";
import { GRAMMAR } from "../../document/grammar.ts";
import { appendPointer, parentPointer, valueAt } from "../../json/pointer.ts";
import { type Scalar, type JsonObject, type JsonValue, isObject, scalarText } from "../../json/value.ts";
import { keptFor } from "../../memo.ts";
import type { RawViolation } from "../../schema/violation.ts";
import type { LintPart } from "../walk.ts";
import { type StructureFault, explainFaults } from "./faults.ts";
import { type Official, type SchemaVersion, officialSchemas } from "./official.ts";

/** The findings about the structure of a document. */
export interface Structure {
  /** Faults outside of schemas. */
  readonly faults: readonly StructureFault[];
  /** The faults of each schema, by pointer. A nested schema has its own entry. */
  readonly schemas: ReadonlyMap<string, readonly StructureFault[]>;
}

/** Judges a document. @param parts all parts of it */
export function judgeStructure({ root, dialect }: Document, parts: readonly LintPart[]): Structure {
  const version: SchemaVersion = scalarText(root["openapi"] as Scalar).startsWith("3.2") ? "3.2" : dialect;
  const official = officialSchemas(version);
  // Another rule reports an odd version; the schemas only accept exact ones.
  const judged = { ...(plainNumbers(root) as JsonObject), openapi: `${version}.0` };
  const errors = official.schemas.judge(official.document, judged, "");
  for (const part of parts) {
    if (part.referenced && !JUDGED.test(part.pointer))
      for (const error of ofPartElsewhere(official, judged, part)) errors.push(error);
  }
  const places = new Set(parts.filter(({ kind }) => kind === "schema").map(({ pointer }) => pointer));
  const schemas = new Map<string, StructureFault[]>();
  for (const fault of explainFaults(judged, errors)) {
    keptFor(schemas, nearest(fault.pointer, places), () => []).push(fault);
  }
  return { faults: schemas.get("") ?? [], schemas };
}

/** The innermost of some places that contains a pointer; "" if none does. */
function nearest(pointer: string, places: ReadonlySet<string>): string {
  let place = pointer;
  while (place !== "" && !places.has(place)) place = parentPointer(place);
  return place;
}

/** Places whose parts are judged as part of the document. */
const JUDGED = /^\/(?:paths|webhooks|components)\//;

/** Where a document keeps the parts of each kind that a reference may lead to. */
const SHELVES: ReadonlyMap<string, string> = new Map(
  [...GRAMMAR.components.fields].flatMap(([key, field]) => ("of" in field ? [[field.of, key] as const] : [])),
);

/** The errors of a part in another file, or in a place unknown to OpenAPI: it is judged as if it were a component. */
function ofPartElsewhere(official: Official, root: JsonObject, { kind, pointer }: LintPart): RawViolation[] {
  const value = valueAt(root, pointer) as JsonValue;
  const isPath = kind === "path-item";
  const shelf = SHELVES.get(kind);
  if (!isPath && shelf === undefined) return [];
  const steps = isPath ? ["/x"] : [shelf as string, "x"];
  const whole = steps.reduceRight<JsonValue>((inner, step) => ({ [step]: inner }), value);
  const errors = official.schemas.judge(isPath ? official.paths : official.components, whole, pointer);
  const moved = appendPointer(pointer, ...steps);
  return errors.map((error) => ({ ...error, instancePath: pointer + error.instancePath.slice(moved.length) }));
}

/** Ajv does not accept a `bigint` as a number. */
function plainNumbers(value: JsonValue): JsonValue {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => plainNumbers(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainNumbers(item)]));
}
