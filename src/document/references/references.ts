// References across files. Each file that a document refers to is read once and kept under one key of the root, and
// each `$ref` is rewritten to a pointer inside the tree. Nothing is copied, so a reference bomb does not expand and
// cycles do no harm. Network references are never followed.
import type { Dialect } from "../document.ts";
import { componentOf, dynamicName, resolveDynamic } from "./dynamic.ts";
import { type FoundDynamic, type FoundReference, ReferenceScanner, anchorsOf } from "./scan.ts";
import {
  type Bundle,
  type Following,
  type LostNote,
  type Place,
  type ReferenceNote,
  type SourceFile,
  FILES_KEY,
  referenceTo,
} from "./model.ts";
import { type OpenFile, type ReferenceTarget, fragmentOf, isByName, namedIn } from "./open-file.ts";
import { OpenFiles } from "./open-files.ts";
import { Resources, placeIn, selfOf } from "./resources.ts";
import { type Edit, type Edits, rewrite } from "./rewrite.ts";
import type { WalkStart, Subschemas } from "../walk.ts";
import { fragmentPointer, valueAt } from "../../json/pointer.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { quoted } from "../../json/quote.ts";

export interface BundleOptions {
  readonly dialect: Dialect;
  readonly subschemas: Subschemas;
  /**
   * The tree of an earlier version. Equal parts become the same object in both trees, so a comparison can skip them.
   */
  readonly before?: JsonObject | undefined;
  /** A pointer as it is written in the document, if that was converted. */
  readonly original?: ((pointer: string) => string) | undefined;
}

/** Combines a document and all files it refers to into one tree. @param main the document itself */
export function* bundle(main: SourceFile, options: BundleOptions): Following<Bundle> {
  const bundler = new Bundler(main, options);
  yield* bundler.follow();
  const [root, ...others] = bundler.trees(options.before);
  const whole =
    others.length === 0
      ? root
      : Object.freeze({
          ...(root as JsonObject),
          [FILES_KEY]: Object.freeze(Object.fromEntries(others.map((tree, index) => [String(index + 1), tree]))),
        });
  const { faults, oddities } = bundler;
  const { all: files, isForbidden, isUnread } = bundler.files;
  return { root: whole as JsonObject, files, faults, isForbidden, isUnread, oddities };
}

/** A reference and the number of its file. */
interface Waiting extends FoundReference {
  readonly index: number;
}

/** Limits memory. Documents without such references have fewer members in all their maps. */
const MAX_EXPANDED = 100_000;

class Bundler {
  readonly files: OpenFiles;
  readonly faults: LostNote[] = [];
  readonly oddities: ReferenceNote[] = [];
  readonly #original: (pointer: string) => string;
  readonly #scanner: ReferenceScanner;
  readonly #resources: Resources;
  /** Scans for names alone. */
  readonly #names: () => ReferenceScanner;
  readonly #edits = new Map<JsonValue, Edit>();
  readonly #dynamic: (FoundDynamic & { readonly index: number })[] = [];
  readonly #anchors: (Place & { readonly name: string })[] = [];
  /** Members that exist in the tree only because of a `$ref` in place of a list or a map. */
  #expanded = 0;

  constructor(main: SourceFile, { dialect, subschemas, original = (pointer) => pointer }: BundleOptions) {
    this.#original = original;
    this.files = new OpenFiles(main, (index, file) => this.#noteIds(index, file));
    this.#scanner = new ReferenceScanner(dialect, subschemas);
    this.#resources = new Resources(dialect);
    this.#names = () => new ReferenceScanner(dialect, subschemas);
  }

  /**
   * Scans everything the document leads to. References by name come last, when everything that has a name was scanned.
   */
  *follow(): Following<void> {
    const queue = this.#scan(0, { kind: "document", value: this.files.all[0]?.value ?? null, pointer: "" });
    const byName: Waiting[] = [];
    for (let next = 0, named = 0; next < queue.length || named < byName.length;) {
      const reference = (queue[next++] ?? byName[named++]) as Waiting;
      if (next <= queue.length && isByName(reference.text)) byName.push(reference);
      else {
        next = Math.min(next, queue.length);
        const file = this.files.all[reference.index] as OpenFile;
        const around = this.#resources.around(reference.index, reference.at);
        const key = around === undefined ? reference.text : `${around.uri} ${reference.text}`;
        let target = file.targets.get(key);
        if (target === undefined) file.targets.set(key, (target = yield* this.#locate(reference)));
        for (const found of this.#lead(reference, target)) queue.push(found);
      }
    }
  }

  /** The trees of the files, with rewritten references. */
  trees(before: JsonObject | undefined): JsonValue[] {
    const edits: Edits[] = this.files.all.map(() => this.#edits);
    const trees = this.files.all.map(({ value }) => value);
    const dynamic = this.#dynamic.length === 0 ? undefined : this.#resolveDynamic();
    for (const [holder, edit] of dynamic?.edits ?? []) this.#edits.set(holder, edit);
    for (const version of dynamic?.versions ?? []) {
      this.files.all.push(this.files.all[version.index] as OpenFile);
      trees.push(version.tree);
      edits.push(version.edits);
    }
    return trees.map((value, index) => rewrite(value, edits[index] as Edits, index === 0 ? before : undefined));
  }

  #resolveDynamic() {
    const places = this.#dynamic.flatMap(({ text, at, index }) => {
      const leads = this.#placeOf(text, { index, at });
      const schema = leads && valueAt(this.files.all[leads.index]?.value ?? null, leads.pointer);
      return leads === undefined ? [] : [{ holder: at.value, leads, name: dynamicName(text, schema) }];
    });
    return resolveDynamic({
      files: this.files.all,
      edits: this.#edits,
      references: places,
      anchors: this.#anchors,
      isResource: ({ index, pointer }) => this.#resources.isAt(index, pointer),
    });
  }

  /** Where a dynamic reference leads if it is taken as an ordinary one, as far as that was scanned. */
  #placeOf(text: string, { index, at }: Pick<Waiting, "index" | "at">): Place | undefined {
    const fragment = fragmentOf(text);
    const path = text.slice(0, text.length - fragment.length);
    const found = this.#inResource(path, fragment, { index, at });
    if (found !== undefined || path !== "") return found;
    const near = this.#anchors.filter((one) => one.index === index && one.name === fragment.slice(1));
    const component = componentOf(at.pointer);
    const pointer =
      fragmentPointer(fragment) ??
      near.find((one) => componentOf(one.pointer) === component)?.pointer ??
      this.files.all[index]?.names.get(fragment.slice(1));
    return pointer === undefined ? undefined : { index, pointer };
  }

  #scan(index: number, start: WalkStart): Waiting[] {
    const { references, identified, named, dynamic } = this.#scanner.scan(start);
    const file = this.files.all[index] as OpenFile;
    for (const one of identified) this.#resources.note(index, file, one);
    for (const one of named) {
      const { value, pointer } = one;
      const around = this.#resources.around(index, one);
      for (const name of anchorsOf(value)) {
        if (!file.names.has(name)) file.names.set(name, pointer);
        around?.names.set(name, pointer);
      }
      const { $dynamicAnchor: name } = value;
      if (typeof name === "string") this.#anchors.push({ index, pointer, name });
    }
    for (const one of dynamic) this.#dynamic.push({ ...one, index });
    return references.map((reference) => ({ ...reference, index }));
  }

