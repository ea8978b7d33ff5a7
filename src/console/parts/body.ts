// Shows messages: header lines, and a body, with JSON formatted.
import { type Child, h } from "../dom.ts";
import { parse, write } from "../data/json.ts";
import { type Operation, dayInWords } from "../data/served.ts";

/** A body as text: JSON formatted, anything else unchanged. */
export function pretty(body: string): string {
  try {
    return write(parse(body), 2);
  } catch {
    return body;
  }
}

/** A block of code that can be scrolled with the keyboard. */
export function code(text: string, label: string): HTMLElement {
  return h("pre", { tabindex: 0, role: "region", "aria-label": label, dir: "auto" }, text);
}

/** Header lines and a body. */
export function message(headers: readonly (readonly [string, string])[], body: string, label: string): Child {
  const lines = headers.flatMap(([name, value]) => [h("dt", name), h("dd", { dir: "auto" }, value)]);
  return [
    headers.length > 0 && h("details", h("summary", `${headers.length} headers`), h("dl.headers", lines)),
    body === "" ? h("p.quiet", "No body") : code(pretty(body), `${label} body`),
  ];
}

/** A status as a colored label; the text says the same as the color. */
export function status(value: number | undefined): HTMLElement {
  const kind = value === undefined ? "s5" : `s${Math.floor(value / 100)}`;
  return h("span", { class: `status ${kind}` }, value === undefined ? "closed" : String(value));
}

/** A method as a label. */
export function method(name: string): HTMLElement {
  return h("span", { class: `method m-${/^[A-Z]+$/.test(name) ? name.toLowerCase() : "other"}` }, name);
}

/** Shows that an operation is deprecated, and until when it answers. */
export function deprecation({ sunset }: Operation): HTMLElement {
  return h("span.tag.warn", sunset === "" ? "deprecated" : `deprecated, until ${dayInWords(sunset)}`);
}
