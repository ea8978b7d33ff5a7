// Evident slips in a document: names that neither OpenAPI nor JSON Schema knows where they stand, and that are nearly
// one that they know. What is written there is read by nobody.
import type { Document } from "../../document/document.ts";
import { GRAMMAR, type PartKind, isExtension } from "../../document/grammar.ts";
import { nearestName } from "../../document/nearest-name.ts";
import type { DocumentPart } from "../../document/references/visited.ts";
import { appendPointer } from "../../json/pointer.ts";
import { KEYWORDS } from "../keywords.ts";
import type { Warning } from "../model.ts";
import { partsOf } from "../walk.ts";

/** So many are told. */
const MOST_TOLD = 100;
/** So many unknown names are compared with known ones; a document with more is not misspelt. */
const MOST_COMPARED = 10_000;

/** The slips of a document, in the order in which it is read. */
export function misspeltNames(document: Document): Warning[] {
  const found: Warning[] = [];
  let compared = 0;
  for (const part of partsOf(document)) {
    for (const name of unknownNames(part)) {
      if (++compared > MOST_COMPARED || found.length >= MOST_TOLD) return found;
      const meant = meantBy(name, part.kind);
      if (meant === undefined) continue;
      const message = `${JSON.stringify(name)} is not a ${nameOf(part.kind)}: did you mean ${JSON.stringify(meant)}?`;
      found.push({ pointer: appendPointer(part.pointer, name), message });
    }
  }
  return found;
}

/** The names in a part under which nothing is read. */
function unknownNames({ kind, value, reference }: DocumentPart): string[] {
  const names = Object.keys(value).filter((name) => !isExtension(name));
  if (kind === "schema") return names.filter((name) => !KEYWORDS.has(name));
  if (reference !== undefined) return [];
  if (kind === "paths") return names.filter((name) => !name.startsWith("/"));
  if (kind === "responses") return names.filter((name) => !/^(?:[1-5](?:\d\d|XX)|default)$/i.test(name));
  const { fields, entries } = GRAMMAR[kind];
  return entries === undefined ? names.filter((name) => !fields.has(name)) : [];
}

function meantBy(name: string, kind: PartKind): string | undefined {
  if (kind === "paths") return `/${name}`;
  if (kind === "responses") return nearestName(name, ["default"]);
  return nearestName(name, kind === "schema" ? KEYWORDS.keys() : GRAMMAR[kind].fields.keys());
}

/** What a name of a kind of part should be. */
function nameOf(kind: PartKind): string {
  if (kind === "schema") return "keyword of a schema";
  if (kind === "paths") return "path";
  if (kind === "responses") return "status";
  return `field of ${/^[aeio]/.test(kind) ? "an" : "a"} ${kind.replaceAll("-", " ")}`;
}
