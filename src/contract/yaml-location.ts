// Where a JSON pointer stands in a YAML document.
import { isMap, isPair, isScalar, isSeq, type Document as YamlDocument, type LineCounter, type Node } from "yaml";
import type { Locate } from "./location.ts";
import { pointerSteps } from "./pointer.ts";

/** Locates in a YAML document: a mapping's entry is placed at its key. */
export function locateInYaml(document: YamlDocument, lines: LineCounter): Locate {
  return (pointer) => {
    let node: Node | null = document.contents;
    let offset = node?.range?.[0] ?? 0;
    for (const step of pointerSteps(pointer)) {
      const next = yamlStep(node, step);
      if (next === undefined) break;
      [node, offset] = next;
    }
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
}

function yamlStep(node: Node | null, step: string): [Node | null, number] | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === step);
    if (pair === undefined) return undefined;
    const key = pair.key as Node;
    return [pair.value as Node | null, key.range?.[0] ?? 0];
  }
  if (isSeq(node)) {
    const item = node.items[Number(step)] as Node | undefined;
    return item === undefined ? undefined : [item, item.range?.[0] ?? 0];
  }
  return undefined;
}
