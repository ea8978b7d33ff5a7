// The walk over a loaded document, including its schemas.
import type { Document } from "../document/document.ts";
import type { DocumentPart, Visited } from "../document/references/visited.ts";
import { type WalkStart, type WalkRules, Walker, rulesOf } from "../document/walk.ts";
import { subschemas } from "./keywords.ts";

type WalkOptions = Omit<Partial<WalkRules>, "dialect" | "subschemas" | "follow">;

/** Every part of a document once, following references. @param start the whole document if absent */
export function walk(
  document: Document,
  options: WalkOptions = {},
  start?: WalkStart,
): Generator<Visited, void, undefined> {
  const whole: WalkStart = { kind: "document", value: document.root, pointer: "" };
  return new Walker({ ...rulesOf(document, subschemas), ...options }).from(start ?? whole);
}

/** Like `walk`, but only objects. */
export function* partsOf(
  document: Document,
  options?: WalkOptions,
  start?: WalkStart,
): Generator<DocumentPart, void, undefined> {
  for (const visit of walk(document, options, start)) if (visit.what === "part") yield visit;
}
