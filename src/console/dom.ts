// Makes elements. Text from outside becomes a text node, never markup: there is no way to hand in HTML.
import { reason } from "./plane.ts";

/** What can stand inside an element. */
export type Child = Node | string | number | false | undefined | readonly Child[];

type Listener = (event: Event) => void;
/** Attributes by name; `onclick` and the like are listeners, true and false switch an attribute on and off. */
export type Props = Readonly<Record<string, string | number | boolean | undefined | Listener>>;

/** Makes an element. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  add(element, children);
  return element;
}

function add(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) add(parent, child as readonly Child[]);
    else if (child !== undefined && child !== false) {
      parent.append(typeof child === "number" ? String(child) : (child as Node | string));
    }
  }
}

/** Gives an element other content. */
export function fill(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren();
  add(parent, children);
}

let spoken: ReturnType<typeof setTimeout> | undefined;

/** Says what happened: to a screen reader, and for a while on the page. */
export function say(text: string): void {
  const place = document.getElementById("said");
  if (place === null) return;
  place.textContent = text;
  place.className = "said";
  clearTimeout(spoken);
  spoken = setTimeout(() => (place.className = "unseen"), 4000);
}

let ids = 0;

/** An id that no other element of the page has. */
export function freshId(): string {
  ids += 1;
  return `n${ids}`;
}

/** What the control plane takes for a name. */
export const NAME = { pattern: "[\\w.~:@\\-]{1,64}", title: "1 to 64 letters, digits and any of . _ ~ : @ -" };

/**
 * A button; where its action fails, the person who pressed it is told why.
 * @param kind "primary", "danger" or "" for a plain one
 * @param name what a screen reader calls it, where the label is too short for that
 */
export function button(label: Child, action: () => unknown, kind = "", name?: string): HTMLButtonElement {
  const press = async (): Promise<void> => {
    try {
      await action();
    } catch (error) {
      say(reason(error));
    }
  };
  return h("button", { type: "button", class: kind, "aria-label": name, onclick: () => void press() }, label);
}

/** Copies a text, and says so. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}`);
  } catch {
    say("The browser does not allow copying here; select the text instead");
  }
}

/** A text in code type with a button that copies it. */
export function copyable(text: string, what: string): HTMLElement {
  const press = button("Copy", () => copy(text, what), "small", `Copy ${what}`);
  return h("span", { class: "copyable" }, h("code", { dir: "auto" }, text), press);
}

/** What stands where there is nothing to show. */
export function empty(title: string, ...advice: readonly Child[]): HTMLElement {
  return h("div", { class: "empty" }, h("p", { class: "empty-title" }, title), h("p", {}, ...advice));
}

/** Saves a text as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
