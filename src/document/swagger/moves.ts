// Where the parts of a converted document stood in the original: findings point there, and references follow.
import type { Locate } from "../location.ts";
import { appendPointer, parentPointer } from "../../json/pointer.ts";

/** The places of the original and of the conversion, matched wherever a part moved. */
export class Moves {
  readonly #origins = new Map<string, string>();
  readonly #targets = new Map<string, string>();

  /** Records that what stands at `to` stood at `from`. References to a part that was copied lead to its first copy. */
  add(from: string, to: string): void {
    this.#origins.set(to, from);
    if (!this.#targets.has(from)) this.#targets.set(from, to);
  }

  /** The pointer in the original of a pointer in the conversion. */
  readonly original = (pointer: string): string => followed(this.#origins, pointer);

  /** The pointer in the conversion of a pointer in the original. */
  readonly converted = (pointer: string): string => followed(this.#targets, pointer);

  /** Locates pointers of the conversion in the text of the original. */
  locating(locate: Locate): Locate {
    return (pointer) => locate(this.original(pointer));
  }
}

/** Replaces the longest prefix of a pointer that moved. */
function followed(moved: ReadonlyMap<string, string>, pointer: string): string {
  for (let prefix = pointer; prefix !== ""; prefix = parentPointer(prefix)) {
    const found = moved.get(prefix);
    if (found !== undefined) return found + pointer.slice(prefix.length);
  }
  return pointer;
}

/** A part of a document that is being converted: its value, and its pointers in the original and in the conversion. */
export interface Moving<T> {
  readonly value: T;
  readonly from: string;
  readonly to: string;
}

/** The member of a part, which stays where it is. */
export function below<T>({ from, to }: Moving<unknown>, value: T, ...steps: readonly (string | number)[]): Moving<T> {
  return { value, from: appendPointer(from, ...steps), to: appendPointer(to, ...steps) };
}

/** Names for components: 3.0 allows fewer characters than 2.0, whose generators write `Page«User»`. */
export class ComponentNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  for(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const plain = name.replaceAll(/[^a-zA-Z0-9._-]+/g, "_") || "_";
    let free = plain;
    for (let number = 2; this.#taken.has(free); number++) free = `${plain}_${number}`;
    this.#taken.add(free);
    this.#names.set(name, free);
    return free;
  }
}
