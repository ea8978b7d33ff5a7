// Whether a value that is shown is the one that was sent, as its schema tells what is the same: times are instants, a float
// has seven digits, and a set has no order. A service may also complete what the document describes there.
import { type JsonArray, type JsonValue, equalJson, isObject } from "../../src/json/value.ts";
import { type SchemaNode, propertiesIn } from "../../src/schema/normal/schema-node.ts";

/**
 * True if a value shows all that was sent. Inside it, a service may add what was left out, such as a default or the
 * identifier of an element, by properties that the document describes there.
 * @param isPart what was sent is only a part: an update of an object says nothing about its other properties
 */
export function completes(node: SchemaNode | undefined, seen: JsonValue, sent: JsonValue, isPart = false): boolean {
  if (Array.isArray(seen) && Array.isArray(sent)) return completesList(node, seen as JsonArray, sent as JsonArray);
  if (!isObject(seen) || !isObject(sent)) return isSameScalar(node, seen, sent);
  const described = node && propertiesIn(node);
  // What is sent inside a value and not described there is like any unknown property: it need not be kept.
  const isUnknown = (name: string): boolean => described !== undefined && described.size > 0 && !described.has(name);
  const isKept = Object.entries<JsonValue>(sent).every(([name, value]) =>
    Object.hasOwn(seen, name)
      ? completes(described?.get(name), seen[name] ?? null, value, isPart)
      : // Many services leave out what is null, and none shows what is only for requests.
        value === null || isUnknown(name) || described?.get(name)?.annotations.writeOnly === true,
  );
  return (
    isKept && (isPart || Object.keys(seen).every((name) => Object.hasOwn(sent, name) || described?.has(name) === true))
  );
}

function completesList(node: SchemaNode | undefined, seen: JsonArray, sent: JsonArray): boolean {
  if (seen.length !== sent.length) return false;
  if (seen.every((one, at) => completes(node?.items, one, sent[at] ?? null))) return true;
  return isUnordered(node) && sent.every((one) => seen.some((other) => completes(node?.items, other, one)));
}

/** True for a set, and for a list whose description speaks of an order of its own. */
function isUnordered(node: SchemaNode | undefined): boolean {
  if (node === undefined) return false;
  return node.form.uniqueItems || /\b(?:order|sort)/i.test(node.annotations.description ?? "");
}

/** Words of a text from whose ends blanks are taken away. */
export const TRIMS = /\btrim|\b(?:white ?space|spaces?|blanks?)\b|\bnormali[sz]/i;

/** What a description says that a service does to a text before it keeps it, and what the texts have in common then. */
const KEPT_AS: readonly (readonly [said: RegExp, kept: (text: string) => string])[] = [
  [TRIMS, (text) => text.replace(/[\s\u200b]+/gu, " ").trim()],
  [/\b(?:lower|upper)[- ]?cased?\b|\bcase[- ]?insensitive|\bcapitali[sz]|\bnormali[sz]/i, (text) => text.toLowerCase()],
  [/\bunicode\b|\bNFK?[CD]\b|\bnormali[sz]/i, (text) => text.normalize("NFKC")],
  [
    /\bstrip|\bsaniti[sz]|\bclean(?:s|ed)\b|\b(?:tags|html|markup)\b[^.]*\bremoved/i,
    (text) => text.replace(/<[^>]*>|\s+/g, ""),
  ],
];

/** True for a text that is kept as the description says. */
function isKeptAsSaid(node: SchemaNode | undefined, seen: JsonValue, sent: JsonValue): boolean {
  if (typeof seen !== "string" || typeof sent !== "string") return false;
  const said = node?.annotations.description ?? "";
  const keeps = KEPT_AS.filter(([words]) => words.test(said));
  const kept = (text: string): string => keeps.reduce((one, [, make]) => make(one), text);
  return keeps.length > 0 && kept(seen) === kept(sent);
}

function isSameScalar(node: SchemaNode | undefined, seen: JsonValue, sent: JsonValue): boolean {
  if (isSameValue(seen, sent) || isSameDecimal(node, seen, sent) || isKeptAsSaid(node, seen, sent)) return true;
  const isFloat = node?.form.formats.includes("float") === true;
  return isFloat && typeof seen === "number" && typeof sent === "number" && Math.fround(seen) === Math.fround(sent);
}

/** True for a masked secret. */
const isMasked = (value: JsonValue): boolean => typeof value === "string" && /^[*•●]{3,}$/u.test(value);

/** True for equal values, for two spellings of one instant, and where a secret is masked. */
export function isSameValue(one: JsonValue, other: JsonValue): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    const others = other as JsonArray;
    return one.length === other.length && (one as JsonArray).every((own, at) => isSameValue(own, others[at] ?? null));
  }
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    const isThere = (name: string): boolean => Object.hasOwn(one, name) && Object.hasOwn(other, name);
    return [...names].every((name) => isThere(name) && isSameValue(one[name] ?? null, other[name] ?? null));
  }
  if (equalJson(one, other) || isMasked(one) || isMasked(other)) return true;
  return typeof one === "string" && typeof other === "string" && isInstant(one) && isInstant(other) && same(one, other);
}

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:?\d\d)$/.test(text);

/** Compares instants with all their digits: a fraction of a second that is lost is no other spelling. */
function same(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => {
    const fraction = /\.(\d+)/.exec(text)?.[1]?.replace(/0+$/, "") ?? "";
    const whole = text.replace(/\.\d+/, "").replace(" ", "T");
    return `${Date.parse(whole.toUpperCase())}.${fraction}`;
  });
  return a === b && a?.startsWith("NaN") === false;
}

/** True for two spellings of one decimal number, where the document shows that the texts are decimals. */
function isSameDecimal(node: SchemaNode | undefined, one: JsonValue, other: JsonValue): boolean {
  if (node === undefined || typeof one !== "string" || typeof other !== "string") return false;
  const [a, b] = [one, other].map((text) => (/^-?\d+(\.\d+)?$/.test(text) ? plainDecimal(text) : undefined));
  if (a === undefined || a !== b) return false;
  const { form, annotations } = node;
  const isShown = annotations.examples.some((value) => typeof value === "string" && /^-?\d+\.\d+$/.test(value));
  return (
    isShown ||
    form.formats.some((name) => /decimal|money|number/.test(name)) ||
    form.patterns.some((text) => /\\d|0-9/.test(text))
  );
}

const plainDecimal = (text: string): string => (text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text);
