// From the operations that act on one collection to a resource: what its items are, what identifies them, and where the
// bodies have them.
import type { Contract, Operation } from "../contract/model.ts";
import type { Document } from "../document/document.ts";
import { appendPointer } from "../json/pointer.ts";
import { writeJson } from "../json/write.ts";
import { shownNode } from "./items/bodies.ts";
import { cursorsOf } from "./lists/cursors.ts";
import { listIn } from "./items/envelope.ts";
import { arrangingParameters, arrangingsOf } from "./lists/arranging.ts";
import { HINT } from "./hint.ts";
import { findIdentifier, hiddenIdentifier, itemProperties, type IdentifierSearch } from "./items/identifier.ts";
import type { Assignment, HintProblem, Identifier, Resource, Role, Shape, Unrecognised } from "./model.ts";
import { parameterIn, parametersIn, plainName, stepsOf } from "./paths.ts";
import { namingOf } from "./placement.ts";
import { NO_QUERY, type QueryMeaning, readQuery } from "./lists/query.ts";
import {
  type Candidate,
  type GroupBodies,
  identifierParameter,
  isOnItem,
  roleFault,
  shapeOf,
  withinOf,
} from "./roles.ts";
import { unrecognisedQuery } from "./unrecognised.ts";
import { creationBody, ITEM_ROLES, itemSchema } from "./items/schema.ts";

/** The operations on one collection. */
export interface Group {
  readonly collection: string;
  readonly candidates: Candidate[];
}

export interface GroupResult {
  readonly resource?: Resource;
  readonly assignments: readonly Assignment[];
  readonly problems: readonly HintProblem[];
  readonly unrecognised: readonly Unrecognised[];
}

/** Makes the resource of a group, or says of each operation why it has no role. */
export function resourceOf({ document }: Contract, group: Group): GroupResult {
  const bodies = bodiesOf(document, group);
  const byRole = new Map<Role, Candidate>();
  const faults = new Map<Operation, string>();
  const fitting: Candidate[] = [];
  for (const candidate of group.candidates.toSorted((a, b) => Number(a.isExtra) - Number(b.isExtra))) {
    const { operation, role } = candidate;
    const fault = roleFault(document, candidate, bodies);
    if (fault !== undefined) faults.set(operation, fault);
    else {
      fitting.push(candidate);
      if (!byRole.has(role)) byRole.set(role, candidate);
    }
  }
  const shapes = new Map(fitting.map((one) => [one.operation, shapeOf(document, one, bodies)] as const));
  const made = makeResource({ document, group, byRole, shapes, bodies });
  const assignments = group.candidates.map((candidate): Assignment => {
    const { operation, role } = candidate;
    const fault = faults.get(operation) ?? (typeof made === "string" ? made : undefined);
    if (fault !== undefined || typeof made === "string") return { operation, role: "unmodelled", why: fault ?? "" };
    return { operation, role, resource: made.resource, why: whyRole(candidate, made.resource) };
  });
  const problems = [...misplaced(group), ...assignments.flatMap((assignment) => refusedRole(assignment, group))];
  if (typeof made === "string") return { assignments, problems, unrecognised: [] };
  return { ...made, assignments, problems: [...problems, ...made.problems] };
}

/** What the bodies of a group are called, and where its list has the items. */
function bodiesOf(document: Document, { collection, candidates }: Group): GroupBodies {
  const onItem = candidates.find(({ role }) => isOnItem(role));
  const parameter = onItem === undefined ? undefined : identifierParameter(onItem.operation, onItem.hint)?.name;
  const naming = namingOf(stepsOf(collection), parameter);
  const isCertain = candidates.some(({ role }) => role !== "list") || candidates.length > 1;
  const list = candidates.find(({ role, isExtra }) => role === "list" && !isExtra);
  const node = list === undefined ? undefined : shownNode(document, list.operation);
  const listed = node === undefined ? undefined : listIn(node, naming, isCertain)?.place;
  const turnsPages = list !== undefined && cursorsOf(document, list, []).length > 0;
  return { naming, isCertain: isCertain || turnsPages || hasPages(list), ...(listed === undefined ? {} : { listed }) };
}

/** True for a list that has parameters which turn pages. */
function hasPages(list: Candidate | undefined): boolean {
  return (
    list?.operation.parameters.some(({ name }) => /^(limit|offset|page|per_?page|page_?size)$/i.test(name)) === true
  );
}

interface Making {
  readonly document: Document;
  readonly group: Group;
  readonly byRole: ReadonlyMap<Role, Candidate>;
  readonly shapes: ReadonlyMap<Operation, Shape>;
  readonly bodies: GroupBodies;
}

type MadeResource = Required<Pick<GroupResult, "resource" | "problems" | "unrecognised">>;

