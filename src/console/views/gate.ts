// Gate: what would a changed document break? It is compared with the one that is served.
import { h, say } from "../dom.ts";
import { RunCard } from "../parts/run.ts";
import type { View } from "../view.ts";

/** As the control plane has it. */
const MOST = 4_194_304;

/** Draws the view. */
export const view: View = (place, { served, left }) => {
  const run = new RunCard("gate", left);
  const name = h("span", { class: "quiet", dir: "auto" });
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    name.textContent = `Compared: ${file.name}`;
    if (file.size > MOST) say("The file is larger than 4 MiB");
    else await run.start({ document: await file.text() });
  };
  const input = h("input", { type: "file", accept: ".yaml,.yml,.json", id: "changed" });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    // The same file may be chosen again, once it was changed.
    void take(file).finally(() => (input.value = ""));
  });
  const drop = h(
    "div",
    {
      class: "card drop",
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        void take((event as DragEvent).dataTransfer?.files[0]);
      },
    },
    h("label", { for: "changed" }, "Drop a changed document here, or choose it"),
    input,
    name,
    run.stop,
  );
  place.append(
    h("h1", {}, "Gate"),
    h(
      "p",
      { class: "lead" },
      "What would a change of the document break for a client of ",
      h("strong", { dir: "auto" }, served.title),
      "? Nothing is uploaded anywhere: the comparison runs on this machine.",
    ),
    drop,
    run.element,
  );
};
