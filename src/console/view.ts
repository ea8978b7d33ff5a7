// A view: a function that draws into an element of its own.
import type { Served } from "./data/served.ts";

/** The input of a view: what is served, the rest of the URL, and a signal that aborts when the user leaves. */
export interface Context {
  readonly served: Served;
  /** The parts of the URL after the name of the view. */
  readonly rest: readonly string[];
  readonly left: AbortSignal;
}

/** Draws a view. */
export type View = (place: HTMLElement, context: Context) => Promise<void> | void;
