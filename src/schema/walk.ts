// The walk over a loaded document, including its schemas.
import type { Document } from "../document/document.ts";
import type { DocumentPart, Visited } from "../document/references/visited.ts";
import { type WalkStart, type WalkRules, Walker, rulesOf } from "../document/walk.ts";
import { subschemas } from "./keywords.ts";

type Wishes = Omit<Partial<WalkRules>, "dialect" | "subschemas" | "follow">;

/** Every part of a document once, following references. @param start the whole document if absent */
export function walk(document: Document, wishes: Wishes = {}, start?: WalkStart): Generator<Visited, void, undefined> {
  const whole: WalkStart = { kind: "document", value: document.root, pointer: "" };
  return new Walker({ ...rulesOf(document, subschemas), ...wishes }).from(start ?? whole);
}

/** Like `walk`, but only objects. */
export function* partsOf(
  document: Document,
  wishes?: Wishes,
  start?: WalkStart,
): Generator<DocumentPart, void, undefined> {
  for (const visit of walk(document, wishes, start)) if (visit.what === "part") yield visit;
}
