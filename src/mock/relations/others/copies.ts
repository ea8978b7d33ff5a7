// What a thing repeats of another one that it names.
import { type JsonObject, type JsonValue, ownValue } from "../../../json/value.ts";
import type { Resource } from "../../../resource/model.ts";
import { plainName, thingOf, wordsOf } from "../../../resource/paths.ts";
import { isMaker } from "../askers.ts";
import { type SchemaNode, propertiesIn } from "../../../schema/normal/schema-node.ts";
import { TAIL, namedIn, referenceStem } from "./references.ts";
import { type Rule, live } from "../rule.ts";
import type { Targets } from "./targets.ts";

/** `customerName` is the name of the customer that `customerId` refers to. */
export function copyOf(targets: Targets, name: string, own: Resource, of: SchemaNode): Rule | undefined {
  const types = propertiesIn(of).get(name)?.types;
  const none = types?.includes("null") === true ? null : undefined;
  const words = wordsOf(name);
  for (let at = words.length - 1; at > 0; at--) {
    const target = targets.named(words.slice(0, at), true);
    const stem = words.slice(0, at).join("");
    const isOwn = [...propertiesIn(of).keys()].some((one) => one !== name && referenceStem(one) === stem);
    // `managerName` is that of another employee, `employeeName` the own one.
    if (target === undefined || (target === own && (!isOwn || stem === thingOf(own.name)))) continue;
    const exact = targets.source(target, words.slice(at).join(""));
    const isCalled = exact === undefined && words.slice(at).join("") === "name";
    const inParts = isCalled ? personOf(targets, target, stem, none) : undefined;
    if (inParts !== undefined) return inParts;
    const source = isCalled ? CALLED.map((one) => targets.source(target, one)).find((one) => one !== undefined) : exact;
    if (source === undefined || source[1].types?.[0] !== types?.[0]) continue;
    const copy = live((object, { others, whole }) => {
      const id = namedIn(target, stem, object) ?? namedIn(target, stem, whole);
      const item = id === undefined ? undefined : others.find(target, id);
      return item === undefined ? (id === null ? none : undefined) : ownValue(item, source[0]);
    });
    // Without the thing there is no name of it.
    const isNone: Rule["isNone"] = (object, { isNew }) =>
      isNew && isOwn && !of.form.required.has(name) && (namedIn(target, stem, object) ?? null) === null;
    return { ...copy, isNone };
  }
  return undefined;
}

/** A thing that is named in two ways: `own_client_id` is that of the client of `external_client_id`, by which paths call it. */
export function twinOf(targets: Targets, name: string, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  const own = calledIn(targets, name);
  if (own === undefined || own.isKey) return undefined;
  const key = [...around.keys()].find((one) => {
    const other = calledIn(targets, one);
    return other?.target === own.target && other.isKey;
  });
  if (key === undefined) return undefined;
  return live((object, { others }) => {
    const item = others.find(own.target, ownValue(object, key) ?? null);
    return item && ownValue(item, own.source);
  });
}

/** The thing that a property names, and by which property of it: `external_client_id` names a client by its `external_id`. */
function calledIn(targets: Targets, name: string) {
  const words = wordsOf(name);
  for (let length = words.length - 1; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const target = targets.named(words.slice(at, at + length), false);
      const rest = [...words.slice(0, at), ...words.slice(at + length)].join("");
      const source = target && targets.source(target, rest)?.[0];
      if (target !== undefined && source !== undefined)
        return { target, source, isKey: source === target.identifier.steps[0] };
    }
  return undefined;
}

/** What things without a `name` are called, the likeliest first. */
const CALLED = ["fullname", "displayname", "companyname", "businessname", "organizationname", "title", "label"];

/** What an object says of the thing that it names: `{ user_id, first_name, last_name }`. */
export function sharedOf(targets: Targets, name: string, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  const references = [...around.keys()].flatMap((one) => {
    const target = TAIL.test(wordsOf(one).at(-1) ?? "") ? targets.named([referenceStem(one)], true) : undefined;
    return target === undefined ? [] : [[one, target] as const];
  });
  const [[reference, target] = ["", undefined], more] = references;
  if (target === undefined || more !== undefined || reference === name) return undefined;
  const others = [...around.keys()].filter((one) => one !== reference);
  const isShared = (one: string): boolean => targets.source(target, plainName(one)) !== undefined;
  const source = targets.source(target, plainName(name));
  if (source === undefined || others.filter(isShared).length * 2 < others.length || others.length < 2) return undefined;
  return live((object, relating) => {
    const item = relating.others.find(target, ownValue(object, reference) ?? null);
    return item && ownValue(item, source[0]);
  });
}

/** The name of a person, which things have in parts. */
function personOf(targets: Targets, target: Resource, stem: string, none: null | undefined): Rule | undefined {
  const parts = ["firstname", "lastname"].map((one) => targets.source(target, one)?.[0]);
  const [first, last] = parts;
  if (first === undefined || last === undefined) return undefined;
  return live((object, { others, whole }) => {
    const id = namedIn(target, stem, object) ?? namedIn(target, stem, whole);
    const item = id === undefined ? undefined : others.find(target, id);
    if (id === null) return none;
    const names = item === undefined ? [] : [ownValue(item, first), ownValue(item, last)];
    return names.length > 0 && names.every((one) => typeof one === "string") ? names.join(" ") : undefined;
  });
}

/**
 * What a new thing is in because what it is below is in that: the `guild_id` of a webhook is that of its channel.
 * @param above the thing that it is below
 */
export function inherited(
  { properties }: Resource,
  above: JsonObject | undefined,
  resources: readonly Resource[],
  body: JsonObject,
): JsonObject {
  if (above === undefined) return {};
  const isThing = (name: string): boolean =>
    /[a-z](?:_id|Id)$/.test(name) && resources.some((one) => thingOf(one.name) === referenceStem(name));
  const own = properties.flatMap(({ name, schema }): [string, JsonValue][] => {
    const value = Object.hasOwn(above, name) && !Object.hasOwn(body, name) ? (above[name] ?? null) : null;
    return value !== null && isThing(name) && !isMaker(name) && schema.validate(value).length === 0
      ? [[name, value]]
      : [];
  });
  return Object.fromEntries(own);
}
