// The parts of a document that checks of several families test: what it says about items, identifiers and bodies.
import type { Resource } from "../../src/resource/model.ts";
import { keywordsOf } from "../../src/schema/keywords.ts";
import { type Plan, resourceOf } from "../plan.ts";
import type { Tested } from "../requirements/tested.ts";
import { type Use, propertyOf } from "../requirements/uses.ts";

const identifierOf = ({ operation }: Use, plan: Plan): Resource["identifier"] | undefined =>
  resourceOf(plan, operation)?.identifier;

const isIdentifier = (use: Use, plan: Plan): boolean =>
  propertyOf(use) !== undefined && propertyOf(use) === identifierOf(use, plan)?.property;

/** What responses say about the identifier of an item. */
export function ofIdentifier(): Tested[] {
  return [{ part: "response", status: ["success", "other"], keywords: ["description"], where: isIdentifier }];
}

/** What responses say about an item and its other properties. */
export function ofItem(): Tested[] {
  const where: Tested["where"] = (use, plan) => !isIdentifier(use, plan);
  return [{ part: "response", status: ["success", "other"], keywords: ["description"], depth: 1, where }];
}

/** What the description of an operation says that it does. */
export const MEANING: Tested = { part: "operation", fields: ["description"] };

/** Keywords that a single wrong number or text breaks. */
export const BOUNDS: readonly string[] = keywordsOf("number bound", "length", "pattern", "format");
