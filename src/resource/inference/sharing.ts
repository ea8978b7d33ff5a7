// Finds resources that share the same items, and collections that belong to an item of another resource.
import type { Contract, Operation, Parameter } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { groupsOf, keptFor } from "../../memo.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { Identifier, ParentLink, Resource } from "../model.ts";
import { sentNode } from "../items/bodies.ts";
import { choiceOf } from "../items/identifier.ts";
import { homesOf, isCreated } from "./homes.ts";
import { saysItAdds } from "./make-resource.ts";
import { parameterIn, parametersIn, placeOf, plainName, singular, stepsOf } from "../paths.ts";

/**
 * Links each resource to the one whose items it is below, and to the one that stores its items.
 * @param declared the operations whose collection is declared
 */
export function linkResources(
  { document, operations }: Contract,
  resources: readonly Resource[],
  declared: ReadonlySet<Operation>,
): Resource[] {
  const asked = parametersByPlace(operations);
  const linked = new Map<Resource, Resource>();
  const isDeclared = (one: Resource): boolean => Object.values(one.operations).some((own) => declared.has(own));
  const homes = homesOf(document, resources, isDeclared);
  const names = distinctNames(resources, homes);
  const creators = new Map([...homes].flatMap(([one, home]) => (home && isCreated(one) ? [[home, one] as const] : [])));
  const byItem = new Map<string, Resource>();
  // Parents come before what is below them, and the resource that stores items before those that share them.
  const order = resources.toSorted(
    (a, b) =>
      Number(homes.get(a) !== undefined) - Number(homes.get(b) !== undefined) || a.scope.length - b.scope.length,
  );
  for (const resource of order) {
    const parent = parentOf(stepsOf(resource.collection), byItem);
    const home = homes.get(resource);
    const sharedWith = home === undefined ? undefined : linked.get(home);
    const found =
      sharedWith === undefined || resource.itemPath !== undefined
        ? chosenBy(document, resource, creators.get(resource))
        : sharedWith.identifier;
    const parameters = resource.itemPath === undefined ? [] : (asked.get(placeOf(stepsOf(resource.itemPath))) ?? []);
    const identifier = parameters.length > 1 ? Object.freeze({ ...found, asked: parameters }) : found;
    const whole: Resource = Object.freeze({
      ...resource,
      name: names.get(home ?? resource) ?? resource.name,
      identifier,
      upserts: resource.upserts && (!creators.has(resource) || saysItAdds(resource.operations.replace)),
      ...(parent === undefined ? {} : { parent }),
      ...(isDeclared(resource) ? {} : foundIn(document, resource, resources)),
      // Items created below another item also show at the top level, possibly with more properties.
      ...(sharedWith === undefined ? {} : { sharedWith, item: sharedWith.item, properties: sharedWith.properties }),
    });
    linked.set(resource, whole);
    const place = placeOf(
      whole.itemPath === undefined ? [...stepsOf(whole.collection), "{}"] : stepsOf(whole.itemPath),
    );
    const isKnown = whole.itemPath === undefined ? isNamedBy(whole, asked.get(place)) : canBeKnown(whole);
    if (isKnown || (whole.itemPath !== undefined && creators.has(resource))) byItem.set(place, whole);
  }
  return resources.map((resource) => linked.get(resource) ?? resource);
}

/** What follows a name in the name of a property: `tag_name` for {tag}. */
const MORE = ["", "name", "code", "key", "slug", "address"];

/** The items that a path leads to by another property than their identifier: "/releases/tags/{tag}", "/users/by-email/{email}". */
function foundIn(document: Document, resource: Resource, all: readonly Resource[]): Pick<Resource, "foundIn"> {
  const { collection, itemPath, operations, item } = resource;
  const steps = stepsOf(collection);
  const { fetch, list, create, replace } = operations;
  if (itemPath === undefined || fetch === undefined || list !== undefined) return {};
  if (create !== undefined || replace !== undefined) return {};
  const above = placeOf(steps.slice(0, -1));
  const own = all.find((one) => one !== resource && placeOf(stepsOf(one.collection)) === above);
  if (own?.operations.list === undefined) return {};
  const isSame =
    schemaAt(document, own.item.pointer, "response").home === schemaAt(document, item.pointer, "response").home;
  const called = [parameterIn(stepsOf(itemPath).at(-1)) ?? "", singular((steps.at(-1) ?? "").replace(/^by[-_]/i, ""))];
  const wanted = called.flatMap((name) => MORE.map((more) => plainName(name + more)));
  const property = wanted.flatMap((name) => own.properties.find((one) => plainName(one.name) === name) ?? [])[0]?.name;
  return isSame && property !== undefined ? { foundIn: { collection: own.collection, property } } : {};
}

