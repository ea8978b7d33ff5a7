// XML by the `xml` keywords of a schema (OpenAPI 3.1 section 4.8.26, 3.2 section 4.26): written as text, and read from
// the tree of an XML document.
import { type JsonArray, type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { type SchemaNode, propertiesIn } from "../../schema/normal/schema-node.ts";
import { showScalar, textReadings } from "../serialization/text.ts";

/** An element: its attributes, and what is in it. */
export interface Element {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, text: string])[];
  readonly children: readonly (Element | Cdata | string)[];
}

/** A text that is written as a CDATA section. */
interface Cdata {
  readonly cdata: string;
}

/** Deeper values are cut off. */
const DEEPEST = 64;

/** What a schema says about the XML of its values. */
interface Naming {
  readonly name: string | undefined;
  readonly prefix: string | undefined;
  readonly namespace: string | undefined;
  readonly isAttribute: boolean;
  readonly isText: boolean;
  readonly isCdata: boolean;
  /** It has no element of its own: what is in it is in the element around it. */
  readonly isBare: boolean;
  readonly isWrapped: boolean;
}

function namingOf(schema: SchemaNode | undefined): Naming {
  const found = schema?.parts.map(({ definition }) => definition["xml"]).find((one) => isObject(one));
  const xml: JsonObject = isObject(found) ? found : {};
  const text = (key: string): string | undefined => (typeof xml[key] === "string" ? xml[key] : undefined);
  const kind = text("nodeType");
  return {
    name: text("name"),
    prefix: text("prefix"),
    namespace: text("namespace"),
    isAttribute: xml["attribute"] === true || kind === "attribute",
    isText: kind === "text" || kind === "cdata",
    isCdata: kind === "cdata",
    isBare: kind === "none",
    isWrapped: xml["wrapped"] === true || kind === "element",
  };
}

/** The name of a component, for what has no name of its own: "Book" for /components/schemas/Book. */
function componentOf(schema: SchemaNode | undefined): string | undefined {
  return /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(schema?.home ?? "")?.[1];
}

