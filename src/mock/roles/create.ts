// Creates one item, or all in a list.
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import type { Key } from "../../store/store.ts";
import type { Behaviour, BehaviourBasis } from "./basis.ts";
import { lazy } from "../../memo.ts";
import { NOT_FOUND } from "../errors/refusal.ts";
import type { Values } from "../items/scope.ts";
import type { Certain } from "../../realistic/evidence.ts";
import { parametersIn, plainName, stepsOf } from "../../resource/paths.ts";
import type { Resource } from "../../resource/model.ts";
import { type Added, Adder } from "./adding.ts";
import { itemsIn, sentIn } from "./sent.ts";
import { itemAnswer, statusAsStored } from "./answers.ts";
import { withCount } from "./bulk.ts";
import { manyAnswer } from "./many.ts";
import { collecting } from "./collecting.ts";
import { partsBelow } from "./parts-below.ts";
import { placeIn } from "./place.ts";

/** Prepares a creation. */
export function create(basis: BehaviourBasis): Behaviour {
  const { operation, resource } = basis;
  const { scope, textsOf } = placeIn(basis);
  const shape = resource.shapes.get(operation);
  const show = itemAnswer(basis, "create");
  const showMany = shape?.showsMany === true ? manyAnswer(basis, "create") : undefined;
  const adder = new Adder(basis, scope);
  const named = namedInQuery(basis);
  const collected = collecting(basis);
  const locate = locator(resource, operation.path);
  const withParts = partsBelow(basis);
  const asStored = scope.family.isPlain ? statusAsStored(basis, "create") : undefined;
  return (request, world) => {
    const { values, body, file } = request;
    const asker = lazy(() => basis.asker?.(request, world));
    const texts = textsOf(values, world);
    if (!scope.leadsOn(world, texts)) return NOT_FOUND;
    const sent = sentIn(body, shape);
    const certain = [...named(values, sent), ...collected.found(world, sent)];
    const pathOf = (id: Key): string => locate(texts, id);
    const at =
      ({ id, texts: above }: Added) =>
      () =>
        locate(above, id);
    // The usual case, which needs no serialization: one item, and the answer is that item.
    if (asStored !== undefined && isObject(sent)) {
      const added = adder.add(world, texts, sent, { file, pathOf, asker, certain });
      if (added.kind !== "added") return added;
      collected.take(world, added.item);
      withParts(world, added, sent);
      return { kind: "answer", status: asStored, text: added.text, location: at(added) };
    }
    const items: JsonObject[] = [];
    let last: Added | undefined;
    for (const one of itemsIn(sent)) {
      const added = adder.add(world, texts, one, { file, pathOf, asker, certain });
      // If one of several items fails, those before it are kept.
      if (added.kind !== "added") return added;
      withParts(world, added, one);
      items.push(added.item);
      collected.take(world, added.item);
      last = added;
    }
    const answer =
      showMany?.(items, world) ?? show(last?.item ?? {}, world, last?.id, isObject(sent) ? sent : undefined);
    const told = shape?.sendsMany === true && !shape.showsMany ? withCount(answer, items.length, resource) : answer;
    return last === undefined ? told : { ...told, location: at(last) };
  };
}

/** What only the query of a creation says of the new thing: `POST /containers/create?name=web`. */
function namedInQuery({
  operation,
  resource,
}: BehaviourBasis): (values: Values, sent: JsonValue | undefined) => Certain[] {
  const named = operation.parameters.flatMap(({ in: place, name }, at) => {
    const plain = plainName(name);
    const own = resource.properties.find((one) => plainName(one.name) === plain);
    return place !== "query" || own === undefined ? [] : [{ own, at }];
  });
  return (values, sent) => {
    const said = new Set(isObject(sent) ? Object.keys(sent).map(plainName) : []);
    return named.flatMap(({ own: { name, schema }, at }): Certain[] => {
      const value = values[at];
      if (value === undefined || said.has(plainName(name)) || schema.validate(value).length > 0) return [];
      return [[[name], value]];
    });
  };
}

/** Turns a parent path and an identifier into the path of the item. */
export type Locate = (texts: readonly string[], id: Key) => string;

/** Prepares the paths of items: below the collection, unless another path leads to them. */
export function locator(resource: Resource, path: string): Locate {
  const own = (resource.sharedWith ?? resource).itemPath;
  const fillOwn = own === undefined ? undefined : filler(own);
  const count = own === undefined ? 0 : parametersIn(stepsOf(own)).length;
  const collection = resource.scope.length === 0 ? resource.collection : path;
  const fillCollection = filler(collection.replace(/\/$/, ""));
  return (texts, id) => {
    const last = String(id);
    if (fillOwn !== undefined && count === texts.length + 1) return fillOwn([...texts, last]);
    if (fillOwn !== undefined && count === 1) return fillOwn([last]);
    return `${fillCollection(texts)}/${encodeURIComponent(last)}`;
  };
}

/** Puts texts in place of a template's parameters, in order. */
function filler(template: string): (texts: readonly string[]) => string {
  const [first = "", ...others] = template.split(/\{[^{}]+\}/);
  return (texts) => others.reduce((path, part, at) => path + encodeURIComponent(texts[at] ?? "") + part, first);
}
