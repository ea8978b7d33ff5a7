// Forms, and fields with their labels.
import { type Child, type Props, h } from "../dom.ts";

/** A form. @param submit replaces what the browser would do on submit */
export function form(props: Props, submit: () => unknown, ...children: readonly Child[]): HTMLFormElement {
  const onsubmit = (event: Event): void => {
    event.preventDefault();
    void submit();
  };
  return h("form", { ...props, onsubmit }, ...children);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Around {
  /** The text below the control. */
  readonly hint?: Child;
  /** Where its error is shown. */
  readonly fault?: HTMLElement;
  readonly kind?: string;
}

let ids = 0;

/** A control below its label. The two are connected by an id that is unique on the page. */
export function field(label: Child, control: Control, { hint = "", fault, kind = "field" }: Around = {}): HTMLElement {
  const id = `n${++ids}`;
  control.id = id;
  const below = hint === "" ? undefined : h("span.hint", { id: `${id}h`, dir: "auto" }, hint);
  if (fault !== undefined) fault.id = `${id}f`;
  const about = [below, fault].flatMap((one) => one?.id ?? []);
  if (about.length > 0) control.setAttribute("aria-describedby", about.join(" "));
  return h("div", { class: kind }, h("label", { for: id, dir: "auto" }, label), control, fault, below);
}
