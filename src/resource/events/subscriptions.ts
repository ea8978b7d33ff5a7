// The document's own subscriptions: items with a URL and the events that are sent there.
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import type { Document } from "../../document/document.ts";
import type { Resource } from "../model.ts";
import { plainName, wordsOf } from "../paths.ts";
import { type SchemaNode, isType, mayBe, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { type ChangeKind, kindOf } from "./verbs.ts";
import { partAt } from "../../json/parts.ts";
import { isStateName, flagName } from "../../document/names.ts";

const URL_NAMES =
  /^(?:(?:webhook|hook|callback|target|endpoint|delivery|notification|notify|payload|destination)?(?:url|uri)|callback|endpoint)$/;
const EVENT_NAMES = /^(?:enabled|subscribed)?events?(?:types?|names?)?$|^(?:topics?|types|triggers?)$/;
const SECRET_NAMES = /^(?:webhook|signing|hook|shared)?secret(?:key)?$/;
const HOOKS = /hook|subscription|callback|listener|notification/;
const OFF = /^(?:disabled|inactive|paused|suspended|deleted|revoked)$/i;

/** Where the items of a resource say what is sent where. */
export interface SubscriptionShape {
  readonly resource: Resource;
  readonly url: readonly string[];
  readonly events: string | undefined;
}

/** The collections whose items are subscriptions. */
export function subscriptionsOf(document: Document, resources: readonly Resource[]): SubscriptionShape[] {
  return resources.flatMap((resource) => {
    if (resource.sharedWith !== undefined) return [];
    const properties = [...propertiesIn(schemaAt(document, resource.item.pointer, "response"))];
    const isOfHooks = HOOKS.test(plainName(resource.name));
    const events = properties.find(
      ([name, node]) => EVENT_NAMES.test(plainName(name)) && (isOfHooks || /event/i.test(name)) && isNames(node),
    );
    const url = urlIn(properties) ?? properties.flatMap(([name, node]) => nestedUrl(name, node)).at(0);
    return url === undefined || (events === undefined && !isOfHooks) ? [] : [{ resource, url, events: events?.[0] }];
  });
}

type Properties = readonly (readonly [string, SchemaNode])[];

function urlIn(properties: Properties): readonly string[] | undefined {
  const found = properties.find(
    ([name, node]) => URL_NAMES.test(plainName(name)) && mayBe(node, "string") && !node.annotations.readOnly,
  );
  return found === undefined ? undefined : [found[0]];
}

/** `config: { url }` */
function nestedUrl(name: string, node: SchemaNode): (readonly string[])[] {
  if (!/^(?:config|configuration|settings|delivery|options)$/.test(plainName(name)) || !isType(node, "object"))
    return [];
  const inner = urlIn([...propertiesIn(node)]);
  return inner === undefined ? [] : [[name, ...inner]];
}

/** A name, or a list of names. */
function isNames(node: SchemaNode): boolean {
  return isType(node, "string") || (isType(node, "array") && node.items !== undefined && isType(node.items, "string"));
}

/**
 * What a client writes where the events are named, so that it is told of one of them.
 * @param node the schema of that property
 * @returns undefined if the document lists names, and none of them is meant
 */
export function naming(
  node: SchemaNode,
  wanted: { readonly name: string; readonly kind: ChangeKind | undefined },
): JsonValue | undefined {
  const isList = isType(node, "array");
  const listed = (isList ? node.items : node)?.form.values?.filter((value) => typeof value === "string");
  const isSame = (one: string): boolean => plainName(one) === plainName(wanted.name);
  const found = listed === undefined ? wanted.name : (listed.find(isSame) ?? listed.find((one) => covers(one, wanted)));
  return found === undefined || !isList ? found : [found];
}

/** One subscription, as an item says it. */
export interface Subscription {
  readonly url: string;
  readonly secret: string | undefined;
}

/** The subscription of an item to something; undefined if it has none. */
export function subscribed(
  { url: steps, events }: SubscriptionShape,
  item: JsonObject,
  wanted: { readonly name: string; readonly kind: ChangeKind | undefined },
): Subscription | undefined {
  const url = partAt(item, steps);
  if (typeof url !== "string" || isOff(item)) return undefined;
  const named = events === undefined ? undefined : ownValue(item, events);
  const names = Array.isArray(named)
    ? (named as readonly JsonValue[])
    : named === undefined || named === null
      ? []
      : [named];
  if (names.length > 0 && !names.some((one) => typeof one === "string" && covers(one, wanted))) return undefined;
  return { url, secret: secretOf(item) };
}

/** The secret that a subscription signs with, if it says one. */
export function secretOf(item: JsonObject): string | undefined {
  const inner = Object.values<JsonValue>(item).filter(isObject);
  return [item, ...inner].map(secretIn).find((one) => one !== undefined);
}

function covers(
  event: string,
  { name, kind }: { readonly name: string; readonly kind: ChangeKind | undefined },
): boolean {
  if (event === "*" || event === "all" || plainName(event) === plainName(name)) return true;
  if (event.endsWith("*")) return plainName(name).startsWith(plainName(event.slice(0, -1)));
  const words = wordsOf(event);
  return words.length > 0 && kind !== undefined && words.every((word) => kindOf(word) === kind);
}

function isOff(item: JsonObject): boolean {
  return Object.entries<JsonValue>(item).some(([name, value]) => {
    const flag = flagName(name);
    if (flag === "active" || flag === "enabled") return value === false;
    if (flag === "disabled" || flag === "paused") return value === true;
    return isStateName(name) && typeof value === "string" && OFF.test(value);
  });
}

function secretIn(item: JsonObject): string | undefined {
  const found = Object.entries<JsonValue>(item).find(([name]) => SECRET_NAMES.test(plainName(name)))?.[1];
  return typeof found === "string" && found !== "" ? found : undefined;
}
