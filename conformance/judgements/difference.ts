// Describes how two representations of one item differ.
import type { Operation } from "../../src/contract/model.ts";
import { TOP, nodeAt } from "../../src/resource/items/envelope.ts";
import { isFile } from "../bodies.ts";
import { shapeOf } from "../places.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { keptFor, once } from "../../src/memo.ts";
import type { Resource, Role } from "../../src/resource/model.ts";
import { completes, isSameValue } from "./same.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../src/schema/normal/schema-node.ts";
import type { Violation } from "../../src/schema/model.ts";
import { Undecidable } from "../client/undecidable.ts";
import type { Plan } from "../plan.ts";
import { bodySchema, successSchema } from "../operations.ts";

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
  // What a part lacks, the service may add: `completes` compares the rest.
  return value === undefined || own === undefined || own.schema.validate(value).every(isLack);
}

const isLack = ({ keyword }: Violation): boolean => keyword === "required";

/** True if a value shows all that was sent for a property, as its schema tells what is the same. */
export function showsSent(
  { contract: { document } }: Plan,
  { properties, operations }: Resource,
  name: string,
  { seen, sent, isPart = false }: SeenAndSent,
): boolean {
  const own = properties.find((property) => property.name === name);
  if (seen === undefined) return sent === null && own?.required !== true;
  if (completes(own && schemaAt(document, own.schema.pointer, "response"), seen, sent, isPart)) return true;
  // The request may say what becomes of a value.
  const schema = operations.create && bodySchema(operations.create);
  const asked = schema && schemaAt(document, schema.pointer, "request").properties.get(name);
  return typeof sent === "string" && asked !== undefined && completes(asked, seen, sent, isPart);
}

/** True if the answer that shows an item must show a property again, because it does or the document says so. */
export function isShownAgain({ properties }: Resource, name: string, seen: JsonObject): boolean {
  return Object.hasOwn(seen, name) || properties.find((one) => one.name === name)?.required === true;
}

/** @throws Undecidable for an answer without the identifier that items must have: schema.body says what it is instead */
export function mustBeItem(resource: Resource, answer: JsonObject): void {
  const [name] = resource.identifier.steps;
  if (name === undefined || Object.hasOwn(answer, name) || !isShownAgain(resource, name, answer)) return;
  throw new Undecidable(`the answer lacks ${name}, which each item has by the document`, "see schema.body");
}

/** True if an item is of a kind that has no such property: the service decides which of several kinds it shows. */
export function isOfOtherKind(
  { contract: { document } }: Plan,
  { item: { pointer } }: Resource,
  item: JsonObject,
  name: string,
): boolean {
  const { properties, alternatives } = schemaAt(document, pointer, "response");
  if (properties.has(name)) return false;
  const own = keptFor(kindsOf(item), pointer, () =>
    alternatives.flatMap(({ branches }) => branches).filter((kind) => mayBeOf(kind, item)),
  );
  return own.length > 0 && own.every((kind) => !propertiesIn(kind).has(name));
}

/** The kinds that an item may be of, by the pointer of the schema: asked for each of its properties. */
const kindsOf = once((_item: JsonObject) => new Map<string, readonly SchemaNode[]>());

function mayBeOf(kind: SchemaNode, item: JsonObject): boolean {
  const listed = [...propertiesIn(kind)].flatMap(([name, { form }]) =>
    form.values === undefined || item[name] === undefined ? [] : [form.values.includes(item[name])],
  );
  return [...kind.form.required].every((name) => Object.hasOwn(item, name)) && !listed.includes(false);
}

interface SeenAndSent {
  readonly seen: JsonValue | undefined;
  readonly sent: JsonValue;
  /** An update was sent, which says nothing about the rest of an object. */
  readonly isPart?: boolean;
}

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
