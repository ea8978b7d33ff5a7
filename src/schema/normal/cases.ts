// Splits a form with alternatives into one form for each.
import type { NormalForm } from "./normal-form.ts";
import type { NormalForms } from "./normal-forms.ts";
import { mergeForms } from "./merge.ts";

const MAX_CASES = 12;

/** Every way to choose a branch of each group, as forms without groups. Limited in number. */
export function cases(forms: NormalForms, form: NormalForm, rounds = 4): NormalForm[] {
  const [group, ...rest] = form.groups;
  if (group === undefined || rounds === 0) return [{ ...form, groups: [] }];
  const remaining: NormalForm = { ...form, groups: rest };
  const found: NormalForm[] = [];
  for (const branch of group.branches) {
    const merged = mergeForms(remaining, forms.form(branch));
    if (!merged.never) found.push(...cases(forms, merged, rounds - 1));
    if (found.length >= MAX_CASES) break;
  }
  return found.slice(0, MAX_CASES);
}
