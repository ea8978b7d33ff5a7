// A list of alternatives with a single one applies as if it stood in an `allOf`: `oneOf: [X]` is X, written in another way.
import type { Conjunction } from "../../form/conjunction.ts";
import type { NormalForm } from "../../form/normal-form.ts";
import type { NormalForms } from "../../normal/normal-forms.ts";
import { contentOf } from "./order.ts";

type Own = readonly [space: NormalForms, conjunction: Conjunction, form: NormalForm];

/**
 * The only alternative of a schema, if it is not yet applied.
 * @returns undefined as well if the other side has it among its alternatives: then they are compared as such
 */
export function onlyChoice(
  [space, conjunction, form]: Own,
  [other, twin]: readonly [NormalForms, NormalForm],
): Conjunction | undefined {
  const [branch, ...more] = form.groups.flatMap(({ branches }) => (branches.length === 1 ? branches : []));
  if (branch === undefined || more.length > 0 || branch.isEmpty || conjunction.includes(branch)) return undefined;
  const groups = twin.groups.filter(({ branches }) => branches.length > 0);
  const content = contentOf(space, branch);
  const isKnown = groups.some(
    ({ branches }) => branches.length === 1 || branches.some((one) => contentOf(other, one) === content),
  );
  return isKnown ? undefined : branch;
}

/** The form without alternatives that are applied already. */
export function withoutApplied(conjunction: Conjunction, form: NormalForm): NormalForm {
  const isApplied = ([branch, ...more]: readonly Conjunction[]): boolean =>
    branch !== undefined && more.length === 0 && conjunction.includes(branch);
  const groups = form.groups.filter(({ branches }) => !isApplied(branches));
  return groups.length === form.groups.length ? form : { ...form, groups };
}
