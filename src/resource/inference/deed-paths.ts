// Paths that name a deed after what it is done to.
import type { Role } from "../model.ts";
import { parameterIn } from "../paths.ts";

/** What is done to several things at once, by the last step of a path: "/things/batch/update". */
export const MANY_DEEDS: ReadonlyMap<string, Role> = new Map([
  ["update", "update-many"],
  ...["archive", "delete", "remove"].map((step) => [step, "remove-many"] as const),
  ...["read", "get"].map((step) => [step, "list"] as const),
]);

/** True for a path whose deed is done to several things. */
export const isOfMany = (steps: readonly string[]): boolean => /^(?:batch|bulk)$/i.test(steps.at(-2) ?? "");

/**
 * What a deed is done to: "/things/{id}" of "/things/{id}/delete" and of "/things/{id}/actions/delete", and "/things" of
 * "/things/batch/create".
 */
export function beforeDeed(steps: readonly string[]): readonly string[] {
  const isAction = steps.at(-2) === "actions" && parameterIn(steps.at(-3)) !== undefined;
  return steps.slice(0, isAction || isOfMany(steps) ? -2 : -1);
}
