// Finds parts of two documents that are the same text, references included. In a real change that is nearly everything.
// Such parts are never looked at again, so the cost is that of the difference.
import { referenceText } from "../../document/document.ts";
import { fragmentPointer, valueAt } from "../../json/pointer.ts";
import { kindsOf } from "../form/tags.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** What is the same in two documents. The order of the two does not matter. */
export class Sameness {
  readonly #base: JsonObject;
  readonly #revision: JsonObject;
  /** Pointers of reference targets that differ, or lead to one that does. */
  readonly #changed = new Set<string>();
  readonly #known = new Set<string>();

  constructor(base: JsonObject, revision: JsonObject) {
    this.#base = base;
    this.#revision = revision;
  }

  /**
   * True if both values are equal and every reference in them leads to equal parts, at any depth.
   * @param at where they are, if they may be components that others extend
   */
  same(base: JsonValue | undefined, revision: JsonValue | undefined, at?: string): boolean {
    if (base === undefined || revision === undefined) return base === revision;
    const targets = new Set<string>(at === undefined ? [] : this.#kindsAt(at));
    if (!equalTrees(base, revision, targets)) return false;
    this.#learn(targets);
    for (const target of targets) if (this.#changed.has(target)) return false;
    return true;
  }

  /**
   * Compares all reachable targets that were not compared before. A cycle of equal parts is equal: differences are
   * found first and then propagated backwards along the references.
   */
  #learn(targets: ReadonlySet<string>): void {
    const pending = [...targets];
    const users = new Map<string, string[]>();
    const fresh: string[] = [];
    for (let target = pending.pop(); target !== undefined; target = pending.pop()) {
      if (this.#known.has(target)) continue;
      this.#known.add(target);
      fresh.push(target);
      const inner = new Set<string>(this.#kindsAt(target));
      const [left, right] = [valueAt(this.#base, target), valueAt(this.#revision, target)];
      if (left === undefined || right === undefined || !equalTrees(left, right, inner)) this.#changed.add(target);
      for (const next of inner) {
        const known = users.get(next);
        if (known === undefined) users.set(next, [target]);
        else known.push(target);
        pending.push(next);
      }
    }
    this.#spread(users);
  }

  /** The schemas that the tag of the schema at a pointer selects, in either document. */
  #kindsAt(pointer: string): string[] {
    return [this.#base, this.#revision].flatMap((root) => [...(kindsOf(root).get(pointer)?.targets.values() ?? [])]);
  }

  #spread(users: ReadonlyMap<string, readonly string[]>): void {
    const pending = [...users.keys()].filter((target) => this.#changed.has(target));
    for (let target = pending.pop(); target !== undefined; target = pending.pop()) {
      for (const user of users.get(target) ?? []) {
        if (this.#changed.has(user)) continue;
        this.#changed.add(user);
        pending.push(user);
      }
    }
  }
}

/** Deep equality that collects the targets of references. The order of keys does not matter. */
function equalTrees(a: JsonValue, b: JsonValue, targets: Set<string>): boolean {
  if (typeof a !== "object" || a === null) return a === b;
  if (a === b) {
    collectTargets(a, targets);
    return true;
  }
  if (typeof b !== "object" || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item: JsonValue, index) => equalTrees(item, b[index] as JsonValue, targets));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(b, key) || !equalTrees(a[key] as JsonValue, b[key] as JsonValue, targets)) return false;
  }
  collectTarget(referenceText(a), targets);
  collectTarget(a["$dynamicRef"], targets);
  return true;
}

function collectTargets(tree: object, targets: Set<string>): void {
  for (const key in tree) {
    const value = (tree as Record<string, unknown>)[key];
    if (typeof value === "object" && value !== null) collectTargets(value, targets);
  }
  collectTarget(referenceText(tree as JsonValue), targets);
  collectTarget((tree as JsonObject)["$dynamicRef"], targets);
}

function collectTarget(reference: JsonValue | undefined, targets: Set<string>): void {
  if (typeof reference !== "string") return;
  const target = fragmentPointer(reference);
  if (target !== undefined) targets.add(target);
}
