// References across files. Every file that a document refers to is read once, kept under one key of the
// root, and each `$ref` is rewritten to a pointer inside the tree: nothing is copied, so a reference
// bomb costs what it weighs, and cycles are no problem. Network references are never followed.
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer, fragmentPointer, valueAt } from "./pointer.ts";

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
    const dynamic = onlyDynamicAnchors(file.value);
    trees.push(
      rewrite(file.value, (reference, key) => {
        if (key === "$ref") return targets.get(reference);
        const pointer = dynamic.get(reference.slice(1));
        return pointer === undefined ? undefined : `#${filePrefix(index)}${encodeFragment(pointer)}`;
      }),
    );
  }
  const root = trees[0] as JsonObject;
  const others = trees.slice(1);
  const whole =
    others.length === 0
      ? root
      : Object.freeze({
          ...root,
          [FILES_KEY]: Object.freeze(Object.fromEntries(others.map((tree, index) => [String(index + 1), tree]))),
        });
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
  const anchors = new Map<SourceFile, ReadonlyMap<string, string>>();
  for (const { reference, pointer } of referencesIn(file.value)) {
    if (targets.has(reference)) continue;
    const [path = ""] = reference.split("#", 1);
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
    const target = reading.files[index] as SourceFile;
    const fragment = reference.slice(path.length);
    let inside = fragmentPointer(fragment);
    if (inside === undefined) {
      // Not a pointer: the name that a schema gave itself (JSON Schema 2020-12 section 8.2.2).
      const named = anchors.get(target) ?? anchorsIn(target.value);
      anchors.set(target, named);
      inside = named.get(fragment.slice(1));
    }
    if (inside === undefined) {
      const message = `$ref ${JSON.stringify(reference)} is not a JSON pointer, and no schema has that $anchor`;
      reading.faults.push({ fileIndex, pointer, message });
    } else {
      targets.set(reference, `#${filePrefix(index)}${encodeFragment(inside)}`);
    }
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

/** Every `$ref` of a tree. */
export function referencesIn(tree: JsonValue): FoundReference[] {
  const found: FoundReference[] = [];
  for (const part of partsOf(tree)) {
    const reference = part.value["$ref"];
    if (typeof reference === "string") found.push({ reference, pointer: pointerOf(part) });
  }
  return found;
}

/** The pointer of each schema that names itself, by its name. */
function anchorsIn(tree: JsonValue): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of partsOf(tree)) {
    for (const name of [part.value["$anchor"], part.value["$dynamicAnchor"]]) {
      if (typeof name === "string" && !found.has(name)) found.set(name, pointerOf(part));
    }
  }
  return found;
}

/** The names that `$dynamicRef` can mean only one schema by: it is then a reference like any other. */
function onlyDynamicAnchors(tree: JsonValue): Map<string, string> {
  const found = new Map<string, string>();
  const repeated = new Set<string>();
  for (const part of partsOf(tree)) {
    const name = part.value["$dynamicAnchor"];
    if (typeof name !== "string") continue;
    if (found.has(name)) repeated.add(name);
    else found.set(name, pointerOf(part));
  }
  for (const name of repeated) found.delete(name);
  return found;
}

/** An array or object on the way through a tree. Its pointer is put together only where it is asked for. */
interface Node {
  readonly value: JsonValue;
  readonly parent: Node | undefined;
  readonly key: string;
  /** True where the keys are free names. */
  readonly named: boolean;
}

type Part = Node & { readonly value: JsonObject };

/** Every object of a tree whose keys have a meaning, in the order of the text; without recursion, trees may be deep. */
function* partsOf(tree: JsonValue): Generator<Part> {
  const stack: Node[] = [{ value: tree, parent: undefined, key: "", named: false }];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!node.named && isObject(node.value)) yield node as Part;
    const children: Node[] = [];
    for (const [key, value] of Object.entries(node.value as JsonObject)) {
      if (typeof value !== "object" || value === null) continue;
      if (!node.named && isData(key, value)) continue;
      children.push({ value, parent: node, key, named: !node.named && NAME_KEYS.has(key) });
    }
    for (let child = children.pop(); child !== undefined; child = children.pop()) stack.push(child);
  }
}

function pointerOf(node: Node): string {
  const steps: string[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) steps.push(at.key);
  return appendPointer("", ...steps.reverse());
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

/** The reference that stands for one, or undefined for one that stays as it is. */
type Target = (reference: string, key: "$ref" | "$dynamicRef") => string | undefined;

/** A copy of a tree, frozen, with other references. */
function rewrite(tree: JsonValue, target: Target, named = false): JsonValue {
  if (typeof tree !== "object" || tree === null) return tree;
  if (Array.isArray(tree)) return Object.freeze(tree.map((item) => rewrite(item as JsonValue, target)));
  const copy: Record<string, JsonValue> = {};
  for (const [key, item] of Object.entries(tree as JsonObject)) {
    if (!named && (key === "$ref" || key === "$dynamicRef") && typeof item === "string") {
      copy[key] = target(item, key) ?? item;
    } else if (!named && isData(key, item)) copy[key] = rewrite(item, asItIs, true);
    else copy[key] = rewrite(item, target, !named && NAME_KEYS.has(key));
  }
  return Object.freeze(copy);
}

const asItIs = (): undefined => undefined;

function danglingReferences(root: JsonObject): ReferenceFault[] {
  const faults: ReferenceFault[] = [];
  for (const { reference, pointer } of referencesIn(root)) {
    const target = reference.startsWith("#") ? fragmentPointer(reference) : undefined;
    // What could not be read, or has no such name, was told where it was met.
    if (target === undefined || valueAt(root, target) !== undefined) continue;
    faults.push({
      fileIndex: 0,
      pointer,
      message: `$ref ${JSON.stringify(reference)} leads nowhere in the document`,
    });
  }
  return faults;
}
