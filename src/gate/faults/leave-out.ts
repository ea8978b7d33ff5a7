// Removes what cannot be understood from documents: the faulty keyword or schema is left out on both sides, so that the
// rest of the schema is still compared, and nothing is reported where one side is unknown.
import type { Document } from "../../document/document.ts";
import { pointerSteps } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import type { FaultPlaces } from "./places.ts";

/** A document without the schemas and keywords that a fault of either document affects. */
export function withoutFaults(document: Document, faults: readonly FaultPlaces[]): Document {
  const found = faults.flatMap((places) =>
    places.faults
      .filter(({ leaves }) => leaves === "keyword" || leaves === "schema")
      .flatMap((fault) => places.of(fault).map((pointer) => ({ pointer, isSchema: fault.leaves === "schema" }))),
  );
  if (found.length === 0) return document;
  const gaps: Gap = { below: new Map() };
  for (const { pointer, isSchema } of found) addGap(gaps, pointerSteps(pointer), isSchema);
  return Object.freeze({ ...document, root: without(document.root, gaps) as JsonObject });
}

/** What to leave out of a tree: everything at a place, or gaps below it. */
interface Gap {
  readonly below: Map<string, Gap>;
  /** The place itself is left out; a schema there becomes an empty schema. */
  leaves?: "nothing" | "a schema";
}

function addGap(gaps: Gap, steps: readonly string[], isSchema: boolean): void {
  let gap = gaps;
  for (const step of steps) {
    const below = gap.below.get(step) ?? { below: new Map() };
    gap.below.set(step, below);
    gap = below;
  }
  gap.leaves = isSchema ? (gap.leaves ?? "a schema") : "nothing";
}

/** A copy of a tree with gaps. Makes all of them in one pass, because one map may have thousands. */
function without(tree: JsonValue, { below }: Gap): JsonValue {
  if (Array.isArray(tree)) {
    return Object.freeze(tree.map((item: JsonValue, at) => kept(item, below.get(String(at))) ?? {}));
  }
  if (!isObject(tree)) return tree;
  const entries = Object.entries(tree).map(([step, value]) => [step, kept(value, below.get(step))] as const);
  return Object.freeze(Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject);
}

function kept(value: JsonValue, gap: Gap | undefined): JsonValue | undefined {
  if (gap === undefined) return value;
  if (gap.leaves === undefined) return without(value, gap);
  return gap.leaves === "a schema" ? {} : undefined;
}