/** Writes a value as an XML document. */
export function writeXml(value: JsonValue, schema: SchemaNode | undefined): string {
  const own = namingOf(schema);
  const name = own.name ?? componentOf(schema) ?? "root";
  const root = Array.isArray(value)
    ? element(name, schema, { attributes: [], children: itemsOf(value as JsonArray, schema, "item", 1) })
    : elementOf(name, value, schema, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root)}\n`;
}

function elementOf(name: string, value: JsonValue, schema: SchemaNode | undefined, depth: number): Element {
  if (Array.isArray(value)) {
    return element(name, schema, { attributes: [], children: itemsOf(value as JsonArray, schema, "item", depth + 1) });
  }
  if (!isObject(value)) {
    return element(name, schema, { attributes: [], children: value === null ? [] : [showScalar(value)] });
  }
  if (depth > DEEPEST) return element(name, schema, { attributes: [], children: [] });
  const properties = schema === undefined ? undefined : propertiesIn(schema);
  const attributes: [string, string][] = [];
  const children: (Element | Cdata | string)[] = [];
  for (const [key, part] of Object.entries<JsonValue>(value)) {
    if (part === null) continue;
    const node = properties?.get(key);
    const { name: own = key, isAttribute, isText, isCdata, isBare, isWrapped } = namingOf(node);
    if (isAttribute && typeof part !== "object") attributes.push([qualified(own, node), showScalar(part)]);
    else if (isText && typeof part !== "object")
      children.push(isCdata ? { cdata: showScalar(part) } : showScalar(part));
    else if (isBare && isObject(part)) {
      const inner = elementOf(own, part, node, depth + 1);
      attributes.push(...(inner.attributes as [string, string][]));
      children.push(...inner.children);
    } else if (Array.isArray(part)) {
      // The name of a list is that of the element around it; its items without one are called like the property.
      const items = itemsOf(part as JsonArray, node, isWrapped ? own : key, depth + 1);
      if (isWrapped) children.push(element(own, node, { attributes: [], children: items }));
      else children.push(...items);
    } else children.push(elementOf(own, part, node, depth + 1));
  }
  return element(name, schema, { attributes, children });
}

function itemsOf(list: JsonArray, schema: SchemaNode | undefined, name: string, depth: number): Element[] {
  const items = schema?.items;
  const own = namingOf(items).name ?? (name === "item" ? componentOf(items) : undefined) ?? name;
  return list.map((one) => elementOf(own, one, items, depth));
}

function element(
  name: string,
  schema: SchemaNode | undefined,
  { attributes, children }: Pick<Element, "attributes" | "children">,
): Element {
  const { prefix, namespace } = namingOf(schema);
  const space: [string, string][] =
    namespace === undefined ? [] : [[prefix === undefined ? "xmlns" : `xmlns:${prefix}`, namespace]];
  return { name: qualified(name, schema), attributes: [...space, ...attributes], children };
}

function qualified(name: string, schema: SchemaNode | undefined): string {
  const { prefix } = namingOf(schema);
  const own = name.replaceAll(/[^\p{L}\p{N}_.-]/gu, "_").replace(/^(?=[^\p{L}_])/u, "_");
  return prefix === undefined ? own : `${prefix}:${own}`;
}

function written({ name, attributes, children }: Element): string {
  const start = `<${name}${attributes.map(([key, text]) => ` ${key}="${escaped(text)}"`).join("")}`;
  if (children.length === 0) return `${start}/>`;
  const inside = children.map((one) =>
    typeof one === "string" ? escaped(one) : "cdata" in one ? section(one) : written(one),
  );
  return `${start}>${inside.join("")}</${name}>`;
}

/** Nothing ends a section within it: a text that would is split. */
function section({ cdata }: Cdata): string {
  return `<![CDATA[${cdata.replaceAll("]]>", "]]]]><![CDATA[>").toWellFormed()}]]>`;
}

const ESCAPES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

function escaped(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- XML 1.0 has no way to write these
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
      .replaceAll(/[&<>"]/g, (one) => ESCAPES.get(one) ?? one)
      .replaceAll("\r", "&#13;")
      .toWellFormed()
  );
}

/** The value of an element, by the schema. */
export function readXml(root: Element, schema: SchemaNode | undefined): JsonValue {
  return valueOf(root, schema);
}

function valueOf(of: Element, schema: SchemaNode | undefined): JsonValue {
  const inner = of.children.filter((one): one is Element => typeof one === "object" && !("cdata" in one));
  const text = of.children.filter((one) => typeof one === "string").join("");
  const isList = schema?.types?.includes("array") === true;
  if (isList) return inner.map((one) => valueOf(one, schema.items));
  const isPlain = inner.length === 0 && of.attributes.every(([name]) => name.startsWith("xmlns"));
  const isObjectLike = schema?.types?.includes("object") === true || (schema?.properties.size ?? 0) > 0;
  if (isPlain && !isObjectLike) return scalarOf(text, schema);
  const left = new Set<Element>(inner);
  const value: [string, JsonValue][] = [];
  for (const [key, node] of schema === undefined ? [] : propertiesIn(schema)) {
    const { name = key, isAttribute, isText, isBare, isWrapped } = namingOf(node);
    if (isBare && node.types?.includes("array") !== true) {
      const known = new Set(propertiesIn(node).keys());
      const part = valueOf({ ...of, children: inner.filter((one) => known.has(localName(one.name))) }, node);
      value.push([key, part]);
      for (const one of inner) if (known.has(localName(one.name))) left.delete(one);
    } else if (isText) value.push([key, scalarOf(text, node)]);
    else if (isAttribute) {
      const found = of.attributes.find(([one]) => localName(one) === name)?.[1];
      if (found !== undefined) value.push([key, scalarOf(found, node)]);
    } else if (node.types?.includes("array") === true) {
      const itemName = namingOf(node.items).name ?? (isWrapped ? name : key);
      const holder = isWrapped ? inner.find((one) => localName(one.name) === name) : of;
      const items = (holder?.children ?? []).filter(
        (one): one is Element =>
          typeof one === "object" && !("cdata" in one) && (isWrapped || localName(one.name) === itemName),
      );
      for (const one of isWrapped && holder !== undefined ? [holder] : items) left.delete(one);
      if (holder !== undefined && (isWrapped || items.length > 0))
        value.push([key, items.map((one) => valueOf(one, node.items))]);
    } else {
      const found = inner.find((one) => localName(one.name) === name);
      if (found === undefined) continue;
      left.delete(found);
      value.push([key, valueOf(found, node)]);
    }
  }
  const known = Object.fromEntries(value);
  for (const one of left) {
    const name = localName(one.name);
    if (ownValue(known, name) === undefined) known[name] = valueOf(one, undefined);
  }
  return known;
}

function scalarOf(text: string, schema: SchemaNode | undefined): JsonValue {
  const types = schema?.types;
  if (types === undefined) return text;
  return textReadings(types.includes("string") ? text : text.trim(), new Set(types))[0] ?? text;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
