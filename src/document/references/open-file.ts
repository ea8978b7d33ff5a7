// A file that is being combined with others, and what its references name.
import { namesAnywhere } from "./scan.ts";
import { fragmentPointer } from "../../json/pointer.ts";
import type { JsonValue } from "../../json/value.ts";
import type { SourceFile } from "./model.ts";

/** Where a reference leads: the number of a file and a place in it. */
export interface ReferenceTarget {
  readonly index: number;
  readonly pointer: string;
  readonly value: JsonValue;
  /** The kinds it was scanned as. */
  readonly scanned: Set<string>;
}

/** A file in progress, with the names found in its scanned parts. */
export interface OpenFile extends SourceFile {
  /** Where its references lead, by text; or why they cannot be followed. */
  readonly targets: Map<string, ReferenceTarget | string>;
  /** The first schema with each name. */
  readonly names: Map<string, string>;
  /** The first object of any kind with each name; collected if no scanned schema has a name. */
  anyNames?: ReadonlyMap<string, string>;
}

export function open(file: SourceFile): OpenFile {
  return { ...file, targets: new Map(), names: new Map() };
}

/** The pointer of the schema with a name. If no part of the file was scanned, any object may have it. */
export function namedIn(file: OpenFile, name: string): string | undefined {
  return file.names.get(name) ?? (file.anyNames ??= namesAnywhere(file.value)).get(name);
}

/** True for a reference to a schema by its name, or to a file by what it calls itself. */
export function isByName(reference: string): boolean {
  return fragmentPointer(fragmentOf(reference)) === undefined || URL.canParse(reference);
}

export function fragmentOf(reference: string): string {
  const start = reference.indexOf("#");
  return start === -1 ? "" : reference.slice(start);
}
