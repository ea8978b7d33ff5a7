// Judges whether a document conforms to OpenAPI and its schemas to JSON Schema, with swagger-parser, and reports faults
// where they are. swagger-parser runs in a sandbox and only sees what our own reader has accepted.
import type { Document } from "../../document/document.ts";
import { GRAMMAR, type PartKind } from "../../document/grammar.ts";
import { appendPointer, parentPointer } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { keptFor } from "../../kept.ts";
import { Sandbox } from "../../sandbox/sandbox.ts";
import type { RawViolation } from "../../schema/violation.ts";
import type { LintPart } from "../walk.ts";
import { type StructureFault, explainFaults } from "./faults.ts";
import { quoted } from "../../json/quote.ts";

/** The findings about the structure of a document. */
export interface Structure {
  /** Faults outside of schemas. */
  readonly faults: readonly StructureFault[];
  /** The faults of each schema, by pointer. A nested schema has its own entry. */
  readonly schemas: ReadonlyMap<string, readonly StructureFault[]>;
}

/** Why the document could not be judged, in one line. */
export interface NotJudged {
  readonly why: string;
}

const sandbox = new Sandbox<JsonObject, readonly RawViolation[]>("lint/structure/guest", {
  ms: 10_000,
  megabytes: 256,
});

/** Judges a document. @param parts all parts of it */
export async function judgeStructure(document: Document, parts: readonly LintPart[]): Promise<Structure | NotJudged> {
  const version = document.root["openapi"];
  if (typeof version !== "string" || !/^3\.[01]/.test(version)) {
    return { why: `there is no official schema of ${quoted(version)} to judge by` };
  }
  const homes = new Map<string, string>();
  const copy = copyFor(document, parts, homes);
  const answer = await sandbox.ask(copy);
  if ("failure" in answer) return { why: `swagger-parser could not judge the document: ${answer.failure}` };
  const places = new Set(parts.filter(({ kind }) => kind === "schema").map(({ pointer }) => pointer));
  const schemas = new Map<string, StructureFault[]>();
  const lacksPaths = document.root["paths"] === undefined;
  for (const fault of explainFaults(copy, answer.value)) {
    const pointer = homeOf(fault.pointer, homes);
    const schema = nearest(pointer, places) ?? "";
    const told = lacksPaths && pointer === "/paths" ? NO_PATHS : { ...fault, pointer };
    keptFor(schemas, schema, () => []).push(told);
  }
  return { faults: schemas.get("") ?? [], schemas };
}

const NO_PATHS: StructureFault = { pointer: "", message: 'must have the property "paths"' };

/** The innermost of some places that contains a pointer. */
function nearest(pointer: string, places: { has(place: string): boolean }): string | undefined {
  let place = pointer;
  while (place !== "" && !places.has(place)) place = parentPointer(place);
  return place === "" ? undefined : place;
}

function homeOf(pointer: string, homes: ReadonlyMap<string, string>): string {
  const moved = nearest(pointer, homes);
  return moved === undefined ? pointer : `${homes.get(moved)}${pointer.slice(moved.length)}`;
}

/** Where a document keeps the parts of each kind that a reference may lead to. */
const SHELVES: readonly (readonly [kind: PartKind, ...keys: string[]])[] = [
  ["path-item", "paths"],
  ...[...GRAMMAR.components.fields].flatMap(([key, field]) =>
    "of" in field && field.of !== "path-item" ? [[field.of, "components", key] as const] : [],
  ),
];

/** Places whose parts are judged in place. */
const JUDGED = /^\/(?:paths|webhooks|components)\//;

/**
 * The document in a form that swagger-parser accepts: in a version it knows, with parts from other files or from places
 * unknown to OpenAPI moved next to others of their kind.
 * @param homes receives the original place of each moved part, by its new place
 */
function copyFor({ root, dialect }: Document, parts: readonly LintPart[], homes: Map<string, string>): JsonObject {
  const copy: Record<string, JsonValue> = { ...root, openapi: dialect === "3.0" ? "3.0.3" : "3.1.0" };
  // swagger-parser refuses both with an error that names no place; Ajv reports where they are.
  copy["paths"] ??= dialect === "3.1" && (root["components"] ?? root["webhooks"]) !== undefined ? {} : null;
  if (isObject(root["info"]) && typeof root["info"]["version"] === "number") {
    copy["info"] = { ...root["info"], version: null };
  }
  const elsewhere = parts.filter(({ referenced, pointer }) => referenced && !JUDGED.test(pointer));
  for (const [kind, ...keys] of SHELVES) {
    const moved = elsewhere.filter((part) => part.kind === kind);
    const shelf = moved.length === 0 ? undefined : openShelf(copy, keys);
    if (shelf === undefined) continue;
    let prefix = keys.length === 1 ? "/elsewhere-" : "elsewhere-";
    while (Object.keys(shelf).some((name) => name.startsWith(prefix))) prefix += "-";
    for (const [index, { pointer, value }] of moved.entries()) {
      shelf[`${prefix}${index}`] = value;
      homes.set(appendPointer("", ...keys, `${prefix}${index}`), pointer);
    }
  }
  return copy;
}

/** A modifiable copy of what a document has under some keys; undefined if no parts can be there. */
function openShelf(root: Record<string, JsonValue>, keys: readonly string[]): Record<string, JsonValue> | undefined {
  let holder = root;
  for (const key of keys) {
    const held = holder[key] ?? {};
    if (!isObject(held)) return undefined;
    holder = holder[key] = { ...held };
  }
  return holder;
}
