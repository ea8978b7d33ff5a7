// Finds the place in the store that a request is about: the items above it, and the item itself.
import type { Operation } from "../../contract/model.ts";
import { parameterIndex } from "../../contract/parameters.ts";
import type { Resource } from "../../resource/model.ts";
import { parametersIn, stepsOf } from "../../resource/paths.ts";
import { Scope, type Values, textsReader } from "../items/scope.ts";
import type { World } from "../world.ts";
import type { BehaviourBasis, MockRequest } from "./basis.ts";

/**
 * The scope of an operation in its own collection or in another one, how to read what leads there, and the index of the
 * parameter that names the item.
 */
export function placeIn(
  { operation, resource, families }: Pick<BehaviourBasis, "operation" | "resource" | "families">,
  stored = resource,
) {
  const scope = new Scope(families, stored);
  const read = textsReader(operation, resource);
  const textsOf = (values: Values, world: World): readonly string[] => scope.named(world, read(values));
  const idAt = identifierAt(operation, resource);
  return {
    scope,
    textsOf,
    idAt,
    find: ({ values }: MockRequest, world: World) => scope.find(world, textsOf(values, world), values[idAt]),
  };
}

/** The first parameter after those that lead to the collection, unless the resource says which one. */
function identifierAt(operation: Operation, resource: Resource): number {
  const names = parametersIn(stepsOf(operation.path));
  const known = resource.identifier.parameter?.name;
  const name = known !== undefined && names.includes(known) ? known : (names[resource.scope.length] ?? names.at(-1));
  return parameterIndex(operation, { in: "path", name });
}
