// Creates elements. Text from outside becomes a text node, never markup: there is no way to insert HTML.
import { reason } from "./data/plane.ts";

/** Valid content of an element. */
export type Child = Node | string | number | false | undefined | readonly Child[];

type Listener = (event: Event) => void;
/** Attributes by name; `onclick` and the like are listeners, true and false set or remove an attribute. */
export type Props = Readonly<Record<string, string | number | boolean | undefined | Listener>>;

/** Creates an element: `h("p", "text")`, `h("ul.card.plain", { dir: "auto" }, items)`. @param name the tag and classes */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K | `${K}.${string}`,
  ...content: readonly [props: Props, ...children: readonly Child[]] | readonly Child[]
): HTMLElementTagNameMap[K] {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag as K);
  if (classes.length > 0) element.className = classes.join(" ");
  const [first, ...others] = content;
  if (!isProps(first)) add(element, content as readonly Child[]);
  else {
    setAll(element, first);
    add(element, others as readonly Child[]);
  }
  return element;
}

/** A path that breaks between its steps where the line is too short. */
export function steps(path: string): Child {
  return path.split(/(?=\/)/).flatMap((step): Child[] => [h("wbr"), step]);
}

function isProps(first: Props | Child): first is Props {
  return typeof first === "object" && !(first instanceof Node) && !Array.isArray(first);
}

function setAll(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
}

function add(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) add(parent, child as readonly Child[]);
    else if (child !== undefined && child !== false) {
      parent.append(typeof child === "number" ? String(child) : (child as Node | string));
    }
  }
}

/** Replaces the content of an element. */
export function fill(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren();
  add(parent, children);
}

let spoken: ReturnType<typeof setTimeout> | undefined;

/** Reports what happened: to a screen reader, and on the page for a while. */
export function say(text: string): void {
  const place = document.getElementById("said");
  if (place === null) return;
  place.textContent = text;
  place.className = "said";
  clearTimeout(spoken);
  spoken = setTimeout(() => (place.className = "unseen"), 4000);
}

/** What the control plane accepts as a name. */
export const NAME = { pattern: "[\\w.~:@\\-]{1,64}", title: "1 to 64 letters, digits and any of . _ ~ : @ -" };

/**
 * A button; if its action fails, the user sees why.
 * @param kind "primary", "danger" or "" for a plain one
 * @param name the accessible name, if the label is too short
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

/** Copies a text, and confirms it. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}`);
  } catch {
    say("The browser does not allow copying here; select the text instead");
  }
}

/** A text in code style with a button that copies it. */
export function copyable(text: string, what: string): HTMLElement {
  const press = button("Copy", () => copy(text, what), "small", `Copy ${what}`);
  return h("span.copyable", h("code", { dir: "auto" }, text), press);
}

/** Shown when there is no data. */
export function empty(title: string, ...advice: readonly Child[]): HTMLElement {
  return h("div.empty", h("p.empty-title", title), h("p", ...advice));
}

/** Saves a text as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
