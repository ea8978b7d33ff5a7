// What a new thing takes from a single thing where it was collected: the lines of a cart, which is empty afterwards.
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import type { Resource } from "../../resource/model.ts";
import type { Certain } from "../../realistic/evidence.ts";
import { propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { sentNode } from "../../resource/items/bodies.ts";
import { labelOf } from "../items/family.ts";
import { parseStored } from "../items/stored.ts";
import { listsAddedTo } from "../relations/others/linking.ts";
import type { World } from "../world.ts";
import type { BehaviourBasis } from "./basis.ts";

/** A list of new things that a single thing collects. */
interface Collected {
  readonly name: string;
  readonly holder: Resource;
  /** What the single thing calls it. */
  readonly from: string;
}

/** What a creation takes over, and how it is taken away from where it was. */
interface Collecting {
  readonly found: (world: World, sent: JsonValue | undefined) => readonly Certain[];
  readonly take: (world: World, made: JsonObject) => void;
}

/** Prepares what a creation takes over from single things. */
export function collecting(basis: BehaviourBasis): Collecting {
  const lists = collectedBy(basis);
  const held = (world: World, holder: Resource) => {
    const { family, at } = basis.families.of(holder);
    const collection = world.collection(at);
    const key = family.keyOf("it", labelOf([]));
    const text = collection.store.fetch(key);
    return { collection, key, family, item: text === undefined ? {} : family.unpack(parseStored(text)).item };
  };
  const isFull = (value: JsonValue | undefined): value is JsonValue => Array.isArray(value) && value.length > 0;
  return {
    found: (world, sent) =>
      lists.flatMap(({ name, holder, from }): Certain[] => {
        const own = ownValue(held(world, holder).item, from);
        return isFull(own) && !(isObject(sent) && Object.hasOwn(sent, name)) ? [[[name], own]] : [];
      }),
    take: (world, made) => {
      for (const { name, holder, from } of lists) {
        const { collection, key, family, item } = held(world, holder);
        if (!isFull(ownValue(item, from)) || !isFull(ownValue(made, name))) continue;
        collection.put(key, family.pack({ ...item, [from]: [] }, "it", new Map([[holder, labelOf([])]])));
      }
    },
  };
}

/** The lists that a client does not send, of what clients add to a list of the same in a single thing. */
function collectedBy({ contract, operation, resource, families }: BehaviourBasis): readonly Collected[] {
  const { document } = contract;
  const body = sentNode(document, operation, resource.shapes.get(operation));
  const sent = body === undefined ? undefined : propertiesIn(body);
  const lists = [...propertiesIn(schemaAt(document, resource.item.pointer, "response"))].flatMap(([name, { items }]) =>
    items === undefined || items.home === items.pointer || sent?.has(name) === true ? [] : [{ name, home: items.home }],
  );
  const holders = lists.length === 0 ? [] : families.single.filter(({ scope }) => scope.length === 0);
  return holders.flatMap((holder) => {
    const held = propertiesIn(schemaAt(document, holder.item.pointer, "response"));
    return listsAddedTo(contract, holder).flatMap((from): Collected[] => {
      const own = lists.find(({ home }) => home === held.get(from)?.items?.home);
      return own === undefined ? [] : [{ name: own.name, holder, from }];
    });
  });
}
