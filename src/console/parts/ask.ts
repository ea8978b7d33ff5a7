// Dialogs before something that cannot be undone, or that needs a number.
import { button, fill, h } from "../dom.ts";
import { form } from "./field.ts";

/** Asks for confirmation. */
export function confirmed(question: string, yes: string): Promise<boolean> {
  return new Promise((done) => {
    const { dialog, close } = openDialog<boolean>(done, false);
    dialog.setAttribute("aria-label", question);
    const agree = button(yes, () => close(true), "danger");
    const cancel = button("Cancel", () => close(false));
    fill(dialog, h("p", { dir: "auto" }, question), h("div.actions", agree, cancel));
  });
}

/** Asks for a number. @returns undefined if the user cancels */
export function askedForNumber(question: string, value: string, yes: string): Promise<number | undefined> {
  return new Promise((done) => {
    const { dialog, close } = openDialog<number | undefined>(done, undefined);
    dialog.setAttribute("aria-label", question);
    const input = h("input", { type: "number", min: 0, max: 100_000, value, id: "asked", required: true });
    const cancel = button("Cancel", () => close(undefined));
    const asked = form(
      {},
      () => close(input.valueAsNumber),
      h("label", { for: "asked" }, question),
      input,
      h("div.actions", h("button.primary", yes), cancel),
    );
    fill(dialog, asked);
  });
}

/** Opens an empty dialog. @param otherwise the result if the user leaves it */
export function openDialog<T>(
  done: (answer: T) => void,
  otherwise: T,
): { dialog: HTMLDialogElement; close: (answer: T) => void } {
  const dialog = h("dialog.ask");
  const close = (answer: T): void => {
    dialog.close();
    dialog.remove();
    done(answer);
  };
  dialog.addEventListener("cancel", () => close(otherwise));
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, close };
}
