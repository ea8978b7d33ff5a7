// Estimates whether two schemas are versions of one.
import { scalarText } from "../../../json/value.ts";
import type { Conjunction } from "../../form/conjunction.ts";
import type { NormalForm } from "../../form/normal-form.ts";
import type { NormalForms } from "../../normal/normal-forms.ts";

/** What a schema is recognized by: its types, its values, and its properties with their constants. */
export type Traits = ReadonlySet<string>;

export function traitsOf(space: NormalForms, conjunction: Conjunction): Traits {
  const { types, values = [], properties, required } = space.form(conjunction);
  const constants = [...properties].map(([name, property]) => `/${name}=${constantOf(space.form(property))}`);
  const names = [...properties.keys(), ...required].map((name) => `/${name}`);
  return new Set([...(types ?? []), ...values.map(String), ...names, ...constants.filter((one) => !one.endsWith("="))]);
}

function constantOf({ values }: NormalForm): string {
  const [only, ...more] = values ?? [];
  return only === undefined || more.length > 0 || typeof only === "object" ? "" : scalarText(only);
}

/** How much two schemas look like versions of one: the share of the traits that both have. */
export function likeness(one: Traits, other: Traits): number {
  const shared = [...one].filter((trait) => other.has(trait)).length;
  return shared / Math.max(1, one.size + other.size - shared);
}

/** True if a schema puts several others together, and another one the same and more. */
export function isExtended(one: Conjunction, other: Conjunction): boolean {
  return one.members.length > 1 && other.includes(one);
}
