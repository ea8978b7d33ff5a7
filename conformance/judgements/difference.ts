// Describes how two representations of one item differ.
import type { Operation } from "../../src/contract/model.ts";
import { TOP, nodeAt } from "../../src/resource/items/envelope.ts";
import { isFile } from "../bodies.ts";
import { shapeOf } from "../places.ts";
import { type JsonArray, type JsonObject, type JsonValue, equalJson, isObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import type { Resource, Role } from "../../src/resource/model.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../src/schema/normal/schema-node.ts";
import { type Plan, successSchema } from "../plan.ts";

/** The properties that the success responses in all these roles show: a response need not show the whole item. */
export function shownNames(plan: Plan, { properties, operations }: Resource, ...roles: readonly Role[]): string[] {
  const shown = roles.flatMap((role) => operations[role] ?? []).map((operation) => namesIn(plan, operation));
  return properties
    .filter(({ name, hidden }) => !hidden && shown.every((names) => names.has(name)))
    .map(({ name }) => name);
}

/**
 * The properties that the success response of an operation describes or requires: those of the items, if it is a list.
 */
function namesIn({ contract }: Plan, operation: Operation): ReadonlySet<string> {
  const pointer = successSchema(operation)?.pointer;
  // If an answer has many items, it is unknown which of them the request was about.
  if (pointer === undefined || shapeOf(operation)?.showsMany === true) return new Set();
  const whole = schemaAt(contract.document, pointer, "response");
  const place = shapeOf(operation)?.shown ?? TOP;
  const shown = nodeAt(whole, place) ?? whole;
  const item = shown.items ?? shown;
  // A closed part of an `allOf` refuses what the other parts describe.
  const described = [...item.properties].filter(([, { form }]) => !form.never).map(([name]) => name);
  return new Set([...described, ...item.form.required]);
}

/** False if the document itself describes a property differently in lists than in the answers of another role. */
export function sameTypes(
  { contract }: Plan,
  { operations }: Resource,
  name: string,
  role: "fetch" | "create",
): boolean {
  const [one, other] = [operations.list, operations[role]].map((operation) => {
    const pointer = operation === undefined ? undefined : successSchema(operation)?.pointer;
    if (operation === undefined || pointer === undefined) return undefined;
    const shown = nodeAt(schemaAt(contract.document, pointer, "response"), shapeOf(operation)?.shown ?? TOP);
    return (shown?.items ?? shown)?.properties.get(name);
  });
  if (one === undefined || other === undefined || one.isSameAs(other)) return true;
  const said = ({ parts }: SchemaNode): string => writeJson(parts.map(({ definition }) => definition));
  return said(one) === said(other);
}

/**
 * True if the property of an item can have the value that a client sends. Nothing is claimed about values that it
 * cannot have, or about properties that the path of the request sets.
 */
export function mayHold(
  { properties, scope, operations }: Resource,
  name: string,
  value: JsonValue | undefined,
): boolean {
  if (scope.some(({ property }) => property === name)) return false;
  if (CHANGING.some((role) => isFile(operations[role], name))) return false;
  const own = properties.find((property) => property.name === name);
  return value === undefined || own === undefined || own.schema.validate(value).length === 0;
}

/**
 * True if a value shows all that was sent for a property. Inside it, a service may complete what was left out, such as a
 * default or the identifier of an element, by properties that the document describes there.
 */
export function showsSent(
  { contract: { document } }: Plan,
  { properties }: Resource,
  name: string,
  { seen, sent }: { readonly seen: JsonValue | undefined; readonly sent: JsonValue },
): boolean {
  const own = properties.find((property) => property.name === name);
  return seen !== undefined && completes(own && schemaAt(document, own.schema.pointer, "response"), seen, sent);
}

function completes(node: SchemaNode | undefined, seen: JsonValue, sent: JsonValue): boolean {
  if (Array.isArray(seen) && Array.isArray(sent)) {
    const all = seen as JsonArray;
    return (
      all.length === sent.length && all.every((one, at) => completes(node?.items, one, (sent as JsonArray)[at] ?? null))
    );
  }
  if (!isObject(seen) || !isObject(sent)) return isSameValue(seen, sent) || isSameDecimal(node, seen, sent);
  const described = node && propertiesIn(node);
  // What is sent inside a value and not described there is like any unknown property: it need not be kept.
  const isUnknown = (name: string): boolean => described !== undefined && described.size > 0 && !described.has(name);
  const isKept = Object.entries<JsonValue>(sent).every(([name, value]) =>
    Object.hasOwn(seen, name) ? completes(described?.get(name), seen[name] ?? null, value) : isUnknown(name),
  );
  return isKept && Object.keys(seen).every((name) => Object.hasOwn(sent, name) || described?.has(name) === true);
}

/** True for equal values, and for two spellings of one instant. */
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
  if (equalJson(one, other)) return true;
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

const CHANGING = ["create", "replace", "update"] as const satisfies readonly Role[];

/** A property that differs between two representations of an item, and its text in each. */
interface Differing {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/**
 * The first of these properties that differs between two representations of an item. The second may show more than the
 * first: a list or an answer to a creation need not show the whole item.
 */
export function difference(names: readonly string[], one: JsonObject, other: JsonObject): Differing | undefined {
  const name = names.find(
    (own) =>
      Object.hasOwn(one, own) && !(Object.hasOwn(other, own) && isSameValue(one[own] ?? null, other[own] ?? null)),
  );
  return name === undefined
    ? undefined
    : { name, before: showProperty(name, one[name]), after: showProperty(name, other[name]) };
}

/** `name: "Rex"`, or `no name`. */
export function showProperty(name: string, value: JsonValue | undefined): string {
  return value === undefined ? `no ${name}` : `${name}: ${short(writeJson(value))}`;
}

/** A text for a sentence: if it is long, its first 90 characters and its full length. */
export function short(text: string): string {
  return text.length > 90 ? `${text.slice(0, 90)}… (${text.length} characters)` : text;
}
