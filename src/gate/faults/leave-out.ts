// Removes what cannot be understood from documents: the faulty keyword or schema is left out on both sides, so that the
// rest of the schema is still compared, and nothing is reported where one side is unknown.
import type { Document } from "../../document/document.ts";
import { pointerSteps } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { isContradiction } from "./fault.ts";
import type { FaultPlaces } from "./places.ts";

/**
 * A document without the schemas and keywords that a fault of either document affects, and with its own
 * contradictions as they are meant.
 */
export function withoutFaults(document: Document, own: FaultPlaces, other: FaultPlaces): Document {
  const faults = [own, other];
  const found = faults.flatMap((places) =>
    places.faults
      .filter(({ leaves }) => leaves === "keyword" || leaves === "schema")
      .flatMap((fault) => places.of(fault).map((pointer) => ({ pointer, isSchema: fault.leaves === "schema" }))),
  );
  const contradictions = own.faults.filter(isContradiction);
  if (found.length + contradictions.length === 0) return document;
  const gaps: Gap = { below: new Map() };
  for (const { at, leaves, names = new Set<string>() } of contradictions) {
    const gap = gapAt(gaps, pointerSteps(at));
    if (leaves === "names") gap.names = names;
    else gap.allowed = new Set([...(gap.allowed ?? []), ...names]);
  }
  for (const { pointer, isSchema } of found) {
    const gap = gapAt(gaps, pointerSteps(pointer));
    gap.leaves = isSchema ? (gap.leaves ?? "a schema") : "nothing";
  }
  return Object.freeze({ ...document, root: without(document.root, gaps) as JsonObject });
}

/** What to leave out of a tree: everything at a place, or gaps below it. */
interface Gap {
  readonly below: Map<string, Gap>;
  /** The place itself is left out; a schema there becomes an empty schema. */
  leaves?: "nothing" | "a schema";
  /** Left out of a list. */
  names?: ReadonlySet<string>;
  /** Properties that a closed schema allows besides. */
  allowed?: ReadonlySet<string>;
}

function gapAt(gaps: Gap, steps: readonly string[]): Gap {
  let gap = gaps;
  for (const step of steps) {
    const below = gap.below.get(step) ?? { below: new Map() };
    gap.below.set(step, below);
    gap = below;
  }
  return gap;
}

/** A copy of a tree with gaps. Makes all of them in one pass, because one map may have thousands. */
function without(tree: JsonValue, { below, names, allowed }: Gap): JsonValue {
  if (Array.isArray(tree)) {
    if (names !== undefined) return tree.filter((item: JsonValue) => typeof item !== "string" || !names.has(item));
    return Object.freeze(tree.map((item: JsonValue, at) => kept(item, below.get(String(at))) ?? {}));
  }
  if (!isObject(tree)) return tree;
  const entries = Object.entries(tree).map(([step, value]) => [step, kept(value, below.get(step))] as const);
  const rest = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
  return Object.freeze(allowed === undefined ? rest : { ...rest, properties: withNames(rest["properties"], allowed) });
}

function withNames(properties: JsonValue | undefined, names: ReadonlySet<string>): JsonObject {
  const open = Object.fromEntries([...names].map((name) => [name, {}]));
  return isObject(properties) ? { ...open, ...properties } : open;
}

function kept(value: JsonValue, gap: Gap | undefined): JsonValue | undefined {
  if (gap === undefined) return value;
  if (gap.leaves === undefined) return without(value, gap);
  return gap.leaves === "a schema" ? {} : undefined;
}
