// Marks for the run's items: by them an item that was stored is recognized, and known to be the run's own.
import { randomBytes } from "node:crypto";
import type { JsonObject } from "../../../src/json/value.ts";
import type { Marks } from "../../../src/schema/generate/strategies/plain.ts";

const LEAST = 1_000_000_000;
/** How many numbers a run has for itself. */
const BLOCK = 100_000;

/** A new run's mark, such as "conformance-af2e3d4c". The letter keeps it from being read as the number of an item. */
export function newMarker(): string {
  return `conformance-a${randomBytes(4).toString("hex").slice(1)}`;
}

/** The marks for a kind of request that must be refused. */
export function marksOf(
  { options: { marker } }: { readonly options: { readonly marker: string } },
  what: "refused" | "stranger" | "unlisted",
): Marks {
  const integer = firstOf(marker) - { refused: 1, stranger: 2, unlisted: 3 }[what];
  return { text: `${marker}-${what}`, integer };
}

/** The marks of an item with a text of its own, such as "conformance-1f2e3d4c-17". */
export function marksFor(text: string): Required<Pick<Marks, "text" | "integer">> {
  const [, marker = text, turn = "0"] = /^(.*?)-?(\d*)(?:-b)?$/.exec(text) ?? [];
  return { text, integer: firstOf(marker) + (Number(turn) % BLOCK) };
}

/** The first number of a run, which leaves room for all of them below 2^31. */
function firstOf(marker: string): number {
  let sum = 17;
  for (const letter of marker) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_000_007;
  return LEAST + 10 + (sum % 1_000_000_000);
}

/** Marks of the same kind that no other request has, so that nothing is refused for being taken. */
export function freshMarksOf(
  run: Parameters<typeof marksOf>[0] & { nextName(): string },
  what: Parameters<typeof marksOf>[1],
): Marks {
  const [turn = "0"] = /\d+$/.exec(run.nextName()) ?? [];
  const { marker } = run.options;
  return { text: `${marker}-${what}-${turn}`, integer: firstOf(marker) + BLOCK - 1 - (Number(turn) % (BLOCK / 2)) };
}

/** True for an item that shows marks of this kind. */
export function bears(item: JsonObject, { text, integer }: Marks): boolean {
  const isOwn = new RegExp(`(?<![a-z\\d])${text.toLowerCase()}(?![a-z])`);
  // Fresh numbers are the last ones of a run.
  const [from, to] = [(integer ?? 0) + BLOCK / 2, (integer ?? 0) + BLOCK];
  const isFresh = (value: number): boolean => text.endsWith("-refused") && value > from && value <= to;
  return Object.values(item).some(
    (value) =>
      (typeof value === "number" && (value === integer || isFresh(value))) ||
      (typeof value === "string" && isOwn.test(value.toLowerCase())),
  );
}

/** The values in a text that only this run has sent. */
export function tracesIn(text: string, marker: string): ReadonlySet<string> {
  const first = firstOf(marker);
  const isOwn = (digits: string): boolean => Number(digits) >= first - 3 && Number(digits) < first + BLOCK;
  const words = text.toLowerCase().match(new RegExp(`${marker.toLowerCase()}(?:-[a-z0-9]+)*`, "g")) ?? [];
  return new Set([...words, ...(text.match(/(?<![\d.])\d{10}(?!\d)/g) ?? []).filter(isOwn)]);
}
