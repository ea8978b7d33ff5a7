// Infers what a document means from the document alone: its resources, the role of each operation, the error body.
// `x-resource` overrides whatever is inferred from names, and what is not recognized is reported.
import type { Contract, Operation } from "../contract/model.ts";
import { appendPointer } from "../json/pointer.ts";
import { resourceOf } from "./inference/collections.ts";
import type { Group } from "./inference/make-resource.ts";
import { inferError } from "./error-shape.ts";
import { HINT, readOperationHint } from "./hint.ts";
import type { Assignment, HintProblem, Inference, Resource } from "./model.ts";
import { parameterIn, placeOf, stepsOf } from "./paths.ts";
import { type Placed, type Placement, Placer } from "./inference/placement.ts";
import { linkResources, namedAlone } from "./inference/sharing.ts";
import { assignOthers } from "./inference/singletons.ts";
import { keptFor, once } from "../memo.ts";
import { type SchemaNode, schemaAt } from "../schema/normal/schema-node.ts";
import type { Document } from "../document/document.ts";
import { changesList } from "./deeds/parts.ts";
import { shownNode } from "./items/bodies.ts";
import { quoted } from "../json/quote.ts";

/**
 * Infers the resources of a contract and the role of each operation, once for all callers. Nothing is guessed silently:
 * each assignment says why, an operation without a role says what it lacks, and what was not recognized comes with the
 * x-resource that would declare it.
 */
export const inferResources = once((contract: Contract): Inference => {
  const { document, operations } = contract;
  const hints = new Map(
    operations.map((operation) => [
      operation,
      readOperationHint(operation.resourceHint, appendPointer(operation.pointer, HINT)),
    ]),
  );
  const placer = new Placer(document, operations);
  const placements = [...hints].map(([operation, read]) => placer.place(operation, read));
  const results = groupsOf(placements).map((group) => resourceOf(contract, group));
  const all = results.flatMap(({ resource }) => resource ?? []);
  const above = thingsByPlace(contract, all);
  const acting = new Set(all.filter((one) => actsAbove(document, one, above)));
  const made = all.filter((one) => !acting.has(one));
  // A collection that is declared is one of its own.
  const declared = new Set(operations.filter((one) => hints.get(one)?.hint.collection !== undefined));
  const resources = linkResources(contract, made, declared);
  const linked = new Map(made.map((one, index) => [one, resources[index] as Resource] as const));
  const inCollections = results
    .flatMap(({ assignments }) => assignments)
    .map((one) =>
      isOf(one, acting)
        ? ({ operation: one.operation, role: "unmodelled", why: ACTS } as const)
        : relinked(one, linked),
    );
  const left = new Map(inCollections.flatMap((one) => (one.role === "unmodelled" ? [[one.operation, one.why]] : [])));
  const byItem = new Map([
    ...namedAlone(operations, resources),
    ...resources.flatMap((one) =>
      one.itemPath === undefined ? [] : [[placeOf(untilItem(one.itemPath)), one] as const],
    ),
  ]);
  const others = assignOthers(
    contract,
    [...placements.filter(({ kind }) => kind !== "collection"), ...againOf(placements, left)],
    byItem,
  );
  const assigned = new Map([...inCollections, ...others.assignments].map((one) => [one.operation, one] as const));
  const assignments = operations.map((operation) => assigned.get(operation) ?? unplaced(operation));
  const error = inferError(contract);
  const problems = [...hints.values()].flatMap((read) => read.problems);
  return Object.freeze({
    resources: Object.freeze(resources),
    singletons: Object.freeze(others.singletons),
    assignments: Object.freeze(assignments),
    ...(error.shape === undefined ? {} : { error: error.shape }),
    problems: Object.freeze([
      ...problems,
      ...results.flatMap((group) => group.problems),
      ...placements.flatMap(refused),
      ...error.problems,
    ]),
  });
});

const ACTS = "it answers with the item that it is below";

