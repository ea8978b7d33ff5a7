// The items that values may refer to: in a world, or among those that collections start with.
import { type JsonObject, type JsonValue, type Scalar, isLeaf, scalarText } from "../../../json/value.ts";
import { keptFor, once } from "../../../memo.ts";
import type { Resource } from "../../../resource/model.ts";
import type { Key } from "../../../store/store.ts";
import type { Collection } from "../../items/collection.ts";
import { bare, referenceTo } from "../../items/family.ts";
import type { Families } from "../../items/scope.ts";
import { parseStored } from "../../items/stored.ts";
import type { ResourcePlan } from "../../resource-plan.ts";
import type { World } from "../../world.ts";
import type { NameOf, Others } from "../rule.ts";

/** How many items others refer to: the first ones, which lists show. */
export const MOST_REFERRED = 12;

/** The items in a world. */
export function othersIn(world: World, families: Families): Others {
  const others: Others = {
    ids: (resource) => {
      const { family, at } = families.of(resource);
      if (family.hasOwnNames) return [];
      const collection = world.collection(at);
      const known = idsOf(collection);
      if (known.revision !== collection.revision)
        Object.assign(known, {
          revision: collection.revision,
          ids: collection.items({ limit: MOST_REFERRED }).map(({ id, item }) => referenceTo(family, item) ?? id),
        });
      return known.ids;
    },
    find: (resource, id) => {
      const { family, at } = families.of(resource);
      return family.hasOwnNames ? undefined : itemIn(world.collection(at), id, family.referred);
    },
    has: (resource, id) => others.find(resource, id) !== undefined,
    naming: (resource, nameOf, id) => namedBy(world, families.of(resource), nameOf, id),
    now: world.clock.now(),
  };
  return others;
}

const idsOf = once((_collection: Collection): { revision: string; ids: readonly Key[] } => ({ revision: "", ids: [] }));

type Namers = ReadonlyMap<string | undefined, readonly JsonObject[]>;

const namersOf = once((_collection: Collection) => new Map<NameOf, { revision: string; namers: Namers }>());

/** Items that are counted. */
const MOST_COUNTED = 10_000;

/** The items that name a thing. */
function namedBy(
  world: World,
  { at }: ReturnType<Families["of"]>,
  nameOf: NameOf,
  id: JsonValue,
): readonly JsonObject[] {
  const collection = world.collection(at);
  const { revision } = collection;
  const known = namersOf(collection).get(nameOf);
  if (known?.revision === revision) return known.namers.get(scalarText(id as Scalar)) ?? [];
  const namers = new Map<string | undefined, JsonObject[]>();
  for (const { item, labels } of collection.items({ limit: MOST_COUNTED }))
    keptFor(namers, nameOf(item, labels), () => []).push(item);
  namersOf(collection).set(nameOf, { revision, namers });
  return namers.get(scalarText(id as Scalar)) ?? [];
}

/** The item with an identifier, or with that by which others refer to it. */
function itemIn(collection: Collection, id: JsonValue, referred: string | undefined): JsonObject | undefined {
  const key = collection.identifiers.keyOf(id);
  const text = key === undefined ? undefined : collection.store.fetch(key);
  if (text !== undefined) return bare(parseStored(text));
  if (referred === undefined || !isLeaf(id)) return undefined;
  return collection.items({ conditions: [{ property: referred, values: [id] }], limit: 1 })[0]?.item;
}

/** The items that collections start with. */
export function othersAtStart(planOf: (resource: Resource) => ResourcePlan | undefined): Others {
  return {
    ids: (resource) => planOf(resource)?.references.slice(0, MOST_REFERRED) ?? [],
    find: (resource, id) => planOf(resource)?.findFirst(id),
    has: (resource, id) => planOf(resource)?.isNamed(id) === true,
    naming: () => undefined,
  };
}
