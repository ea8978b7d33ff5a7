// What is done to one item: fetch, replace, update, remove.
import {
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type Scalar,
  isObject,
  ownValue,
  scalarText,
} from "../../json/value.ts";
import type { Resource } from "../../resource/model.ts";
import { plainName } from "../../resource/paths.ts";
import type { Behaviour, BehaviourBasis, MockRequest } from "./basis.ts";
import { keepsTheRest, takesParts } from "../../resource/deeds/updates.ts";
import { withId } from "../../resource/items/identify.ts";
import { jsonPatch } from "../patch/json-patch.ts";
import { patching } from "../patch/merge-patch.ts";
import { NOT_FOUND, type Refusal, refuse } from "../errors/refusal.ts";
import type { FoundItem } from "../items/scope.ts";
import type { Unpacked } from "../items/family.ts";
import type { World } from "../world.ts";
import { Adder } from "./adding.ts";
import { sentIn } from "./sent.ts";
import { itemAnswer, statusAsStored } from "./answers.ts";
import { locator } from "./create.ts";
import { goingWith } from "./going-with.ts";
import { isLookup } from "../../resource/inference/roles.ts";
import { placeIn } from "./place.ts";

/** Answers with one item, or 404. */
export function fetch(basis: BehaviourBasis): Behaviour {
  const { operation, resource } = basis;
  const { scope, idAt, find } = placeIn(basis);
  const show = itemAnswer(basis, "fetch");
  const asStored = statusAsStored(basis, "fetch");
  const looked = isLookup(operation, resource) ? lookup(basis) : undefined;
  const elsewhere = foundIn(basis);
  if (
    scope.family.isPlain &&
    asStored !== undefined &&
    looked === undefined &&
    elsewhere === undefined &&
    resource.identifier.also === undefined
  ) {
    return ({ values }, world) => {
      const { identifiers, store } = world.collection(scope.at);
      const key = identifiers.keyOf(values[idAt]);
      const text = key === undefined ? undefined : store.fetch(key);
      return text === undefined ? NOT_FOUND : { kind: "answer", status: asStored, text };
    };
  }
  return (request, world) => {
    const found = elsewhere?.(request, world) ?? find(request, world) ?? looked?.(request, world);
    return found === undefined ? NOT_FOUND : show(found.item, world, found.id);
  };
}

/** An item of another collection, by a property that names it. */
function foundIn(basis: BehaviourBasis): ((request: MockRequest, world: World) => Unpacked | undefined) | undefined {
  const { resource, families } = basis;
  const own = families.resources.find((one) => one.collection === resource.foundIn?.collection);
  const property = resource.foundIn?.property ?? "";
  if (own === undefined) return undefined;
  const { scope, textsOf, idAt } = placeIn(basis, own);
  return ({ values }, world) => {
    const conditions = scope.conditions(textsOf(values, world));
    // Examples may have the same name: the newest counts.
    return world
      .collection(scope.at)
      .items({ conditions })
      .findLast(({ item }) => scalarText(ownValue(item, property) as Scalar) === scalarText(values[idAt] as Scalar));
  };
}

/** An item of the store under any other identifier, always the same one. */
function lookup(
  basis: BehaviourBasis,
): (request: MockRequest, world: World) => Pick<FoundItem, "item" | "id"> | undefined {
  const { resource } = basis;
  const { scope, textsOf, idAt } = placeIn(basis);
  return ({ values }, world) => {
    const collection = world.collection(scope.at);
    const id = collection.identifiers.keyOf(values[idAt]);
    if (!scope.leadsOn(world, textsOf(values, world))) return undefined;
    const items = collection.items({ limit: MOST_LIKENED });
    const turn = Array.from(String((id ?? values[idAt]) as Scalar)).reduce((sum, one) => sum + one.charCodeAt(0), 0);
    const known = items[turn % items.length];
    // The path may name items by something else than their identifier.
    if (known === undefined || id === undefined) return known;
    const item = withId(resource.identifier, known.item, id);
    return resource.item.validate(item).length === 0 ? { item, id } : undefined;
  };
}

/** Items that those not in the store are made of. */
const MOST_LIKENED = 12;

/** Replaces an item by the body, except for what clients may not set, and for what the document says is kept. */
export function replace(basis: BehaviourBasis): Behaviour {
  const { contract, operation, resource, families } = basis;
  const { document } = contract;
  const makerOf = (one: Resource): Resource => families.of(one).family.maker;
  const isPartial =
    keepsTheRest(document, operation) ||
    takesParts(document, operation, resource, { resources: families.resources, makerOf });
  return change(basis, "replace", (old, body) => (isPartial ? { ...old, ...body } : body));
}

