// Things that are shown inside other things: whole ones, and what only the service says about those that clients refer to.
import type { Document } from "../../../document/document.ts";
import {
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type Scalar,
  isLeaf,
  isObject,
  ownValue,
  scalarText,
} from "../../../json/value.ts";
import { plainName } from "../../../resource/paths.ts";
import type { Resource } from "../../../resource/model.ts";
import { hashOf } from "../../../schema/samples/choices.ts";
import { ValuePlace } from "../../../schema/generate/place.ts";
import { layeredValue } from "../../../realistic/seeded-values.ts";
import { type SchemaNode, mayBe, propertiesIn } from "../../../schema/normal/schema-node.ts";
import { chosen, referenceIn } from "./references.ts";
import { type Others, type Rule, live } from "../rule.ts";
import { partsOfName } from "../itself/users.ts";

/** A thing as it is shown inside another one. */
export type View = (item: JsonObject, id: JsonValue) => JsonValue;

/** @param node the schema of the things that are shown inside */
export function viewOf(document: Document, part: SchemaNode, node: SchemaNode): View {
  if (part.home === node.home) return (item) => item;
  const place = ValuePlace.at(document, part.pointer, "response");
  const hasName = propertiesIn(part).has("name") && !propertiesIn(node).has("name");
  return (item, id) => {
    const kept = hasName ? { ...item, ...nameOf(item) } : item;
    return layeredValue(place, hashOf(scalarText(id as Scalar)), { kind: "view" }, { kept, taken: node }) ?? item;
  };
}

const NAME = /^(full|display|real|screen|first|user)?name$|^title$/;

/** True for the schema of a short form of things: most of what it has, they have too. */
export function isShortOf(part: SchemaNode, node: SchemaNode, step: string | undefined): boolean {
  const own = [...propertiesIn(part).keys()].filter((name) => name !== step);
  const all = [...propertiesIn(node).keys()].map((name) => plainName(name));
  const isShared = (name: string): boolean =>
    all.includes(plainName(name)) || (name === "name" && all.some((one) => NAME.test(one)));
  return own.filter((name) => isShared(name)).length * 2 >= own.length;
}

/** What a thing is called that has its name under another one, or in parts. */
function nameOf(item: JsonObject): JsonObject {
  const texts = Object.entries<JsonValue>(item).filter((one): one is [string, string] => typeof one[1] === "string");
  const find = (isSame: (name: string) => boolean): string | undefined => texts.find(([name]) => isSame(name))?.[1];
  const parts = partsOfName(find);
  const whole = find((one) => /^(full|display|real|screen)name$|^title$/.test(plainName(one)));
  const name = whole ?? (parts.includes(undefined) ? undefined : parts.join(" "));
  return name === undefined ? {} : { name };
}

/** @param of the schema of the things that are shown inside */
export function embedding(
  name: string,
  part: SchemaNode,
  target: Resource,
  of: { readonly document: Document; readonly node: SchemaNode },
): Rule {
  const { document, node } = of;
  const step = target.identifier.steps[0] ?? "";
  const view = viewOf(document, part, node);
  const isNullable = mayBe(part, "null");
  const properties = propertiesIn(part);
  const valueOf: Rule["valueOf"] = (object, relating) => {
    const own = ownValue(object, name);
    // An answer that shows the identifier itself shows it as it was sent.
    if (own !== undefined && own !== null && !isObject(own)) return undefined;
    const sent = referenceIn(name, relating.sent, name);
    // Who is unset is nobody, and so is who is named beside as nobody.
    const isUnset = sent === null || (sent === undefined && referenceIn(name, object, name) === null);
    if (isObject(own) && isUnset && isNullable) return null;
    const beside = own === null && !relating.isNew ? referenceIn(name, object, name) : undefined;
    const above = relating.isNew ? relating.above?.get(target) : undefined;
    const isNobody = own === null && (sent ?? beside ?? (sent === null ? null : above) ?? null) === null;
    if (own === undefined || isNobody) return undefined;
    const named =
      above ??
      [relating.sent, object, relating.whole]
        .map((one) => referenceIn(name, one, name))
        .find((one) => one !== undefined && one !== null);
    const shown = isObject(own) ? ownValue(own, step) : undefined;
    const isKnown = shown !== undefined && relating.others.find(target, shown) !== undefined;
    const id = named ?? (relating.isNew && !isKnown ? chosen(relating, target, name) : shown);
    const item = id === undefined ? undefined : relating.others.find(target, id);
    if (item !== undefined) return view(item, id as JsonValue);
    if (named === undefined) return undefined;
    const called = calledIn(relating.others, target, named);
    if (called !== undefined) return view(called, ownValue(called, step) ?? named);
    // Nobody knows what else an unknown thing is, but it is the one that was named.
    const isOwn = !properties.has("name") || target.identifier.schema.validate(named).length === 0;
    return isObject(own) ? { ...own, [isOwn ? step : "name"]: named } : undefined;
  };
  return { ...live(valueOf), isWhole: true };
}

