// Where a JSON pointer stands in a YAML document, and what else its nodes tell.
import type { LineCounter, Node, Pair, YAMLMap, Document as YamlDocument } from "yaml";
import type { Locate } from "./location.ts";
import { pointerSteps } from "./pointer.ts";
import { yaml } from "./yaml.ts";

/** Locates in a YAML document: a mapping's entry is placed at its key. */
export function locateInYaml(document: YamlDocument, lines: LineCounter): Locate {
  const known = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();
  const entriesOf = (map: YAMLMap): ReadonlyMap<string, Pair> => {
    const entries = known.get(map) ?? scanEntries(map);
    known.set(map, entries);
    return entries;
  };
  return (pointer) => {
    let node: Node | null = document.contents;
    let offset = node?.range?.[0] ?? 0;
    for (const step of pointerSteps(pointer)) {
      const next = yamlStep(node, step, entriesOf);
      if (next === undefined) break;
      [node, offset] = next;
    }
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
}

function yamlStep(
  node: Node | null,
  step: string,
  entriesOf: (map: YAMLMap) => ReadonlyMap<string, Pair>,
): [Node | null, number] | undefined {
  if (yaml().isMap(node)) {
    const pair = entriesOf(node).get(step);
    if (pair === undefined) return undefined;
    return [pair.value as Node | null, (pair.key as Node).range?.[0] ?? 0];
  }
  if (yaml().isSeq(node)) {
    const item = node.items[Number(step)] as Node | undefined;
    return item === undefined ? undefined : [item, item.range?.[0] ?? 0];
  }
  return undefined;
}

function scanEntries(map: YAMLMap): ReadonlyMap<string, Pair> {
  const entries = new Map<string, Pair>();
  for (const item of map.items)
    if (yaml().isPair(item) && yaml().isScalar(item.key)) entries.set(String(item.key.value), item);
  return entries;
}

/** What a look through a parsed document finds before it is turned into values. */
export interface Survey {
  readonly nodes: number;
  readonly aliases: number;
  /**
   * The first key that a map has twice. The parser can look for it as well, but compares each key with
   * each other one.
   */
  readonly repeated?: { readonly key: string; readonly offset: number };
}

/** Looks through a parsed document, each part of it once. */
export function survey(document: YamlDocument): Survey {
  const pending: unknown[] = [document.contents];
  let nodes = 0;
  let aliases = 0;
  let repeated: Survey["repeated"];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes++;
    if (yaml().isAlias(node)) aliases++;
    else if (yaml().isSeq(node)) for (const item of node.items) pending.push(item);
    else if (yaml().isMap(node)) {
      repeated = earlier(repeated, repeatedKey(node));
      for (const { value } of node.items) pending.push(value);
    }
  }
  return { nodes, aliases, ...(repeated === undefined ? {} : { repeated }) };
}

function repeatedKey(map: YAMLMap): Survey["repeated"] {
  const keys = new Set<string>();
  for (const { key } of map.items) {
    if (!yaml().isScalar(key)) continue;
    const name = String(key.value);
    if (keys.has(name) && name !== "<<") return { key: name, offset: key.range?.[0] ?? 0 };
    keys.add(name);
  }
  return undefined;
}

function earlier(a: Survey["repeated"], b: Survey["repeated"]): Survey["repeated"] {
  return a === undefined || (b !== undefined && b.offset < a.offset) ? b : a;
}
