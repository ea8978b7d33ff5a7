// What goes with a removed thing, because the text of the removal says so: the things of other collections that name it.
import { showScalar } from "../../contract/serialization/text.ts";
import { thingOf } from "../../resource/paths.ts";
import { thingsRemovedWith } from "../../resource/deeds/removals.ts";
import { idsIn } from "../relations/others/references.ts";
import { type FoundItem, Scope } from "../items/scope.ts";
import type { World } from "../world.ts";
import type { BehaviourBasis } from "./basis.ts";

/** Prepares the removal of what goes with a thing. */
export function goingWith({
  contract,
  operation,
  resource,
  families,
}: BehaviourBasis): (world: World, removed: FoundItem) => void {
  const things = thingsRemovedWith(contract.document, operation);
  const others = families.resources.filter(
    (one) =>
      one !== resource && one.scope.length === 0 && one.sharedWith === undefined && things.has(thingOf(one.name)),
  );
  const scopes = others.map((one) => new Scope(families, one));
  const stem = thingOf(resource.name);
  return (world, removed) => {
    const id = showScalar(removed.id);
    for (const scope of scopes) {
      for (const found of world.collection(scope.at).items()) {
        const isNaming = idsIn(found.item, stem).some((one) => showScalar(one) === id);
        if (isNaming) scope.remove(world, { key: scope.family.keyOf(found.id, ""), ...found });
      }
    }
  };
}
