// What one look through a tree tells: every reference in it, and the names that its schemas gave themselves.
import { type JsonObject, type JsonValue, isObject } from "./json.ts";
import { appendPointer } from "./pointer.ts";

/** Keys whose values are data, not parts of the document: a `$ref` in an example is just an example. */
const DATA_KEYS = new Set(["example", "default", "enum", "const", "value"]);

/** What a tree refers to, and the names by which it may be referred to. */
export interface Survey {
  /** Every `$ref`, with the object it stands in. */
  readonly references: readonly { readonly reference: string; readonly part: Part }[];
  /** The first schema that names itself so, by `$anchor` or `$dynamicAnchor`. */
  readonly names: ReadonlyMap<string, Part>;
  /** The names that `$dynamicRef` can mean only one schema by: it is then a reference like any other. */
  readonly dynamic: ReadonlyMap<string, Part>;
}

export function survey(tree: JsonValue): Survey {
  const references: { reference: string; part: Part }[] = [];
  const names = new Map<string, Part>();
  const dynamic = new Map<string, Part>();
  const repeated = new Set<string>();
  forEachPart(tree, (part) => {
    const { $ref: reference, $anchor: anchor, $dynamicAnchor: dynamicAnchor } = part.value;
    if (typeof reference === "string") references.push({ reference, part });
    for (const name of [anchor, dynamicAnchor]) if (typeof name === "string" && !names.has(name)) names.set(name, part);
    if (typeof dynamicAnchor !== "string") return;
    if (dynamic.has(dynamicAnchor)) repeated.add(dynamicAnchor);
    else dynamic.set(dynamicAnchor, part);
  });
  for (const name of repeated) dynamic.delete(name);
  return { references, names, dynamic };
}

/** Every `$ref` of a tree. */
export function referencesIn(tree: JsonValue): string[] {
  return survey(tree).references.map(({ reference }) => reference);
}

/** An array or object on the way through a tree. Its pointer is put together only where it is asked for. */
interface Node {
  readonly value: JsonValue;
  readonly parent: Node | undefined;
  readonly key: string;
  /** True where the keys are free names. */
  readonly named: boolean;
}

export type Part = Node & { readonly value: JsonObject };

/** Every object of a tree whose keys have a meaning, in the order of the text; without recursion, trees may be deep. */
function forEachPart(tree: JsonValue, visit: (part: Part) => void): void {
  const stack: Node[] = [];
  // A file that another one refers to may hold anything, an empty one null.
  if (typeof tree === "object" && tree !== null) stack.push({ value: tree, parent: undefined, key: "", named: false });
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const object = node.value as JsonObject;
    if (!node.named && isObject(object)) visit(node as Part);
    const start = stack.length;
    for (const key of Object.keys(object)) {
      const value = object[key] as JsonValue;
      if (typeof value !== "object" || value === null) continue;
      if (!node.named && isData(key, value)) continue;
      stack.push({ value, parent: node, key, named: !node.named && NAME_KEYS.has(key) });
    }
    reverseFrom(stack, start);
  }
}

/** Turns the end of a list around, so that what was pushed first is popped first. */
function reverseFrom(list: Node[], start: number): void {
  for (let left = start, right = list.length - 1; left < right; left++, right--) {
    [list[left], list[right]] = [list[right] as Node, list[left] as Node];
  }
}

export function pointerOf(node: Node): string;
export function pointerOf(node: Node | undefined): string | undefined;
export function pointerOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  const steps: string[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) steps.push(at.key);
  return appendPointer("", ...steps.reverse());
}

/** Keys whose object maps free names to parts: below `properties` or `responses`, "default" is a name. */
export const NAME_KEYS = new Set([
  ...["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas", "responses"],
  ...["parameters", "headers", "examples", "requestBodies", "securitySchemes", "links", "callbacks", "pathItems"],
  ...["paths", "webhooks", "content"],
]);

export function isData(key: string, item: JsonValue): boolean {
  if (key === "examples") return Array.isArray(item);
  return DATA_KEYS.has(key);
}
