// Fills what the document shows as an answer with what is known: what was sent, the identifiers in the path, and the
// item that an action acts on.
import type { Operation } from "../../contract/model.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import type { Document } from "../../document/document.ts";
import { type JsonObject, type JsonValue, isLeaf, isObject, ownValue } from "../../json/value.ts";
import { only } from "../../json/parts.ts";
import { type Deed, flagsAfter } from "../../resource/deeds/effects.ts";
import { isVerb } from "../../resource/paths.ts";
import { hashOf } from "../../schema/samples/choices.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { layeredValue } from "../../realistic/seeded-values.ts";
import type { Schema } from "../../schema/model.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { isWorse } from "../allowed.ts";

/** What a request says about its answer. */
export interface Asking {
  /** The value of each parameter, in the order of the operation's parameters. */
  readonly values: readonly (JsonValue | undefined)[];
  /** The body, whose values an answer repeats. */
  readonly body?: JsonValue | undefined;
  /** The item that the request acts on. */
  readonly about?: JsonObject;
  /** The property that identifies it. */
  readonly identified?: string;
  readonly effect?: Deed;
}

/** How many entries of an answer are made for those of a request. */
const MOST_ENTRIES = 200;

/** The name of a parameter that a body may well call "id": "orderId", "order_id", "ID". */
const IDENTIFIER = /(?:^|[_-])id$|(?:^|[a-z0-9])I[dD]$/;

/** What a body is described by. */
interface Described {
  readonly document: Document;
  readonly schema: Schema | undefined;
}

/** The body with all that a request says about it. */
export function filledBody(
  document: Document,
  operation: Operation,
  schema: Schema | undefined,
  { body, asking }: { readonly body: JsonObject; readonly asking: Asking },
): JsonObject {
  const described = { document, schema };
  const filled = withSent(described, withItem(document, body, schema, asking), asking.body);
  return withIdentifiers(described, operation, filled, asking.values);
}

/** The body with what is known of the item, if it is about the item, and with the effect of the action. */
function withItem(
  document: Document,
  body: JsonObject,
  schema: Schema | undefined,
  { about, identified = "", effect }: Asking,
): JsonObject {
  if (schema === undefined || about === undefined) return body;
  const named = propertiesIn(schemaAt(document, schema.pointer, "response"));
  const own = effect === undefined ? body : { ...body, ...Object.fromEntries(flagsAfter(effect, named)) };
  return named.has(identified) ? withSent({ document, schema }, own, about, true) : own;
}

/** The body with what the client sent, where the answer describes the same. */
export function withSent(
  { document, schema }: Described,
  body: JsonObject,
  sent: JsonValue | undefined,
  isItem = false,
): JsonObject {
  if (schema === undefined) return body;
  if (Array.isArray(sent)) return withEach(document, body, schema, sent as readonly JsonValue[]);
  if (!isObject(sent)) return body;
  const named = propertiesIn(schemaAt(document, schema.pointer, "response"));
  let filled = body;
  for (const [name, value] of Object.entries<JsonValue>(sent)) {
    const property = named.get(name);
    if (property?.annotations.readOnly === true && !isItem) continue;
    if (property !== undefined && isSaidEmpty(property)) continue;
    const former = ownValue(filled, name);
    // What an envelope has besides what was sent stays: the token of a `user`.
    const within = isObject(former) && isObject(value) ? { ...former, ...describedIn(property, value) } : value;
    const tried =
      property === undefined
        ? [sentInside(named, filled, name, value)]
        : [
            { ...filled, [name]: value },
            { ...filled, [name]: within },
          ];
    const known = filled;
    filled = tried.find((one) => one !== undefined && !isWorse(schema, one, known)) ?? filled;
  }
  return filled;
}

/** What was sent of an object, where the answer describes the same. */
function describedIn(node: SchemaNode | undefined, sent: JsonObject): JsonObject {
  const names = node === undefined ? undefined : propertiesIn(node);
  return only(sent, (name) => names?.get(name)?.annotations.readOnly === false);
}

/** True for an object of which the document says that it is empty: success needs no words. */
function isSaidEmpty(node: SchemaNode): boolean {
  return propertiesIn(node).size === 0 && /\bempty (?:object|record|data)/i.test(node.annotations.description ?? "");
}

/** The body with a value in the only object that has its name: the `email` of the `user` who logs in. */
function sentInside(
  named: ReadonlyMap<string, SchemaNode>,
  body: JsonObject,
  name: string,
  value: JsonValue,
): JsonObject | undefined {
  const [place, another] = [...named].filter(([one, node]) => {
    const part = propertiesIn(node).get(name);
    return part !== undefined && !part.annotations.readOnly && isObject(ownValue(body, one));
  });
  const [home] = place ?? [];
  if (home === undefined || another !== undefined) return undefined;
  return { ...body, [home]: { ...(body[home] as JsonObject), [name]: value } };
}

/** The body with one entry for each that was sent, in its only list of objects. */
function withEach(document: Document, body: JsonObject, schema: Schema, sent: readonly JsonValue[]): JsonObject {
  const lists = [...propertiesIn(schemaAt(document, schema.pointer, "response"))].filter(
    ([name, { items }]) => Array.isArray(ownValue(body, name)) && items !== undefined && propertiesIn(items).size > 0,
  );
  const [[name, list] = []] = lists;
  if (lists.length !== 1 || name === undefined || list?.items === undefined || sent.length > MOST_ENTRIES) return body;
  const place = ValuePlace.at(document, list.items.pointer, "response");
  const entries = sent.map(
    (one, turn) =>
      layeredValue(place, hashOf(`${schema.pointer} ${turn}`), { kind: "many", turn }, { sent: one }) ?? null,
  );
  const filled = { ...body, [name]: entries };
  return !isWorse(schema, filled, body) ? filled : body;
}

/** Sets the identifiers of the path in the body, and what a query asks for, if it has properties for them. */
function withIdentifiers(
  { document, schema }: Described,
  { method, path, parameters }: Operation,
  body: JsonObject,
  values: Asking["values"],
): JsonObject {
  const named = schema === undefined ? undefined : schemaAt(document, schema.pointer, "response");
  let filled = body;
  for (const [index, { name: parameter, in: place }] of parameters.entries()) {
    const value = values[index];
    // The `date` of slots on a day is the one that was asked for.
    const isAsked = place === "query" && method === "GET" && isLeaf(ownValue(body, parameter) ?? []);
    if ((place !== "path" && !isAsked) || value === undefined) continue;
    const isLast =
      !isAsked &&
      path.replace(/\/([^/{}]+)$/, (step, name: string) => (isVerb(name) ? "" : step)).endsWith(`{${parameter}}`);
    const names = isLast && IDENTIFIER.test(parameter) ? [parameter, "id"] : [parameter];
    const name = names.find((one) => Object.hasOwn(body, one) || named?.properties.has(one) === true);
    if (name === undefined) continue;
    // A number in the path may be a string in the body.
    const candidates = [value, showScalar(value)].map((one): JsonObject => ({ ...filled, [name]: one }));
    const known = filled;
    filled = candidates.find((one) => !isWorse(schema, one, known)) ?? filled;
  }
  return filled;
}
