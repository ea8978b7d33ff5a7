// References across files. Every file that a document refers to is read once, kept under one key of the
// root, and each `$ref` is rewritten to a pointer inside the tree: nothing is copied, so a reference
// bomb costs what it weighs, and cycles are no problem. Network references are never followed.
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer, fragmentPointer, parentPointer, valueAt } from "./pointer.ts";

/** The key of the root under which other files stand, by number. */
export const FILES_KEY = "x-files";

/** One file that was read. */
export interface SourceFile {
  /** Absolute path; what relative references start from. */
  readonly path: string;
  readonly value: JsonValue;
}

/** A reference that cannot be followed: where it stands, and why. */
export interface ReferenceFault {
  readonly fileIndex: number;
  readonly pointer: string;
  readonly message: string;
}

export interface Bundle {
  readonly root: JsonObject;
  readonly files: readonly SourceFile[];
  readonly faults: readonly ReferenceFault[];
}

/** Reads the file that a relative reference names, or says why not. */
export type ReadReferenced = (reference: string, from: string) => Promise<SourceFile | { readonly refused: string }>;

/** The prefix of pointers into the nth file. The main document is file 0 and has none. */
export function filePrefix(index: number): string {
  return index === 0 ? "" : appendPointer("", FILES_KEY, index);
}

/**
 * Brings a document and all files it refers to into one tree.
 * @param main the document itself
 * @param read how another file is read; it decides what may be read
 */
export async function bundle(main: SourceFile, read: ReadReferenced): Promise<Bundle> {
  const files: SourceFile[] = [main];
  const trees: JsonValue[] = [];
  const faults: ReferenceFault[] = [];
  for (let index = 0; index < files.length; index++) {
    const file = files[index] as SourceFile;
    const targets = await readTargets(file, index, { files, faults, read });
    trees.push(rewrite(file.value, (reference) => targets.get(reference)));
  }
  const root = trees[0] as JsonObject;
  const others = trees.slice(1);
  const whole =
    others.length === 0
      ? root
      : { ...root, [FILES_KEY]: Object.fromEntries(others.map((tree, index) => [String(index + 1), tree])) };
  return { root: whole, files, faults: [...faults, ...danglingReferences(whole)] };
}

interface Reading {
  readonly files: SourceFile[];
  readonly faults: ReferenceFault[];
  readonly read: ReadReferenced;
}

/** For each reference text in a file, the reference that stands for it in the one tree. */
async function readTargets(file: SourceFile, fileIndex: number, reading: Reading): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  for (const { reference, pointer } of referencesIn(file.value)) {
    if (targets.has(reference)) continue;
    const hash = reference.indexOf("#");
    const path = hash === -1 ? reference : reference.slice(0, hash);
    const inside = hash === -1 ? "" : fragmentPointer(reference);
    if (inside === undefined) continue;
    let index = fileIndex;
    if (path !== "") {
      const found = await reading.read(path, file.path);
      if ("refused" in found) {
        reading.faults.push({ fileIndex, pointer, message: `$ref ${JSON.stringify(reference)} ${found.refused}` });
        continue;
      }
      index = reading.files.findIndex((known) => known.path === found.path);
      if (index === -1) index = reading.files.push(found) - 1;
    }
    targets.set(reference, `#${filePrefix(index)}${encodeFragment(inside)}`);
  }
  return targets;
}

function encodeFragment(pointer: string): string {
  return pointer.replaceAll("%", "%25");
}

/** Keys whose values are data, not parts of the document: a `$ref` in an example is just an example. */
const DATA_KEYS = new Set(["example", "default", "enum", "const", "value"]);

interface FoundReference {
  readonly reference: string;
  readonly pointer: string;
}

/** Every `$ref` of a tree, without recursion on the stack: documents may be deep. */
export function referencesIn(tree: JsonValue): FoundReference[] {
  const found: FoundReference[] = [];
  const queue: { value: JsonValue; pointer: string; named: boolean }[] = [{ value: tree, pointer: "", named: false }];
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    const { value, pointer, named } = entry;
    if (typeof value !== "object" || value === null) continue;
    if (isObject(value) && typeof value["$ref"] === "string" && !named) {
      found.push({ reference: value["$ref"], pointer });
    }
    for (const [key, item] of Object.entries(value)) {
      if (typeof item !== "object" || item === null) continue;
      if (!named && isData(key, item)) continue;
      queue.push({ value: item, pointer: appendPointer(pointer, key), named: !named && NAME_KEYS.has(key) });
    }
  }
  return found;
}

/** Keys whose object maps free names to parts: below `properties` or `responses`, "default" is a name. */
const NAME_KEYS = new Set([
  ...["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas", "responses"],
  ...["parameters", "headers", "examples", "requestBodies", "securitySchemes", "links", "callbacks", "pathItems"],
  ...["paths", "webhooks", "content"],
]);

function isData(key: string, item: JsonValue): boolean {
  if (key === "examples") return Array.isArray(item);
  return DATA_KEYS.has(key);
}

function rewrite(tree: JsonValue, target: (reference: string) => string | undefined, named = false): JsonValue {
  if (typeof tree !== "object" || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map((item) => rewrite(item as JsonValue, target));
  const copy: Record<string, JsonValue> = {};
  for (const [key, item] of Object.entries(tree as JsonObject)) {
    if (key === "$ref" && typeof item === "string" && !named) copy[key] = target(item) ?? item;
    else if (!named && isData(key, item)) copy[key] = item;
    else copy[key] = rewrite(item, target, !named && NAME_KEYS.has(key));
  }
  return copy;
}

function danglingReferences(root: JsonObject): ReferenceFault[] {
  const faults: ReferenceFault[] = [];
  for (const { reference, pointer } of referencesIn(root)) {
    if (!reference.startsWith("#")) continue;
    const target = fragmentPointer(reference);
    if (target === undefined) {
      if (isSchemaAnchor(root, reference, pointer)) continue;
      faults.push({ fileIndex: 0, pointer, message: `$ref ${JSON.stringify(reference)} is not a JSON pointer` });
    } else if (valueAt(root, target) === undefined) {
      faults.push({
        fileIndex: 0,
        pointer,
        message: `$ref ${JSON.stringify(reference)} leads nowhere in the document`,
      });
    }
  }
  return faults;
}

/** "#name" is legal in a 3.1 schema where an enclosing schema declares that `$anchor`. */
function isSchemaAnchor(root: JsonObject, reference: string, pointer: string): boolean {
  const name = reference.slice(1);
  for (let place = pointer; place !== ""; place = parentPointer(place)) {
    const value = valueAt(root, place);
    if (JSON.stringify(value)?.includes(`"$anchor":${JSON.stringify(name)}`)) return true;
  }
  return false;
}
