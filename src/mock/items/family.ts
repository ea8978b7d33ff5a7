// Groups the resources that share their items, and defines how items are stored. An item below another one is stored
// with the label of its parents, and an item that does not show its identifier is stored with that too. Labels never
// leave the store.
import { only } from "../../json/parts.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { keptFor } from "../../memo.ts";
import { idOf, isShown } from "../../resource/items/identify.ts";
import type { Resource } from "../../resource/model.ts";
import { plainName } from "../../resource/paths.ts";
import type { Key } from "../../store/store.ts";

/** No property of a document has this name. */
const KEY = "\u0000key";
const LABEL = "\u0000in ";

/** Represents any item of a collection that the document does not describe: seed items belong to each of them. */
export const ANY = "*";

/** A resource that stores items, and the resources that reach the same items by other paths. */
export class Family {
  readonly home: Resource;
  readonly members: readonly Resource[];
  /** The members whose items are below other items, in the order of their labels. */
  readonly scoped: readonly Resource[];
  /** Items are stored as they are sent. */
  readonly isPlain: boolean;
  /** Two parents may each have an item of the same name. */
  readonly hasOwnNames: boolean;
  /** The property by which others refer to the items, if paths call them otherwise: the `id` of "/products/{slug}". */
  readonly referred: string | undefined;

  constructor(home: Resource, sharers: readonly Resource[]) {
    this.home = home;
    this.members = [home, ...sharers];
    this.scoped = this.members.filter(({ scope }) => scope.length > 0);
    const { identifier } = home;
    this.isPlain = this.scoped.length === 0 && identifier.steps.length === 1;
    const isAddedByPath = home.upserts && this.scoped.length === this.members.length;
    const isNamed = identifier.chosen === true || identifier.kept === true || !isShown(identifier);
    this.hasOwnNames = home.scope.length > 0 && (isNamed || isAddedByPath);
    const isOther = home.identifier.steps.length === 1 && !IDENTIFYING.test(home.identifier.property);
    this.referred = isOther ? home.properties.find(({ name }) => IDENTIFYING.test(name))?.name : undefined;
  }

  /** The resource that creates the items: maybe another path than the one that stores them. */
  get maker(): Resource {
    return this.members.find(({ operations }) => operations.create !== undefined) ?? this.home;
  }

  /** By what clients call new items, where the document refuses a second one of a name. */
  get unique(): string[] {
    const { operations, properties } = this.maker;
    const isRefused = operations.create?.responses.some(({ status }) => status === "409") === true;
    return isRefused ? properties.map(({ name }) => name).filter((name) => UNIQUE.test(plainName(name))) : [];
  }

  /** The properties that the store indexes. */
  get indexed(): string[] {
    const filters = this.members.flatMap((member) => member.filters.map(({ property }) => property));
    const called = this.members.flatMap(({ identifier }) => identifier.also ?? []);
    return [
      ...new Set([
        ...filters,
        ...called,
        ...this.unique,
        ...(this.referred === undefined ? [] : [this.referred]),
        ...this.scoped.map((member) => this.labelName(member)),
      ]),
    ];
  }

  labelName(member: Resource): string {
    return `${LABEL}${this.scoped.indexOf(member)}`;
  }

  /** The key under which an item is stored. */
  keyOf(id: Key, label: string): Key {
    return this.hasOwnNames ? `${label}\n${String(id)}` : id;
  }

  /**
   * Adds the labels to an item for storage.
   * @param labels by member; an item that repeats a path parameter has its own label
   */
  pack(item: JsonObject, id: Key, labels: ReadonlyMap<Resource, string>): JsonObject {
    if (this.isPlain) return item;
    const marks: [string, JsonValue][] = this.scoped.flatMap((member): [string, JsonValue][] => {
      const label = repeatedLabel(member, item) ?? labels.get(member) ?? this.#homeLabel(member, item);
      return label === undefined ? [] : [[this.labelName(member), label]];
    });
    return { ...Object.fromEntries(marks), [KEY]: id, ...item };
  }

  /** Where an item belongs that was added by another path: below the thing that it names, or below any. */
  #homeLabel(member: Resource, item: JsonObject): string | undefined {
    if (member !== this.home) return undefined;
    const above = member.scope.map(({ property, part }) => {
      const own = property === undefined ? undefined : ownValue(item, property);
      const named = part !== undefined && isObject(own) ? ownValue(own, part) : own;
      return typeof named === "string" || typeof named === "number" ? String(named) : ANY;
    });
    return labelOf(above);
  }

  /** The label of a stored item in the collection that is its home. */
  labelIn(stored: JsonObject): string {
    const label = this.scoped.includes(this.home) ? ownValue(stored, this.labelName(this.home)) : undefined;
    return typeof label === "string" ? label : "";
  }

  /** Splits a stored item into the item, its identifier and its labels. */
  unpack(stored: JsonObject): Unpacked {
    if (this.isPlain) return { item: stored, id: stored[this.home.identifier.property] as Key, labels: new Map() };
    const item = bare(stored);
    const labels = new Map<Resource, string>();
    for (const member of this.scoped) {
      const label = ownValue(stored, this.labelName(member));
      if (typeof label === "string") labels.set(member, label);
    }
    return { item, id: ownValue(stored, KEY) as Key, labels };
  }
}

