// Actions on all items of the world: save to a file, load, generate again, reset.
import { button, download, h, say } from "../../dom.ts";
import { parse, write } from "../../data/json.ts";
import { askedForNumber, confirmed } from "../../parts/ask.ts";
import { plane, reason } from "../../data/plane.ts";
import { openSnapshots } from "./snapshots.ts";

/** The buttons. @param load called when the items have changed */
export function forAllItems(load: () => Promise<void>): HTMLElement[] {
  const act = async (done: string, action: () => Promise<unknown>): Promise<void> => {
    try {
      await action();
      say(done);
    } catch (error) {
      say(error instanceof SyntaxError ? "The file is not JSON" : reason(error));
    }
    await load();
  };
  const file = h("input.unseen", {
    type: "file",
    accept: "application/json",
    tabindex: -1,
    "aria-label": "A file of items",
  });
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    void act("The items are those of the file", async () => {
      const body = parse(await chosen.text());
      file.value = "";
      await plane("state", { method: "PUT", body });
    });
  });
  return [
    button("Save to a file", () =>
      act("Saved", async () => download("animal-store-items.json", write(await plane("state"), 2))),
    ),
    button("Load a file", () => file.click()),
    file,
    button("Snapshots…", () => openSnapshots(load)),
    button("Generate…", async () => {
      const question = "Start again with so many generated items for each resource";
      const count = await askedForNumber(question, "50", "Start again");
      if (count === undefined) return;
      await act(`Started again with ${count} items each`, () =>
        plane("state/reseed", { method: "POST", body: { count } }),
      );
    }),
    button("Reset", async () => {
      const question = "Go back to the items and the time of the start? Situations end as well.";
      if (!(await confirmed(question, "Reset"))) return;
      await act("Everything is as it was at the start", () => plane("state/reset", { method: "POST" }));
    }),
  ];
}
