// Parts that a new thing is created with and that its paths lead to as well: the variants of a product are in
// `/products/{id}/variants`.
import { showScalar } from "../../contract/serialization/text.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { lazy } from "../../memo.ts";
import type { Resource } from "../../resource/model.ts";
import { sentNode } from "../../resource/items/bodies.ts";
import { plainName, stepsOf, thingOf } from "../../resource/paths.ts";
import { heldPlace } from "../items/parents.ts";
import { Scope } from "../items/scope.ts";
import type { World } from "../world.ts";
import { type Added, Adder } from "./adding.ts";
import type { BehaviourBasis } from "./basis.ts";

/** What links an item to other things, such as members: a client may send several of them along with the item, as `memberIds`. */
function membersNamed(basis: BehaviourBasis, child: Resource) {
  const { create } = child.operations;
  const sent = create && sentNode(basis.contract.document, create, child.shapes.get(create));
  const [property, more] = [...(sent?.form.required ?? [])].filter((name) => plainName(name).endsWith("id"));
  if (create === undefined || property === undefined || more !== undefined) return [];
  const things = [thingOf(stepsOf(child.collection).at(-1) ?? ""), plainName(property).replace(/id$/, "")];
  const scope = new Scope(basis.families, child);
  const adder = lazy(() => new Adder({ ...basis, resource: child, operation: create }, scope));
  return [{ isNamed: (name: string) => things.some((one) => name === `${one}ids`), property, adder }];
}

/** Prepares what stores the parts that a client sends with a new thing. */
export function partsBelow(basis: BehaviourBasis): (world: World, added: Added, sent: JsonObject) => void {
  const { contract, families, resource } = basis;
  const places = lazy(() =>
    families.below(resource).flatMap((child) => {
      const operation = child.operations.create ?? child.operations.list;
      const [name, step, more] = heldPlace(contract.document, resource, child) ?? [];
      if (operation === undefined || child.sharedWith !== undefined) return [];
      if (name === undefined || step === undefined || more !== undefined) return [];
      const scope = new Scope(families, child);
      return [{ name, step, scope, adder: lazy(() => new Adder({ ...basis, resource: child, operation }, scope)) }];
    }),
  );
  const named = lazy(() => families.below(resource).flatMap((child) => membersNamed(basis, child)));
  return (world, { item, id, texts }, sent) => {
    for (const { isNamed, property, adder } of named()) {
      const [, ids] = Object.entries<JsonValue>(sent).find(([name]) => isNamed(plainName(name))) ?? [];
      for (const one of Array.isArray(ids) ? (ids as JsonArray as readonly JsonValue[]) : [])
        adder().add(world, [...texts, showScalar(id)], { [property]: one });
    }
    for (const { name, step, scope, adder } of places()) {
      const parts = ownValue(item, name);
      if (!Array.isArray(parts) || !Array.isArray(ownValue(sent, name))) continue;
      for (const part of parts as JsonArray as readonly JsonValue[]) {
        const own = isObject(part) ? ownValue(part, step) : undefined;
        const key = own === undefined ? undefined : world.collection(scope.at).identifiers.keyOf(own);
        if (isObject(part) && key !== undefined) adder().add(world, [...texts, showScalar(id)], part, { id: key });
      }
    }
  };
}
