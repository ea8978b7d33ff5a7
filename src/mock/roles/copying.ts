// Actions that copy: `POST /boards/{id}/duplicate` adds another board with what a client says of one.
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { sentNode } from "../../resource/items/bodies.ts";
import { copies } from "../../resource/deeds/effects.ts";
import { propertiesIn } from "../../schema/normal/schema-node.ts";
import { type Refusal } from "../errors/refusal.ts";
import type { FoundItem, Scope } from "../items/scope.ts";
import type { World } from "../world.ts";
import { isSlug } from "../relations/itself/follows.ts";
import { type Added, Adder } from "./adding.ts";
import type { BehaviourBasis } from "./basis.ts";

/** Adds a copy of an item. */
type Copying = (
  found: FoundItem,
  body: JsonValue | undefined,
  at: { world: World; texts: readonly string[] },
) => Added | Refusal;

/** Prepares an action that is called after copying; undefined for any other, and where nothing tells what a client says. */
export function copying(basis: BehaviourBasis, scope: Scope): Copying | undefined {
  const { contract, operation, resource } = basis;
  const creation = resource.operations.create ?? resource.operations.update ?? resource.operations.replace;
  if (creation === undefined || !copies(operation)) return undefined;
  const said = sentNode(contract.document, creation, resource.shapes.get(creation));
  const names = new Set(said === undefined ? [] : propertiesIn(said).keys());
  const [step = ""] = resource.identifier.steps;
  const adder = new Adder({ ...basis, operation: creation }, scope);
  return ({ item }, body, { world, texts }) => {
    const same = Object.entries<JsonValue>(item).filter(([name]) => names.has(name) && name !== step && !isSlug(name));
    const sent: JsonObject = isObject(body) ? body : {};
    return adder.add(world, texts, { ...Object.fromEntries(same), ...sent });
  };
}
