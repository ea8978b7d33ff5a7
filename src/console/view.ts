// What a view is: a function that draws into a place of its own.
import type { Served } from "./served.ts";

/** What a view gets: what is served, the rest of the address, and a signal for when it is left. */
export interface Context {
  readonly served: Served;
  /** The parts of the address after the name of the view. */
  readonly rest: readonly string[];
  readonly left: AbortSignal;
}

/** Draws a view. */
export type View = (place: HTMLElement, context: Context) => Promise<void> | void;
