// Locates JSON pointers in YAML text, using the events of its parser.
import type * as JsYaml from "js-yaml";
import { LineStarts, type Locate } from "../location.ts";
import { pointerSteps } from "../../json/pointer.ts";
import { keptFor } from "../../memo.ts";

/**
 * Locates pointers in a YAML document; an entry of a mapping is located at its key. Reads events on demand and no
 * further than it must, and keeps what it read.
 */
export function locateInYaml(text: string, events: readonly JsYaml.Event[], parser: typeof JsYaml): Locate {
  const lines = new LineStarts(text);
  const nodes = new Nodes({ text, events, parser });
  return (pointer) => {
    let node = nodes.root;
    let at = nodes.startOf(node);
    for (const step of pointerSteps(pointer)) {
      const member = nodes.member(node, step);
      if (member === undefined) break;
      ({ at, node } = member);
    }
    return lines.placeOf(at);
  };
}

interface Parsed {
  readonly text: string;
  readonly events: readonly JsYaml.Event[];
  readonly parser: typeof JsYaml;
}

/** A member of a mapping or sequence: where it begins (at its key), and the index of its node's first event. */
interface Member {
  readonly at: number;
  readonly node: number;
}

const MERGE = "<<";

/** The nodes of a document. A node is identified by the index of its first event. */
class Nodes {
  readonly root: number;
  readonly #parsed: Parsed;
  readonly #members = new Map<number, Members>();
  #anchors: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(parsed: Parsed) {
    this.#parsed = parsed;
    const { DOCUMENT, POP } = parsed.parser.EVENT_ID;
    this.root = parsed.events.findIndex(({ type }) => type !== DOCUMENT && type !== POP);
  }

  /** A member of a node, or of what is merged into it: one map, or a list of them. */
  member(node: number, step: string, seen = new Set<number>()): Member | undefined {
    const real = this.#follow(node);
    const own = this.#membersOf(real);
    const found = own.find(step);
    const merged = found === undefined ? own.find(MERGE) : undefined;
    if (merged === undefined || seen.has(real)) return found;
    seen.add(real);
    const source = this.#follow(merged.node);
    const sources = this.#membersOf(source).isList ? this.#membersOf(source).all() : [merged];
    for (const one of sources) {
      const inherited = this.member(one.node, step, seen);
      if (inherited !== undefined) return inherited;
    }
    return undefined;
  }

  /** Where a node begins. An empty node is located at what comes before it. */
  startOf(node: number): number {
    for (let index = node; index >= 0; index--) {
      const start = startOf(this.#parsed, index);
      if (start !== undefined) return start;
    }
    return 0;
  }

  #membersOf(node: number): Members {
    return keptFor(this.#members, node, () => new Members(this.#parsed, node, (inner) => this.startOf(inner)));
  }

  /** The node that an alias refers to: the last one before it with that name. */
  #follow(node: number): number {
    const { text, events, parser } = this.#parsed;
    const event = events[node];
    if (event?.type !== parser.EVENT_ID.ALIAS) return node;
    this.#anchors ??= anchorsOf(this.#parsed);
    const bearers = this.#anchors.get(text.slice(event.anchorStart, event.anchorEnd)) ?? [];
    return bearers.findLast((index) => index < node) ?? node;
  }
}

/** The members of one mapping or sequence, read on demand. */
class Members {
  readonly isList: boolean;
  readonly #parsed: Parsed;
  readonly #startOf: (node: number) => number;
  readonly #found = new Map<string, Member>();
  /** The node of the last member read; initially the mapping or sequence itself. */
  #last: number;

  /** @param node any node; a scalar has no members */
  constructor(parsed: Parsed, node: number, startOfNode: (node: number) => number) {
    this.#parsed = parsed;
    this.#startOf = startOfNode;
    this.isList = parsed.events[node]?.type === parsed.parser.EVENT_ID.SEQUENCE;
    const isMap = parsed.events[node]?.type === parsed.parser.EVENT_ID.MAPPING;
    this.#last = isMap || this.isList ? node : parsed.events.length;
  }

  /** The member with a key or index. */
  find(step: string): Member | undefined {
    while (!this.#found.has(step) && this.#readNext());
    return this.#found.get(step);
  }

  all(): Iterable<Member> {
    while (this.#readNext());
    return this.#found.values();
  }

  /** Reads one more member up to its value. Returns false if there is none. */
  #readNext(): boolean {
    const { text, events, parser } = this.#parsed;
    const first = this.#found.size === 0 ? this.#last + 1 : endOf(this.#parsed, this.#last);
    const event = events[first];
    if (event === undefined || event.type === parser.EVENT_ID.POP) return false;
    const node = this.isList ? first : endOf(this.#parsed, first);
    const name = event.type === parser.EVENT_ID.SCALAR ? parser.getScalarValue(text, event) : "";
    this.#found.set(this.isList ? String(this.#found.size) : name, { at: this.#startOf(first), node });
    this.#last = node;
    return true;
  }
}

/** The index of the event after a node. */
function endOf({ events, parser: { EVENT_ID } }: Parsed, node: number): number {
  let depth = 0;
  let index = node;
  do {
    const type = events[index++]?.type;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth++;
    else if (type === EVENT_ID.POP) depth--;
  } while (depth > 0 && index < events.length);
  return index;
}

/** The offset at which an event begins; undefined if it has no place in the text. */
function startOf({ text, events, parser: { EVENT_ID } }: Parsed, index: number): number | undefined {
  const event = events[index];
  switch (event?.type) {
    case EVENT_ID.SCALAR:
      return event.valueStart < 0 ? undefined : startOfScalar(event, text);
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    default:
      return undefined;
  }
}

/** Where a scalar begins, including its indicator: the event points inside the quotes, or below the block indicator. */
function startOfScalar({ style, valueStart }: JsYaml.ScalarEvent, text: string): number {
  const sign = SIGNS[style];
  return sign === undefined ? valueStart : Math.max(0, text.lastIndexOf(sign, valueStart - 1));
}

/** Indicators by js-yaml scalar style; plain scalars have none. */
const SIGNS: Readonly<Record<JsYaml.ScalarStyle, string | undefined>> = {
  1: undefined,
  2: "'",
  3: '"',
  4: "|",
  5: ">",
};

/** The offset of the first key that is itself a list or a map, as in `{{NAME}}`; undefined if there is none. */
export function collectionAsKey(events: readonly JsYaml.Event[], { EVENT_ID }: typeof JsYaml): number | undefined {
  /** For each open mapping or list: how many nodes of a mapping have begun, or that it has no keys. */
  const open: { isMap: boolean; nodes: number }[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    const holder = open.at(-1);
    const isCollection = event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE;
    if (isCollection && holder?.isMap === true && holder.nodes % 2 === 0) return event.start;
    if (holder !== undefined) holder.nodes++;
    if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.ALIAS) {
      open.push({ isMap: event.type === EVENT_ID.MAPPING, nodes: 0 });
    }
  }
  return undefined;
}

/** The nodes with each anchor, in text order. */
function anchorsOf({ text, events, parser }: Parsed): ReadonlyMap<string, readonly number[]> {
  const anchors = new Map<string, number[]>();
  for (const [index, event] of events.entries()) {
    if (!("anchorStart" in event) || event.anchorStart < 0 || event.type === parser.EVENT_ID.ALIAS) continue;
    const name = text.slice(event.anchorStart, event.anchorEnd);
    keptFor(anchors, name, () => []).push(index);
  }
  return anchors;
}
