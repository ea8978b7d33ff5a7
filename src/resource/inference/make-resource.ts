// Makes the resource of a group of operations: what its items are, what identifies them, and what the parameters of its
// lists mean.
import { defined } from "../../json/defined.ts";
import type { Operation } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { cursorsOf } from "../lists/cursors.ts";
import { arrangingParameters, arrangingsOf } from "../lists/arranging.ts";
import { findIdentifier, hiddenIdentifier, itemProperties, type IdentifierSearch } from "../items/identifier.ts";
import type { HintProblem, Identifier, ItemProperty, Resource, Role, Shape } from "../model.ts";
import { isEndOf, parametersIn, plainName, stepsOf, lastName } from "../paths.ts";
import { NO_QUERY, type QueryMeaning, readQuery } from "../lists/query.ts";
import { identifierParameter } from "./roles.ts";
import { type Candidate, type GroupBodies, withinOf } from "./shapes.ts";
import { names, sentNode, shownNode } from "../items/bodies.ts";
import { nodeAt } from "../items/envelope.ts";
import { ITEM_ROLES, itemSchema } from "../items/schema.ts";
import { propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { quoted } from "../../json/quote.ts";

/** The operations on one collection. */
export interface Group {
  readonly collection: string;
  readonly candidates: Candidate[];
}

export interface Making {
  readonly document: Document;
  readonly group: Group;
  readonly byRole: ReadonlyMap<Role, Candidate>;
  readonly shapes: ReadonlyMap<Operation, Shape>;
  readonly bodies: GroupBodies;
}

export interface MadeResource {
  readonly resource: Resource;
  readonly problems: readonly HintProblem[];
}

/** @returns the resource, or why there is none */
export function makeResource({ document, group, byRole, shapes, bodies }: Making): MadeResource | string {
  if (byRole.size === 0) return "nothing on its path has a role";
  const operations = new Map([...byRole].map(([role, { operation }]) => [role, operation] as const));
  const item = itemSchema(document, operations, shapes, bodies);
  if (item === undefined) return "no response shows what an item is";
  const onItem = ITEM_ROLES.map((role) => byRole.get(role)).find((candidate) => candidate !== undefined);
  const properties = itemProperties(document, item);
  const named = group.candidates.find(({ hint }) => hint.identifier?.property !== undefined);
  const creation = operations.get("create");
  const search: IdentifierSearch = {
    document,
    item,
    collection: group.collection,
    parameter: onItem === undefined ? undefined : identifierParameter(onItem.operation, onItem.hint),
    body: creation === undefined ? undefined : sentNode(document, creation, shapes.get(creation)),
    wanted: named?.hint.identifier?.property,
  };
  const identifier = findIdentifier(search) ?? hidden(search, byRole);
  if (identifier === undefined) {
    const shown = properties.map(({ name }) => name).join(", ");
    return named === undefined
      ? `its items have no property that identifies them; name it with x-resource: { identifier: … }, one of ${shown}`
      : `its items have no property that identifies them: x-resource names ${quoted(named.hint.identifier?.property)}, which is none of ${shown}, or not one number or text`;
  }
  const lists = meaningOfLists({ document, group, byRole, shapes, bodies }, properties);
  const { pageSize, pageStart } = lists.query;
  const steps = stepsOf(group.collection);
  const listed = listedIn(document, byRole.get("list")?.operation, shapes);
  const resource: Resource = Object.freeze({
    kind: "collection" as const,
    name: lastName(steps) ?? "items",
    collection: group.collection,
    ...(onItem === undefined ? {} : { itemPath: onItem.operation.path }),
    scope: parametersIn(steps).map((parameter) => ({
      parameter,
      ...repeatedAs(parameter, properties, identifier, document),
    })),
    identifier,
    item,
    properties,
    filters: lists.filters,
    ...defined({ pageSize, pageStart }),
    listed,
    cursors: lists.cursors,
    arranging: lists.arranging,
    operations: Object.freeze(Object.fromEntries(operations)),
    shapes: new Map([...shapes].map(([one, shape]) => [one, placedWithin({ document, item, identifier }, one, shape)])),
    upserts: upserts(operations),
  });
  return { resource, problems: lists.problems };
}

/** How many items a list response may have, by its schema. */
function listedIn(
  document: Document,
  list: Operation | undefined,
  shapes: ReadonlyMap<Operation, Shape>,
): Resource["listed"] {
  const place = list === undefined ? undefined : shapes.get(list)?.shown;
  const shown = list === undefined ? undefined : shownNode(document, list);
  const bounds = shown === undefined || place === undefined ? undefined : nodeAt(shown, place)?.form.bounds;
  return { least: Number(bounds?.minItems ?? 0), most: Number(bounds?.maxItems ?? Infinity) };
}

/** The meaning of the lists' parameters, one for each. */
function meaningOfLists({ document, group, byRole, shapes }: Making, properties: Resource["properties"]) {
  const list = byRole.get("list");
  const query: QueryMeaning = list === undefined ? NO_QUERY : readQuery(document, list, properties);
  const cursors = list === undefined ? [] : cursorsOf(document, list, properties);
  const lists = group.candidates.filter(({ operation, role }) => role === "list" && shapes.has(operation));
  const { filters, pageSize, pageStart } = query;
  const meant = [pageSize, pageStart, ...filters, ...cursors].flatMap((one) => one?.parameter ?? []);
  const { arranging, problems } = arrangingsOf(document, lists, properties, new Set(meant));
  const arranged = list === undefined ? undefined : arranging.get(list.operation);
  const taken = new Set([
    ...cursors.map(({ parameter }) => parameter),
    ...(arranged === undefined ? [] : arrangingParameters(arranged)),
  ]);
  return {
    query,
    cursors,
    arranging,
    filters: query.filters.filter(({ parameter }) => !taken.has(parameter)),
    problems: [...query.problems, ...problems],
  };
}

function placedWithin(held: Parameters<typeof withinOf>[0], operation: Operation, shape: Shape): Shape {
  const within = withinOf(held, operation, shape);
  if (shape.identified !== undefined) return Object.freeze({ ...shape, identified: held.identifier.steps });
  return within === undefined ? shape : Object.freeze({ ...shape, within });
}

/**
 * Items without an identifier can be listed and added. A single operation on items that nobody can find again does not
 * make a resource.
 */
function hidden(search: IdentifierSearch, byRole: ReadonlyMap<Role, Candidate>): Identifier | undefined {
  if (search.wanted !== undefined) return undefined;
  const adds = byRole.has("create") || byRole.has("replace");
  return byRole.has("list") || (adds && byRole.has("fetch")) ? hiddenIdentifier(search) : undefined;
}

/** If nothing can be created, a replacement creates; so does one that says so. */
const upserts = (operations: ReadonlyMap<Role, Operation>): boolean =>
  operations.has("replace") && (saysItAdds(operations.get("replace")) || !operations.has("create"));

/** True for a replacement that may answer 201, or whose words say that it adds what is not there. */
export const saysItAdds = (replace: Operation | undefined): boolean =>
  replace !== undefined &&
  (names(replace, "201") ||
    /\b(?:create|add|insert)s? or (?:update|replace|change|edit)|\bupsert/i.test(replace.summary));

const OWN_NAMES = new Set(["id", "uuid", "name", "key", "slug", "code", "title", "type"]);

/** The property of an item that repeats a parameter of its path: "userId" of "/users/{userId}/notes". */
function repeatedAs(
  parameter: string,
  properties: Resource["properties"],
  identifier: Identifier,
  document: Document,
): { property?: string; part?: string } {
  // Properties that every item has for itself say nothing about the parent.
  if (OWN_NAMES.has(plainName(parameter))) return {};
  const isOther = ({ name }: ItemProperty): boolean => name !== identifier.steps[0];
  const own =
    properties.find((one) => plainName(one.name) === plainName(parameter) && isOther(one)) ??
    properties.find((one) => isEndOf(one.name, parameter) && isOther(one));
  if (own === undefined) return {};
  const named = propertiesIn(schemaAt(document, own.schema.pointer, "response"));
  const part = NAMING.find((one) => named.has(one));
  return { property: own.name, ...defined({ part }) };
}

/** What a thing is called in a path, the best first. */
const NAMING = ["login", "username", "slug", "handle", "key", "name", "id"];
