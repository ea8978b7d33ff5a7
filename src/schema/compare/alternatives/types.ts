// The types of a schema that only its alternatives name: compared with those that the other side names itself.
import type { NormalForm } from "../../form/normal-form.ts";
import type { NormalForms } from "../../normal/normal-forms.ts";

/** Alternatives inside alternatives to look into: they may contain themselves. */
const MOST_NESTED = 4;

/** A form with the types of its alternatives, if the other side has none but names its types. */
export function withTypes(space: NormalForms, form: NormalForm, other: NormalForm): NormalForm {
  if (form.types !== undefined || other.types === undefined || other.groups.length > 0) return form;
  const types = typesOfAlternatives(space, form, MOST_NESTED);
  return types === undefined ? form : { ...form, types };
}

function typesOfAlternatives(space: NormalForms, form: NormalForm, depth: number): ReadonlySet<string> | undefined {
  if (form.types !== undefined || depth === 0) return form.types;
  for (const { branches } of form.groups) {
    const types = branches.map((branch) => typesOfAlternatives(space, space.form(branch), depth - 1));
    if (types.length > 0 && types.every((one) => one !== undefined))
      return new Set(types.flatMap((one) => [...one]).toSorted());
  }
  return undefined;
}
