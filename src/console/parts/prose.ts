// Text of the document. It is Markdown; only headings, lists and code in backticks are rendered.
import { type Child, h } from "../dom.ts";

/** One line: text, with code in backticks. */
export function inline(words: string): Child {
  return words.split(/`([^`\n]+)`/).map((piece, at) => (at % 2 === 1 ? h("code", piece) : piece));
}

/** Paragraphs. */
export function prose(words: string): HTMLElement[] {
  return words
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(paragraph);
}

function paragraph(part: string): HTMLElement {
  const heading = /^#{1,6} +(.*)$/.exec(part);
  if (heading !== null) return h("p.heading", { dir: "auto" }, inline(heading[1] ?? ""));
  if (!/^[-*] /.test(part)) return h("p.prose", { dir: "auto" }, inline(part));
  const points = part.split(/\n(?=[-*] )/).map((point) => h("li", { dir: "auto" }, inline(point.slice(2))));
  return h("ul.prose", points);
}
