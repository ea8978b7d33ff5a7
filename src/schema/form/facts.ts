// What keywords say of a value alone, other than by a bound: the facts of a form that say nothing of schemas inside. Whoever
// asks for all of them goes over this table, so that a new one is merged, and counts wherever something must be all that a
// schema says.
import type { NumberValue } from "../decimal.ts";

export interface PlainFacts {
  /** Divisors of numbers. */
  readonly multiples: readonly NumberValue[];
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly uniqueItems: boolean;
}

interface PlainFact<Said> {
  /** What it is where nothing is said. */
  readonly none: Said;
  /** The types whose values it judges. */
  readonly judges: readonly ("number" | "string" | "array" | "object")[];
  /** What two that say something say together. */
  readonly merge: (one: Said, other: Said) => Said;
}

const FACTS: { readonly [Name in keyof PlainFacts]: PlainFact<PlainFacts[Name]> } = {
  multiples: { none: [], judges: ["number"], merge: both },
  patterns: { none: [], judges: ["string"], merge: both },
  formats: { none: [], judges: ["string", "number"], merge: both },
  uniqueItems: { none: false, judges: ["array"], merge: () => true },
};

const NAMES = Object.keys(FACTS) as readonly (keyof PlainFacts)[];

/** The facts of a schema that says nothing. */
export const NO_FACTS = Object.fromEntries(NAMES.map((name) => [name, FACTS[name].none])) as unknown as PlainFacts;

/** What two schemas say together. */
export function mergeFacts(one: PlainFacts, other: Partial<PlainFacts>): PlainFacts {
  const merged = {} as Record<keyof PlainFacts, unknown>;
  for (const name of NAMES) merged[name] = mergedFact(FACTS[name] as PlainFact<unknown>, one[name], other[name]);
  return merged as unknown as PlainFacts;
}

function mergedFact<Said>({ none, merge }: PlainFact<Said>, one: Said, other: Said = none): Said {
  if (isNone(one)) return other;
  return isNone(other) ? one : merge(one, other);
}

/** True if a form says more of the values of a type, or of any, than their bounds. */
export function hasFacts(form: PlainFacts, type?: PlainFact<unknown>["judges"][number]): boolean {
  return NAMES.some((name) => !isNone(form[name]) && (type === undefined || FACTS[name].judges.includes(type)));
}

const isNone = (said: unknown): boolean => said === false || (Array.isArray(said) && said.length === 0);

function both<T>(list: readonly T[], other: readonly T[]): readonly T[] {
  return [...new Set([...list, ...other])].sort((a, b) => (a < b ? -1 : 1));
}
