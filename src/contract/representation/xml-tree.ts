// Reads XML 1.0 as a tree: elements, attributes and text. Documents with a type declaration are refused, as they could
// define entities that grow without end.
import type { Element } from "./xml.ts";

/** The deepest nesting that is read. */
const DEEPEST = 64;

/** The root of a document, or what is wrong with it. */
export type XmlReading = { readonly root: Element } | { readonly fault: string };

interface Open {
  readonly name: string;
  readonly attributes: (readonly [string, string])[];
  readonly children: (Element | string)[];
}

/** A comment, an instruction, marked text, an end, a start, or text. */
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Reads a document. */
export function readXmlTree(text: string): XmlReading {
  const stack: Open[] = [];
  let root: Open | undefined;
  TOKEN.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) {
      const isTyped = text.startsWith("<!DOCTYPE", at);
      return { fault: isTyped ? "has a document type, which is not read" : `is not XML at character ${at + 1}` };
    }
    const [, marked, end, start, attributes = "", closed, plain] = match;
    const parent = stack.at(-1);
    if (start !== undefined) {
      if (root !== undefined && parent === undefined) return { fault: "has more than one root" };
      if (stack.length >= DEEPEST) return { fault: `is nested deeper than ${DEEPEST}` };
      const own = [...attributes.matchAll(ATTRIBUTE)].map(
        ([, name = "", double, single]) => [name, decoded(double ?? single ?? "")] as const,
      );
      const opened: Open = { name: start, attributes: own, children: [] };
      parent?.children.push(opened);
      root ??= opened;
      if (closed !== "/") stack.push(opened);
    } else if (end !== undefined) {
      if (stack.pop()?.name !== end) return { fault: `closes ${end}, which is not open` };
    } else if (parent !== undefined && (marked ?? plain) !== undefined) {
      parent.children.push(marked ?? decoded(plain ?? ""));
    } else if (plain?.trim()) return { fault: "has text outside of its root" };
  }
  if (root === undefined || stack.length > 0) return { fault: "ends before its last element is closed" };
  return { root };
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name as string) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : "\ufffd";
  });
}