/** @returns the resource; or why there is none */
function makeResource({ document, group, byRole, shapes, bodies }: Making): MadeResource | string {
  if (byRole.size === 0) return "nothing on its path has a role";
  const operations = new Map([...byRole].map(([role, { operation }]) => [role, operation] as const));
  const item = itemSchema(document, operations, shapes, bodies);
  if (item === undefined) return "no response shows what an item is";
  const onItem = ITEM_ROLES.map((role) => byRole.get(role)).find((candidate) => candidate !== undefined);
  const properties = itemProperties(document, item);
  const named = group.candidates.find(({ hint }) => hint.identifier?.property !== undefined);
  const search: IdentifierSearch = {
    document,
    item,
    collection: group.collection,
    parameter: onItem === undefined ? undefined : identifierParameter(onItem.operation, onItem.hint),
    body: creationBody(document, operations, shapes),
    wanted: named?.hint.identifier?.property,
  };
  const identifier = findIdentifier(search) ?? hidden(search, byRole);
  if (identifier === undefined) {
    const names = properties.map(({ name }) => name).join(", ");
    return named === undefined
      ? `its items have no property that identifies them; name it with x-resource: { identifier: … }, one of ${names}`
      : `its items have no property that identifies them: x-resource names ${writeJson(named.hint.identifier?.property)}, which is none of ${names}, or not one number or text`;
  }
  const list = byRole.get("list");
  const query: QueryMeaning = list === undefined ? NO_QUERY : readQuery(document, list, properties);
  const { pageSize, pageStart } = query;
  const cursors = list === undefined ? [] : cursorsOf(document, list, properties);
  const arrangements = arrangingsOf(
    document,
    group.candidates.filter(({ operation, role }) => role === "list" && shapes.has(operation)),
    properties,
  );
  const { arranging } = arrangements;
  const arranged = list === undefined ? undefined : arranging.get(list.operation);
  const taken = new Set([
    ...cursors.map(({ parameter }) => parameter),
    ...(arranged === undefined ? [] : arrangingParameters(arranged)),
  ]);
  const steps = stepsOf(group.collection);
  const resource: Resource = Object.freeze({
    kind: "collection" as const,
    name: steps.findLast((step) => parameterIn(step) === undefined) ?? "items",
    collection: group.collection,
    ...(onItem === undefined ? {} : { itemPath: onItem.operation.path }),
    scope: parametersIn(steps).map((parameter) => ({ parameter, ...repeatedAs(parameter, properties, identifier) })),
    identifier,
    item,
    properties,
    filters: query.filters.filter(({ parameter }) => !taken.has(parameter)),
    ...(pageSize === undefined ? {} : { pageSize }),
    ...(pageStart === undefined ? {} : { pageStart }),
    cursors,
    arranging,
    operations: Object.freeze(Object.fromEntries(operations)),
    shapes: new Map([...shapes].map(([one, shape]) => [one, placedWithin(document, item, one, shape)])),
    upserts: upserts(operations),
  });
  const unrecognised =
    list === undefined ? [] : unrecognisedQuery(document, list, { ...query, cursors, arranged }, properties);
  return { resource, problems: [...query.problems, ...arrangements.problems], unrecognised };
}

function placedWithin(document: Document, item: Schema, operation: Operation, shape: Shape): Shape {
  const within = withinOf(document, item, operation, shape);
  return within === undefined ? shape : Object.freeze({ ...shape, within });
}

/** Items that nothing identifies can be listed and added to; one alone that nobody can find again is no resource. */
function hidden(search: IdentifierSearch, byRole: ReadonlyMap<Role, Candidate>): Identifier | undefined {
  if (search.wanted !== undefined) return undefined;
  const adds = byRole.has("create") || byRole.has("replace");
  return byRole.has("list") || (adds && byRole.has("fetch")) ? hiddenIdentifier(search) : undefined;
}

/** What no creation adds, a replacement does; and so does one that may answer 201. */
function upserts(operations: ReadonlyMap<Role, Operation>): boolean {
  const replace = operations.get("replace");
  if (replace === undefined) return false;
  return replace.responses.some(({ status }) => status === "201") || !operations.has("create");
}

/** The property of an item that repeats a parameter of its path: "userId" of "/users/{userId}/notes". */
function repeatedAs(
  parameter: string,
  properties: Resource["properties"],
  identifier: Identifier,
): { property?: string } {
  const own = properties.find(({ name }) => plainName(name) === plainName(parameter) && name !== identifier.steps[0]);
  return own === undefined ? {} : { property: own.name };
}

/** What is said of pages and filters belongs to the list. */
function misplaced({ candidates }: Group): HintProblem[] {
  return candidates
    .filter(({ role }) => role !== "list")
    .flatMap(({ operation, hint }) =>
      (["pageSize", "pageStart", "sort", "search", "fields", "filters"] as const)
        .filter((key) => hint[key] !== undefined)
        .map((key) => ({
          pointer: appendPointer(operation.pointer, HINT, key),
          message: `${key} belongs on the operation that lists the items, not on ${operation.method} ${operation.path}`,
        })),
    );
}

/** A role that was asked for and could not be given. */
function refusedRole({ operation, role, why }: Assignment, { candidates }: Group): HintProblem[] {
  const wanted = candidates.find((candidate) => candidate.operation === operation)?.hint.role;
  if (wanted === undefined || wanted === role) return [];
  const message = `the role ${writeJson(wanted)} cannot be given to it: ${why}`;
  return [{ pointer: appendPointer(operation.pointer, HINT), message }];
}

function whyRole({ operation, hint, role, isExtra }: Candidate, resource: Resource): string {
  if (hint.role !== undefined || hint.collection !== undefined) return "x-resource says so";
  const what = isOnItem(role) ? `an item of ${resource.name}` : resource.name;
  if (isExtra) return `the end of its path says what it does to ${what}`;
  const place = isOnItem(role) ? "item path" : "collection";
  return `${operation.method} on the ${place} of ${resource.name}`;
}
