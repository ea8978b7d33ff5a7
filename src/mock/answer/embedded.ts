// Things that are shown inside other things: whole ones, and what only the service says about those that clients refer to.
import type { Document } from "../../document/document.ts";
import { type JsonArray, type JsonValue, type Scalar, isObject, ownValue, scalarText } from "../../json/value.ts";
import type { Resource } from "../../resource/model.ts";
import { hashOf } from "../../schema/samples/choices.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { layeredValue } from "../../schema/generate/seeded-values.ts";
import { type SchemaNode, propertiesIn } from "../../schema/normal/schema-node.ts";
import { type Rule, chosen, live, referenceIn } from "./references.ts";

/** @param of the schema of the things that are shown inside */
export function embedding(
  name: string,
  part: SchemaNode,
  target: Resource,
  of: { readonly document: Document; readonly node: SchemaNode },
): Rule {
  const { document, node } = of;
  const step = target.identifier.steps[0] ?? "";
  const place = ValuePlace.at(document, part.pointer, "response");
  const valueOf: Rule["valueOf"] = (object, relating) => {
    const own = ownValue(object, name);
    if (own === undefined || own === null) return undefined;
    const named =
      (relating.isNew ? relating.above?.get(target) : undefined) ??
      [relating.sent, object, relating.whole]
        .map((one) => referenceIn(name, one, name))
        .find((one) => one !== undefined);
    const shown = isObject(own) ? ownValue(own, step) : undefined;
    const isKnown = shown !== undefined && relating.others.find(target, shown) !== undefined;
    const id = named ?? (relating.isNew && !isKnown ? chosen(relating, target, name) : shown);
    const item = id === undefined ? undefined : relating.others.find(target, id);
    // Nobody knows what else an unknown thing is, but it is the one that was named.
    if (item === undefined) return named !== undefined && isObject(own) ? { ...own, [step]: named } : undefined;
    if (part.home === node.home) return item;
    return layeredValue(place, hashOf(scalarText(id as Scalar)), { kind: "view" }, { kept: item, taken: node });
  };
  return { ...live(valueOf), isWhole: true };
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
  const valueOf: Rule["valueOf"] = (object, { others }) => {
    const all = ownValue(object, name);
    if (!Array.isArray(all)) return undefined;
    return (all as JsonArray).map((own) => {
      const id = isObject(own) ? ownValue(own, step) : undefined;
      const item = id === undefined ? undefined : others.find(target, id);
      if (!isObject(own) || item === undefined) return own;
      const known = shown.filter((one) => Object.hasOwn(own, one) && ownValue(item, one) !== undefined);
      return { ...own, ...Object.fromEntries(known.map((one) => [one, item[one] as JsonValue])) };
    });
  };
  return { ...live(valueOf), isNaming: true };
}

/** Names of properties that say what a reference is, which is not what the thing says. */
const KIND = /^(type|kind|object|resource_type)$/;
