// Single things that are a view of the item above them, which nothing else changes: the balance of an account, and the
// statistics of a project, which count what is below it.
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { thingOf, plainName } from "../../resource/paths.ts";
import { propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { Answers } from "../answer/answer.ts";
import { Scope } from "../items/scope.ts";
import { belowOf } from "../relations/others/below.ts";
import { othersIn } from "../relations/others/others.ts";
import { Targets } from "../relations/others/targets.ts";
import type { World } from "../world.ts";
import { relationsFor } from "./answers.ts";
import type { BehaviourBasis } from "./basis.ts";
import { sharedBy } from "./resulting.ts";

/** @returns what completes the thing, by the item that its path leads through; undefined if it is no view */
export function seenAbove(
  basis: BehaviourBasis,
): ((own: JsonObject, world: World, texts: readonly string[]) => JsonObject) | undefined {
  const { contract, resource, families } = basis;
  const { document } = contract;
  const parent = resource.parent?.resource;
  if (parent === undefined || Object.keys(resource.operations).length > 1) return undefined;
  const scope = new Scope(families, resource);
  const targets = Targets.of(document, families.resources);
  const relations = relationsFor({ contract, resource: parent, families }, targets.nodeOf(parent));
  const answers = new Answers(document, resource.item);
  const counts = [...propertiesIn(schemaAt(document, resource.item.pointer, "response"))].flatMap(([name, part]) => {
    const rule = belowOf(document, targets, parent, { name, part });
    return rule === undefined ? [] : [[name, rule] as const];
  });
  const ids = resource.properties.filter(({ name }) => plainName(name) === `${thingOf(parent.name)}id`);
  const shared = sharedBy(resource);
  return (first, world, texts) => {
    const found = scope.above(world, texts);
    if (found === undefined) return first;
    const relating = { others: othersIn(world, families), about: "", isNew: false };
    const above = relations.apply(found.item, relating);
    const known = [
      ...shared(above).flatMap(([[name = ""], value]) => (isObject(value) ? [] : [[name, value]])),
      ...ids.map(({ name }) => [name, found.id]),
      ...counts.map(([name, rule]) => [name, rule.valueOf(above, relating) ?? first[name]]),
    ] as [string, JsonValue][];
    return answers.allowed({ ...first, ...Object.fromEntries(known) }, first);
  };
}
