// References across files. Every file that a document refers to is read once, kept under one key of the
// root, and each `$ref` is rewritten to a pointer inside the tree: nothing is copied, so a reference
// bomb costs what it weighs, and cycles are no problem. Network references are never followed.
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "./json.ts";
import { appendPointer, fragmentPointer, valueAt } from "./pointer.ts";
import { NAME_KEYS, type Part, type Survey, isData, pointerOf, survey } from "./survey.ts";

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
 * @param before the tree of an earlier version: what is equal in both is one and the same object in both trees, so
 * that whoever compares them need not look into it
 */
export async function bundle(main: SourceFile, read: ReadReferenced, before?: JsonObject): Promise<Bundle> {
  const reading: Reading = { files: [main], surveys: new Map(), faults: [], read };
  const trees: JsonValue[] = [];
  const targetsByFile: ReadonlyMap<string, Target>[] = [];
  for (let index = 0; index < reading.files.length; index++) {
    const file = reading.files[index] as SourceFile;
    const { dynamic } = surveyOf(file, reading);
    const targets = await readTargets(file, index, reading);
    targetsByFile.push(targets);
    const rewriting: Rewriting = (reference, key) => {
      if (key === "$ref") return referenceTo(targets.get(reference));
      const part = dynamic.get(reference.slice(1));
      return part === undefined ? undefined : referenceTo({ index, pointer: pointerOf(part) });
    };
    trees.push(rewrite(file.value, rewriting, index === 0 ? before : undefined));
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
  const dangling = targetsByFile.flatMap((targets, index) => danglingReferences(trees, { targets, index, reading }));
  return { root: whole, files: reading.files, faults: [...reading.faults, ...dangling] };
}

interface Reading {
  readonly files: SourceFile[];
  readonly surveys: Map<SourceFile, Survey>;
  readonly faults: ReferenceFault[];
  readonly read: ReadReferenced;
}

/** Where a reference leads: a file by its number, and a pointer in it. */
interface Target {
  readonly index: number;
  readonly pointer: string;
}

function referenceTo(target: Target | undefined): string | undefined {
  return target === undefined ? undefined : `#${filePrefix(target.index)}${encodeFragment(target.pointer)}`;
}

/** Where each reference text of a file leads; those that cannot be followed are told. */
async function readTargets(file: SourceFile, fileIndex: number, reading: Reading): Promise<Map<string, Target>> {
  const targets = new Map<string, Target>();
  for (const { reference, part } of surveyOf(file, reading).references) {
    if (targets.has(reference)) continue;
    const [path = ""] = reference.split("#", 1);
    let index = fileIndex;
    if (path !== "") {
      const found = await reading.read(path, file.path);
      if ("refused" in found) {
        const message = `$ref ${JSON.stringify(reference)} ${found.refused}`;
        reading.faults.push({ fileIndex, pointer: pointerOf(part), message });
        continue;
      }
      index = reading.files.findIndex((known) => known.path === found.path);
      if (index === -1) index = reading.files.push(found) - 1;
    }
    const fragment = reference.slice(path.length);
    // Not a pointer: the name that a schema gave itself (JSON Schema 2020-12 section 8.2.2).
    const named = (): Part | undefined =>
      surveyOf(reading.files[index] as SourceFile, reading).names.get(fragment.slice(1));
    const pointer = fragmentPointer(fragment) ?? pointerOf(named());
    if (pointer !== undefined) {
      targets.set(reference, { index, pointer });
      continue;
    }
    const message = `$ref ${JSON.stringify(reference)} is not a JSON pointer, and no schema has that $anchor`;
    reading.faults.push({ fileIndex, pointer: pointerOf(part), message });
  }
  return targets;
}

function surveyOf(file: SourceFile, { surveys }: Reading): Survey {
  const known = surveys.get(file) ?? survey(file.value);
  surveys.set(file, known);
  return known;
}

interface FileReferences {
  readonly targets: ReadonlyMap<string, Target>;
  readonly index: number;
  readonly reading: Reading;
}

/** What could not be read, or has no such name, was told where it was met. */
function danglingReferences(trees: readonly JsonValue[], { targets, index, reading }: FileReferences) {
  const dangling = new Set<string>();
  for (const [reference, target] of targets) {
    if (valueAt(trees[target.index] as JsonValue, target.pointer) === undefined) dangling.add(reference);
  }
  if (dangling.size === 0) return [];
  const here = index === 0 ? "the document" : "this file";
  const { references } = surveyOf(reading.files[index] as SourceFile, reading);
  return references
    .filter(({ reference }) => dangling.has(reference))
    .map(({ reference, part }): ReferenceFault => {
      const where = reference.startsWith("#") ? here : "that file";
      const message = `$ref ${JSON.stringify(reference)} leads nowhere in ${where}`;
      return { fileIndex: index, pointer: pointerOf(part), message };
    });
}

function encodeFragment(pointer: string): string {
  return pointer.replaceAll("%", "%25");
}

/** The reference that stands for one, or undefined for one that stays as it is. */
type Rewriting = (reference: string, key: "$ref" | "$dynamicRef") => string | undefined;

/** A copy of a tree, frozen, with other references. What it has in common with an earlier one is not copied. */
function rewrite(tree: JsonValue, target: Rewriting, before?: JsonValue, named = false): JsonValue {
  if (typeof tree !== "object" || tree === null) return tree;
  if (Array.isArray(tree)) {
    const twin = Array.isArray(before) ? (before as JsonArray) : undefined;
    const list = tree.map((item: JsonValue, index) => rewrite(item, target, twin?.[index]));
    const alike = list.length === twin?.length && list.every((item, index) => item === twin[index]);
    return alike ? twin : Object.freeze(list);
  }
  const twin = isObject(before) ? before : undefined;
  const copy: Record<string, JsonValue> = {};
  let alike = twin !== undefined;
  const keys = Object.keys(tree);
  for (const key of keys) {
    const item = (tree as JsonObject)[key] as JsonValue;
    const other = twin !== undefined && Object.hasOwn(twin, key) ? twin[key] : undefined;
    if (!named && (key === "$ref" || key === "$dynamicRef") && typeof item === "string") {
      copy[key] = target(item, key) ?? item;
    } else if (!named && isData(key, item)) copy[key] = rewrite(item, asItIs, other, true);
    else copy[key] = rewrite(item, target, other, !named && NAME_KEYS.has(key));
    alike &&= copy[key] === other;
  }
  return alike && Object.keys(twin as JsonObject).length === keys.length ? (twin as JsonObject) : Object.freeze(copy);
}

const asItIs = (): undefined => undefined;
