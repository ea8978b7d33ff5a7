// What each role does in a world: takes a request as plain values, returns an answer or a refusal. No HTTP here. The
// roles themselves are in roles/.
import type { Role } from "../resource/model.ts";
import { action } from "./roles/action.ts";
import type { Behaviour, BehaviourBasis } from "./roles/basis.ts";
import { create } from "./roles/create.ts";
import { fetch, remove, replace, update } from "./roles/item.ts";
import { list } from "./roles/list.ts";
import { removeMany, replaceMany, updateMany } from "./roles/many.ts";

/** Prepares what an operation does. */
export function behaviourOf(role: Role, basis: BehaviourBasis): Behaviour {
  return BEHAVIOURS[role](basis);
}

const BEHAVIOURS = {
  list,
  create,
  fetch,
  replace,
  update,
  remove,
  action,
  "replace-many": replaceMany,
  "update-many": updateMany,
  "remove-many": removeMany,
} satisfies Record<Role, (basis: BehaviourBasis) => Behaviour>;
