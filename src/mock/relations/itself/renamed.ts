// What was sent, under the names by which things have it: the `status` of which a status is made is its `content`, and
// `keywords_attributes` are its `keywords`.
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../../json/value.ts";
import { plainName, thingOf } from "../../../resource/paths.ts";
import { type SchemaNode, isType, propertiesIn } from "../../../schema/normal/schema-node.ts";

/** Names of the text that a thing consists of, the likeliest first. */
const TEXTS = ["content", "text", "body", "message"];

interface Renaming {
  readonly to: string;
  readonly valueOf: (value: JsonValue) => JsonValue;
}

export interface Renamed {
  readonly of: (sent: JsonObject) => JsonObject;
  /** By what name the request describes what things call otherwise. */
  readonly called: ReadonlyMap<string, string>;
}

/**
 * @param thing what a single item is called
 * @param examples of items
 * @returns undefined if everything that is sent has its name
 */
export function renamingOf(
  shown: SchemaNode,
  taken: SchemaNode | undefined,
  { thing, examples }: { readonly thing: string; readonly examples: readonly JsonObject[] },
): Renamed | undefined {
  if (taken === undefined) return undefined;
  const [own, sent] = [propertiesIn(shown), propertiesIn(taken)];
  const names = new Set([...own.keys()].map(plainName));
  const free = [...own].filter(([name]) => sent.get(name)?.annotations.deprecated ?? true);
  const text = TEXTS.flatMap((one) =>
    free.filter(([name, node]) => plainName(name) === one && isType(node, "string")),
  )[0];
  const found = new Map<string, Renaming>();
  for (const [name, node] of sent) {
    const plain = plainName(name);
    if (names.has(plain)) continue;
    const [, nested] = /^(\w+)_attributes$/i.exec(name) ?? [];
    const part = free.find(([one]) => one === nested)?.[0];
    if (part !== undefined) found.set(name, { to: part, valueOf: (value) => value });
    const own = node.items === undefined ? undefined : listOf(thingOf(plain.replace(/(?:data|list)$/, "")), free);
    if (own !== undefined) found.set(name, own);
    const isText = isType(node, "string") && (plain === thingOf(thing) || TEXTS.includes(plain));
    if (isText && text !== undefined) found.set(name, { to: text[0], valueOf: asText(text, examples) });
  }
  if (found.size === 0) return undefined;
  const called = new Map([...found].map(([name, { to }]) => [to, name]));
  const renamed: Renamed["of"] = (body) =>
    Object.fromEntries(
      Object.entries<JsonValue>(body).map(([name, value]) => {
        const renaming = found.get(name);
        const isTaken = renaming === undefined || Object.hasOwn(body, renaming.to);
        return isTaken ? [name, value] : [renaming.to, renaming.valueOf(value)];
      }),
    );
  return { of: renamed, called };
}

/** The list in which a thing has what the client names one by one: `email_addresses` of `email_address: ["…"]`. */
function listOf(thing: string, shown: readonly (readonly [string, SchemaNode])[]): Renaming | undefined {
  const [to, { items }] = shown.find(([name, one]) => one.items !== undefined && thingOf(name) === thing) ?? ["", {}];
  const parts = items && [...propertiesIn(items).keys()];
  if (parts === undefined || parts.length === 0) return undefined;
  const [step] = [thing, "value", "name", "id"].flatMap(
    (wanted) => parts.find((one) => plainName(one) === wanted) ?? [],
  );
  const asPart = (one: JsonValue): JsonValue => (isObject(one) || step === undefined ? one : { [step]: one });
  return { to, valueOf: (value) => (Array.isArray(value) ? (value as readonly JsonValue[]).map(asPart) : value) };
}

/** A plain text as HTML, where the thing has such. */
function asText([name, node]: readonly [string, SchemaNode], examples: readonly JsonObject[]): Renaming["valueOf"] {
  const shown = [...examples.map((one) => ownValue(one, name)), ...node.annotations.examples];
  const isMarkup = shown.some((one) => typeof one === "string" && one.startsWith("<p>"));
  return (value) => {
    if (!isMarkup || typeof value !== "string" || value === "" || value.startsWith("<")) return value;
    return `<p>${value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</p>`;
  };
}
