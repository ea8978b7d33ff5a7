// Finds the keys that occur twice in a YAML map, using the events of its parser. YAML forbids them, and parsers
// disagree about which one counts.
import type * as JsYaml from "js-yaml";
import { appendPointer } from "../../json/pointer.ts";

/** A repeated key. */
export interface RepeatedYamlKey {
  readonly key: string;
  /** JSON pointer of the entry. */
  readonly pointer: string;
  /** The offset of the repeated key. */
  readonly at: number;
}

/** An open map or list; the outermost one is the YAML document. */
interface Open {
  /** The keys of a map so far; a list has none. */
  readonly keys: Set<string> | undefined;
  /** The step to the current entry. */
  step: string | number;
  nodes: number;
}

/** The repeated keys, in text order. A merged key may be written again. */
export function repeatedYamlKeys(
  text: string,
  events: readonly JsYaml.Event[],
  { EVENT_ID, SCALAR_STYLE: { PLAIN }, getScalarValue }: typeof JsYaml,
): RepeatedYamlKey[] {
  const found: RepeatedYamlKey[] = [];
  const open: Open[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    const holder = open.at(-1);
    if (holder !== undefined) holder.nodes++;
    if (holder?.keys === undefined) {
      if (holder !== undefined) holder.step = holder.nodes - 1;
    } else if (holder.nodes % 2 === 1) {
      holder.step = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : "";
      if (event.type === EVENT_ID.SCALAR && holder.step !== "<<" && holder.keys.has(holder.step)) {
        const [, ...inside] = open;
        const quote = event.style === PLAIN ? 0 : 1;
        const pointer = appendPointer("", ...inside.map(({ step }) => step));
        found.push({ key: holder.step, pointer, at: event.valueStart - quote });
      }
      holder.keys.add(holder.step);
    }
    if (event.type === EVENT_ID.SCALAR || event.type === EVENT_ID.ALIAS) continue;
    open.push({ keys: event.type === EVENT_ID.MAPPING ? new Set() : undefined, step: "", nodes: 0 });
  }
  return found;
}
