// Actions that make a thing of another kind, which is there afterwards: `POST /books/{id}/borrow` answers with a loan.
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { TOP, nodeAt } from "../../resource/items/envelope.ts";
import { shownNode } from "../../resource/items/bodies.ts";
import { showsItem } from "../../resource/inference/singletons.ts";
import type { Resource } from "../../resource/model.ts";
import type { Certain } from "../../realistic/evidence.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import { isStateName } from "../../document/names.ts";
import type { Refusal } from "../errors/refusal.ts";
import { type FoundItem, Scope } from "../items/scope.ts";
import type { Answer } from "../response.ts";
import type { World } from "../world.ts";
import { Adder } from "./adding.ts";
import { itemAnswer } from "./answers.ts";
import type { BehaviourBasis } from "./basis.ts";

/** Makes the thing. @param found what the action is about */
type Resulting = (found: FoundItem, body: JsonValue | undefined, world: World) => Answer | Refusal;

/** What each thing has for itself. */
const OWN = /^(?:id|uuid|type|kind|object|number|code|slug|version)$|^(?:created|updated|modified)|(?:At|_at|Id)$/;

/** @returns undefined for an action that answers with nothing that a single list of the document has */
export function resulting(basis: BehaviourBasis): Resulting | undefined {
  const { contract, operation, resource, families } = basis;
  const { document } = contract;
  const answer = operation.method === "POST" ? shownNode(document, operation) : undefined;
  if (answer === undefined) return undefined;
  const made = families.resources.flatMap((target) => {
    const { home } = schemaAt(document, target.item.pointer, "response");
    const isListed = target.scope.length === 0 && target.sharedWith === undefined && target !== resource;
    const place = isListed && home !== target.item.pointer ? showsItem(document, operation, target) : undefined;
    return place !== undefined && nodeAt(answer, place)?.home === home ? [{ target, place }] : [];
  });
  const [one, another] = made;
  if (one === undefined || another !== undefined) return undefined;
  const { target, place } = one;
  const own = { ...basis, resource: target };
  const shape = { shown: place, showsMany: false, sent: TOP, sendsMany: false };
  const show = itemAnswer({ ...own, shape }, "create");
  const adder = new Adder({ ...own, operation: target.operations.create ?? operation }, new Scope(families, target));
  const shared = sharedBy(target);
  return ({ item, id }, body, world) => {
    const sent = isObject(body) ? body : {};
    const above = new Map([[resource, showScalar(id)]]);
    const certain = shared(item).filter(([[name = ""]]) => !Object.hasOwn(sent, name));
    const added = adder.add(world, [], sent, { above, certain });
    return added.kind === "added" ? show(added.item, world, added.id, sent) : added;
  };
}

/** What a thing takes over from another: what both have under one name, and neither has for itself. */
export function sharedBy({ properties }: Resource): (item: JsonObject) => Certain[] {
  const taken = properties.filter(({ name }) => !OWN.test(name) && !isStateName(name));
  return (item) =>
    taken.flatMap(({ name, schema }): Certain[] => {
      const value = ownValue(item, name);
      return value === undefined || schema.validate(value).length > 0 ? [] : [[[name], value]];
    });
}
