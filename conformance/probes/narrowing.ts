// Filters that apply even if a request does not use them, so that nobody can predict which items a list shows.
import { schemaAt } from "../../src/schema/normal/schema-node.ts";
import type { Parameter } from "../../src/contract/model.ts";
import type { Filter, Resource } from "../../src/resource/model.ts";
import type { Plan } from "../plan.ts";

/** True if a list leaves out items by default. @param asked a filter that the request uses */
export function isNarrow(plan: Plan, { filters, arranging }: Resource, asked?: Filter): boolean {
  const compared = [...arranging.values()].flatMap(({ comparisons }) => comparisons);
  return [...filters.filter((filter) => filter !== asked), ...compared].some(({ parameter }) =>
    narrowsUnasked(plan, parameter),
  );
}

/** True for a filter that is required, or that has a default. */
function narrowsUnasked({ contract }: Plan, { required, schema }: Parameter): boolean {
  if (required || schema.origin === "absent") return required;
  return schemaAt(contract.document, schema.pointer, "request").annotations.default !== undefined;
}
