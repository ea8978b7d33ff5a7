// The values that can be requested of a filter.
import type { JsonValue } from "../../src/json/value.ts";
import type { Filter, Resource } from "../../src/resource/model.ts";
import type { Plan } from "../plan.ts";
import { schemaAt } from "../../src/schema/normal/schema-node.ts";

/** A filter and the value requested of it. */
export interface FilterValue {
  readonly filter: Filter;
  readonly value: JsonValue;
}

/** The values of a filter, if the document lists them: only then can each be tried. */
export function filterValues(plan: Plan, { parameter, schema }: Filter): readonly JsonValue[] {
  const { form, types } = schemaAt(plan.contract.document, parameter.schema.pointer, "request");
  const values = form.values ?? (types?.includes("boolean") === true ? [true, false] : []);
  // Leave out values that no item can have: "all" may legitimately match every item.
  return values.filter((value) => schema.validate(value).length === 0);
}

/** The first value of the first filter whose values the document lists. */
export function firstFilterValue(plan: Plan, { filters }: Resource): FilterValue | undefined {
  return filters.flatMap((filter) =>
    filterValues(plan, filter)
      .slice(0, 1)
      .map((value) => ({ filter, value })),
  )[0];
}

/** The last value of the first such filter: items that fill pages have the first one, so few have this one. */
export function rareFilterValue(plan: Plan, { filters }: Resource): FilterValue | undefined {
  return filters.flatMap((filter) =>
    filterValues(plan, filter)
      .slice(1)
      .slice(-1)
      .map((value) => ({ filter, value })),
  )[0];
}
