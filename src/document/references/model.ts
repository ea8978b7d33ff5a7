// What comes of following references: one tree of several files, and what is to be said of it.
import type { PartKind } from "../grammar.ts";
import type { Refused } from "./path.ts";
import { appendPointer } from "../../json/pointer.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";

/** The key of the root under which other files stand, by number. */
export const FILES_KEY = "x-files";

/** One file that was read. */
export interface SourceFile {
  /** Absolute path; what relative references start from. */
  readonly path: string;
  readonly value: JsonValue;
}

/** Something to say about a reference, and where it stands. */
export interface ReferenceNote {
  readonly fileIndex: number;
  readonly pointer: string;
  readonly message: string;
}

/** A reference that cannot be followed, and what it stands for. */
export interface LostNote extends ReferenceNote {
  readonly kind: PartKind;
  readonly isMap: boolean;
}

export interface Bundle {
  readonly root: JsonObject;
  readonly files: readonly SourceFile[];
  /** The references that cannot be followed; the tree has an empty object for each. */
  readonly faults: readonly LostNote[];
  /** True where one of them leads to another host, or out of the folder. */
  readonly isForbidden: boolean;
  /** True where one of them leads to a file that was not read. */
  readonly isUnread: boolean;
  /** Those that were followed although OpenAPI has none there. */
  readonly oddities: readonly ReferenceNote[];
}

/** A file that a relative reference named, or why it is not read. */
type Referenced = SourceFile | Refused;

/** Reads the file that a relative reference names. */
export type ReadReferenced = (reference: string, from: string) => Promise<Referenced>;

/** A file that is needed: the reference that names it, and the file that holds the reference. The caller reads it. */
interface Wanted {
  readonly reference: string;
  readonly from: string;
}

/** Work that asks for files and is given them. */
export type Following<T> = Generator<Wanted, T, Referenced>;

/** The prefix of pointers into the nth file. The main document is file 0 and has none. */
export function filePrefix(index: number): string {
  return index === 0 ? "" : appendPointer("", FILES_KEY, index);
}
