// Items that can only be fetched.
import type { Operation } from "../contract/model.ts";
import type { Resource } from "./model.ts";

/**
 * True if items can only be fetched, such as a rate or the weather of a place: nobody can know which exist, so each
 * does. A document that describes 404 or 410 says that some do not.
 */
export function isLookup({ responses }: Operation, { operations, sharedWith, upserts }: Resource): boolean {
  const roles = Object.keys(operations).filter((role) => role !== "action");
  const isAlone = roles.every((role) => role === "fetch") && sharedWith === undefined && !upserts;
  return isAlone && !responses.some(({ status }) => status === "404" || status === "410");
}
