// Dynamic references (JSON Schema 2020-12 section 8.2.3.2). What one means depends on the schemas that led to it: the first
// of them whose resource has a schema of that name. A resource that means several things is there once for each, so that
// every dynamic reference becomes an ordinary one.
import { type Place, type SourceFile, placeOf, referenceTo } from "./model.ts";
import type { Edit, Edits } from "./rewrite.ts";
import { appendPointer, pointerSteps, valueAt } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { keptFor } from "../../memo.ts";

/** A `$dynamicRef`, and where it leads if nothing but its own resource counts. */
export interface DynamicReference {
  readonly holder: JsonObject;
  readonly leads: Place;
  readonly name: string | undefined;
}

export interface DynamicParts {
  readonly files: readonly SourceFile[];
  readonly edits: ReadonlyMap<JsonValue, Edit>;
  readonly references: readonly DynamicReference[];
  /** The schemas with a `$dynamicAnchor`. */
  readonly anchors: readonly (Place & { readonly name: string })[];
  /** True for a schema with a URI of its own. */
  readonly isResource: (place: Place) => boolean;
}

/** A resource with what its dynamic references mean after a certain way to it. */
export interface Version {
  readonly index: number;
  readonly tree: JsonValue;
  readonly edits: Edits;
}

/** What each name means. */
type Scope = ReadonlyMap<string, Place>;

/** More versions and objects than any document needs. */
const MOST_VERSIONS = 200;
const MOST_OBJECTS = 200_000;

/**
 * The edits by which dynamic references become ordinary ones, and the further versions of resources that these lead to.
 * @returns undefined if that would take too many
 */
export function resolveDynamic(parts: DynamicParts): { edits: Map<JsonValue, Edit>; versions: Version[] } | undefined {
  const dynamic = new Dynamic(parts);
  const edits = new Map<JsonValue, Edit>();
  for (const [index, { value }] of parts.files.entries())
    dynamic.follow({ index, pointer: "" }, value, new Map(), edits);
  const versions: Version[] = [];
  for (const { place, scope } of dynamic.pending) {
    if (dynamic.pending.length > MOST_VERSIONS || dynamic.objects > MOST_OBJECTS) return undefined;
    const own = new Map<JsonValue, Edit>();
    const value = valueAt(parts.files[place.index]?.value ?? null, place.pointer) ?? null;
    dynamic.follow(place, value, scope, own);
    const tree = pointerSteps(place.pointer).reduceRight((inner: JsonValue, step) => ({ [step]: inner }), value);
    versions.push({ index: place.index, tree, edits: { get: (one) => own.get(one) ?? parts.edits.get(one) } });
  }
  return { edits, versions };
}

class Dynamic {
  readonly pending: { readonly place: Place; readonly scope: Scope }[] = [];
  objects = 0;
  readonly #parts: DynamicParts;
  readonly #references: ReadonlyMap<JsonValue, DynamicReference>;
  /** The named schemas of each resource. */
  readonly #names = new Map<string, Map<string, Place>>();
  readonly #versions = new Map<string, number>();

  constructor(parts: DynamicParts) {
    this.#parts = parts;
    this.#references = new Map(parts.references.map((one) => [one.holder, one]));
    for (const { name, index, pointer } of parts.anchors) {
      const resource = this.#around({ index, pointer }).at(-1) ?? "";
      const names = keptFor(this.#names, `${index} ${resource}`, () => new Map<string, Place>());
      if (!names.has(name)) names.set(name, { index, pointer });
    }
  }

  /** Makes the edits of what is at a place, each with what names mean there. */
  follow({ index, pointer: start }: Place, from: JsonValue, outer: Scope, edits: Map<JsonValue, Edit>): void {
    const { edits: base } = this.#parts;
    const pending = [{ value: from, pointer: start, scope: outer }];
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      const { value, pointer } = one;
      if (typeof value !== "object" || value === null || ++this.objects > MOST_OBJECTS) continue;
      const scope = this.#isResource({ index, pointer }) ? this.#within(one.scope, { index, pointer }) : one.scope;
      for (const [step, inner] of Object.entries<JsonValue>(value as JsonObject))
        pending.push({ value: inner, pointer: appendPointer(pointer, step), scope });
      const leads = (place: Place): string => referenceTo(this.#versionOf(place, scope), place.pointer);
      const edit = base.get(value);
      const target = edit?.reference === undefined ? undefined : placeOf(edit.reference);
      if (edit !== undefined && target !== undefined) edits.set(value, { ...edit, reference: leads(target) });
      const dynamic = this.#references.get(value);
      if (dynamic === undefined) continue;
      const meant = dynamic.name === undefined ? undefined : scope.get(dynamic.name);
      edits.set(value, { ...(edits.get(value) ?? edit), dynamicRef: leads(meant ?? dynamic.leads) });
    }
  }

  /** The number of the file, or of the version of a resource, to which a reference in a scope leads. */
  #versionOf(target: Place, scope: Scope): number {
    const around = this.#around(target);
    const resource = { index: target.index, pointer: around.at(-1) ?? "" };
    const inner = this.#within(scope, resource);
    this.objects += inner.size;
    const plain = around.reduce<Scope>((all, pointer) => this.#within(all, { ...target, pointer }), new Map());
    if (keyOf(inner) === keyOf(plain)) return target.index;
    return keptFor(this.#versions, `${resource.index} ${resource.pointer} ${keyOf(inner)}`, () => {
      this.pending.push({ place: resource, scope: inner });
      return this.#parts.files.length + this.pending.length - 1;
    });
  }

  /** The scope with the names of a resource, unless one that was passed before has them. */
  #within(scope: Scope, { index, pointer }: Place): Scope {
    const names = this.#names.get(`${index} ${pointer}`);
    return names === undefined ? scope : new Map([...names, ...scope]);
  }

  /** The pointers of the resources that contain a place, outermost first. */
  #around({ index, pointer }: Place): string[] {
    const found: string[] = [];
    for (let place = pointer; ; place = place.slice(0, place.lastIndexOf("/"))) {
      if (this.#isResource({ index, pointer: place })) found.unshift(place);
      if (place === "") return found;
    }
  }

  /** A component counts as well: documents give several of them the same names, without a URI for each. */
  #isResource(place: Place): boolean {
    return place.pointer === "" || componentOf(place.pointer) === place.pointer || this.#parts.isResource(place);
  }
}

/** The pointer of the component that contains a place. */
export function componentOf(pointer: string): string | undefined {
  return /^\/components\/schemas\/[^/]+/.exec(pointer)?.[0];
}

const keyOf = (scope: Scope): string => JSON.stringify([...scope].sort(([a], [b]) => (a < b ? -1 : 1)));

/** The name in a reference, if it is that of the schema to which it leads. */
export function dynamicName(text: string, schema: JsonValue | undefined): string | undefined {
  const name = text.slice(text.indexOf("#") + 1);
  return isObject(schema) && schema["$dynamicAnchor"] === name ? name : undefined;
}