  /** Where a reference leads, or why it cannot be followed. */
  *#locate({ text, index, at }: Waiting): Following<ReferenceTarget | string> {
    const fragment = fragmentOf(text);
    const path = text.slice(0, text.length - fragment.length);
    const own = this.#inResource(path, fragment, { index, at });
    if (own !== undefined) return own;
    const isConverted = index === 0 && path === "" && fragment.startsWith("#/");
    const shown = `$ref ${quoted(isConverted ? `#${this.#original(fragment.slice(1))}` : text)}`;
    const home = path === "" ? index : yield* this.files.numberOf(path, index);
    if (typeof home === "string") return `${shown} ${home}`;
    const file = this.files.all[home] as OpenFile;
    const pointer = fragmentPointer(fragment) ?? namedIn(file, fragment.slice(1));
    if (pointer === undefined) return `${shown} is not a JSON pointer, and no schema has that $anchor`;
    const value = valueAt(file.value, pointer);
    if (value !== undefined) return { index: home, pointer, value, scanned: new Set() };
    return `${shown} leads nowhere in ${path !== "" ? "that file" : index === 0 ? "the document" : "this file"}`;
  }

  /**
   * Where a reference leads inside a schema with a URI. Many documents have an `$id` in a schema and mean the whole document
   * by "#" all the same, so what leads nowhere there is looked up as usual.
   */
  #inResource(path: string, fragment: string, { index, at }: Pick<Waiting, "index" | "at">) {
    const resource = this.#resources.named(path, index, this.files.all[index] as OpenFile, at);
    const place = resource === undefined ? undefined : placeIn(resource, fragment);
    if (resource === undefined || place === undefined) return undefined;
    const value = valueAt((this.files.all[resource.index] as OpenFile).value, place);
    return value === undefined
      ? undefined
      : { index: resource.index, pointer: place, value, scanned: new Set<string>() };
  }

  /** What calls itself something may be meant by what its schemas call themselves, before anything leads to them. */
  #noteIds(index: number, file: SourceFile): void {
    if (selfOf(file) === undefined) return;
    const { identified } = this.#names().scan({ kind: "document", value: file.value, pointer: "" });
    for (const one of identified) this.#resources.note(index, file, one);
  }

  /** Records the result of following a reference. @returns the references found in its target */
  #lead({ at, index }: Pick<Waiting, "at" | "index">, target: ReferenceTarget | string): readonly Waiting[] {
    if (typeof target === "string") {
      return this.#lose({ at, index }, target);
    }
    const reference = referenceTo(target.index, target.pointer);
    if (at.what === "part") this.#edits.set(at.value, { reference });
    else {
      // Above the limit the exact number no longer matters.
      if (this.#expanded <= MAX_EXPANDED) this.#expanded += Object.keys(target.value ?? {}).length;
      if (this.#expanded > MAX_EXPANDED) {
        const message = `$refs in place of lists and maps stand for more than ${MAX_EXPANDED} members`;
        return this.#lose({ at, index }, message);
      }
      const message = `a $ref replaces a ${at.wanted}, which OpenAPI does not allow; each member is read as a $ref`;
      this.oddities.push({ fileIndex: index, pointer: at.pointer, message });
      this.#edits.set(at.value, { reference, members: target.value });
    }
    const isMap = at.what === "stray";
    const scanned = `${at.kind} ${isMap}`;
    if (target.scanned.has(scanned)) return [];
    target.scanned.add(scanned);
    const { value, pointer } = target;
    return this.#scan(target.index, { kind: at.kind, isMap, value, pointer });
  }

  #lose({ at, index }: Pick<Waiting, "at" | "index">, message: string): readonly Waiting[] {
    this.#edits.set(at.value, { isLost: true });
    this.faults.push({ fileIndex: index, pointer: at.pointer, message, kind: at.kind, isMap: at.what !== "part" });
    return [];
  }
}
