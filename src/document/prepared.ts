// What the build prepared from the embedded document, used when exactly that text is loaded: parsing its YAML takes
// longer than everything else done with a document of its size.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "./document.ts";
import { parentPointer } from "../json/pointer.ts";
import type { JsonObject } from "../json/value.ts";

/** What the build writes next to this module. */
export interface Prepared {
  /** SHA-256 of the YAML text it was made from. */
  readonly digest: string;
  /** Its length, which rules out most other texts without a digest. */
  readonly length: number;
  readonly dialect: Document["dialect"];
  readonly root: JsonObject;
  /** The export of the validators' module for each unit. */
  readonly names: Readonly<Record<string, string>>;
}

/** Line and column of each pointer, in a separate file because only findings need them. */
export type PreparedPlaces = Readonly<Record<string, readonly [line: number, column: number]>>;

/** The files that the build writes, by content. */
export const PREPARED_FILES = {
  document: "embedded-document.json",
  places: "embedded-places.json",
  validators: "embedded-validators.js",
} as const;

/** What the build prepared for a text; undefined if it prepared a different one or nothing. */
export function preparedFor(text: string): Prepared | undefined {
  const prepared = readPrepared(PREPARED_FILES.document) as Prepared | undefined;
  return prepared?.length === text.length && prepared.digest === digestOf(text) ? prepared : undefined;
}

/** The prepared document for a text. @param file what findings call it */
export function preparedDocument(text: string, file: string): Document | undefined {
  const prepared = preparedFor(text);
  return prepared === undefined ? undefined : documentOf(prepared, file);
}

/** The digest that detects a changed document. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A prepared document. Its locations are loaded when a finding first asks for one. */
export function documentOf({ dialect, root }: Prepared, file: string): Document {
  let places: PreparedPlaces | undefined;
  return Object.freeze({
    file,
    dialect,
    root,
    oddities: [],
    locate: (pointer: string) => {
      places ??= (readPrepared(PREPARED_FILES.places) as PreparedPlaces | undefined) ?? {};
      return { file, ...placeOf(places, pointer) };
    },
  });
}

function placeOf(places: PreparedPlaces, pointer: string): { readonly line: number; readonly column: number } {
  for (let place = pointer; ; place = parentPointer(place)) {
    const found = places[place];
    if (found !== undefined) return { line: found[0], column: found[1] };
    if (place === "") return { line: 1, column: 1 };
  }
}

/** Where the build writes a file and the program reads it. */
export function preparedPath(name: string): string {
  return join(__dirname, name);
}

function readPrepared(name: string): unknown {
  const path = preparedPath(name);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
