// The id of a change: built from named parts, so that edits elsewhere in a document do not alter it, and an exemption
// covers no other change.
import { createHash } from "node:crypto";
import { dirname, relative, resolve } from "node:path";
import type { Document } from "../document/document.ts";
import { FILES_KEY } from "../document/references/model.ts";
import { appendPointer, pointerSteps, valueAt } from "../json/pointer.ts";
import { type JsonValue, isObject } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import type { Draft } from "./model.ts";

/**
 * The kind, for people, and a digest of the kind, subject, direction, places and differing values. The values matter:
 * two properties that shared a component and now each have a schema of their own are two changes.
 */
export function idOf(draft: Draft, base: Document, revision: Document): string {
  const { kind, subject, values, direction, basePointer, revisionPointer } = draft;
  const places = [
    basePointer === undefined ? null : namedPlace(base, basePointer),
    revisionPointer === undefined ? null : namedPlace(revision, revisionPointer),
  ];
  const identity = writeJson([kind, subject, direction, ...places, ...(values === undefined ? [] : [values])]);
  return `${kind}-${createHash("sha256").update(identity).digest("hex").slice(0, 8)}`;
}

/** A pointer with every list index replaced by the name of its entry: "/parameters/query limit/schema". */
function namedPlace(document: Document, pointer: string): string {
  const names: string[] = [];
  let holder: JsonValue | undefined = document.root;
  const steps = pointerSteps(pointer);
  for (const [index, step] of steps.entries()) {
    const entry: JsonValue | undefined = holder === undefined ? undefined : valueAt(holder, appendPointer("", step));
    if (index === 1 && steps[0] === FILES_KEY) names.push(fileOf(document, appendPointer("", ...steps.slice(0, 2))));
    else names.push(Array.isArray(holder) ? nameOf(document, entry, step) : step);
    holder = entry;
  }
  return appendPointer("", ...names);
}

/** A file that the document refers to, relative to the document's folder. */
function fileOf(document: Document, pointer: string): string {
  const folder = dirname(resolve(document.file));
  return relative(folder, resolve(document.locate(pointer).file));
}

/** What identifies an entry of a list, whatever its position. */
function nameOf(document: Document, entry: JsonValue | undefined, index: string): string {
  if (!isObject(entry)) return entry === undefined ? index : writeJson(entry);
  const { $ref: reference, name, in: place, title, const: only, url } = entry;
  if (typeof reference === "string") {
    const target = reference.startsWith("#/") ? valueAt(document.root, reference.slice(1)) : undefined;
    // A parameter is the same whether it is inline or among the components.
    return isObject(target) && typeof target["in"] === "string" ? nameOf(document, target, index) : reference;
  }
  if (typeof name === "string") return typeof place === "string" ? `${place} ${name}` : name;
  if (typeof title === "string") return title;
  if (only !== undefined) return writeJson(only);
  return typeof url === "string" ? url : createHash("sha256").update(writeJson(entry)).digest("hex").slice(0, 12);
}
