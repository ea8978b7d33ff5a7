// What a store holds when it starts: the document's own examples, items made from its schemas, or a list of items
// that somebody wrote. Every item is judged by the item schema before it is stored.
import type { Document } from "../../contract/document.ts";
import {
  type JsonArray,
  type JsonObject,
  type JsonValue,
  isInteger,
  isObject,
  writeJson,
} from "../../contract/json.ts";
import type { Validate, Violation } from "../../contract/model.ts";
import { showViolations } from "../../contract/violation.ts";
import { Generator } from "./generate.ts";
import { Random } from "./random.ts";
import type { Key } from "../store.ts";

/** What items a seed is for. */
export interface SeedTarget {
  readonly document: Document;
  /** Pointer of the item schema, and its validator. */
  readonly item: string;
  readonly validate: Validate;
  readonly identifier: string;
  readonly kind: "integer" | "uuid" | "text";
  /** Examples of a list response that the document gives. */
  readonly examples: readonly JsonValue[];
  /** The n-th identifier that the service makes, counting from 1. */
  readonly nthKey: (n: number) => Key;
  /** How many items to make at most where nobody says how many. */
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
  /** The name of the resource whose items they are. */
  readonly resource: string | undefined;
  constructor(problems: readonly SeedProblem[], resource?: string) {
    super(problems.map(({ index, message }) => `item ${index + 1}: ${message}`).join("\n"));
    this.name = "SeedError";
    this.problems = problems;
    this.resource = resource;
  }
}

/** One item that does not fit: its place in the list, counted from 0, and why. */
export interface SeedProblem {
  readonly index: number;
  readonly message: string;
}

/** How many items a store starts with when nothing else is said. */
const DEFAULT_COUNT = 12;
const SHOWN_PROBLEMS = 10;
/** How often an item that turns out invalid is made anew. */
const ATTEMPTS = 20;

/**
 * The items of a seed, each valid, in the order in which they are to be stored.
 * @throws SeedError naming the first ten items that do not fit
 */
export function seedItems(target: SeedTarget, seed: Seed): readonly JsonObject[] {
  if (seed.kind === "items") return inOrder(target, givenItems(target, seed.items));
  if (seed.kind === "count") return makeItems(target, seed.count);
  return exampleItems(target) ?? makeItems(target, Math.min(DEFAULT_COUNT, target.room ?? DEFAULT_COUNT));
}

/** The longest list among the examples whose items are all valid and have identifiers of their own. */
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

/** Gives each item without an identifier one that no other has. */
function withKeys(target: SeedTarget, items: JsonArray): readonly JsonValue[] {
  const { identifier } = target;
  const isOpen = (item: JsonValue): boolean => isObject(item) && !Object.hasOwn(item, identifier);
  if (!items.some(isOpen)) return items;
  const taken = new Set(items.filter(isObject).map((item) => item[identifier]));
  let n = 0;
  for (const key of taken) if (typeof key === "number" && key > n) n = key;
  return (items as readonly JsonValue[]).map((item) => {
    if (!isObject(item) || !isOpen(item)) return item;
    let key: Key;
    do key = target.nthKey(++n);
    while (taken.has(key));
    taken.add(key);
    return { [identifier]: key, ...item };
  });
}

function problemsOf(target: SeedTarget, items: readonly JsonValue[]): SeedProblem[] {
  const problems: SeedProblem[] = [];
  const seen = new Set<JsonValue>();
  for (const [index, item] of items.entries()) {
    const message = problemOf(target, item, seen);
    if (message === undefined) continue;
    problems.push({ index, message });
    if (problems.length === SHOWN_PROBLEMS) break;
  }
  return problems;
}

function problemOf(target: SeedTarget, item: JsonValue, seen: Set<JsonValue>): string | undefined {
  if (!isObject(item)) return "must be an object";
  const violations = target.validate(item);
  if (violations.length > 0) return showViolations(violations);
  const key = Object.hasOwn(item, target.identifier) ? (item[target.identifier] as JsonValue) : undefined;
  if (typeof key !== "string" && !isInteger(key)) return `must have an identifier in ${writeJson(target.identifier)}`;
  if (seen.has(key)) return `has the identifier ${writeJson(key)}, which another item has as well`;
  seen.add(key);
  return undefined;
}

/** Integer identifiers ascend in the order of the store; others stay as they were given. */
function inOrder(target: SeedTarget, items: readonly JsonObject[]): readonly JsonObject[] {
  if (target.kind !== "integer") return items;
  const key = (item: JsonObject): number | bigint => item[target.identifier] as number | bigint;
  const ascending = items.every((item, index) => index === 0 || key(items[index - 1] as JsonObject) < key(item));
  return ascending ? items : [...items].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function makeItems(target: SeedTarget, count: number): readonly JsonObject[] {
  const generator = new Generator(target.document);
  return Array.from({ length: count }, (_, index) => makeItem(target, generator, index));
}

/** The item at an index depends on nothing but the index: the same seed gives the same bytes. */
function makeItem(target: SeedTarget, generator: Generator, index: number): JsonObject {
  let violations: readonly Violation[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const made = generator.value(target.item, new Random(index * ATTEMPTS + attempt + 1));
    if (!isObject(made)) continue;
    const item = { ...made, [target.identifier]: target.nthKey(index + 1) };
    violations = target.validate(item);
    if (violations.length === 0) return item;
  }
  const reason = violations.length === 0 ? "its schema is no object" : showViolations(violations);
  throw new SeedError([{ index, message: `cannot be made from the document: ${reason}` }]);
}
