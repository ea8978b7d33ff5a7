// The parent path of a resource's items: the path parameters that lead to its collection, whether the items they name
// exist, and the item at the end.
import type { Operation } from "../../contract/model.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Resource } from "../../resource/model.ts";
import { parametersIn, stepsOf } from "../../resource/paths.ts";
import type { Condition, Key } from "../../store/store.ts";
import { ANY, type Family, type Unpacked, labelOf } from "./family.ts";
import { parseStored } from "./stored.ts";
import type { World } from "../world.ts";
import { parameterIndex } from "../../contract/parameters.ts";

/** Finds the families of a mock. */
export interface Families {
  /** The family of a resource, and its index in every world. */
  of(resource: Resource): { readonly family: Family; readonly at: number };
  /** The collections of the contract. */
  readonly resources: readonly Resource[];
  /** What stands for its single things. */
  readonly single: readonly Resource[];
  /** The resources whose items belong to an item of another one. */
  below(resource: Resource): readonly Resource[];
}

/** An item that was found, and its key in the store. */
export interface FoundItem extends Unpacked {
  readonly key: Key;
}

/** What is to be removed: the keys of each family's items, by its index. */
type Doomed = Map<number, Set<Key>>;

/** The parent path of one resource. */
export class Scope {
  readonly resource: Resource;
  readonly family: Family;
  readonly at: number;
  readonly #families: Families;
  /** Which parameters name items of collections that the document describes. */
  readonly #isModelled: readonly boolean[];
  readonly #parent: Scope | undefined;
  /** True if a path to here may call an item above by something else than its identifier. */
  readonly #isCalledOtherwise: boolean;

  constructor(families: Families, resource: Resource) {
    this.resource = resource;
    this.#families = families;
    const { family, at } = families.of(resource);
    this.family = family;
    this.at = at;
    const { parent } = resource;
    const isReached = parent !== undefined && parent.resource.scope.length === parent.parameters - 1;
    this.#parent = isReached ? new Scope(families, parent.resource) : undefined;
    this.#isModelled = modelled(resource);
    const above = this.#parent;
    this.#isCalledOtherwise = above !== undefined && (above.#isCalledOtherwise || hasOtherNames(above.resource));
  }

