// The snapshots of a world, each under a name.
import { NAME, button, fill, h, say } from "../../dom.ts";
import { openDialog } from "../../parts/ask.ts";
import { form } from "../../parts/field.ts";
import { plane, reason } from "../../data/plane.ts";

/** Opens the dialog. @param load called when the items have changed */
export function openSnapshots(load: () => Promise<void>): void {
  const { dialog, close } = openDialog<void>(() => undefined, undefined);
  dialog.className = "panel";
  dialog.setAttribute("aria-labelledby", "snapshots");
  const names = h("ul.plain.actives");
  const fault = h("p.fault", { role: "alert" });
  /** Runs an action and reports the result; errors are shown in the dialog. */
  const act = async (action: () => Promise<unknown>, done = ""): Promise<void> => {
    fault.textContent = "";
    try {
      await action();
      if (done !== "") say(done);
      const found = await plane("state/snapshots");
      const rows = (found as readonly string[]).map((name) => row(name, act, restore));
      fill(names, rows.length === 0 ? h("li.quiet", "None yet") : rows);
    } catch (error) {
      fault.textContent = reason(error);
    }
  };
  const restore = async (name: string): Promise<void> => {
    await plane(`${at(name)}/restore`, { method: "POST" });
    close();
    await load();
  };
  fill(
    dialog,
    h("h2", { id: "snapshots" }, "Snapshots"),
    names,
    keeping((name) => act(() => plane(at(name), { method: "PUT" }), `Kept as ${name}`)),
    fault,
    h(
      "div.actions",
      button("Close", () => close()),
    ),
  );
  void act(async () => undefined);
}

type Act = (action: () => Promise<unknown>, done: string) => Promise<void>;

const at = (name: string): string => `state/snapshots/${encodeURIComponent(name)}`;

function row(name: string, act: Act, restore: (name: string) => Promise<void>): HTMLElement {
  const press = (label: string, action: () => unknown): HTMLElement =>
    button(label, action, "small", `${label} ${name}`);
  return h(
    "li",
    h("strong", { dir: "auto" }, name),
    press("Restore", () => act(() => restore(name), `The items are those of ${name}`)),
    press("Drop", () => act(() => plane(at(name), { method: "DELETE" }), `Dropped ${name}`)),
  );
}

function keeping(keep: (name: string) => Promise<void>): HTMLElement {
  const input = h("input", { id: "snapshot", type: "text", required: true, autocomplete: "off", ...NAME });
  return form(
    { class: "together" },
    () => keep(input.value),
    h("label", { for: "snapshot" }, "Name"),
    input,
    h("button.primary", "Keep the items as they are"),
  );
}
