// Writes and reads the items of a world as one JSON text, to keep them beyond the process. Items that the document does
// not allow (any longer) are set aside, and kept in the text until a document allows them again.
import { idOf } from "../resource/items/identify.ts";
import { bare, hiddenKey } from "./items/family.ts";
import { type JsonObject, type JsonValue, exactInteger, isInteger, isObject } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { keptFor } from "../memo.ts";
import type { Resource } from "../resource/model.ts";
import { showViolations } from "../schema/violation.ts";
import type { Seed } from "./seed/seed.ts";
import type { World } from "./world.ts";

/** The format that this version writes and reads. */
const FORM = "animal-store/data/1";

/** The items of one resource, and the progress of its identifiers. */
interface SavedCollection {
  readonly items: readonly JsonValue[];
  readonly next?: number | bigint;
}

/** By the name of the resource. */
export type SavedWorld = ReadonlyMap<string, SavedCollection>;

/** An item that was set aside, and why. */
export interface SetAside {
  readonly resource: string;
  readonly item: JsonValue;
  readonly why: string;
}

/** The items of a world and those set aside, as a text. */
export function writeWorld({ collections, names }: World, aside: readonly SetAside[] = []): string {
  const parts = collections.map(({ store, identifiers }, at) => {
    const items = store.list({ conditions: [], limit: Infinity });
    return `${writeJson(names.stored[at] ?? "")}: {"next": ${String(identifiers.progress)}, "items": ${items}}`;
  });
  const others =
    aside.length === 0 ? "" : `,\n"aside": ${writeJson(aside.map(({ resource, item }) => ({ resource, item })))}`;
  return `{"form": ${writeJson(FORM)},\n"resources": {\n${parts.join(",\n")}\n}${others}}\n`;
}

/** Changes whenever `writeWorld` would write another text. */
export function revisionOf({ collections }: World): string {
  return collections.map(({ revision, identifiers }) => `${revision} ${String(identifiers.progress)}`).join();
}

/** Reads what `writeWorld` wrote. @returns a phrase that says what is wrong, if it cannot be read */
export function readWorld(value: JsonValue): SavedWorld | { readonly problem: string } {
  if (!isObject(value) || value["form"] !== FORM || !isObject(value["resources"])) {
    return { problem: `is not a file that --data wrote (its "form" is not "${FORM}")` };
  }
  const saved = new Map<string, { items: JsonValue[]; next?: number | bigint }>();
  for (const [name, held] of Object.entries(value["resources"])) {
    if (!isObject(held) || !Array.isArray(held["items"])) return { problem: `has no list of items for ${name}` };
    const next = held["next"];
    const isNumber = typeof next === "bigint" || isInteger(next);
    saved.set(name, {
      items: [...(held["items"] as readonly JsonValue[])],
      ...(isNumber ? { next } : {}),
    });
  }
  const aside = value["aside"];
  for (const one of Array.isArray(aside) ? (aside as readonly JsonValue[]) : []) {
    if (!isObject(one) || typeof one["resource"] !== "string") continue;
    const { resource, item = null } = one as { resource: string; item?: JsonValue };
    keptFor(saved, resource, () => ({ items: [] })).items.push(item);
  }
  return saved;
}

/**
 * Replaces the items of a world; its starting state stays.
 * @returns the items that its document does not allow
 * @throws SeedError if there is no room for the others; nothing has changed then
 */
export function restoreWorld(world: World, saved: SavedWorld): SetAside[] {
  const aside: SetAside[] = [];
  const seeds = new Map<number, Seed>();
  const { collections, names } = world;
  const places = new Map<number, SavedCollection>();
  for (const [name, holding] of saved) {
    const { items } = holding;
    const at = names.find(name) ?? names.stored.indexOf(name);
    const resource = collections[at]?.resource;
    if (resource === undefined) {
      aside.push(...items.map((item) => ({ resource: name, item, why: "the document has no such resource" })));
      continue;
    }
    places.set(at, holding);
    seeds.set(at, { kind: "items", items: sorted(resource, items, aside) });
  }
  world.replace(seeds);
  for (const [at, { next }] of places) if (next !== undefined) collections[at]?.identifiers.resume(next);
  return aside;
}

/** The items that are allowed; the others are set aside. */
function sorted(resource: Resource, items: readonly JsonValue[], aside: SetAside[]): JsonObject[] {
  const seen = new Set<JsonValue>();
  const kept: JsonObject[] = [];
  for (const item of items) {
    const why = faultOf(resource, item, seen);
    if (why === undefined) kept.push(item as JsonObject);
    else aside.push({ resource: resource.name, item, why });
  }
  return kept;
}

function faultOf({ item: schema, identifier }: Resource, item: JsonValue, seen: Set<JsonValue>): string | undefined {
  if (!isObject(item)) return "is not an object";
  const violations = schema.validate(bare(item));
  if (violations.length > 0) return showViolations(violations);
  // Two parents may each have an item of that name.
  if (hiddenKey(item) !== undefined) return undefined;
  const key = idOf(identifier, item);
  if (key === undefined || (typeof key !== "string" && !isInteger(key))) return `has no ${identifier.property}`;
  const plain = typeof key === "bigint" ? (exactInteger(String(key)) ?? key) : key;
  if (seen.has(plain)) return `has the ${identifier.property} of another item`;
  seen.add(plain);
  return undefined;
}
