// Things that are shown inside other things: whole ones, and what only the service says about those that clients refer to.
import type { Document } from "../../document/document.ts";
import { type JsonValue, type Scalar, isObject, ownValue, scalarText } from "../../json/value.ts";
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

/** A reference that the client sends as an object: what only the service says in it is that of the thing. */
export function naming(name: string, part: SchemaNode, target: Resource, sent: SchemaNode): Rule | undefined {
  const step = target.identifier.steps[0] ?? "";
  const mine = [...propertiesIn(part).keys()].filter((one) => {
    const taken = propertiesIn(sent).get(one);
    return one !== step && (taken === undefined || taken.annotations.readOnly);
  });
  if (mine.length === 0 || !propertiesIn(sent).has(step)) return undefined;
  return live((object, relating) => {
    const own = ownValue(object, name);
    const id = isObject(own) ? ownValue(own, step) : undefined;
    const item = id === undefined ? undefined : relating.others.find(target, id);
    if (!isObject(own) || item === undefined) return undefined;
    const known = mine.filter((one) => Object.hasOwn(own, one) && ownValue(item, one) !== undefined);
    return { ...own, ...Object.fromEntries(known.map((one) => [one, item[one] as JsonValue])) };
  });
}
