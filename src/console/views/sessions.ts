// Sessions: the worlds that clients have named.
import { NAME, button, empty, fill, h, say } from "../dom.ts";
import { type Json, get, text } from "../data/json.ts";
import { form } from "../parts/field.ts";
import { FOLDER, goTo, plane, reason, session } from "../data/plane.ts";
import type { View } from "../view.ts";

/** Draws the view. */
export const view: View = async (place, { left }) => {
  const list = h("div");
  const load = async (): Promise<void> => {
    const found = await plane("sessions", { worldless: true });
    fill(list, content(Array.isArray(found) ? (found as readonly Json[]).toReversed() : [], load));
  };
  await load();
  const timer = setInterval(() => {
    // Do not replace a button that is about to be pressed.
    if (!document.hidden && !list.contains(document.activeElement)) void load().catch(() => undefined);
  }, 5_000);
  left.addEventListener("abort", () => clearInterval(timer));
  const input = h("input", {
    id: "session",
    type: "text",
    required: true,
    autocomplete: "off",
    ...NAME,
  });
  place.append(
    h(
      "div.title",
      h("h1", "Sessions"),
      h("span.grow"),
      button("End all", async () => {
        await plane("sessions", { method: "DELETE", worldless: true });
        say("All sessions have ended");
        await load();
      }),
    ),
    h(
      "p.lead",
      "A session is a world of its own: items, clock, situations and requests. A client names one with the header ",
      h("code", "X-Mock-Session"),
      ".",
    ),
    list,
    form(
      { class: "together open-one" },
      () => goTo(addressFor(input.value)),
      h("label", { for: "session" }, "Open a session"),
      input,
      h("button.primary", "Open"),
    ),
  );
};

/** The URL of the console for a session: "" for the shared world. */
function addressFor(name: string): string {
  return `${FOLDER.pathname}${name === "" ? "" : `?session=${encodeURIComponent(name)}`}#/requests`;
}

function content(sessions: readonly Json[], load: () => Promise<void>): HTMLElement {
  const shared = h(
    "li",
    h("span", h("strong", "The shared world"), h("span.under", "of clients that name no session")),
    session === "" ? h("span.tag", "you are here") : h("a.press", { href: addressFor("") }, "Open"),
  );
  if (sessions.length === 0)
    return h(
      "div",
      h("ul.card.plain.actives", shared),
      empty("No sessions", "Give a test a world of its own: ", h("code", "X-Mock-Session: my-test"), "."),
    );
  return h(
    "ul.card.plain.actives",
    shared,
    sessions.map((one) => {
      const name = text(one, "name");
      const end = async (): Promise<void> => {
        await plane(`sessions/${encodeURIComponent(name)}`, { method: "DELETE", worldless: true }).catch(
          (error: unknown) => say(reason(error)),
        );
        if (name === session) goTo(addressFor(""));
        else await load();
      };
      return h(
        "li",
        h("span", h("strong", { dir: "auto" }, name), h("span.under", idle(Number(get(one, "idle") ?? 0)))),
        name === session
          ? h("span.tag", "you are here")
          : h("a.press", { href: addressFor(name), "aria-label": `Open ${name}` }, "Open"),
        button("End", end, "", `End ${name}`),
      );
    }),
  );
}

function idle(seconds: number): string {
  if (seconds < 5) return "used just now";
  return seconds < 120 ? `used ${seconds} seconds ago` : `used ${Math.round(seconds / 60)} minutes ago`;
}
