// Filters that apply even if a request does not use them, so that nobody can predict which items a list shows.
import { schemaAt } from "../../src/schema/normal/schema-node.ts";
import type { Filter, Resource } from "../../src/resource/model.ts";
import type { Plan } from "../plan.ts";

/** True if a list leaves out items by default. @param asked a filter that the request uses */
export function isNarrow(plan: Plan, { filters }: Resource, asked?: Filter): boolean {
  return filters.some((filter) => filter !== asked && narrowsUnasked(plan, filter));
}

/** True for a filter that is required, or that has a default. */
function narrowsUnasked({ contract }: Plan, { parameter: { required, schema } }: Filter): boolean {
  if (required || schema.origin === "absent") return required;
  return schemaAt(contract.document, schema.pointer, "request").annotations.default !== undefined;
}
