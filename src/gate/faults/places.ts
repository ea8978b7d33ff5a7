// Where a fault has an effect: at its own place, and wherever a reference leads to it.
import { type Document, referenceOf } from "../../document/document.ts";
import type { DocumentPart } from "../../document/references/visited.ts";
import { METHODS } from "../../document/field-names.ts";
import { appendPointer, parentPointer, pointerSteps, valueAt } from "../../json/pointer.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { keptFor } from "../../memo.ts";
import type { SurfaceOperation } from "../surface/model.ts";
import { type Fault, isContradiction } from "./fault.ts";
import { faultsOf } from "./find.ts";

/** The steps from an operation to a fault; empty if the operation itself, or what contains it, is at fault. */
export type Steps = readonly string[];

/** Where the faults of a document have an effect. */
export class FaultPlaces {
  readonly faults: readonly Fault[];
  readonly #felt: ReadonlyMap<Fault, readonly string[]>;
  /** All of those places, and the schemas of faulty keywords. */
  readonly #all: ReadonlySet<string>;
  readonly #schemas: ReadonlySet<string>;

  constructor(document: Document) {
    const references: DocumentPart[] = [];
    const faults = faultsOf(document, references);
    this.faults = faults;
    const users = faults.length === 0 ? new Map<string, string[]>() : usersAmong(references);
    this.#felt = new Map(faults.map((fault) => [fault, placesOf(fault, users)]));
    const unclear = faults.filter((fault) => !isContradiction(fault));
    this.#all = new Set(unclear.flatMap((fault) => this.of(fault)));
    const keywords = faults.filter(({ leaves }) => leaves === "keyword");
    this.#schemas = new Set(keywords.flatMap((fault) => this.of(fault).map(parentPointer)));
  }

  /** The places of a fault: its own, and those of the references that lead to it, directly or through others. */
  of(fault: Fault): readonly string[] {
    return this.#felt.get(fault) ?? [];
  }

  /** True for a place inside a fault, and for the schema of a faulty keyword. */
  concern(pointer: string | undefined): boolean {
    if (pointer === undefined) return false;
    if (this.#schemas.has(pointer)) return true;
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
      if (this.#all.has(pointer.slice(0, end))) return true;
    }
    return this.#all.has("");
  }

  /** How a fault affects an operation: the steps to each of its places there. */
  stepsTo(fault: Fault, operation: SurfaceOperation): readonly Steps[] {
    const [item, methods] = standsAt(operation);
    return this.of(fault).flatMap((place): Steps[] => {
      for (const at of methods) {
        const below = stepsBelow(at, place);
        if (below !== undefined) return [below];
        if (stepsBelow(place, at) !== undefined) return [[]];
      }
      if (operation.securityPointer === place) return [["security"]];
      const shared = stepsBelow(appendPointer(item, "parameters"), place);
      return shared === undefined ? [] : [["parameters", ...shared]];
    });
  }
}

/** The names of the operations that a fault affects. @param root of the document that has them */
export function operationsAt(places: readonly string[], root: JsonObject): string[] {
  return places.flatMap((place) => {
    const [holder = "", path, method = "", name = ""] = pointerSteps(place);
    const prefix = PREFIXES.get(holder);
    if (prefix === undefined) return [];
    const called = (one: string): string => `${prefix}${one.toUpperCase()} ${path}`;
    if (isMethod(method)) return [called(method)];
    if (method === "additionalOperations" && name !== "") return [`${prefix}${name} ${path}`];
    const item = path === undefined ? undefined : valueAt(root, appendPointer("", holder, path));
    return isObject(item) ? Object.keys(item).filter(isMethod).map(called) : [];
  });
}

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["paths", ""],
  ["webhooks", "webhook "],
]);

const isMethod = (name: string): boolean => name === "query" || METHODS.includes(name as (typeof METHODS)[number]);

/** The path item of an operation, and the places that may contain the operation. */
function standsAt({
  kind,
  path,
  method,
  pointer,
}: SurfaceOperation): readonly [item: string, methods: readonly string[]] {
  if (kind === "callback") return [pointer.slice(0, pointer.lastIndexOf("/")), [pointer]];
  const item = appendPointer(kind === "path" ? "/paths" : "/webhooks", path);
  return [item, [appendPointer(item, method.toLowerCase()), appendPointer(item, "additionalOperations", method)]];
}

/** The steps from a place to one inside it; undefined for a place outside it. */
function stepsBelow(place: string, inner: string): Steps | undefined {
  if (inner === place) return [];
  return inner.startsWith(`${place}/`) ? pointerSteps(inner.slice(place.length)) : undefined;
}

/** The places of references, by their targets. */
function usersAmong(references: readonly DocumentPart[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const { value, pointer } of references) {
    const to = referenceOf(value);
    if (to !== undefined) keptFor(users, to, () => []).push(pointer);
  }
  return users;
}

/**
 * The place of a fault, and every pointer that leads to it through references, following each reference once. Includes
 * references to places inside the fault if those are equally uncertain.
 */
function placesOf({ at, isRepeated }: Fault, users: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const below = isRepeated === true ? [...users].filter(([to]) => to.startsWith(`${at}/`)) : [];
  const seen = new Set(below.flatMap(([, from]) => from));
  const places = [at, ...seen];
  for (const place of places) {
    for (let end = place.length; end > 0; end = place.lastIndexOf("/", end - 1)) {
      for (const from of users.get(place.slice(0, end)) ?? []) {
        if (seen.has(from)) continue;
        seen.add(from);
        places.push(`${from}${place.slice(end)}`);
      }
    }
  }
  return places;
}
