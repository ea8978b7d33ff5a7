// What a schema says of numbers, as ranges: what one alternative leaves out, the next one may take.
import { mergeForms } from "../../normal/merge.ts";
import { type Bounds, NUMBER_ENDS, numberLimits } from "../../form/bounds.ts";
import { ANYTHING, type NormalForm, typesOf } from "../../form/normal-form.ts";
import { isExact } from "../../keywords/alternatives.ts";
import { Numbers } from "../../keywords/numbers.ts";
import { isWhole } from "../../keywords/multiple.ts";
import type { NumberValue } from "../../decimal.ts";
import { comparedOf, keywordFacts } from "../keywords.ts";
import type { FormPair, Sides } from "../graph.ts";

/** Numbers are cut at the bounds of no more alternatives. */
const MOST_BRANCHES = 20;

/** True if only numbers are sent, and each range between the bounds of the consumer's alternatives is taken by one of them. */
export function numbersFit(sides: Sides, { given, wanted }: Pick<FormPair, "given" | "wanted">): boolean {
  const [group, ...others] = wanted.groups;
  if (group === undefined || others.length > 0 || isExact(group) || group.branches.length > MOST_BRANCHES) return false;
  if (![...typesOf(given)].every((type) => type === "number" || type === "integer")) return false;
  const { consumer, work } = sides;
  const beside = { ...wanted, groups: [] };
  const branches = group.branches.map((branch) => mergeForms(beside, consumer.form(branch), work));
  const takes = (part: NormalForm, { groups, opaque, ...plain }: NormalForm): boolean =>
    groups.length + opaque.length === 0 &&
    keywordFacts(comparedOf(part, { ...plain, groups, opaque }, sides)).every(({ provedBy }) => provedBy !== undefined);
  return partsBetween(branches.flatMap(({ bounds }) => numberLimits(bounds)))
    .map((bounds) => mergeForms(given, { ...ANYTHING, bounds }, work))
    .filter((part) => !isEmpty(part))
    .every((part) => branches.some((branch) => takes(part, branch)));
}

/** The limits themselves, and the ranges before, between and after them. */
function partsBetween(limits: readonly NumberValue[]): Bounds[] {
  const cuts = limits.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return [undefined, ...cuts].flatMap((from, index): Bounds[] => {
    const to = cuts[index];
    const after = from === undefined ? {} : { exclusiveMinimum: from };
    const part = to === undefined ? after : { ...after, exclusiveMaximum: to };
    return from === undefined ? [part] : [{ minimum: from, maximum: from }, part];
  });
}

/** True if no number is between the bounds of a form. */
function isEmpty(form: NormalForm): boolean {
  if (isWhole(form)) return new Numbers(form, true).isEmpty;
  const { lower, upper } = NUMBER_ENDS;
  const beyond = (low: keyof Bounds, high: keyof Bounds): boolean => {
    const [from, to] = [form.bounds[low], form.bounds[high]];
    if (from === undefined || to === undefined) return false;
    return low === lower.inclusive && high === upper.inclusive ? from > to : from >= to;
  };
  return Object.values(lower).some((low) => Object.values(upper).some((high) => beyond(low, high)));
}
