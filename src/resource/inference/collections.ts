// Makes a resource of the operations on one collection: what its items are, what identifies them, and where bodies
// contain them.
import type { Contract, Operation } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { appendPointer } from "../../json/pointer.ts";
import { shownNode } from "../items/bodies.ts";
import { cursorsOf } from "../lists/cursors.ts";
import { listIn, namingOf } from "../items/envelope.ts";
import { type Group, makeResource } from "./make-resource.ts";
import { HINT } from "../hint.ts";
import type { Assignment, HintProblem, Resource, Role } from "../model.ts";
import { stepsOf } from "../paths.ts";
import { getsByIds, identifierParameter, isOnItem, roleFault } from "./roles.ts";
import { type Candidate, type GroupBodies, shapeOf } from "./shapes.ts";
import { quoted } from "../../json/quote.ts";
import { turnsPages } from "../lists/page-names.ts";

export interface GroupResult {
  readonly resource?: Resource;
  readonly assignments: readonly Assignment[];
  readonly problems: readonly HintProblem[];
}

/** Makes the resource of a group, or says why each operation has no role. */
export function resourceOf({ document }: Contract, given: Group): GroupResult {
  const bodies = bodiesOf(document, given);
  const getting = (one: Candidate): Candidate =>
    one.hint.role === undefined && getsByIds(document, one, bodies) ? { ...one, role: "list", isExtra: true } : one;
  const group = { ...given, candidates: given.candidates.map(getting) };
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
  const fetch = byRole.get("fetch")?.operation;
  const shapes = new Map(fitting.map((one) => [one.operation, shapeOf(document, one, bodies, fetch)] as const));
  const made = makeResource({ document, group, byRole, shapes, bodies });
  const assignments = group.candidates.map((candidate): Assignment => {
    const { operation, role } = candidate;
    const fault = faults.get(operation) ?? (typeof made === "string" ? made : undefined);
    if (fault !== undefined || typeof made === "string") return { operation, role: "unmodelled", why: fault ?? "" };
    return { operation, role, resource: made.resource, why: whyRole(candidate, made.resource) };
  });
  const problems = [...misplaced(group), ...assignments.flatMap((assignment) => refusedRole(assignment, group))];
  if (typeof made === "string") return { assignments, problems };
  return { ...made, assignments, problems: [...problems, ...made.problems] };
}

/** What the bodies of a group are called, and where its list contains the items. */
function bodiesOf(document: Document, { collection, candidates }: Group): GroupBodies {
  const onItem = candidates.find(({ role }) => isOnItem(role));
  const parameter = onItem === undefined ? undefined : identifierParameter(onItem.operation, onItem.hint)?.name;
  const naming = namingOf(stepsOf(collection), parameter);
  const isCertain = candidates.some(({ role }) => role !== "list") || candidates.length > 1;
  const list = candidates.find(({ role, isExtra }) => role === "list" && !isExtra);
  const node = list === undefined ? undefined : shownNode(document, list.operation);
  const listed = node === undefined ? undefined : listIn(node, naming, isCertain);
  const hasCursors = list !== undefined && cursorsOf(document, list, []).length > 0;
  const query = list?.operation.parameters.filter((parameter) => parameter.in === "query") ?? [];
  return {
    naming,
    isCertain: isCertain || hasCursors || list?.operation.parameters.some(turnsPages) === true,
    // Array parameters in a query often have brackets after their names.
    asked: query.map(({ name }) => name.replace(/\[\]$/, "")),
    ...(listed === undefined ? {} : { listed }),
  };
}

/** Hints about pages and filters belong on the list. */
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

/** A requested role that the operation cannot have. */
function refusedRole({ operation, role, why }: Assignment, { candidates }: Group): HintProblem[] {
  const wanted = candidates.find((candidate) => candidate.operation === operation)?.hint.role;
  if (wanted === undefined || wanted === role) return [];
  const message = `the role ${quoted(wanted)} cannot be given to it: ${why}`;
  return [{ pointer: appendPointer(operation.pointer, HINT), message }];
}

function whyRole({ operation, hint, role, isExtra }: Candidate, resource: Resource): string {
  if (hint.role !== undefined || hint.collection !== undefined) return "x-resource says so";
  const what = isOnItem(role) ? `an item of ${resource.name}` : resource.name;
  if (isExtra) return `the end of its path says what it does to ${what}`;
  const place = isOnItem(role) ? "item path" : "collection";
  return `${operation.method} on the ${place} of ${resource.name}`;
}
