// What a store contains at the start: the document's own examples, items generated from its schemas, or a list that the
// user wrote. Every item is validated by the item schema before it is stored.
import type { Document } from "../../document/document.ts";
import { showViolations } from "../../schema/violation.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import type { Taken } from "../../realistic/evidence.ts";
import { nthValue } from "../../realistic/seeded-values.ts";
import type { Key } from "../../store/store.ts";
import type { Validate, Violation } from "../../schema/model.ts";
import { idOf, withId } from "../../resource/items/identify.ts";
import { type JsonArray, type JsonObject, type JsonValue, equalJson, isInteger, isObject } from "../../json/value.ts";
import { appendPointer } from "../../json/pointer.ts";
import { writeJson } from "../../json/write.ts";
import { quoted } from "../../json/quote.ts";
import { propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";

/** The items that a seed is for. */
export interface SeedTarget {
  readonly document: Document;
  /** Pointer of the item schema, and its validator. */
  readonly item: string;
  readonly validate: Validate;
  /** An item without what its schema does not allow, where that may be left out. */
  readonly fit?: (item: JsonObject) => JsonObject;
  /** The path to the identifier of an item; none if items do not show it. */
  readonly steps: readonly string[];
  readonly kind: "integer" | "uuid" | "text";
  /** The document's examples of a list response. */
  readonly examples: readonly JsonValue[];
  /** What generated items are like, besides the lists. */
  readonly followed?: readonly JsonValue[];
  /** Examples of single items. */
  readonly items?: readonly JsonValue[];
  /** Identifiers that the document uses as examples: items with these identifiers exist. */
  readonly keys?: readonly Key[];
  /** The n-th identifier that the service assigns, counting from 1. */
  readonly nthKey: (n: number) => Key;
  /** The identifier that the title of an item makes. @param turn how many have the same title already */
  readonly slugOf?: (item: JsonObject, turn: number) => string | undefined;
  /** A generated item with values that the filters of its lists know. */
  readonly filterable?: (item: JsonObject) => JsonObject;
  /** What a client may send to create an item; only the service decides the rest. */
  readonly taken?: Taken;
  readonly within?: string | undefined;
  /** The day around which the times of generated items are. */
  readonly today?: number | undefined;
  /** The maximum number of generated items if no number is given. */
  readonly room?: number;
}

/** What to fill a store with. */
export type Seed =
  | { readonly kind: "default" }
  | { readonly kind: "count"; readonly count: number }
  | { readonly kind: "items"; readonly items: JsonArray };

/** Thrown for items that do not fit: one problem for each, the first ten. */
export class SeedError extends Error {
  readonly problems: readonly SeedProblem[];
  /** The name of the resource of the items. */
  readonly resource: string | undefined;
  constructor(problems: readonly SeedProblem[], resource?: string) {
    super(problems.map(({ index, message }) => `item ${index + 1}: ${message}`).join("\n"));
    this.name = "SeedError";
    this.problems = problems;
    this.resource = resource;
  }
}

/** One item that does not fit: its index in the list, counted from 0, and why. */
export interface SeedProblem {
  readonly index: number;
  /** JSON pointer to the part of the item that does not fit; "" is the whole item. */
  readonly at?: string;
  readonly message: string;
}

/** The default number of items in a store. */
const DEFAULT_COUNT = 12;
const SHOWN_PROBLEMS = 10;
/** How often an invalid item is generated again. */
const ATTEMPTS = 20;
/** How often before what is invalid is left out: no value of a property may be found that only one alternative allows. */
const BEFORE_FITTING = 2;

/**
 * The items of a seed, all valid, in the order in which to store them.
 * @throws SeedError with the first ten items that do not fit
 */
export function seedItems(target: SeedTarget, seed: Seed): readonly JsonObject[] {
  if (seed.kind === "items") return inOrder(target, givenItems(target, seed.items));
  const { filterable = (item) => item } = target;
  if (seed.kind === "count") return makeItems(target, seed.count).map(filterable);
  const isFree = propertiesIn(schemaAt(target.document, target.item, "response")).size === 0;
  if (isFree && target.examples.length + (target.items ?? []).length + (target.followed ?? []).length === 0) return [];
  const items = exampleItems(target) ?? makeItems(target, Math.min(usualCount(target), target.room ?? DEFAULT_COUNT));
  return inOrder(target, withKnown(target, items).map(filterable));
}

/** Fewer items if they are large, because each takes time to generate. */
function usualCount(target: SeedTarget): number {
  const size = writeJson(makeItems(target, 1)[0] ?? null).length;
  if (size < LARGE) return DEFAULT_COUNT;
  return size < 4 * LARGE ? DEFAULT_COUNT / 2 : DEFAULT_COUNT / 4;
}

/** The number of characters in a large item. */
const LARGE = 2_000;

/** How many items get an identifier from the document's examples. */
const MOST_KNOWN = 4;

/** Includes the document's examples of single items, and gives items the identifiers of its examples. */
function withKnown(target: SeedTarget, items: readonly JsonObject[]): readonly JsonObject[] {
  const { steps, keys = [] } = target;
  if (steps.length === 0) return items;
  const idIn = (item: JsonValue): JsonValue | undefined => idOf(target, item);
  const all = [...items];
  const given = (target.items ?? []).filter((one): one is JsonObject => isObject(one) && isKnown(target, one));
  for (const [index, one] of given.slice(0, MOST_KNOWN).entries()) {
    if (all.some((item) => equalJson(idIn(item) ?? null, idIn(one) ?? null))) continue;
    if (items.length > index && all.length > index + 1) all[index] = one;
    else all.push(one);
  }
  const free = all.length - 1;
  for (const [index, key] of [...new Set(keys)].slice(0, MOST_KNOWN).entries()) {
    if (all.some((item) => equalJson(idIn(item) ?? null, key))) continue;
    const other = all[free - index];
    const renamed = other === undefined ? undefined : withId(target, other, key);
    if (renamed === undefined || target.validate(renamed).length > 0 || given.includes(other as JsonObject)) continue;
    all[free - index] = renamed;
  }
  return all;
}

function isKnown(target: SeedTarget, item: JsonObject): boolean {
  const id = idOf(target, item);
  return (typeof id === "string" || isInteger(id)) && id !== "" && target.validate(item).length === 0;
}

/** The longest list among the examples whose items are all valid and have distinct identifiers. */
function exampleItems(target: SeedTarget): readonly JsonObject[] | undefined {
  const lists = target.examples.filter((value) => Array.isArray(value)).sort((a, b) => b.length - a.length);
  const fitting = lists.find((list) => list.length > 0 && problemsOf(target, list).length === 0);
  return fitting === undefined ? undefined : inOrder(target, fitting as readonly JsonObject[]);
}

function givenItems(target: SeedTarget, items: JsonArray): readonly JsonObject[] {
  const complete = withKeys(target, items);
  const problems = problemsOf(target, complete);
  if (problems.length > 0) throw new SeedError(problems);
  return complete as readonly JsonObject[];
}

/** Gives each item without an identifier a free one. */
function withKeys(target: SeedTarget, items: JsonArray): readonly JsonValue[] {
  const isOpen = (item: JsonValue): boolean => isObject(item) && idOf(target, item) === undefined;
  if (target.steps.length === 0 || !items.some(isOpen)) return items;
  const taken = new Set(items.filter(isObject).map((item) => idOf(target, item)));
  let n = 0;
  for (const key of taken) if (typeof key === "number" && key > n) n = key;
  return (items as readonly JsonValue[]).map((item) => {
    if (!isObject(item) || !isOpen(item)) return item;
    let key: Key;
    do key = target.nthKey(++n);
    while (taken.has(key));
    taken.add(key);
    const named = withId(target, item, key);
    return target.steps.length > 1 ? named : { [target.steps[0] as string]: key, ...item };
  });
}

function problemsOf(target: SeedTarget, items: readonly JsonValue[]): SeedProblem[] {
  const problems: SeedProblem[] = [];
  // A set of a million identifiers takes longer than judging the items.
  const seen = ascends(target, items) ? undefined : new Set<JsonValue>();
  for (const [index, item] of items.entries()) {
    const problem = problemOf(target, item, seen);
    if (problem === undefined) continue;
    problems.push({ index, ...problem });
    if (problems.length === SHOWN_PROBLEMS) break;
  }
  return problems;
}

/** The place of a violation; for a missing property, where it should be. */
function placeOf({ at, keyword, params: { property } }: Violation): string {
  return keyword === "required" && property !== undefined ? appendPointer(at, property) : at;
}

function problemOf(
  target: SeedTarget,
  item: JsonValue,
  seen: Set<JsonValue> | undefined,
): Omit<SeedProblem, "index"> | undefined {
  if (!isObject(item)) return { message: "must be an object" };
  const violations = target.validate(item);
  const [first] = violations;
  if (first !== undefined) return { message: showViolations(violations), at: placeOf(first) };
  if (target.steps.length === 0) return undefined;
  const key = idOf(target, item);
  if (typeof key !== "string" && !isInteger(key))
    return { message: `must have an identifier in ${quoted(target.steps.join("."))}` };
  if (seen?.has(key) === true) return { message: `has the identifier ${quoted(key)}, which another item has as well` };
  seen?.add(key);
  return undefined;
}

/** Integer identifiers ascend in the order of the store; others stay as given. */
function inOrder(target: SeedTarget, items: readonly JsonObject[]): readonly JsonObject[] {
  if (target.kind !== "integer" || target.steps.length === 0 || ascends(target, items)) return items;
  const key = (item: JsonObject): number | bigint => idOf(target, item) as number | bigint;
  return [...items].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** True if the identifiers are integers, each larger than the one before: none is there twice. */
function ascends(target: SeedTarget, items: readonly JsonValue[]): boolean {
  let last: number | bigint = Number.NEGATIVE_INFINITY;
  return items.every((item) => {
    const key = idOf(target, item);
    const isNext = isInteger(key) && key > last;
    if (isNext) last = key;
    return isNext;
  });
}

function makeItems(target: SeedTarget, count: number): readonly JsonObject[] {
  const place = ValuePlace.at(target.document, target.item, "response");
  const rows = target.examples.flatMap((list) => (Array.isArray(list) ? (list as readonly JsonValue[]) : []));
  const examples = [...rows, ...(target.followed ?? [])];
  const made = Array.from({ length: count }, (_, index) => generateItem(target, place, examples, index));
  return withSlugs(target, made);
}

/** The items with the identifiers that their titles make, each of its own. */
function withSlugs(target: SeedTarget, items: readonly JsonObject[]): readonly JsonObject[] {
  const { slugOf } = target;
  if (slugOf === undefined) return items;
  const turns = new Map<string, number>();
  const taken = new Set<string>();
  return items.map((item) => {
    const first = slugOf(item, 0);
    if (first === undefined) return item;
    const turn = turns.get(first) ?? 0;
    turns.set(first, turn + 1);
    const slug = slugOf(item, turn);
    if (slug === undefined || taken.has(slug)) return item;
    const named = withId(target, item, slug);
    if (target.validate(named).length > 0) return item;
    taken.add(slug);
    return named;
  });
}

/** The item at an index depends only on the index: the same seed gives the same bytes. */
function generateItem(
  target: SeedTarget,
  place: ValuePlace,
  examples: readonly JsonValue[],
  index: number,
): JsonObject {
  let violations: readonly Violation[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { taken, within, today } = target;
    const value = nthValue(place, index, { examples, attempt, taken, within, today });
    // What takes too much work takes it again; only without the examples it may not.
    if (value === undefined && attempt >= ATTEMPTS / 2) break;
    if (value === undefined) attempt = ATTEMPTS / 2 - 1;
    if (value === undefined || !isObject(value)) continue;
    const item = withId(target, value, target.nthKey(index + 1));
    violations = target.validate(item);
    if (violations.length === 0) return item;
    if (attempt < BEFORE_FITTING || target.fit === undefined) continue;
    const fitted = withId(target, target.fit(item), target.nthKey(index + 1));
    if (target.validate(fitted).length === 0) return fitted;
  }
  const reason = violations.length === 0 ? "no object was found" : showViolations(violations);
  throw new SeedError([{ index, message: `cannot be made from the document: ${reason}` }]);
}
