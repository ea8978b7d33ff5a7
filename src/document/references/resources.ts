// The URIs that files and schemas give themselves: `$self` of a file (OpenAPI 3.2 section 4.6), `$id` of a schema (JSON
// Schema 2020-12 section 8.2.1). References below them start from these. They are only names: nothing is fetched.
import type { Dialect } from "../document.ts";
import type { SourceFile } from "./model.ts";
import type { DocumentPart } from "./visited.ts";
import { fragmentPointer } from "../../json/pointer.ts";
import { isObject } from "../../json/value.ts";
import { once } from "../../memo.ts";

/** A schema with a URI of its own. */
export interface Resource {
  /** The number of its file. */
  readonly index: number;
  readonly pointer: string;
  /** Whole, without a fragment. */
  readonly uri: string;
  /** The places of its schemas by `$anchor`. */
  readonly names: Map<string, string>;
}

/** Pointers are built on demand, and most documents have no URIs to look for. */
type Placed = Pick<DocumentPart, "pointer">;

/** The schemas of a document that have URIs. */
export class Resources {
  readonly #hasIds: boolean;
  readonly #byUri = new Map<string, Resource>();
  /** By file and pointer. */
  readonly #byPlace = new Map<string, Resource>();

  constructor(dialect: Dialect) {
    this.#hasIds = dialect !== "3.0";
  }

  /** Notes a schema that has an `$id`. What contains it must be noted before. */
  note(index: number, file: SourceFile, part: DocumentPart): void {
    const { $id: id } = part.value;
    // A fragment alone was the way to write an anchor before 2019.
    if (!this.#hasIds || typeof id !== "string" || id === "" || id.startsWith("#")) return;
    const uri = urlOf(id, this.#baseOf(index, file, part));
    if (uri === undefined) return;
    const { pointer } = part;
    if (this.isAt(index, pointer)) return;
    const resource = { index, pointer, uri, names: new Map<string, string>() };
    this.#byPlace.set(`${index} ${pointer}`, resource);
    if (!this.#byUri.has(uri)) this.#byUri.set(uri, resource);
  }

  isAt(index: number, pointer: string): boolean {
    return this.#byPlace.has(`${index} ${pointer}`);
  }

  /** The innermost resource that contains a place, or is there. */
  around(index: number, at: Placed): Resource | undefined {
    if (this.#byPlace.size === 0) return undefined;
    for (let place = at.pointer; ; place = place.slice(0, place.lastIndexOf("/"))) {
      const found = this.#byPlace.get(`${index} ${place}`);
      if (found !== undefined || place === "") return found;
    }
  }

  /** The resource that a reference without a fragment means. */
  named(path: string, index: number, file: SourceFile, at: Placed): Resource | undefined {
    if (this.#byPlace.size === 0) return undefined;
    if (path === "") return this.around(index, at);
    const uri = urlOf(path, this.#baseOf(index, file, at));
    return uri === undefined ? undefined : this.#byUri.get(uri);
  }

  #baseOf(index: number, file: SourceFile, at: Placed): string | undefined {
    return this.around(index, at)?.uri ?? selfOf(file);
  }
}

/** The place in its file that a fragment means inside a resource. */
export function placeIn({ pointer, names }: Resource, fragment: string): string | undefined {
  const inner = fragmentPointer(fragment);
  return inner === undefined ? names.get(fragment.slice(1)) : pointer + inner;
}

/** What a file calls itself, as a whole URL without a fragment. */
export function selfOf(file: SourceFile | undefined): string | undefined {
  return file === undefined ? undefined : selfIn(file).url;
}

const selfIn = once(({ value }: SourceFile): { readonly url: string | undefined } => {
  const name = isObject(value) ? value["$self"] : undefined;
  return { url: typeof name === "string" && name !== "" ? urlOf(name, undefined) : undefined };
});

/** A reference as a whole URL without a fragment; relative ones without a base start from a place of their own. */
export function urlOf(reference: string, base: string | undefined): string | undefined {
  const whole = URL.canParse(reference, base ?? NOWHERE) ? new URL(reference, base ?? NOWHERE) : undefined;
  if (whole === undefined) return undefined;
  whole.hash = "";
  return whole.href;
}

const NOWHERE = "self:///";
