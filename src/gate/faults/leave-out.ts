// Documents without what cannot be understood: of a schema, the keyword or the schema at fault is left out on both sides,
// so that all else in it is still compared, and nothing is found where one side cannot be known.
import type { Document } from "../../document/document.ts";
import { pointerSteps } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import type { FaultPlaces } from "./places.ts";

/** A document without the schemas, and the keywords of schemas, at which a fault of either document is felt. */
export function withoutFaults(document: Document, faults: readonly FaultPlaces[]): Document {
  const found = faults.flatMap((places) =>
    places.faults
      .filter(({ leaves }) => leaves !== "part")
      .flatMap((fault) => places.of(fault).map((pointer) => ({ pointer, isSchema: fault.leaves === "schema" }))),
  );
  if (found.length === 0) return document;
  let root: JsonValue = document.root;
  for (const { pointer, isSchema } of found) root = without(root, pointerSteps(pointer), isSchema);
  return Object.freeze({ ...document, root: root as JsonObject });
}

/** A copy of a tree without what stands at a place, or with a schema there that says nothing. */
function without(tree: JsonValue, [step = "", ...below]: readonly string[], isSchema: boolean): JsonValue {
  if (typeof tree !== "object" || tree === null || !Object.hasOwn(tree, step)) return tree;
  const held = (tree as Record<string, JsonValue>)[step] as JsonValue;
  const kept = below.length > 0 ? without(held, below, isSchema) : isSchema ? {} : undefined;
  if (kept === held) return tree;
  if (Array.isArray(tree))
    return Object.freeze(tree.map((item: JsonValue, at) => (String(at) === step ? (kept ?? {}) : item)));
  if (!isObject(tree)) return tree;
  if (kept !== undefined) return Object.freeze({ ...tree, [step]: kept });
  const { [step]: _left, ...others } = tree;
  return Object.freeze(others);
}