/** Merges the body into an item (RFC 7396). */
export function update(basis: BehaviourBasis): Behaviour {
  const isItem = (value: JsonObject): boolean => basis.resource.item.validate(value).length === 0;
  const patched = patching(basis.contract.document, basis.operation, basis.resource);
  return change(basis, "update", (old, body) => {
    const merged = patched(old, body);
    const objects = Object.entries<JsonValue>(body).filter(([, value]) => isObject(value));
    if (objects.length === 0 || isItem(merged)) return merged;
    // Merging two alternatives of a schema matches neither: then an object in the patch replaces the old one.
    const whole = { ...merged, ...Object.fromEntries(objects) };
    return isItem(whole) ? whole : merged;
  });
}

const JSON_PATCH = "application/json-patch+json";

/** Shared by replace and update: an existing item changes under the same identifier. */
function change(
  basis: BehaviourBasis,
  role: "replace" | "update",
  next: (old: JsonObject, body: JsonObject) => JsonObject,
): Behaviour {
  const { operation, resource } = basis;
  const { scope, textsOf, idAt, find } = placeIn(basis);
  const show = itemAnswer(basis, role, false);
  const showNew = itemAnswer(basis, "create");
  const adder = new Adder(basis, scope);
  const locate = locator(resource, operation.path);
  const shape = resource.shapes.get(operation);
  const mayAdd = role === "replace" && resource.upserts;
  const asNamed = respelling(resource);
  const takesPatch = operation.body?.content.some(({ name }) => name === JSON_PATCH) === true;
  return (request, world) => {
    const sent = sentIn(request.body, shape);
    const body = isObject(sent) ? adder.renamed(asNamed(sent)) : {};
    const found = find(request, world);
    if (found !== undefined && takesPatch && Array.isArray(request.body)) {
      const patched = patchedItem(resource, found.item, request.body as JsonArray);
      if ("kind" in patched) return patched;
      const changed = adder.change(world, found, patched.item, false);
      return changed.kind === "changed" ? show(changed.item, world, found.id) : changed;
    }
    if (found !== undefined) {
      const changed = adder.change(world, found, next(found.item, body), role === "update");
      return changed.kind === "changed" ? show(changed.item, world, found.id, body) : changed;
    }
    const texts = textsOf(request.values, world);
    const id = world.collection(scope.at).identifiers.keyOf(request.values[idAt]);
    if (!mayAdd || id === undefined || !allows(basis, id) || !scope.leadsOn(world, texts)) return NOT_FOUND;
    const added = adder.add(world, texts, body, { id });
    if (added.kind !== "added") return added;
    return { ...showNew(added.item, world, id), location: () => locate(texts, id) };
  };
}

/** Calls what was sent as items call it: `FriendlyName` is their `friendly_name`. */
function respelling({ properties }: Resource): (body: JsonObject) => JsonObject {
  const names = new Map(properties.map(({ name }) => [plainName(name), name]));
  const own = new Set(names.values());
  const nameOf = (name: string): string => (own.has(name) ? name : (names.get(plainName(name)) ?? name));
  return (body) =>
    Object.keys(body).every((name) => nameOf(name) === name)
      ? body
      : Object.fromEntries(Object.entries<JsonValue>(body).map(([name, value]) => [nameOf(name), value]));
}

/** An item after a JSON patch. */
function patchedItem({ item: schema }: Resource, item: JsonObject, patch: JsonArray): { item: JsonObject } | Refusal {
  const patched = jsonPatch(item, patch);
  if ("fault" in patched) {
    const { at, fault } = patched;
    return refuse("conflict", `body /${at}`, `operation ${at} of the patch cannot be carried out: ${fault}`);
  }
  const violations = schema.validate(patched.value);
  if (isObject(patched.value) && (violations.length === 0 || schema.validate(item).length > 0))
    return { item: patched.value };
  const [violation] = violations;
  return refuse("invalid_body", "body", `the patch leaves what is not allowed: ${violation?.message ?? "no object"}`);
}

/** An item can only be added under an identifier that the schema allows. */
function allows({ resource }: BehaviourBasis, id: JsonValue): boolean {
  return resource.identifier.schema.validate(id).length === 0;
}

/** Removes an item and everything below it. */
export function remove(basis: BehaviourBasis): Behaviour {
  const { scope, find } = placeIn(basis);
  const show = itemAnswer(basis, "remove");
  const removeOthers = goingWith(basis);
  return (request, world) => {
    const found = find(request, world);
    if (found === undefined) return NOT_FOUND;
    const answer = show(found.item, world, found.id);
    scope.remove(world, found);
    removeOthers(world, found);
    return answer;
  };
}