  /** The texts of a path with the identifiers of the items that it calls otherwise: labels have those. */
  named(world: World, texts: readonly string[]): readonly string[] {
    const count = this.resource.parent?.parameters ?? 0;
    if (this.#parent === undefined || !this.#isCalledOtherwise) return texts;
    const above = this.#parent.named(world, texts.slice(0, count - 1));
    const found = this.#parent.find(world, above, texts[count - 1]);
    const own = found === undefined ? (texts[count - 1] ?? "") : showScalar(found.id);
    return [...above, own, ...texts.slice(count)];
  }

  /** False if the path leads through an item that does not exist. */
  leadsOn(world: World, texts: readonly string[]): boolean {
    return this.#parent === undefined || this.above(world, texts) !== undefined;
  }

  /** The item that the path leads through. */
  above(world: World, texts: readonly string[]): FoundItem | undefined {
    const own = texts.slice(0, this.resource.parent?.parameters ?? 0);
    return this.#parent?.find(world, own.slice(0, -1), own.at(-1));
  }

  /** The labels that items at this path may have: its own, and that of seed items that belong to any parent. */
  labels(texts: readonly string[]): string[] {
    const own = labelOf(texts);
    const any = labelOf(texts.map((text, index) => (this.#isModelled[index] === true ? text : ANY)));
    return own === any ? [own] : [own, any];
  }

  /** The condition that only items at this path meet; none if all items do. */
  conditions(texts: readonly string[]): Condition[] {
    if (this.resource.scope.length === 0) return [];
    return [{ property: this.family.labelName(this.resource), values: this.labels(texts) }];
  }

  /** The item with an identifier at this path. */
  find(world: World, texts: readonly string[], value: JsonValue | undefined): FoundItem | undefined {
    const collection = world.collection(this.at);
    const id = collection.identifiers.keyOf(value);
    if (id === undefined) return this.#called(world, texts, value);
    if (this.family.isPlain) {
      const text = collection.store.fetch(id);
      return text === undefined
        ? this.#called(world, texts, value)
        : { key: id, ...this.family.unpack(parseStored(text)) };
    }
    const isScoped = this.resource.scope.length > 0;
    const labels = isScoped ? this.labels(texts) : [""];
    for (const key of new Set(labels.map((label) => this.family.keyOf(id, label)))) {
      const text = collection.store.fetch(key);
      if (text === undefined) continue;
      const found = this.family.unpack(parseStored(text));
      const label = found.labels.get(this.resource);
      if (!isScoped || (label !== undefined && labels.includes(label))) return { key, ...found };
    }
    return this.#called(world, texts, value);
  }

  /** The newest item at this path that has a value where its path may have that in place of the identifier. */
  #called(world: World, texts: readonly string[], value: JsonValue | undefined): FoundItem | undefined {
    const { also = [] } = this.resource.identifier;
    if (value === undefined) return undefined;
    // A path writes numbers as texts do.
    const other =
      typeof value !== "string" ? showScalar(value) : showScalar(Number(value)) === value ? Number(value) : value;
    const values = [value, other];
    const found = also
      .flatMap((property) => {
        const conditions = [...this.conditions(texts), { property, values }];
        return world.collection(this.at).items({ conditions }).slice(-1);
      })
      .at(0);
    const home = found?.labels.get(this.family.home) ?? "";
    return found === undefined ? undefined : { key: this.family.keyOf(found.id, home), ...found };
  }

  /** Removes an item and everything that belongs to it. */
  remove(world: World, found: FoundItem): void {
    const doomed: Doomed = new Map();
    this.#doom(world, found, doomed);
    for (const [at, keys] of doomed) for (const key of keys) world.collection(at).remove(key);
  }

  /** Everything is found before anything is removed. */
  #doom(world: World, { key, id, labels }: FoundItem, doomed: Doomed): void {
    const keys = doomed.get(this.at) ?? new Set();
    if (keys.has(key)) return;
    doomed.set(this.at, keys.add(key));
    for (const member of this.family.members) {
      const own = member.scope.length === 0 ? "" : labels.get(member);
      // It is not below anything there.
      if (own === undefined) continue;
      const label = own === "" ? labelOf([showScalar(id)]) : `${own}/${labelOf([showScalar(id)])}`;
      for (const child of this.#families.below(member))
        new Scope(this.#families, child).#doomBelow(world, label, doomed);
    }
  }

  #doomBelow(world: World, label: string, doomed: Doomed): void {
    const { store } = world.collection(this.at);
    const property = this.family.labelName(this.resource);
    const isDirect = this.resource.scope.length === this.resource.parent?.parameters;
    const conditions = isDirect ? [{ property, values: [label] }] : [];
    const all = parseStored(`{"items":${store.list({ conditions, limit: Infinity })}}`)["items"];
    for (const stored of Array.isArray(all) ? (all as readonly JsonValue[]) : []) {
      const found = this.family.unpack(stored as never);
      const own = found.labels.get(this.resource);
      if (own === undefined || !(own === label || own.startsWith(`${label}/`))) continue;
      const home = found.labels.get(this.family.home) ?? "";
      const key = this.family.keyOf(found.id, home);
      new Scope(this.#families, this.family.home).#doom(world, { key, ...found }, doomed);
    }
  }
}

const hasOtherNames = ({ identifier }: Resource): boolean => identifier.also !== undefined;

/** Which parameters of a path name stored items. */
function modelled({ scope, parent }: Resource): boolean[] {
  const marks = scope.map(() => false);
  if (parent === undefined || parent.resource.scope.length !== parent.parameters - 1) return marks;
  const above = modelled(parent.resource);
  return marks.map((_, index) => above[index] ?? index === parent.parameters - 1);
}

/** Reads the path parameters that lead to the collection from the values of an operation. */
export function textsReader(
  operation: Operation,
  { scope }: { readonly scope: Pick<Resource["scope"], "length"> },
): (values: Values) => string[] {
  const names = parametersIn(stepsOf(operation.path)).slice(0, scope.length);
  const places = names.map((name) => parameterIndex(operation, { in: "path", name }));
  return (values) => places.map((place) => showScalar(values[place] ?? ""));
}

export type Values = readonly (JsonValue | undefined)[];
