// Applies overlays to a parsed document. The input is not changed. Each part of the result knows the file it comes
// from, so findings name a line that the user can edit.
import { DocumentError } from "../document.ts";
import type { Locate } from "../location.ts";
import type { ParsedText } from "../read.ts";
import { appendPointer, pointerSteps } from "../../json/pointer.ts";
import { clipped } from "../../json/quote.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { keptFor } from "../../memo.ts";
import type { Way } from "./json-path.ts";
import type { Action, Overlay, Overlays } from "./overlay.ts";

/** Where a part was written. */
interface Origin {
  readonly locate: Locate;
  readonly pointer: string;
}

/** Applies overlays in order. @throws DocumentError for an action that cannot be applied */
export function applyOverlays(main: ParsedText, { list, tell }: Overlays): ParsedText {
  const tree = new OverlaidTree(main);
  for (const overlay of list) {
    for (const action of overlay.actions) {
      const { pointer } = action;
      const target = clipped(action.target);
      const place = { pointer, location: overlay.locate(pointer) };
      const found = action.select(tree.root);
      if (found === undefined) {
        throw new DocumentError([{ ...place, message: `the target ${target} looks at too many places` }]);
      }
      if (found.length === 0) tell({ ...place, message: `the target ${target} selects nothing` });
      const fault = act(tree, found, action, overlay);
      if (fault !== undefined) throw new DocumentError([{ ...place, message: `the target ${target} ${fault}` }]);
    }
  }
  return { ...main, value: tree.root, locate: (pointer) => tree.locate(pointer) };
}

/** Applies an action. @returns why it cannot be applied */
function act(
  tree: OverlaidTree,
  found: readonly Way[],
  { update, pointer }: Action,
  overlay: Overlay,
): string | undefined {
  if (update === undefined) {
    if (found.some((way) => way.length === 0)) return "selects the whole document, which cannot be removed";
    for (const way of found.toSorted(lastFirst)) tree.remove(way);
    return undefined;
  }
  for (const way of found) {
    const value = tree.at(way);
    if (isObject(value) && !isObject(update)) return "selects an object, and the update is none";
    if (!isObject(value) && !Array.isArray(value)) {
      return "selects a single value: an update is merged into objects and appended to lists, so name what holds it";
    }
    tree.merge(way, update, { locate: overlay.locate, pointer: appendPointer(pointer, "update") });
  }
  return undefined;
}

/**
 * Sorts nested nodes before outer ones and later list entries before earlier ones, so that the paths to all others stay
 * valid.
 */
function lastFirst(one: Way, other: Way): number {
  return other.length - one.length || Number(other.at(-1)) - Number(one.at(-1)) || 0;
}

class OverlaidTree {
  root: JsonValue;
  readonly #main: Locate;
  /** For changed objects and lists: where a member was written, or the index it has in the file. */
  readonly #origins = new WeakMap<object, Map<string, Origin | string>>();
  /** Copies that are in one place only, so that thousands of actions on one object copy it once. */
  readonly #own = new WeakSet<object>();

  constructor({ value, locate }: ParsedText) {
    this.root = value;
    this.#main = locate;
  }

  at(way: Way): JsonValue | undefined {
    let value: JsonValue | undefined = this.root;
    for (const step of way) value = value === undefined ? undefined : memberOf(value, step);
    return value;
  }

  merge(way: Way, update: JsonValue, origin: Origin): void {
    this.root = this.#change(this.root, way, (value) => this.#merged(value, update, origin));
  }

  remove(way: Way): void {
    const gone = way.at(-1) ?? "";
    this.root = this.#change(this.root, way.slice(0, -1), (holder) => {
      const copy = this.#copy(holder);
      if (!Array.isArray(copy)) {
        delete copy[gone];
        return copy;
      }
      const origins = this.#originsOf(copy);
      const before = new Map(origins);
      for (let index = Number(gone); index < copy.length - 1; index++) {
        origins.set(String(index), before.get(String(index + 1)) ?? String(index + 1));
      }
      copy.splice(Number(gone), 1);
      return copy;
    });
  }

  /** The line of a part: in the overlay that wrote it, or else in the document. */
  locate(pointer: string): ReturnType<Locate> {
    let value: JsonValue | undefined = this.root;
    let origin: Origin = { locate: this.#main, pointer: "" };
    for (const step of pointerSteps(pointer)) {
      const own: Origin | string = (isHolder(value) ? this.#origins.get(value)?.get(step) : undefined) ?? step;
      origin = typeof own === "string" ? { ...origin, pointer: appendPointer(origin.pointer, own) } : own;
      value = value === undefined ? undefined : memberOf(value, step);
    }
    return origin.locate(origin.pointer);
  }

  /** Returns a tree in which one place is changed. Its ancestors are copied, because parts may be shared. */
  #change(value: JsonValue, [step, ...rest]: Way, change: (value: JsonValue) => JsonValue): JsonValue {
    if (step === undefined) return change(value);
    const copy = this.#copy(value) as Record<string, JsonValue>;
    copy[step] = this.#change(copy[step] as JsonValue, rest, change);
    return copy;
  }

  #merged(value: JsonValue, update: JsonValue, origin: Origin): JsonValue {
    const copy = this.#copy(value);
    const origins = this.#originsOf(copy);
    if (Array.isArray(copy)) {
      const added = Array.isArray(update) ? (update as readonly JsonValue[]) : [update];
      for (const [index, one] of added.entries()) {
        const pointer = Array.isArray(update) ? appendPointer(origin.pointer, index) : origin.pointer;
        origins.set(String(copy.length), { ...origin, pointer });
        copy.push(one);
      }
      return copy;
    }
    for (const [name, one] of Object.entries<JsonValue>(update as JsonObject)) {
      const old = ownValue(copy, name);
      const own = { ...origin, pointer: appendPointer(origin.pointer, name) };
      const isSame =
        old !== undefined && ((isObject(old) && isObject(one)) || (Array.isArray(old) && Array.isArray(one)));
      if (!isSame) origins.set(name, own);
      copy[name] = isSame ? this.#merged(old, one, own) : one;
    }
    return copy;
  }

  #copy(value: JsonValue): Record<string, JsonValue> | JsonValue[] {
    if (isHolder(value) && this.#own.has(value)) return value;
    const copy = Array.isArray(value) ? [...(value as readonly JsonValue[])] : { ...(value as JsonObject) };
    const origins = isHolder(value) ? this.#origins.get(value) : undefined;
    if (origins !== undefined) this.#origins.set(copy, new Map(origins));
    this.#own.add(copy);
    return copy;
  }

  #originsOf(value: object): Map<string, Origin | string> {
    return keptFor(this.#origins, value, () => new Map());
  }
}

function isHolder(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null;
}

/** The member of a value at a name or an index. */
function memberOf(value: JsonValue, step: string): JsonValue | undefined {
  if (Array.isArray(value)) return (value as readonly JsonValue[])[Number(step)];
  return isObject(value) ? ownValue(value, step) : undefined;
}
