// What a fault and a variant are.
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
  /** The RFC or decision that the breach rests on, where the document itself does not state it: then a `should`. */
  readonly basis?: string;
  /** Why somebody could call this conforming. */
  readonly debatable?: string;
  /** The option of the suite without which the fault cannot be noticed. */
  readonly needs?: { readonly maxMs: number };
}

export interface Fault extends FaultNotes {
  readonly id: string;
  readonly class: FaultClass;
  /** One sentence: what is wrong with the store. */
  readonly what: string;
  readonly overrides: Overrides;
}

/** A store that keeps the contract and does freely what it leaves open. */
export interface Variant {
  readonly id: string;
  /** One sentence: what this store does as the contract lets it. */
  readonly what: string;
  readonly overrides: Overrides;
}

export const variant = (id: string, what: string, overrides: Overrides): Variant => ({ id, what, overrides });

export function fault(
  id: `${FaultClass}.${string}`,
  what: string,
  overrides: Overrides,
  notes: FaultNotes = {},
): Fault {
  return { id, class: id.slice(0, id.indexOf(".")) as FaultClass, what, overrides, ...notes };
}
