// Whether a document is built as OpenAPI says, and its schemas as JSON Schema: judged by swagger-parser, told at the
// place that is wrong. swagger-parser gets only what our own reader has accepted, and runs in a sandbox.
import type { Document } from "../../document/document.ts";
import { GRAMMAR, type PartKind } from "../../document/grammar.ts";
import { appendPointer, parentPointer } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { Sandbox } from "../../sandbox/sandbox.ts";
import type { RawViolation } from "../../schema/violation.ts";
import type { LintPart } from "../walk.ts";
import { type StructureFault, explainFaults } from "./faults.ts";

/** What was found out about the structure of a document. */
export interface Structure {
  /** What is wrong outside the schemas. */
  readonly faults: readonly StructureFault[];
  /** What is wrong with each schema, by its pointer; what is wrong with a schema inside it is told by that one. */
  readonly schemas: ReadonlyMap<string, readonly StructureFault[]>;
}

/** Why nothing was found out, in a line. */
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
    return { why: `there is no official schema of ${writeJson(version)} to judge by` };
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
    const known = schemas.get(schema);
    // A list that is copied with each fault takes the square of their number.
    if (known === undefined) schemas.set(schema, [told]);
    else known.push(told);
  }
  return { faults: schemas.get("") ?? [], schemas };
}

const NO_PATHS: StructureFault = { pointer: "", message: 'must have the property "paths"' };

/** The innermost of some places that holds a pointer. */
function nearest(pointer: string, places: { has(place: string): boolean }): string | undefined {
  let place = pointer;
  while (place !== "" && !places.has(place)) place = parentPointer(place);
  return place === "" ? undefined : place;
}

function homeOf(pointer: string, homes: ReadonlyMap<string, string>): string {
  const moved = nearest(pointer, homes);
  return moved === undefined ? pointer : `${homes.get(moved)}${pointer.slice(moved.length)}`;
}

/** Where the parts of each kind that a reference may lead to can stand in a document. */
const SHELVES: readonly (readonly [kind: PartKind, ...keys: string[]])[] = [
  ["path-item", "paths"],
  ...[...GRAMMAR.components.fields].flatMap(([key, field]) =>
    "of" in field && field.of !== "path-item" ? [[field.of, "components", key] as const] : [],
  ),
];

/** Places whose parts are judged where they stand. */
const JUDGED = /^\/(?:paths|webhooks|components)\//;

/**
 * The document as swagger-parser takes it: of a version that it knows, and with the parts that stand in other files, or
 * where OpenAPI has no place for them, beside those of their kind.
 * @param homes is told where each of them stood, by the place where it stands now
 */
function copyFor({ root, dialect }: Document, parts: readonly LintPart[], homes: Map<string, string>): JsonObject {
  const copy: Record<string, JsonValue> = { ...root, openapi: dialect === "3.0" ? "3.0.3" : "3.1.0" };
  // swagger-parser refuses both with an error that names no place; Ajv finds them where they stand.
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

/** A copy of what a document has under some keys, to be added to; undefined where no parts can stand there. */
function openShelf(root: Record<string, JsonValue>, keys: readonly string[]): Record<string, JsonValue> | undefined {
  let holder = root;
  for (const key of keys) {
    const held = holder[key] ?? {};
    if (!isObject(held)) return undefined;
    holder = holder[key] = { ...held };
  }
  return holder;
}
