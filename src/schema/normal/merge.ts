// Merges two normal forms that apply together. This is how `allOf` disappears.
import { groupKey } from "../keywords/alternatives.ts";
import { mergePrefix } from "../keywords/items.ts";
import { mergeBounds } from "../form/bounds.ts";
import { opaqueKey } from "../keywords/conditions.ts";
import { crossings, mergeProperties, propertyCount } from "../keywords/properties.ts";
import { mergeTypes, mergeValues } from "../keywords/values.ts";
import { join } from "../form/conjunction.ts";
import { mergeFacts } from "../form/facts.ts";
import type { NormalForm } from "../form/normal-form.ts";
import type { Work } from "../work.ts";

/** The cost of merging a part of a form, in units of work. */
const PART = 5;

function sizeOf(form: NormalForm): number {
  const { required, prefix, groups, opaque, values } = form;
  // The conjunctions of these are written out to recognize equal ones.
  const inner = [...groups.flatMap((group) => group.branches), ...opaque.flatMap((one) => one.schemas)];
  const branches = inner.reduce((sum, { members }) => sum + 1 + members.length, opaque.length);
  return branches + propertyCount(form) + required.size + prefix.length + (values?.length ?? 0);
}

/** The form of the values that both forms allow. @throws WorkExceeded */
export function mergeForms(a: NormalForm, b: NormalForm, work: Work): NormalForm {
  work.spend(PART * (1 + sizeOf(a) + sizeOf(b)));
  const types = mergeTypes(a.types, b.types);
  const values = mergeValues(a.values, b.values);
  return {
    never: a.never || b.never || types?.size === 0 || values?.length === 0,
    ...(types === undefined ? {} : { types }),
    ...(values === undefined ? {} : { values }),
    bounds: mergeBounds(a.bounds, b.bounds),
    ...mergeFacts(a, b),
    prefix: mergePrefix(a, b, work),
    items: join(a.items, b.items, work),
    ...mergeProperties(a, b, work),
    groups: uniqueBy([...a.groups, ...b.groups], groupKey),
    opaque: uniqueBy([...a.opaque, ...b.opaque, ...crossings(a, b, work), ...crossings(b, a, work)], opaqueKey),
  };
}

function uniqueBy<T>(list: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(list.map((item) => [key(item), item])).values()];
}
