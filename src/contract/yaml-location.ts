// Where a JSON pointer stands in a YAML text, by the events of its parser.
import type * as JsYaml from "js-yaml";
import { LineStarts, type Locate } from "./location.ts";
import { pointerSteps } from "./pointer.ts";

/** A node of the text: where it begins, and its members, each with the place where it is entered (its key). */
interface Place {
  readonly at: number;
  readonly members?: Map<string, Member>;
}

interface Member {
  readonly at: number;
  readonly place: Place;
}

/** Locates in a YAML document: a mapping's entry is placed at its key. Reads the events at the first question. */
export function locateInYaml(text: string, events: readonly JsYaml.Event[], parser: typeof JsYaml): Locate {
  const lines = new LineStarts(text);
  let root: Place | undefined;
  return (pointer) => {
    root ??= placesOf(text, events, parser);
    let place: Place | undefined = root;
    let at = root.at;
    for (const step of pointerSteps(pointer)) {
      const member = memberOf(place, step);
      if (member === undefined) break;
      ({ at, place } = member);
    }
    return lines.placeOf(at);
  };
}

/** A member of a node, or of what is merged into it: one map, or a list of them. */
function memberOf(node: Place, step: string, seen = new Set<Place>()): Member | undefined {
  const own = node.members?.get(step);
  const merged = node.members?.get(MERGE)?.place;
  if (own !== undefined || merged === undefined || seen.has(merged)) return own;
  seen.add(merged);
  for (const source of [merged, ...[...(merged.members?.values() ?? [])].map(({ place }) => place)]) {
    const found = memberOf(source, step, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

const MERGE = "<<";

interface Open {
  readonly place: Place;
  readonly isMap: boolean;
  index: number;
  key?: { readonly text: string; readonly at: number } | undefined;
}

/** Where a scalar begins, sign included: its event points at what is within the quotes, or below the sign of a block. */
function startOf({ style, valueStart }: JsYaml.ScalarEvent, text: string): number {
  const sign = SIGNS[style];
  return sign === undefined ? valueStart : Math.max(0, text.lastIndexOf(sign, valueStart - 1));
}

/** By the scalar styles of js-yaml; plain scalars have none. */
const SIGNS: Readonly<Record<JsYaml.ScalarStyle, string | undefined>> = {
  1: undefined,
  2: "'",
  3: '"',
  4: "|",
  5: ">",
};

function placesOf(text: string, events: readonly JsYaml.Event[], { EVENT_ID, getScalarValue }: typeof JsYaml): Place {
  const anchors = new Map<string, Place>();
  const open: Open[] = [];
  let root: Place = { at: 0 };
  let last = 0;
  /** Puts a node where it belongs, entered at an offset; a scalar may be the key of the next one. */
  const add = (place: Place, at: number, keyText?: () => string): void => {
    last = at;
    const parent = open.at(-1);
    if (parent === undefined) root = place;
    else if (!parent.isMap) parent.place.members?.set(String(parent.index++), { at, place });
    else if (parent.key === undefined) parent.key = { text: keyText?.() ?? "", at };
    else {
      parent.place.members?.set(parent.key.text, { at: parent.key.at, place });
      parent.key = undefined;
    }
  };
  /** A new node, which aliases may stand for later. */
  const node = (event: JsYaml.ScalarEvent | JsYaml.SequenceEvent | JsYaml.MappingEvent, place: Place): Place => {
    if (event.anchorStart >= 0) anchors.set(text.slice(event.anchorStart, event.anchorEnd), place);
    return place;
  };
  for (const event of events) {
    if (event.type === EVENT_ID.POP) open.pop();
    else if (event.type === EVENT_ID.ALIAS) {
      const at = event.anchorStart - 1;
      add(anchors.get(text.slice(event.anchorStart, event.anchorEnd)) ?? { at }, at);
    } else if (event.type === EVENT_ID.SCALAR) {
      // What is empty has no place of its own.
      const at = event.valueStart < 0 ? last : startOf(event, text);
      add(node(event, { at }), at, () => getScalarValue(text, event));
    } else if (event.type !== EVENT_ID.DOCUMENT) {
      const place = node(event, { at: event.start, members: new Map() });
      add(place, event.start);
      open.push({ place, isMap: event.type === EVENT_ID.MAPPING, index: 0 });
    }
  }
  return root;
}
