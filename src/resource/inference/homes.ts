// Which collection stores the things of a path, if another path leads to them as well.
import type { Document } from "../../document/document.ts";
import { type SchemaNode, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Resource } from "../model.ts";
import { saysItAdds } from "./make-resource.ts";
import { isPlural, lastName, meaningOf, placeOf, plainName, singular, stepsOf, thingOf } from "../paths.ts";

/**
 * The resource that stores the things of each one; undefined for those that store their own.
 * @param isDeclared whether the document declares the collection, which then is one of its own
 */
export function homesOf(
  document: Document,
  resources: readonly Resource[],
  isDeclared: (one: Resource) => boolean,
): ReadonlyMap<Resource, Resource | undefined> {
  const top = new Map(resources.map((one) => [one, isDeclared(one) ? undefined : atTop(document, one, resources)]));
  const own = resources.filter((one) => top.get(one) === undefined);
  return new Map(
    resources.map((one) => [one, isDeclared(one) ? undefined : (top.get(one) ?? homeOf(document, one, own))] as const),
  );
}

/**
 * The things at the top level that a path below others leads to as well: "/books/{id}" for "/authors/{authorId}/books/{id}",
 * if a book says whose it is. Without that they may be two kinds: the users of a project go without being removed.
 */
function atTop(document: Document, resource: Resource, all: readonly Resource[]): Resource | undefined {
  const { scope, itemPath, identifier } = resource;
  const [above, another] = scope;
  if (above?.property === undefined || above.part !== undefined || another !== undefined) return undefined;
  if (itemPath === undefined || !isAssigned(resource)) return undefined;
  return onlyAlike(
    document,
    resource,
    all,
    (one) =>
      isFetched(one) &&
      one.itemPath !== undefined &&
      isAssigned(one) &&
      one.identifier.property === identifier.property &&
      one.identifier.kind === identifier.kind &&
      isNamesake(one, resource),
  );
}

/** True if the service says what a new thing is called, and shows it: what clients call theirs is known below one thing. */
function isAssigned({ identifier: { steps, chosen, kept }, upserts }: Resource): boolean {
  return steps.length > 0 && chosen === undefined && kept === undefined && !upserts;
}

/** The only resource of several whose things have the same named schema. */
function onlyAlike(
  document: Document,
  { item }: Resource,
  all: readonly Resource[],
  isMeant: (one: Resource) => boolean,
): Resource | undefined {
  const { home } = schemaAt(document, item.pointer, "response");
  if (home === item.pointer) return undefined;
  const [only, another] = all.filter(
    (one) => isMeant(one) && schemaAt(document, one.item.pointer, "response").home === home,
  );
  return another === undefined ? only : undefined;
}

const isFetched = ({ scope, operations }: Resource): boolean => scope.length === 0 && operations.fetch !== undefined;
const isNamesake = (one: Resource, other: Resource): boolean => thingOf(one.name) === thingOf(other.name);

/** The resource that stores the items which another one lists or creates. */
function homeOf(document: Document, resource: Resource, all: readonly Resource[]): Resource | undefined {
  const { itemPath, scope, operations } = resource;
  if (itemPath !== undefined) return undefined;
  const inside = insideOf(document, resource, all);
  if (inside !== undefined) return inside;
  const found = namesakeOf(document, resource, all) ?? viewedBy(document, resource, all);
  if (found !== undefined || operations.create === undefined) return found;
  // What nothing else is done with is one of the things of its kind: the order that "/checkout" creates.
  const isAlone = scope.length === 0 && Object.keys(operations).join() === "create";
  if (isAlone) return onlyAlike(document, resource, all, (one) => isFetched(one) && !isCreated(one));
  if (scope.length === 0) return undefined;
  // What is created and listed below an item is one of the things of a collection: the subtasks of a task are tasks.
  if (operations.list !== undefined) return onlyAlike(document, resource, all, isFetched);
  // What is only created there is in the list of all: "/rooms/{id}/bookings", "/courses/{id}/enrol" and "/bookings", "/enrolments".
  const above = placeOf(stepsOf(resource.collection).slice(0, -2));
  const isListed = (one: Resource): boolean => one.scope.length === 0 && one.operations.list !== undefined;
  const isMade = (one: Resource): boolean => isFetched(one) && placeOf(stepsOf(one.collection)) !== above;
  return onlyAlike(
    document,
    resource,
    all,
    isPlural(resource.name) ? (one) => isListed(one) && isNamesake(one, resource) : isMade,
  );
}

/** The lines of a cart, which is shown with them: "/cart" and "/cart/items". */
function insideOf(document: Document, { collection, operations, shapes }: Resource, all: readonly Resource[]) {
  const step = operations.list && shapes.get(operations.list)?.shown?.steps.at(-1);
  const inner = all.find((one) => step !== undefined && one.collection === `${collection}/${step}` && isCreated(one));
  return inner && onlyAlike(document, inner, all, (one) => one === inner);
}

/**
 * What a list shows in another way, such as a timeline of posts: the only resource at the top level that creates things of
 * its schema. Below an item, they must name it: the memberships of a group have a `group`.
 */
function viewedBy(document: Document, view: Resource, all: readonly Resource[]): Resource | undefined {
  const { scope, operations, properties, collection } = view;
  if (scope.length > 1 || Object.keys(operations).join() !== "list") return undefined;
  const isMade = (one: Resource): boolean => isCreated(one) && one.scope.length === 0;
  // What is created below others is fetched alone: the posts of a board.
  const only =
    onlyAlike(document, view, all, isMade) ?? onlyAlike(document, view, all, (one) => isMade(one) || isFetched(one));
  if (only?.itemPath === undefined || !isFetched(only)) return undefined;
  const [above, last] = [stepsOf(collection).slice(0, -2), lastName(stepsOf(collection)) ?? ""];
  const thing = singular(plainName(above.at(-1) ?? ""));
  const called = placeOf(stepsOf(only.collection)) === placeOf(above) ? calledAbove(thing, last) : [thing];
  const names = called.flatMap((one) => [one, `${one}id`]);
  return scope.length === 0 || properties.some(({ name }) => names.includes(plainName(name))) ? only : undefined;
}

/** How things name one of their own kind in the list of those below it: a comment its `parent`, who reports a `manager`. */
export const calledAbove = (thing: string, list: string): readonly string[] => [
  ...["parent", `parent${thing}`],
  ...(/report|subordinate|^team/i.test(list) ? ["manager", "supervisor"] : []),
];

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
    const fetched = alike.filter(
      (one) => !isCreated(one) && one.operations.list === undefined && !saysItAdds(one.operations.replace),
    );
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

/** True for a collection whose things clients add. */
export const isCreated = ({ operations }: Resource): boolean => operations.create !== undefined;

/** True if both show the same schema, or a kind of the same things, or if one has a subset of the other's properties. */
function sameItems(document: Document, one: Resource, other: Resource): boolean {
  const [a, b] = [one, other].map(({ item }) => schemaAt(document, item.pointer, "response"));
  if (a === undefined || b === undefined) return false;
  const homes = kindsOf(a);
  if (kindsOf(b).some((home) => homes.includes(home))) return true;
  const [few, many] = a.properties.size < b.properties.size ? [a, b] : [b, a];
  const names = [...few.properties.keys()];
  return names.length > 2 && names.every((name) => many.properties.has(name));
}

/** Where a schema and those that it may be are described. */
const kindsOf = ({ home, alternatives }: SchemaNode): string[] => [
  home,
  ...alternatives.flatMap(({ branches }) => branches.map((branch) => branch.home)),
];