/** Names of what two things never share. */
const UNIQUE =
  /^(?:e?mail(?:address)?|username|login|handle|(?:url)?slug|sku|isbn|ean|barcode|serial(?:number|no)?|vin|licenseplate|iban|vatid|taxid)$/;

/** Names of identifiers that services give, and nobody reads. */
const IDENTIFYING = /^_?(?:id|uuid|guid)$/i;

export interface Unpacked {
  readonly item: JsonObject;
  readonly id: Key;
  readonly labels: ReadonlyMap<Resource, string>;
}

/** An item without the properties that are only for the store. */
export function bare(stored: JsonObject): JsonObject {
  if (!Object.keys(stored).some((name) => name.startsWith("\u0000"))) return stored;
  return only(stored, (name) => !name.startsWith("\u0000"));
}

/** The prefix of stored labels in items that people see and send back. */
const NOTED = "mock:";
const NOTES = /^mock:(?:key|in \d+)$/;

/** An item for the control API: with its stored labels, under readable names. */
export function withNotes(stored: JsonObject): JsonObject {
  return renamed(stored, (name) => (name.startsWith("\u0000") ? NOTED + name.slice(1) : name));
}

/** The same item as it is stored. */
export function withoutNotes(told: JsonObject): JsonObject {
  return renamed(told, (name) => (NOTES.test(name) ? `\u0000${name.slice(NOTED.length)}` : name));
}

function renamed(item: JsonObject, nameOf: (name: string) => string): JsonObject {
  const entries = Object.entries<JsonValue>(item);
  if (entries.every(([name]) => nameOf(name) === name)) return item;
  return Object.fromEntries(entries.map(([name, value]) => [nameOf(name), value]));
}

/** The identifier of an item that does not show it. */
export function hiddenKey(stored: JsonObject): Key | undefined {
  const key = ownValue(stored, KEY);
  return typeof key === "string" || typeof key === "number" || typeof key === "bigint" ? key : undefined;
}

/** The label of a parent path: the texts of its path parameters. */
export function labelOf(texts: readonly string[]): string {
  if (texts.length === 0) return "";
  return texts.map((text) => (text === ANY ? ANY : encodeURIComponent(text))).join("/");
}

/** The texts of a label. */
export function textsIn(label: string): string[] {
  return label === "" ? [] : label.split("/").map((text) => (text === ANY ? ANY : decodeURIComponent(text)));
}

/** The identifiers of the items above one, by their collections, as its path has them. */
export function itemsAbove(resource: Resource, texts: readonly string[]): ReadonlyMap<Resource, string> {
  const found = new Map<Resource, string>();
  for (let { parent } = resource; parent !== undefined; { parent } = parent.resource) {
    const text = texts[parent.parameters - 1];
    if (text !== undefined && text !== ANY) found.set(parent.resource, text);
  }
  return found;
}

/** An item that repeats its path parameter is below the item that it names, however it was created. */
function repeatedLabel({ scope }: Resource, item: JsonObject): string | undefined {
  const [only, another] = scope;
  if (only?.property === undefined || another !== undefined) return undefined;
  const value = ownValue(item, only.property);
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? labelOf([showScalar(value)])
    : undefined;
}

/** Groups resources that share their items into families, in the order of the first member of each. */
export function familiesOf(resources: readonly Resource[]): Family[] {
  const sharers = new Map<Resource, Resource[]>();
  for (const one of resources) {
    const home = one.sharedWith ?? one;
    const own = keptFor(sharers, home, () => []);
    if (one !== home) own.push(one);
  }
  return [...sharers].map(([home, own]) => new Family(home, own));
}

/** The identifier of an item as a key; undefined if it has none that can be a key. */
export function keyIn(resource: Resource, item: JsonObject | undefined): Key | undefined {
  const id = idOf(resource.identifier, item);
  return typeof id === "string" || typeof id === "number" || typeof id === "bigint" ? id : undefined;
}

/** By what others refer to an item, if that is not its identifier. */
export function referenceTo({ referred }: Family, item: JsonObject): Key | undefined {
  const own = referred === undefined ? undefined : ownValue(item, referred);
  return typeof own === "string" || typeof own === "number" || typeof own === "bigint" ? own : undefined;
}