/** By what clients name a thing whose identifier is a number: `server_type: "cx11"`. */
const CALLED = ["name", "slug", "code", "key"];

/** The thing of that name; undefined if it is an identifier, or nothing is called so. */
function calledIn(others: Others, target: Resource, name: JsonValue): JsonObject | undefined {
  if (typeof name !== "string" || target.identifier.schema.validate(name).length === 0) return undefined;
  return others
    .ids(target)
    .map((id) => others.find(target, id))
    .find((item) => item !== undefined && CALLED.some((one) => ownValue(item, one) === name));
}

/**
 * A reference that the client sends as an object: what only the service says in it is that of the thing, and so is what
 * the client of a new reference leaves out.
 */
export function naming(name: string, part: SchemaNode, target: Resource, sent: SchemaNode): Rule | undefined {
  const step = target.identifier.steps[0] ?? "";
  const shown = [...propertiesIn(part).keys()].filter((one) => one !== step);
  const mine = new Set(shown.filter((one) => propertiesIn(sent).get(one)?.annotations.readOnly ?? true));
  if (shown.length === 0 || !propertiesIn(sent).has(step)) return undefined;
  const valueOf: Rule["valueOf"] = (object, { isNew, sent: given, others }) => {
    const own = ownValue(object, name);
    const id = isObject(own) ? ownValue(own, step) : undefined;
    const item = id === undefined ? undefined : others.find(target, id);
    if (!isObject(own) || item === undefined) return undefined;
    const told = isObject(given) ? ownValue(given, name) : undefined;
    const isLeft = (one: string): boolean => isNew && isObject(told) && !Object.hasOwn(told, one);
    const known = shown.filter(
      (one) =>
        Object.hasOwn(own, one) &&
        ownValue(item, one) !== undefined &&
        !KIND.test(one) &&
        (mine.has(one) || isLeft(one)),
    );
    return { ...own, ...Object.fromEntries(known.map((one) => [one, item[one] as JsonValue])) };
  };
  return { ...live(valueOf), isNaming: true };
}

/** Things in a list that the client names by their identifiers: the rest is what they are. */
export function listing(name: string, part: SchemaNode, target: Resource): Rule {
  const step = target.identifier.steps[0] ?? "";
  const shown = [...propertiesIn(part.items ?? part).keys()].filter((one) => one !== step && !KIND.test(one));
  const valueOf: Rule["valueOf"] = (object, { others, sent }) => {
    const all = ownValue(object, name);
    if (!Array.isArray(all)) return undefined;
    const said = isObject(sent) ? ownValue(sent, name) : undefined;
    return (all as JsonArray).map((own, at) => {
      if (!isObject(own)) return own;
      // A client may write a text for each: the slugs of tags.
      const text = Array.isArray(said) ? (said as JsonArray)[at] : undefined;
      const named = text !== undefined && text !== null && isLeaf(text) ? text : undefined;
      const id = named ?? ownValue(own, step);
      const item = id === undefined ? undefined : (others.find(target, id) ?? calledIn(others, target, id));
      const isOwn = named !== undefined && target.identifier.schema.validate(named).length === 0;
      if (item === undefined) return named === undefined ? own : { ...own, [isOwn ? step : "name"]: named };
      const known = [step, ...shown].filter((one) => Object.hasOwn(own, one) && ownValue(item, one) !== undefined);
      return { ...own, ...Object.fromEntries(known.map((one) => [one, item[one] as JsonValue])) };
    });
  };
  return { ...live(valueOf), isNaming: true };
}

/** Names of properties that say what a reference is, which is not what the thing says. */
const KIND = /^(type|kind|object|resource_type)$/;
