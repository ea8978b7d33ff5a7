// Definitions of faults and variants.
import type { Overrides } from "./behaviour.ts";

export const FAULT_CLASSES = [
  "auth",
  "parameters",
  "filters",
  "lists",
  "create",
  "fetch",
  "errors",
  "lifecycle",
  "protocol",
] as const;
export type FaultClass = (typeof FAULT_CLASSES)[number];

export interface FaultNotes {
  /** The RFC or decision that the fault breaks if the document does not state it, which makes it a `should`. */
  readonly basis?: string;
  /** Why this could be considered conforming. */
  readonly debatable?: string;
  /** The option of the suite that is needed to notice the fault. */
  readonly needs?: { readonly maxMs?: number; readonly changeExisting?: boolean };
}

export interface Fault extends FaultNotes {
  readonly id: string;
  readonly class: FaultClass;
  /** One sentence: what is wrong with the store. */
  readonly what: string;
  readonly overrides: Overrides;
}

/** A conforming store that makes use of what the contract leaves open. */
export interface Variant {
  readonly id: string;
  /** One sentence: the choice of this store that the contract allows. */
  readonly what: string;
  readonly overrides: Overrides;
}

/** A table of variants: "id: the choice of this store" beside what it does. */
export const variants = (table: Readonly<Record<`${string}: ${string}`, Overrides>>): Variant[] =>
  Object.entries(table).map(([name, overrides]) => ({ ...split(name), overrides }));

/** "id: what it is about", as the tables have it. */
export function split(name: string): { readonly id: string; readonly what: string } {
  const [id = "", what = ""] = name.split(/: (.*)/s);
  return { id, what };
}

export function fault(
  id: `${FaultClass}.${string}`,
  what: string,
  overrides: Overrides,
  notes: FaultNotes = {},
): Fault {
  return { id, class: id.slice(0, id.indexOf(".")) as FaultClass, what, overrides, ...notes };
}

/** A table of faults: "id: what is wrong" beside what the store does, with notes where there are any. */
export function faults(
  table: Readonly<Record<`${FaultClass}.${string}: ${string}`, Overrides | readonly [Overrides, FaultNotes]>>,
): Fault[] {
  return Object.entries(table).map(([name, made]) => {
    const { id, what } = split(name);
    const [overrides, notes = {}] = Array.isArray(made) ? (made as [Overrides, FaultNotes]) : [made as Overrides];
    return { id, class: id.slice(0, id.indexOf(".")) as FaultClass, what, overrides, ...notes };
  });
}
