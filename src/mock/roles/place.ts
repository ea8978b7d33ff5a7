// Where a request of an operation stands in the store: below which items, and at which one.
import type { Operation } from "../../contract/model.ts";
import { parameterIndex } from "../../contract/parameters.ts";
import type { Resource } from "../../resource/model.ts";
import { parametersIn, stepsOf } from "../../resource/paths.ts";
import { type FoundItem, Scope, type Values, textsReader } from "../items/scope.ts";
import type { World } from "../world.ts";
import type { BehaviourBasis, MockRequest } from "./basis.ts";

interface Place {
  readonly scope: Scope;
  /** Reads the path parameters that lead to the collection. */
  readonly textsOf: (values: Values) => string[];
  /** The index of the parameter that names the item. */
  readonly idAt: number;
  /** Finds the item that a request names. */
  readonly find: (request: MockRequest, world: World) => FoundItem | undefined;
}

/** The place of an operation, in its own collection or in another one. */
export function placeIn(
  { operation, resource, families }: Pick<BehaviourBasis, "operation" | "resource" | "families">,
  stored = resource,
): Place {
  const scope = new Scope(families, stored);
  const textsOf = textsReader(operation, resource);
  const idAt = identifierAt(operation, resource);
  return { scope, textsOf, idAt, find: ({ values }, world) => scope.find(world, textsOf(values), values[idAt]) };
}

/** The first parameter after those that lead to the collection, unless the resource says which one. */
function identifierAt(operation: Operation, resource: Resource): number {
  const names = parametersIn(stepsOf(operation.path));
  const known = resource.identifier.parameter?.name;
  const name = known !== undefined && names.includes(known) ? known : (names[resource.scope.length] ?? names.at(-1));
  return parameterIndex(operation, { in: "path", name });
}
