// The selected world: its active situations and its time. Every page shows them in a banner.
import { type Child, button, fill, h, say } from "../dom.ts";
import { type Json, get, text } from "./json.ts";
import { plane, session } from "./plane.ts";
import { dayInWords } from "./served.ts";

export interface Clock {
  readonly now: string;
  readonly frozen: boolean;
  readonly changed: boolean;
}

export interface World {
  readonly situations: readonly Json[];
  readonly clock: Clock;
}

const CALM: World = { situations: [], clock: { now: new Date().toISOString(), frozen: false, changed: false } };

export let world: World = CALM;
const listeners = new Set<() => void>();

/** Calls a listener whenever the world has changed. @returns a function that unsubscribes it */
export function onWorld(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the active situations and the time. */
export async function refreshWorld(): Promise<void> {
  const [situations, clock] = await Promise.all([plane("situations"), plane("clock")]);
  const before = JSON.stringify([...world.situations, world.clock.changed]);
  world = {
    situations: Array.isArray(situations) ? situations : [],
    clock: { now: text(clock, "now"), frozen: get(clock, "frozen") === true, changed: get(clock, "changed") === true },
  };
  if (before !== JSON.stringify([...world.situations, world.clock.changed]) || world.clock.changed) {
    for (const listener of listeners) listener();
  }
}

/** Ends every situation and returns to the initial time. */
async function endAll(): Promise<void> {
  await plane("situations", { method: "DELETE" });
  await plane("clock", { method: "DELETE" });
  say("Everything is back to normal");
  await refreshWorld();
}

/** The banner that shows what is unusual; empty if nothing is. */
export function banner(place: HTMLElement): () => void {
  const draw = (): void => fill(place, content());
  draw();
  return onWorld(draw);
}

function content(): Child {
  const { situations, clock } = world;
  const others = situations.map((one) => text(one, "name"));
  if (others.length === 0 && !clock.changed && session === "") return [];
  const unusual = others.length > 0 || clock.changed;
  return h(
    "div",
    { class: unusual ? "banner on" : "banner", role: "region", "aria-label": "What is not as usual" },
    h(
      "p",
      session !== "" && h("span", "You are looking at the session ", h("strong", { dir: "auto" }, session), ". "),
      clock.changed && h("span", "It is ", h("strong", dayInWords(clock.now)), " here. "),
      others.length > 0 &&
        h(
          "span",
          "On: ",
          h("strong", { dir: "auto" }, others.slice(0, 3).join(" · ")),
          others.length > 3 && ` and ${others.length - 3} more`,
        ),
    ),
    unusual && button("End everything", endAll, "light"),
  );
}
