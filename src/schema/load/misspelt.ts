// Finds likely typos in a document: names that neither OpenAPI nor JSON Schema defines there and that nearly match a
// known one. The tools ignore whatever such a name contains.
import type { Document } from "../../document/document.ts";
import { isExtension } from "../../document/field-names.ts";
import { GRAMMAR, type PartKind } from "../../document/grammar.ts";
import { nearestName } from "../../document/nearest-name.ts";
import type { DocumentPart } from "../../document/references/visited.ts";
import { appendPointer } from "../../json/pointer.ts";
import { KEYWORDS } from "../keywords.ts";
import type { Warning } from "../model.ts";
import { partsOf } from "../walk.ts";
import { quoted } from "../../json/quote.ts";

/** Typos that are reported. */
const MOST_TOLD = 100;
/** Unknown names that are compared with known ones; a document with more is not merely misspelt. */
const MOST_COMPARED = 10_000;

/** The likely typos of a document, in reading order. */
export function misspeltNames(document: Document): Warning[] {
  const found: Warning[] = [];
  let compared = 0;
  for (const part of partsOf(document)) {
    for (const name of unknownNames(part)) {
      if (++compared > MOST_COMPARED || found.length >= MOST_TOLD) return found;
      const meant = meantBy(name, part.kind);
      if (meant === undefined) continue;
      const message = `${quoted(name)} is not a ${nameOf(part.kind)}: did you mean ${quoted(meant)}?`;
      found.push({ pointer: appendPointer(part.pointer, name), message });
    }
  }
  return found;
}

/** The names in a part that the tools ignore. */
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

/** What a name in a kind of part should be. */
function nameOf(kind: PartKind): string {
  if (kind === "schema") return "keyword of a schema";
  if (kind === "paths") return "path";
  if (kind === "responses") return "status";
  return `field of the ${specificationName(kind)} Object`;
}

/** What the specification calls it: "Server Variable" for "server-variable". */
function specificationName(kind: PartKind): string {
  const name = kind === "document" ? "openAPI" : kind.replace("docs", "documentation").replace("oauth", "OAuth");
  return name.replaceAll("-", " ").replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
