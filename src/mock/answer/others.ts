// The items that values may refer to: in a world, or among those that collections start with.
import { type JsonObject, type JsonValue } from "../../json/value.ts";
import { once } from "../../memo.ts";
import type { Resource } from "../../resource/model.ts";
import type { Key, Store } from "../../store/store.ts";
import type { Collection } from "../items/collection.ts";
import type { Family } from "../items/family.ts";
import type { Identifiers } from "../items/identifiers.ts";
import type { Families } from "../items/scope.ts";
import { parseStored, parseStoredList } from "../items/stored.ts";
import type { World } from "../world.ts";
import type { Others } from "./references.ts";

/** How many items others refer to: the first ones, which lists show. */
export const MOST_REFERRED = 12;

/** The items of one collection. */
interface Held {
  readonly store: Pick<Store, "fetch" | "list">;
  readonly identifiers: Identifiers;
}

/** The items in a world. */
export function othersIn(world: World, families: Families): Others {
  return {
    ids: (resource) => {
      const { family, at } = families.of(resource);
      if (!family.isPlain) return [];
      const collection = world.collection(at);
      const known = idsOf(collection);
      if (known.revision !== collection.revision)
        Object.assign(known, { revision: collection.revision, ids: firstIds(family, collection) });
      return known.ids;
    },
    find: (resource, id) => {
      const { family, at } = families.of(resource);
      return family.isPlain ? itemIn(world.collection(at), id) : undefined;
    },
  };
}

const idsOf = once((_collection: Collection): { revision: string; ids: readonly Key[] } => ({ revision: "", ids: [] }));

/** The identifiers of the first items. */
export function firstIds(family: Family, { store }: Held): readonly Key[] {
  return parseStoredList(store.list({ conditions: [], limit: MOST_REFERRED })).map((one) => family.unpack(one).id);
}

/** The item with an identifier. */
export function itemIn({ store, identifiers }: Held, id: JsonValue): JsonObject | undefined {
  const key = identifiers.keyOf(id);
  const text = key === undefined ? undefined : store.fetch(key);
  return text === undefined ? undefined : parseStored(text);
}

/** Finds the items that a resource starts with; undefined while they are being made. */
export type Starting = (resource: Resource) => (Held & { readonly family: Family }) | undefined;

/** The items that collections start with. */
export function othersAtStart(starting: Starting): Others {
  return {
    ids: (resource) => {
      const held = starting(resource);
      return held === undefined ? [] : firstIds(held.family, held);
    },
    find: (resource, id) => {
      const held = starting(resource);
      return held === undefined ? undefined : itemIn(held, id);
    },
  };
}
