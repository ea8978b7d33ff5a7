// Situations: faults to simulate, and the time of the world.
import { type Child, button, empty, fill, h, say } from "../../dom.ts";
import { type Json, get, text, write } from "../../data/json.ts";
import { plane, reason } from "../../data/plane.ts";
import { count } from "../../data/served.ts";
import type { View } from "../../view.ts";
import { onWorld, refreshWorld, world } from "../../data/world.ts";
import { clockCard } from "../clock.ts";
import { situationForm } from "./situation-form.ts";

/** The most common situations, each with one click. */
const READY: readonly { readonly label: string; readonly about: string; readonly situation: Json }[] = [
  { label: "Everything fails", about: "503 to each request", situation: { status: 503 } },
  { label: "One in five fails", about: "500, always the same ones", situation: { status: 500, share: 0.2, seed: 1 } },
  { label: "Slow", about: "between 1 and 3 seconds", situation: { latency: { from: 1000, to: 3000 } } },
  { label: "Offline", about: "the connection is closed", situation: { connection: "dropped" } },
  { label: "Key expired", about: "401 to every key", situation: { key: "expired" } },
  { label: "Rate limit", about: "5 requests in 10 seconds", situation: { rateLimit: { requests: 5, seconds: 10 } } },
  { label: "Empty lists", about: "nothing to show", situation: { list: "empty" } },
  { label: "Full lists", about: "as many as allowed", situation: { list: "full" } },
  { label: "Cut off", about: "bodies end too early", situation: { body: "cut" } },
  { label: "No JSON", about: "bodies that do not parse", situation: { body: "malformed" } },
  { label: "Broken contract", about: "JSON that is not allowed", situation: { body: "breach" } },
  { label: "Late bodies", about: "2 seconds after the head", situation: { slowBody: 2000 } },
];

/** Draws the view. */
export const view: View = (place, { served, left }) => {
  const active = h("div");
  const tiles = READY.map(tileOf);
  const draw = (): void => {
    fill(active, activeOnes());
    for (const [at, tile] of tiles.entries())
      tile.setAttribute("aria-pressed", String(running(READY[at]) !== undefined));
  };
  const stop = onWorld(draw);
  left.addEventListener("abort", stop);
  draw();
  place.append(
    h("div.title", h("h1", "Situations")),
    active,
    h("h2", "In one press"),
    h("div.tiles", tiles),
    h("h2", "The clock"),
    clockCard(served, left),
    h("h2", "Made to measure"),
    situationForm(served, switchOn),
  );
};

type Ready = (typeof READY)[number];

/** Switches a situation on, or off if it is on. */
function tileOf(ready: Ready): HTMLButtonElement {
  const press = (): unknown => {
    const on = running(ready);
    return on === undefined ? switchOn(ready.situation) : end(on);
  };
  return h("button.tile", { type: "button", onclick: press }, h("strong", ready.label), h("span", ready.about));
}

/** The situation of the world that a tile has switched on, or anybody else in the same words. */
function running(ready: Ready | undefined): Json | undefined {
  const wanted = write(ready?.situation);
  return world.situations.find((one) => write(get(one, "situation")) === wanted);
}

async function end(one: Json): Promise<void> {
  await plane(`situations/${Number(get(one, "id"))}`, { method: "DELETE" }).catch((error: unknown) =>
    say(reason(error)),
  );
  await refreshWorld();
}

async function switchOn(situation: Json): Promise<string | undefined> {
  try {
    const found = await plane("situations", { method: "POST", body: situation });
    say(`On: ${text(found, "name")}`);
    return undefined;
  } catch (error) {
    say(reason(error));
    return reason(error);
  } finally {
    await refreshWorld().catch(() => undefined);
  }
}

function activeOnes(): Child {
  const { situations } = world;
  if (situations.length === 0)
    return empty(
      "Nothing goes wrong on purpose",
      "Press one below; it takes effect at once, for the world that you look at, and ends when you press it again.",
    );
  return h(
    "ul.card.plain.actives",
    situations.map((one) => {
      const applied = Number(get(one, "applied") ?? 0);
      return h(
        "li",
        h(
          "span",
          h("strong", { dir: "auto" }, text(one, "name")),
          h("span.under.code", { dir: "auto" }, write(get(one, "situation"))),
        ),
        h("span.quiet", applied === 0 ? "has not happened yet" : `happened to ${count(applied, "request")}`),
        button("End", () => end(one), "", `End ${text(one, "name")}`),
      );
    }),
  );
}