/**
 * A name for each resource that stores items. If several have the same name, it belongs to the one below the fewest
 * parents, with the shortest path, and the others are called by their paths.
 */
function distinctNames(
  resources: readonly Resource[],
  homes: ReadonlyMap<Resource, Resource | undefined>,
): ReadonlyMap<Resource, string> {
  const alike = groupsOf(
    resources.filter((one) => homes.get(one) === undefined),
    ({ name }) => name,
  );
  return new Map(
    [...alike.values()].flatMap((all) => {
      const depth = ({ scope, collection }: Resource): number => scope.length * 1_000 + stepsOf(collection).length;
      const least = Math.min(...all.map(depth));
      const [highest, another] = all.filter((one) => depth(one) === least);
      return all.map((one) => [one, one === highest && another === undefined ? one.name : one.collection] as const);
    }),
  );
}

/**
 * Items that nobody can list or create exist in ways that the document does not describe, so nothing below them
 * requires the item to be known.
 */
function canBeKnown({ operations, upserts, sharedWith }: Resource): boolean {
  return [operations.list, operations.create, sharedWith].some((one) => one !== undefined) || upserts;
}

/** True for listed things that paths call by what identifies them, though no path leads to one alone: `/boards/{board_slug}/posts`. */
const isNamedBy = ({ operations, identifier: { steps } }: Resource, [asked]: readonly Parameter[] = []): boolean =>
  operations.list !== undefined &&
  steps.length === 1 &&
  plainName(asked?.name ?? "").endsWith(plainName(steps[0] ?? ""));

/** Those things, by the places of paths that name one of them. */
export function namedAlone(operations: readonly Operation[], resources: readonly Resource[]): [string, Resource][] {
  const asked = parametersByPlace(operations);
  return resources.flatMap((one): [string, Resource][] => {
    const place = placeOf([...stepsOf(one.collection), "{}"]);
    return one.itemPath === undefined && isNamedBy(one, asked.get(place)) ? [[place, one]] : [];
  });
}

/** The path parameters at each place that ends in one. */
function parametersByPlace(operations: readonly Operation[]): Map<string, Parameter[]> {
  const found = new Map<string, Parameter[]>();
  for (const { path, parameters } of operations) {
    // If several have the same name, the first one.
    const own = new Map(
      parameters.flatMap((one) => (one.in === "path" ? [[one.name, one] as const] : [])).toReversed(),
    );
    let place = "";
    for (const step of stepsOf(path)) {
      place += placeOf([step]);
      const name = parameterIn(step);
      const parameter = name === undefined ? undefined : own.get(name);
      if (parameter !== undefined) keptFor(found, place, () => []).push(parameter);
    }
  }
  return found;
}

/** The nearest resource whose items a path leads through. */
export function parentOf(steps: readonly string[], byItem: ReadonlyMap<string, Resource>): ParentLink | undefined {
  let place = placeOf(steps);
  for (let length = steps.length; length > 1; length--) {
    const resource = byItem.get(place);
    if (resource !== undefined) return { resource, parameters: parametersIn(steps.slice(0, length)).length };
    // Steps contain no slash, so the shorter path ends before the last one.
    place = place.slice(0, place.lastIndexOf("/"));
  }
  return undefined;
}

/** The identifier of things that another path creates, where clients may choose it. */
function chosenBy(document: Document, { identifier, operations }: Resource, creator: Resource | undefined): Identifier {
  const creation = creator?.operations.create;
  if (creation === undefined || operations.create !== undefined) return identifier;
  const body = sentNode(document, creation, creator?.shapes.get(creation));
  return Object.freeze({ ...identifier, ...choiceOf(body, identifier.steps, identifier.kind) });
}
