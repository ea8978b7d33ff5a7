// What each role does in a world: takes a request as plain values, returns an answer or a refusal. No HTTP here. The
// roles themselves are in roles/.
import type { Role, Singleton } from "../resource/model.ts";
import { action } from "./roles/action.ts";
import type { Behaviour, BehaviourBasis } from "./roles/basis.ts";
import { create } from "./roles/create.ts";
import { fetch, remove, replace, update } from "./roles/item.ts";
import { list } from "./roles/list.ts";
import { removeMany, replaceMany, updateMany } from "./roles/many.ts";
import { singletonBehaviour } from "./roles/singleton.ts";

export type { Answer, Behaviour, BehaviourBasis, MockRequest } from "./roles/basis.ts";

/** Prepares what an operation does. */
export function behaviourOf(role: Role, basis: BehaviourBasis): Behaviour {
  return BEHAVIOURS[role](basis);
}

/** Prepares what an operation does to a singleton. @param basis of the resource that stands in for it in every world */
export function behaviourOfSingleton(role: Role, singleton: Singleton, basis: BehaviourBasis): Behaviour {
  return singletonBehaviour(role, singleton, basis);
}

const BEHAVIOURS = {
  ...{ list, create, fetch, replace, update, remove, action },
  "replace-many": replaceMany,
  "update-many": updateMany,
  "remove-many": removeMany,
} satisfies Record<Role, (basis: BehaviourBasis) => Behaviour>;
