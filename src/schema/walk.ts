// The walk over a document that was loaded, schemas included.
import type { Document } from "../document/document.ts";
import type { DocumentPart, Visited } from "../document/references/visited.ts";
import { type WalkStart, type WalkRules, Walker, rulesOf } from "../document/walk.ts";
import { subschemas } from "./keywords.ts";

type Wishes = Omit<Partial<WalkRules>, "dialect" | "subschemas" | "follow">;

/** Every part of a document, each once, references followed. @param start absent: the whole document */
export function walk(document: Document, wishes: Wishes = {}, start?: WalkStart): Generator<Visited, void, undefined> {
  const whole: WalkStart = { kind: "document", value: document.root, pointer: "" };
  return new Walker({ ...rulesOf(document, subschemas), ...wishes }).from(start ?? whole);
}

/** As `walk`, the objects alone. */
export function* partsOf(
  document: Document,
  wishes?: Wishes,
  start?: WalkStart,
): Generator<DocumentPart, void, undefined> {
  for (const visit of walk(document, wishes, start)) if (visit.what === "part") yield visit;
}
