// Splits a form with alternatives into one form for each.
import type { Conjunction } from "../form/conjunction.ts";
import type { Group, NormalForm } from "../form/normal-form.ts";
import type { NormalForms } from "./normal-forms.ts";
import { mergeForms } from "./merge.ts";

const MAX_CASES = 12;
/** Groups that are chosen from, one after another. */
const ROUNDS = 4;

interface CaseOptions {
  readonly most?: number;
  /** The branches of a group in the order in which they are chosen. */
  readonly order?: (group: Group) => readonly Conjunction[];
}

/** Every way to choose a branch of each group, as forms without groups. Limited in number. */
export function cases(forms: NormalForms, form: NormalForm, options: CaseOptions = {}, rounds = ROUNDS): NormalForm[] {
  const { most = MAX_CASES, order } = options;
  const [group, ...rest] = form.groups;
  if (group === undefined || rounds === 0) return [{ ...form, groups: [] }];
  const remaining: NormalForm = { ...form, groups: rest };
  const found: NormalForm[] = [];
  for (const branch of order?.(group) ?? group.branches) {
    const merged = mergeForms(remaining, forms.form(branch), forms.work);
    if (!merged.never) found.push(...cases(forms, merged, options, rounds - 1));
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}
