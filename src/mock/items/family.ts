// The resources that keep their items together, and how the items are stored: an item below another one bears the label
// of its parents, and what does not show its identifier bears that too. Labels never leave the store.
import { showScalar } from "../../contract/serialization/text.ts";
import { type JsonObject, type JsonValue, ownValue } from "../../json/value.ts";
import { idOf, isShown } from "../../resource/items/identify.ts";
import type { Resource } from "../../resource/model.ts";
import type { Key } from "../../store/store.ts";

/** No property of a document is called that. */
const KEY = "\u0000key";
const LABEL = "\u0000in ";

/** Stands for any item of a collection that the document does not describe: what the seed has is below each of them. */
export const ANY = "*";

/** A resource that keeps items, and those that reach the same ones by other paths. */
export class Family {
  readonly home: Resource;
  readonly members: readonly Resource[];
  /** Those whose items lie below other items, in the order of their labels. */
  readonly scoped: readonly Resource[];
  /** Items are stored as they are sent. */
  readonly isPlain: boolean;
  /** Two parents may each have an item of the same name. */
  readonly hasOwnNames: boolean;

  constructor(home: Resource, sharers: readonly Resource[]) {
    this.home = home;
    this.members = [home, ...sharers];
    this.scoped = this.members.filter(({ scope }) => scope.length > 0);
    const { identifier } = home;
    this.isPlain = this.scoped.length === 0 && identifier.steps.length === 1;
    const isAddedByPath = home.upserts && this.scoped.length === this.members.length;
    const isNamed = identifier.chosen === true || identifier.kept === true || !isShown(identifier);
    this.hasOwnNames = home.scope.length > 0 && (isNamed || isAddedByPath);
  }

  /** The properties by which the store finds items. */
  get indexed(): string[] {
    const filters = this.members.flatMap((member) => member.filters.map(({ property }) => property));
    return [...new Set([...filters, ...this.scoped.map((member) => this.labelName(member))])];
  }

  labelName(member: Resource): string {
    return `${LABEL}${this.scoped.indexOf(member)}`;
  }

  /** The key under which an item is stored. */
  keyOf(id: Key, label: string): Key {
    return this.hasOwnNames ? `${label}\n${String(id)}` : id;
  }

  /** What is stored of an item. @param labels by member; one that repeats a parameter of its path says so itself */
  pack(item: JsonObject, id: Key, labels: ReadonlyMap<Resource, string>): JsonObject {
    if (this.isPlain) return item;
    const marks: [string, JsonValue][] = this.scoped.flatMap((member): [string, JsonValue][] => {
      const label = repeatedLabel(member, item) ?? labels.get(member);
      return label === undefined ? [] : [[this.labelName(member), label]];
    });
    return { ...Object.fromEntries(marks), [KEY]: id, ...item };
  }

  /** What was stored: the item, its identifier and its labels. */
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

export interface Unpacked {
  readonly item: JsonObject;
  readonly id: Key;
  readonly labels: ReadonlyMap<Resource, string>;
}

/** An item without what only the store has to know of it. */
export function bare(stored: JsonObject): JsonObject {
  if (!Object.keys(stored).some((name) => name.startsWith("\u0000"))) return stored;
  return Object.fromEntries(Object.entries<JsonValue>(stored).filter(([name]) => !name.startsWith("\u0000")));
}

/** What the store notes of an item begins so where people see it, and give it back. */
const NOTED = "mock:";
const NOTES = /^mock:(?:key|in \d+)$/;

/** An item as it is told to whoever steers the mock: with what the store notes of it, under names that can be read. */
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

/** The identifier that only the store knows of an item. */
export function hiddenKey(stored: JsonObject): Key | undefined {
  const key = ownValue(stored, KEY);
  return typeof key === "string" || typeof key === "number" || typeof key === "bigint" ? key : undefined;
}

/** The label of a way to a collection: the texts of its path parameters. */
export function labelOf(texts: readonly string[]): string {
  if (texts.length === 0) return "";
  return texts.map((text) => (text === ANY ? ANY : encodeURIComponent(text))).join("/");
}

/** An item that repeats the parameter of its path says below which item it is, however it came about. */
function repeatedLabel({ scope }: Resource, item: JsonObject): string | undefined {
  const [only, another] = scope;
  if (only?.property === undefined || another !== undefined) return undefined;
  const value = ownValue(item, only.property);
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? labelOf([showScalar(value)])
    : undefined;
}

/** Puts resources that keep their items together into families, in the order in which the first of each comes. */
export function familiesOf(resources: readonly Resource[]): Family[] {
  const sharers = new Map<Resource, Resource[]>();
  for (const one of resources) {
    const home = one.sharedWith ?? one;
    const own = sharers.get(home) ?? [];
    sharers.set(home, own);
    if (one !== home) own.push(one);
  }
  return [...sharers].map(([home, own]) => new Family(home, own));
}

/** The identifier of an item as a key; undefined where it shows none that could be one. */
export function keyIn(resource: Resource, item: JsonObject | undefined): Key | undefined {
  const id = idOf(resource.identifier, item);
  return typeof id === "string" || typeof id === "number" || typeof id === "bigint" ? id : undefined;
}
