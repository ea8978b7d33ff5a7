// Changes many items at once: each is found by its identifier, and a missing one is added.
import { type JsonObject, type JsonValue, equalJson, isLeaf, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { isTop, valueIn } from "../../resource/items/envelope.ts";
import { idOf, withId } from "../../resource/items/identify.ts";
import type { Resource, Role } from "../../resource/model.ts";
import type { Behaviour, BehaviourBasis } from "./basis.ts";
import { type Answer, jsonResponse, successStatus } from "../response.ts";
import { ListEnvelope } from "../lists/envelope.ts";
import { othersIn } from "../relations/others/others.ts";
import type { World } from "../world.ts";
import { patching } from "../patch/merge-patch.ts";
import { NOT_FOUND } from "../errors/refusal.ts";
import { Pagination } from "../lists/pagination.ts";
import { Adder } from "./adding.ts";
import { withCount } from "./bulk.ts";
import { itemsIn } from "./sent.ts";
import { exampleAnswer, itemAnswer, listedView } from "./answers.ts";
import type { Unpacked } from "../items/family.ts";
import { placeIn } from "./place.ts";

/** Replaces the item with the identifier of each item in the body. */
export function replaceMany(basis: BehaviourBasis): Behaviour {
  return changeMany(basis, "replace-many", (_old, body) => body);
}

/** Merges each item in the body into the one with its identifier (RFC 7396). */
export function updateMany(basis: BehaviourBasis): Behaviour {
  return changeMany(basis, "update-many", patching(basis.contract.document, basis.operation, basis.resource));
}

function changeMany(
  basis: BehaviourBasis,
  role: "replace-many" | "update-many",
  next: (old: JsonObject, body: JsonObject) => JsonObject,
): Behaviour {
  const { operation, resource } = basis;
  const { scope, textsOf } = placeIn(basis);
  const adder = new Adder(basis, scope);
  const shape = resource.shapes.get(operation);
  const show = manyAnswer(basis, role);
  return ({ values, body }, world) => {
    const texts = textsOf(values, world);
    if (!scope.leadsOn(world, texts)) return NOT_FOUND;
    const said = shape === undefined ? body : valueIn(body, shape.sent);
    const sent = sameForAll(resource, body, said) ?? said;
    const items: JsonObject[] = [];
    for (const one of sent === undefined ? [] : itemsIn(sent)) {
      const id = idOf(resource.identifier, one);
      const found = id === undefined ? undefined : scope.find(world, texts, id);
      if (found !== undefined) {
        const changed = adder.change(world, found, next(found.item, one), role === "update-many");
        if (changed.kind !== "changed") return changed;
        items.push(changed.item);
        continue;
      }
      // A single item with an unknown identifier is not found; in a list it may be new.
      if (id !== undefined && !Array.isArray(sent) && operation.responses.some(({ status }) => status === "404"))
        return NOT_FOUND;
      if (role === "update-many") continue;
      // Where nothing else adds things, clients name them.
      const isNamed = id !== undefined && resource.operations.create === undefined;
      const key = isNamed ? world.collection(scope.at).identifiers.keyOf(id) : undefined;
      const added = adder.add(world, texts, one, key === undefined ? {} : { id: key });
      if (added.kind !== "added") return added;
      items.push(added.item);
    }
    return show(items, world);
  };
}

/** The same change of each of several items: `{ "ids": ["1", "2"], "data": { … } }`; undefined for another body. */
function sameForAll({ identifier }: Resource, body: JsonValue | undefined, data: JsonValue | undefined) {
  if (!isObject(body) || !isObject(data) || data === body) return undefined;
  const ids = Object.values<JsonValue>(body).find((one) => Array.isArray(one)) as readonly JsonValue[] | undefined;
  return ids?.every((id) => isLeaf(id)) === true ? ids.map((id) => withId(identifier, data, id)) : undefined;
}

/** Removes the items that a request names, or all if it names none. */
export function removeMany(basis: BehaviourBasis): Behaviour {
  const { operation, resource } = basis;
  const { scope, textsOf } = placeIn(basis);
  const show = manyAnswer(basis, "remove-many");
  const idsAt = operation.parameters.findIndex(
    ({ in: place, name }) => place === "query" && /(^|_)ids?$|Ids?$/.test(name),
  );
  // A query that names a property selects the items with its value: "?emoji=…".
  const compared = operation.parameters.flatMap(({ in: place, name }, at) =>
    place === "query" && resource.properties.some((property) => property.name === name) ? [{ name, at }] : [],
  );
  return ({ values, body }, world) => {
    const texts = textsOf(values, world);
    if (!scope.leadsOn(world, texts)) return NOT_FOUND;
    const isMeant = (item: JsonObject): boolean =>
      compared.every(({ name, at }) => values[at] === undefined || equalJson(values[at], item[name] ?? null));
    const named = namedIn(basis, body) ?? namedIn(basis, values[idsAt]);
    const all = (): readonly Unpacked[] => world.collection(scope.at).items({ conditions: scope.conditions(texts) });
    const ids = named ?? all().map(({ id }) => id as JsonValue);
    const removed: JsonObject[] = [];
    for (const id of ids) {
      const found = scope.find(world, texts, id);
      if (found === undefined || !isMeant(found.item)) continue;
      scope.remove(world, found);
      removed.push(found.item);
    }
    return show(removed, world);
  };
}

/** The identifiers that a value lists: texts, numbers, or items. */
function namedIn({ resource }: BehaviourBasis, value: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).flatMap((one) =>
      isObject(one) ? (idOf(resource.identifier, one) ?? []) : one,
    );
  }
  if (!isObject(value)) return String(value).split(",");
  const list = Object.values<JsonValue>(value).find((one) => Array.isArray(one));
  return list === undefined ? undefined : namedIn({ resource } as BehaviourBasis, list);
}

/** How an operation answers with many items; with the last one, if it shows only one. */
export function manyAnswer(basis: BehaviourBasis, role: Role): (items: readonly JsonObject[], world: World) => Answer {
  const { contract, operation, resource } = basis;
  const status = successStatus(operation, role);
  const media = jsonResponse(operation, status);
  const shape = resource.shapes.get(operation);
  const schema = media?.schema;
  const place = shape?.shown;
  if (media === undefined || status === 204) return () => ({ kind: "answer", status });
  if (schema === undefined || shape === undefined || place === undefined) {
    const example = exampleAnswer(contract, media, status);
    return (items, world) => withCount(example({}, world), items.length, resource);
  }
  if (!shape.showsMany) {
    const one = itemAnswer(basis, role);
    const example = exampleAnswer(contract, media, status);
    return (items, world) => (items.length === 0 ? example({}, world) : one(items.at(-1) ?? {}, world));
  }
  const view = listedView(basis, schema, place);
  const envelope = isTop(place) ? undefined : new ListEnvelope(contract, media, schema, place);
  const pagination = new Pagination(operation, { ...resource, cursors: [] });
  return (items, world) => {
    const others = othersIn(world, basis.families);
    const shown = view === undefined ? items : items.map((item) => view(item, others));
    if (envelope === undefined) return { kind: "answer", status, text: writeJson(shown) };
    const seen = { count: shown.length, total: shown.length, hasMore: false, isBeside: false };
    const page = pagination.page({ limit: Infinity }, seen, () => undefined);
    return { kind: "answer", status, text: writeJson(envelope.fill(shown, page)) };
  };
}
