// The parts of a pattern, as the parser in syntax.ts produces them.
import { ANY_CHARACTER, type Characters } from "./characters.ts";

/** A position that consumes no character: the start or end of the text, a word boundary, or not a boundary. */
export type Edge = "start" | "end" | "boundary" | "no-boundary";

/** What must follow (`ahead`) or precede; if not `wanted`, what must not. */
export interface Look {
  readonly kind: "look";
  readonly ahead: boolean;
  readonly wanted: boolean;
  readonly part: PatternPart;
}

export interface Repeat {
  readonly kind: "repeat";
  readonly part: PatternPart;
  readonly least: number;
  /** May be infinite. */
  readonly most: number;
  /** The repeated part as written. */
  readonly source: string;
}

/** A part of a pattern. */
export type PatternPart =
  | { readonly kind: "character"; readonly characters: Characters }
  | { readonly kind: "edge"; readonly edge: Edge }
  | { readonly kind: "row" | "choice"; readonly parts: readonly PatternPart[] }
  /** A group that references refer back to, by number or name. */
  | { readonly kind: "group"; readonly names: readonly string[]; readonly part: PatternPart }
  | { readonly kind: "reference"; readonly to: string }
  | Look
  | Repeat;

/** A part that matches any text of any length. */
export const ANY_TEXT: PatternPart = {
  kind: "repeat",
  part: { kind: "character", characters: ANY_CHARACTER },
  least: 0,
  most: Number.POSITIVE_INFINITY,
  source: "[^]",
};

/** The immediate parts of a part. */
export function innerParts(part: PatternPart): readonly PatternPart[] {
  if ("parts" in part) return part.parts;
  return "part" in part ? [part.part] : [];
}

/** A part and every part inside it. */
export function* allParts(part: PatternPart): Generator<PatternPart> {
  yield part;
  for (const inner of innerParts(part)) yield* allParts(inner);
}

/** True for a part that can only match at the start of a text. */
export function beginsAtStart(part: PatternPart): boolean {
  if (part.kind === "edge") return part.edge === "start";
  if (part.kind === "choice") return part.parts.every(beginsAtStart);
  if (part.kind === "group") return beginsAtStart(part.part);
  // It may be preceded by parts that consume no character.
  if (part.kind !== "row") return false;
  const first = part.parts.findIndex(
    (inner) => inner.kind !== "look" && !(inner.kind === "edge" && inner.edge !== "start"),
  );
  return first !== -1 && beginsAtStart(part.parts[first] as PatternPart);
}
