// The JSONPath (RFC 9535) that overlays use: names, wildcards, indexes, slices, descendants and filters. Functions are
// not supported. A name after a dot may contain hyphens, as OpenAPI extensions do.
import { type JsonValue, equalJson, isObject, ownValue } from "../../json/value.ts";

/** The path to a selected node. */
export type Way = readonly string[];

export interface Node {
  readonly value: JsonValue;
  /** The parent node and the step below it; absent for the root of a path. */
  readonly above?: { readonly node: Node; readonly step: string };
}

/** Selects members of a node. */
export type Selector = (value: JsonValue, scene: Scene) => readonly string[];

export interface Segment {
  /** Whether it also applies to all descendants. */
  readonly isDeep: boolean;
  readonly selectors: readonly Selector[];
}

/** What a filter is evaluated against: the whole document and the remaining node budget. */
export interface Scene {
  readonly root: JsonValue;
  left: number;
}

/** A parsed path. */
export interface JsonPath {
  readonly segments: readonly Segment[];
}

/** Nodes visited for one path, to limit the time an overlay can take. */
const MOST_NODES = 2_000_000;

/** The nodes that a path selects, without duplicates; undefined if that takes too long. */
export function select(root: JsonValue, path: JsonPath): readonly Way[] | undefined {
  const scene: Scene = { root, left: MOST_NODES };
  const ways = follow([{ value: root }], path, scene).map(wayTo);
  const unique = new Map(ways.map((way) => [JSON.stringify(way), way] as const));
  return scene.left < 0 ? undefined : [...unique.values()];
}

/** Follows a path from some nodes. */
export function follow(start: readonly Node[], { segments }: JsonPath, scene: Scene): readonly Node[] {
  let nodes = start;
  for (const { isDeep, selectors } of segments) {
    const next: Node[] = [];
    for (const node of nodes) {
      for (const one of isDeep ? descendants(node, scene) : [node]) {
        for (const selector of selectors) {
          for (const step of selector(one.value, scene)) {
            if (--scene.left < 0) return [];
            next.push(below(one, step));
          }
        }
      }
    }
    nodes = next;
  }
  return nodes;
}

const below = (node: Node, step: string): Node => ({
  value: memberOf(node.value, step) as JsonValue,
  above: { node, step },
});

function wayTo(node: Node): Way {
  const way: string[] = [];
  for (let above = node.above; above !== undefined; above = above.node.above) way.push(above.step);
  return way.toReversed();
}

/** A node and all its descendants, parents first. */
function descendants(start: Node, scene: Scene): readonly Node[] {
  const found: Node[] = [];
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (--scene.left < 0) return [];
    found.push(node);
    for (const step of stepsOf(node.value).toReversed()) waiting.push(below(node, step));
  }
  return found;
}

/** The names or indexes of a value's members. */
export const stepsOf = (value: JsonValue): string[] =>
  Array.isArray(value) || isObject(value) ? Object.keys(value) : [];

/** The member of a value at a name or an index. */
export function memberOf(value: JsonValue, step: string): JsonValue | undefined {
  if (Array.isArray(value)) return (value as readonly JsonValue[])[Number(step)];
  return isObject(value) ? ownValue(value, step) : undefined;
}

export type Test = (current: JsonValue, scene: Scene) => boolean;
/** One side of a comparison; undefined if there is no such node. */
export type Operand = (current: JsonValue, scene: Scene) => JsonValue | undefined;

/** Selects a member by name. */
export function named(name: string): Selector {
  return (value) => (isObject(value) && ownValue(value, name) !== undefined ? [name] : []);
}

/** Selects an entry by index; a negative index counts from the end. */
export function indexed(index: number): Selector {
  return (value) => {
    const at = Array.isArray(value) && index < 0 ? value.length + index : index;
    return Array.isArray(value) && at >= 0 && at < value.length ? [String(at)] : [];
  };
}

/** Selects the entries from one index to another. */
export function sliced(start: string | undefined, end: string | undefined, step: string | undefined): Selector {
  const by = Number(step ?? 1);
  return (value) => {
    if (!Array.isArray(value) || by === 0) return [];
    const { length } = value;
    const within = (text: string | undefined, usual: number): number => {
      const at = text === undefined ? usual : Number(text) + (Number(text) < 0 ? length : 0);
      return Math.min(Math.max(at, by > 0 ? 0 : -1), by > 0 ? length : length - 1);
    };
    const [from, to] = by > 0 ? [within(start, 0), within(end, length)] : [within(start, length - 1), within(end, -1)];
    const steps: string[] = [];
    for (let at = from; by > 0 ? at < to : at > to; at += by) steps.push(String(at));
    return steps;
  };
}

/** Compares the two sides of a filter. */
export function compared(left: Operand, operator: string, right: Operand): Test {
  return (current, scene) => {
    const [a, b] = [left(current, scene), right(current, scene)];
    const isEqual = a === undefined || b === undefined ? a === b : equalJson(a, b);
    if (operator === "==") return isEqual;
    if (operator === "!=") return !isEqual;
    if (operator.length === 2 && isEqual) return true;
    const areAlike =
      (typeof a === "number" && typeof b === "number") || (typeof a === "string" && typeof b === "string");
    return areAlike && (operator.startsWith("<") ? a < b : a > b);
  };
}
