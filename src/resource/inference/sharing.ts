// Finds resources that share the same items, and collections that belong to an item of another resource.
import type { Contract, Operation, Parameter } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { groupsOf, keptFor } from "../../memo.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { Identifier, ParentLink, Resource } from "../model.ts";
import { sentNode } from "../items/bodies.ts";
import { choiceOf } from "../items/identifier.ts";
import {
  lastName,
  meaningOf,
  parameterIn,
  parametersIn,
  placeOf,
  plainName,
  singular,
  stepsOf,
  thingOf,
} from "../paths.ts";

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
  const top = new Map(resources.map((one) => [one, isDeclared(one) ? undefined : atTop(document, one, resources)]));
  const own = resources.filter((one) => top.get(one) === undefined);
  const homes = new Map(
    resources.map((one) => [one, isDeclared(one) ? undefined : (top.get(one) ?? homeOf(document, one, own))] as const),
  );
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
      ...(parent === undefined ? {} : { parent }),
      ...(isDeclared(resource) ? {} : foundIn(document, resource, resources)),
      // Items created below another item also show at the top level, possibly with more properties.
      ...(sharedWith === undefined ? {} : { sharedWith, item: sharedWith.item, properties: sharedWith.properties }),
    });
    linked.set(resource, whole);
    if (whole.itemPath !== undefined && canBeKnown(whole)) byItem.set(placeOf(stepsOf(whole.itemPath)), whole);
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

/**
 * The things at the top level that a path below others leads to as well: "/books/{id}" for "/authors/{authorId}/books/{id}",
 * if a book says whose it is. Without that they may be two kinds: the users of a project go without being removed.
 */
function atTop(document: Document, resource: Resource, all: readonly Resource[]): Resource | undefined {
  const { scope, itemPath, identifier, name, item } = resource;
  const [above, another] = scope;
  if (above?.property === undefined || above.part !== undefined || another !== undefined) return undefined;
  if (itemPath === undefined || !isAssigned(resource)) return undefined;
  const { home } = schemaAt(document, item.pointer, "response");
  const [only, second] = all.filter(
    (one) =>
      one.scope.length === 0 &&
      one.itemPath !== undefined &&
      one.operations.fetch !== undefined &&
      isAssigned(one) &&
      one.identifier.property === identifier.property &&
      one.identifier.kind === identifier.kind &&
      thingOf(one.name) === thingOf(name) &&
      schemaAt(document, one.item.pointer, "response").home === home,
  );
  return second === undefined ? only : undefined;
}

/** True if the service says what a new thing is called, and shows it: what clients call theirs is known below one thing. */
function isAssigned({ identifier: { steps, chosen, kept }, upserts }: Resource): boolean {
  return steps.length > 0 && chosen === undefined && kept === undefined && !upserts;
}

/** The resource that stores the items which another one lists or creates. */
function homeOf(document: Document, resource: Resource, all: readonly Resource[]): Resource | undefined {
  if (resource.itemPath !== undefined) return undefined;
  return namesakeOf(document, resource, all) ?? viewedBy(document, resource, all) ?? bornBelow(document, resource, all);
}

/** What is created and listed below an item and is one of the things of a collection: the subtasks of a task are tasks. */
function bornBelow(
  document: Document,
  { scope, operations, item }: Resource,
  all: readonly Resource[],
): Resource | undefined {
  if (scope.length === 0 || operations.list === undefined || operations.create === undefined) return undefined;
  const { home } = schemaAt(document, item.pointer, "response");
  const [only, another] = all.filter(
    (one) =>
      one.scope.length === 0 &&
      one.operations.fetch !== undefined &&
      home !== item.pointer &&
      schemaAt(document, one.item.pointer, "response").home === home,
  );
  return another === undefined ? only : undefined;
}

/**
 * What a list shows in another way, such as a timeline of posts: the only resource at the top level that creates things of
 * its schema. Below an item, they must name it: the memberships of a group have a `group`.
 */
function viewedBy(document: Document, view: Resource, all: readonly Resource[]): Resource | undefined {
  const { scope, operations, item, properties } = view;
  if (scope.length > 1 || Object.keys(operations).join() !== "list") return undefined;
  const { home } = schemaAt(document, item.pointer, "response");
  const above = singular(plainName(stepsOf(view.collection).at(-3) ?? ""));
  const names = [above, `${above}id`];
  if (scope.length > 0 && !properties.some(({ name }) => names.includes(plainName(name)))) return undefined;
  const [only, another] = all.filter(
    (one) =>
      one.operations.create !== undefined &&
      schemaAt(document, one.item.pointer, "response").home === home &&
      home !== item.pointer,
  );
  const isWhole = only?.itemPath !== undefined && only.scope.length === 0 && only.operations.fetch !== undefined;
  return another === undefined && isWhole ? only : undefined;
}

/** The only resource with the same last name and the same schema. */
function namesakeOf(document: Document, resource: Resource, all: readonly Resource[]): Resource | undefined {
  // A search is for the things before it: "/repos/search".
  const steps = stepsOf(resource.collection);
  const found = meaningOf(steps.at(-1)) === "list" ? lastName(steps.slice(0, -1)) : undefined;
  const wanted = thingOf(found ?? resource.name);
  const alike = all.filter(
    (one) =>
      one !== resource &&
      one.itemPath !== undefined &&
      one.operations.fetch !== undefined &&
      thingOf(one.name) === wanted &&
      sameItems(document, one, resource),
  );
  // A search finds those below the fewest others.
  const depth = found === undefined ? undefined : Math.min(...alike.map(({ scope }) => scope.length));
  const [only, another] = depth === undefined ? alike : alike.filter(({ scope }) => scope.length === depth);
  if (only === undefined) return undefined;
  if (isCreated(resource)) {
    // What nobody creates where it is fetched is created here: `/user/repos` and `/repos/{owner}/{repo}`.
    const fetched = alike.filter((one) => !isCreated(one) && one.operations.list === undefined && !one.upserts);
    const least = Math.min(...fetched.map(({ scope }) => scope.length));
    const [made, second] = fetched.filter(({ scope }) => scope.length === least);
    if (made !== undefined && second === undefined) return made;
  }
  if (another !== undefined) return undefined;
  // Either items at the top level, for a list below an item; or items below others, for a list at the top level that
  // creates none.
  if (only.scope.length < resource.scope.length) return only;
  return resource.operations.create === undefined && only.scope.length > resource.scope.length ? only : undefined;
}

const isCreated = ({ operations }: Resource): boolean => operations.create !== undefined;

/** True if both show the same schema, or if one has a subset of the other's properties. */
function sameItems(document: Document, one: Resource, other: Resource): boolean {
  const [a, b] = [one, other].map(({ item }) => schemaAt(document, item.pointer, "response"));
  if (a === undefined || b === undefined) return false;
  if (a.home === b.home) return true;
  const [few, many] = a.properties.size < b.properties.size ? [a, b] : [b, a];
  const names = [...few.properties.keys()];
  return names.length > 2 && names.every((name) => many.properties.has(name));
}