function isOf(assignment: Assignment, resources: ReadonlySet<Resource>): boolean {
  const { role } = assignment;
  return role !== "unmodelled" && assignment.resource.kind !== "singleton" && resources.has(assignment.resource);
}

/** What is shown at a place: an item of a resource, or what a GET answers with. */
interface Above {
  readonly item?: Resource;
  readonly get?: Operation;
}

function thingsByPlace({ operations }: Contract, all: readonly Resource[]): ReadonlyMap<string, Above> {
  const found = new Map<string, Above>();
  for (const get of operations) if (get.method === "GET") found.set(placeOf(stepsOf(get.path)), { get });
  for (const item of all.toReversed())
    if (item.itemPath !== undefined) found.set(placeOf(stepsOf(item.itemPath)), { item });
  return found;
}

/**
 * True for operations that answer with the thing above them, and whose own things nothing lists or fetches: a reply to a
 * ticket, the lines of a cart.
 */
function actsAbove(document: Document, one: Resource, things: ReadonlyMap<string, Above>): boolean {
  const roles = Object.keys(one.operations);
  if (roles.includes("list") || roles.includes("fetch")) return false;
  const steps = stepsOf(one.collection);
  const { item, get } = things.get(placeOf(steps.slice(0, -1))) ?? {};
  const whole = item === undefined ? get && shownNode(document, get) : itemNode(document, item);
  const own = itemNode(document, one);
  if (whole?.home !== own.home || own.home === one.item.pointer) return false;
  const isSaid =
    item !== undefined && roles.includes("create") && roles.every((role) => role === "create" || role === "remove");
  return isSaid || changesList(whole, steps.at(-1) ?? "", own);
}

const itemNode = (document: Document, { item }: Resource): SchemaNode => schemaAt(document, item.pointer, "response");

/** The steps to an item: "/containers/{id}" of "/containers/{id}/json". */
function untilItem(itemPath: string): readonly string[] {
  const steps = stepsOf(itemPath);
  return steps.slice(0, steps.findLastIndex((step) => parameterIn(step) !== undefined) + 1);
}

/** Groups operations by collection, in document order. */
function groupsOf(placements: readonly Placement[]): Group[] {
  const groups = new Map<string, { collection: string; candidates: Placed[] }>();
  for (const placement of placements) {
    if (placement.kind !== "collection") continue;
    const { place, collection } = placement;
    keptFor(groups, place, () => ({ collection, candidates: [] })).candidates.push(placement);
  }
  return [...groups.values()];
}

function relinked(assignment: Assignment, linked: ReadonlyMap<Resource, Resource>): Assignment {
  if (assignment.role === "unmodelled" || assignment.resource.kind === "singleton") return assignment;
  return { ...assignment, resource: linked.get(assignment.resource) ?? assignment.resource };
}

/**
 * An operation without a role in a collection may still act on an item earlier in its path, unless a hint says
 * otherwise.
 */
function againOf(placements: readonly Placement[], left: ReadonlyMap<Operation, string>): Placement[] {
  return placements.flatMap((placement): Placement[] => {
    const { operation, hint, place } = placement;
    const why = left.get(operation);
    if (placement.kind !== "collection" || why === undefined) return [];
    const kind = hint.role === undefined && hint.collection === undefined ? "action" : "none";
    return [{ kind, operation, hint, place: `${place} ${operation.method}`, why }];
  });
}

/** A requested role that could not even be considered. */
function refused(placement: Placement): HintProblem[] {
  const { hint, operation, kind } = placement;
  if (kind !== "none" || hint.role === undefined || hint.role === "unmodelled") return [];
  const message = `the role ${quoted(hint.role)} cannot be given to it: ${placement.why}`;
  return [{ pointer: appendPointer(operation.pointer, HINT), message }];
}

function unplaced(operation: Operation): Assignment {
  return { operation, role: "unmodelled", why: "nothing on its path has a role" };
}
