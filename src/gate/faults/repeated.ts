// Keys that a map has twice. Parsers disagree about which of the two values counts, so neither is certain. How much of
// the document becomes uncertain depends on where the key is.
import type { Document, DocumentProblem } from "../../document/document.ts";
import { GRAMMAR, type ObjectGrammar } from "../../document/grammar.ts";
import type { DocumentPart } from "../../document/references/visited.ts";
import { appendPointer, pointerSteps } from "../../json/pointer.ts";
import { KEYWORDS } from "../../schema/keywords.ts";
import { type Fault, saysMore } from "./fault.ts";

/** Finds the parts of the document that contain repeated keys, during a walk. */
export class Extents {
  readonly #repeated: readonly DocumentProblem[];
  /** The places of repeated keys, and every place that contains one. */
  readonly #ways = new Set<string>();
  readonly #parts = new Map<string, DocumentPart>();

  constructor({ repeated = [] }: Document) {
    this.#repeated = repeated;
    for (const { pointer } of repeated) for (const place of upwards(pointer)) this.#ways.add(place);
  }

  visit(part: DocumentPart): void {
    if (this.#ways.size > 0 && this.#ways.has(part.pointer)) this.#parts.set(part.pointer, part);
  }

  /** A fault for each repeated key, once the walk is over. */
  faults(): Fault[] {
    return this.#repeated.map(({ pointer, message }) => {
      const nearest = upwards(pointer).find((place) => this.#parts.has(place));
      const part = nearest === undefined ? undefined : this.#parts.get(nearest);
      return { pointer, message, isRepeated: true, ...extentOf(pointer, part) };
    });
  }
}

type Extent = Pick<Fault, "at" | "leaves">;

function extentOf(pointer: string, part: DocumentPart | undefined): Extent {
  if (part === undefined) return { at: pointer, leaves: "part" };
  const [field] = pointerSteps(pointer.slice(part.pointer.length));
  if (part.kind === "schema") return inSchema(part, field);
  const { fields, entries }: ObjectGrammar = GRAMMAR[part.kind];
  const held = field === undefined ? undefined : fields.get(field);
  if (field === undefined || isMere(part, field))
    return { at: pointer, leaves: field === undefined ? "part" : "nothing" };
  const hasPlace = entries !== undefined || (held !== undefined && "of" in held) || part.kind === "document";
  return { at: hasPlace ? pointer : part.pointer, leaves: "part" };
}

function inSchema({ value, pointer }: DocumentPart, keyword: string | undefined): Extent {
  if (keyword === undefined) return { at: pointer, leaves: "schema" };
  const at = appendPointer(pointer, keyword);
  const family = KEYWORDS.get(keyword)?.family;
  if (family === undefined || family === "annotation") return { at, leaves: "nothing" };
  return saysMore(value, keyword) ? { at, leaves: "keyword" } : { at: pointer, leaves: "schema" };
}

/** True for text for people, and for names that appear in no request or response. */
function isMere({ kind }: DocumentPart, field: string): boolean {
  if (kind === "schema") return false;
  const held = GRAMMAR[kind].fields.get(field);
  if (held === undefined) return false;
  if ("of" in held) return held.of === "example" || held.of === "external-docs" || held.of === "link";
  return held.holds !== "value" || (kind === "operation" && field !== "deprecated");
}

/** A place and all places that contain it, the nearest first. */
function upwards(pointer: string): string[] {
  const places = [pointer];
  for (let end = pointer.lastIndexOf("/"); end >= 0; end = pointer.lastIndexOf("/", end - 1)) {
    places.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return places;
}
