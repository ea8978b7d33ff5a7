// Gate: what would a changed document break? Compares it with the served one.
import { h, say } from "../dom.ts";
import { RunCard } from "../parts/run.ts";
import type { View } from "../view.ts";

/** The limit of the control plane. */
const MOST = 4_194_304;

/** Draws the view. */
export const view: View = (place, { served, left }) => {
  const run = new RunCard("gate", left);
  const name = h("span.quiet", { dir: "auto" });
  const take = async (file: File | undefined, shown = ""): Promise<void> => {
    if (file === undefined) return;
    name.textContent = shown;
    if (file.size > MOST) say("The file is larger than 4 MiB");
    else await run.start({ document: await file.text() });
  };
  const input = h("input", { type: "file", accept: ".yaml,.yml,.json", id: "changed" });
  // Lets the user choose the same file again after changing it.
  input.addEventListener("click", () => (input.value = ""));
  input.addEventListener("change", () => void take(input.files?.[0]));
  const drop = h(
    "div.card.drop",
    {
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        const file = (event as DragEvent).dataTransfer?.files[0];
        void take(file, file?.name);
      },
    },
    h("label", { for: "changed" }, "Drop a changed document here, or choose it"),
    input,
    name,
    run.stop,
  );
  place.append(
    h("div.title", h("h1", "Gate")),
    h(
      "p.lead",
      "What would a change of the document break for a client of ",
      h("strong", { dir: "auto" }, served.title),
      "? Nothing is uploaded anywhere: the comparison runs on this machine.",
    ),
    drop,
    run.element,
  );
};
