// The result of following references: one tree made from several files, and notes about it.
import type { PartKind } from "../grammar.ts";
import type { Refused } from "./path.ts";
import { appendPointer, fragmentPointer } from "../../json/pointer.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";

/** The key of the root that holds the other files, by number. */
export const FILES_KEY = "x-files";

/** One file that was read. */
export interface SourceFile {
  /** The absolute path, which relative references start from. */
  readonly path: string;
  readonly value: JsonValue;
}

/** A place in a file. */
export interface Place {
  readonly index: number;
  readonly pointer: string;
}

/** A note about a reference, and its location. */
export interface ReferenceNote {
  readonly fileIndex: number;
  readonly pointer: string;
  readonly message: string;
}

/** A reference that cannot be followed, and what should be in its place. */
export interface LostNote extends ReferenceNote {
  readonly kind: PartKind;
  readonly isMap: boolean;
}

export interface Bundle {
  readonly root: JsonObject;
  readonly files: readonly SourceFile[];
  /** References that cannot be followed. The tree has an empty object for each. */
  readonly faults: readonly LostNote[];
  /** True if one of them leads to another host or out of the folder. */
  readonly isForbidden: boolean;
  /** True if one of them leads to a file that was not read. */
  readonly isUnread: boolean;
  /** References that were followed although OpenAPI does not allow one there. */
  readonly oddities: readonly ReferenceNote[];
}

/** A file that a relative reference named, or why it was not read. */
export type Referenced = SourceFile | Refused;

/** Reads the file that a relative reference names. */
export type ReadReferenced = (reference: string, from: string) => Promise<Referenced>;

/** A file to read: the reference that names it and the file that contains the reference. The caller reads it. */
interface Wanted {
  readonly reference: string;
  readonly from: string;
}

/** Work that yields requests for files and receives them. */
export type Following<T> = Generator<Wanted, T, Referenced>;

/** The pointer prefix of the nth file. The main document is file 0 and has none. */
export function filePrefix(index: number): string {
  return index === 0 ? "" : appendPointer("", FILES_KEY, index);
}

/** The place that a rewritten reference leads to. */
export function placeOf(reference: string): Place | undefined {
  const pointer = fragmentPointer(reference);
  const [, index, inner = ""] = new RegExp(`^/${FILES_KEY}/(\\d+)(/.*)?$`, "s").exec(pointer ?? "") ?? [];
  if (pointer === undefined) return undefined;
  return index === undefined ? { index: 0, pointer } : { index: Number(index), pointer: inner };
}

/** The reference to a place in the nth file. */
export function referenceTo(index: number, pointer: string): string {
  return `#${filePrefix(index)}${pointer.replaceAll("%", "%25")}`;
}
