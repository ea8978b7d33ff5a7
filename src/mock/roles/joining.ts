// Actions that put a thing below another one, where a list there shows it: a task in a section, a user among the members
// of a team.
import { type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { valuesAt } from "../../resource/lists/comparing.ts";
import type { Resource } from "../../resource/model.ts";
import { plainName, stepsOf, lastName, thingOf } from "../../resource/paths.ts";
import type { Certain } from "../../realistic/evidence.ts";
import { isType, presentAt, propertiesIn } from "../../schema/normal/schema-node.ts";
import type { Linked } from "../relations/others/linking.ts";
import { labelOf } from "../items/family.ts";
import { Scope } from "../items/scope.ts";
import type { World } from "../world.ts";
import { Adder } from "./adding.ts";
import type { BehaviourBasis } from "./basis.ts";

/** Puts a thing below an item or takes it away. @param texts the path to the item, with its own identifier last */
type Joining = (world: World, texts: readonly string[], id: JsonValue, body: JsonValue | undefined) => void;

/** @returns undefined if no list below the items shows such things */
export function joining(basis: BehaviourBasis, { does, thing }: Linked): Joining | undefined {
  const isAdded = does === "add";
  const { families, resource } = basis;
  const below = families.resources.filter(
    (one) => one.parent?.resource === resource && one.operations.list !== undefined,
  );
  const shared = below.find(
    (one) => one.sharedWith !== undefined && thingOf(lastName(stepsOf(one.collection)) ?? "") === thing,
  );
  if (shared !== undefined) return labelling(basis, shared, isAdded);
  for (const one of below) {
    const place = one.operations.create === undefined ? referenceTo(basis, one, thing) : undefined;
    if (place !== undefined) return listing(basis, { one, place, isAdded });
  }
  return undefined;
}

/** A thing of another collection is shown below the item. */
function labelling({ families }: BehaviourBasis, shared: Resource, isAdded: boolean): Joining {
  const home = new Scope(families, shared.sharedWith ?? shared);
  return (world, texts, id) => {
    const found = home.find(world, [], id);
    if (found === undefined) return;
    const labels = new Map(found.labels).set(shared, isAdded ? labelOf(texts) : "");
    world.collection(home.at).put(found.key, home.family.pack(found.item, found.id, labels));
  };
}

/** Where the items of a list name a thing: `user: { id }` of a member. */
function referenceTo(
  { contract }: BehaviourBasis,
  { properties }: Resource,
  thing: string,
): readonly string[] | undefined {
  for (const { name, schema } of properties) {
    const node = presentAt(contract.document, schema.pointer, "response");
    if (plainName(name) === `${thing}id` && (isType(node, "string") || isType(node, "integer"))) return [name];
    const step = ["id", "uuid", "gid", "sid"].find((one) => propertiesIn(node).has(one));
    if (plainName(name) === thing && step !== undefined) return [name, step];
  }
  return undefined;
}

/** An entry of a list that only shows who belongs to the item. */
function listing(
  basis: BehaviourBasis,
  { one, place, isAdded }: { readonly one: Resource; readonly place: readonly string[]; readonly isAdded: boolean },
): Joining {
  const scope = new Scope(basis.families, one);
  const adder = new Adder({ ...basis, resource: one, operation: one.operations.list ?? basis.operation }, scope);
  return (world, texts, id, body) => {
    const conditions = scope.conditions(texts);
    const named = world
      .collection(scope.at)
      .items({ conditions })
      .filter(({ item }) => valuesAt(item, place).some((own) => showScalar(own) === showScalar(id)));
    if (isAdded && named.length === 0) adder.add(world, texts, {}, { certain: [...toldBy(one, body), [place, id]] });
    for (const { id: own } of isAdded ? [] : named) {
      const found = scope.find(world, texts, own);
      if (found !== undefined) scope.remove(world, found);
    }
  };
}

/** What the client says of how the thing belongs there: the `role` of a member. */
function toldBy({ properties }: Resource, body: JsonValue | undefined): Certain[] {
  return properties.flatMap(({ name, schema }): Certain[] => {
    const value = isObject(body) ? ownValue(body, name) : undefined;
    return value === undefined || schema.validate(value).length > 0 ? [] : [[[name], value]];
  });
}
