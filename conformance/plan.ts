// What there is to check: the contract, its resources, and cached answers to what checks need to know about them.
import { isGone } from "../src/contract/lifecycle.ts";
import type { Contract, Operation } from "../src/contract/model.ts";
import { formatOf, isForm, mayBeJson } from "../src/contract/media.ts";
import { successes } from "../src/contract/responses.ts";
import { isWritable, noteForms } from "./bodies.ts";
import { noteShapes } from "./places.ts";
import { placeOf, stepsOf, templateOf } from "../src/resource/paths.ts";
import { parentOf } from "../src/resource/inference/sharing.ts";
import { unrecognisedIn } from "../src/resource/unrecognised.ts";
import type { ErrorShape, Inference, Resource, Role, Singleton } from "../src/resource/model.ts";
import { once } from "../src/memo.ts";
import { showOperation } from "./operations.ts";

export interface Plan {
  readonly contract: Contract;
  readonly resources: readonly Resource[];
  readonly error?: ErrorShape;
  /** "2026-11-21": decides what is past its sunset. */
  readonly today: string;
  /** Operations that can be requested and are served today: the usual checks skip those past their sunset. */
  readonly operations: readonly Operation[];
  readonly gone: readonly Operation[];
  readonly unmodelled: ReadonlySet<Operation>;
  readonly singletons: readonly Singleton[];
  /** Operations that do something to an item, each with the resource as the plan has it. */
  readonly actions: readonly ResourceOperation[];
  /** The parent item that an operation's path leads through, or the collection it belongs to. */
  readonly ways: ReadonlyMap<Operation, Way>;
  /** Parts of the document that were not recognized, so no check covers them; mistakes in x-resource first. */
  readonly unrecognised: Inference["problems"];
}

/** Where the path of an operation leads before it reaches its own subject. */
interface Way {
  readonly resource: Resource;
  /** True if the path leads through an item; otherwise it leads to the collection. */
  readonly isItem: boolean;
  /** How many path parameters lead there. */
  readonly parameters: number;
}

/** Makes the plan of a run. `today` is a day in UTC; `baseUrl` is that of the target, if there is one. */
export function makePlan(contract: Contract, inferred: Inference, today: string, baseUrl?: string): Plan {
  const inference = inJson(inferred);
  noteForms(contract);
  noteShapes(contract.document, inference);
  const isPast = ({ lifecycle }: Operation): boolean => isGone(lifecycle, today);
  const twins = twinsOf(contract.operations);
  /** How much of the base URL is the path of one of these servers. */
  const likeness = (servers: Contract["servers"]): number =>
    Math.max(
      ...servers.map(({ basePath }) => (baseUrl?.replace(/\/+$/, "").endsWith(basePath) ? basePath.length : -1)),
    );
  const elsewhere = contract.operations.filter(
    ({ servers }) => servers !== undefined && likeness(servers) < likeness(contract.servers),
  );
  const isUnaskable = (operation: Operation): boolean =>
    hasMoreThanPath(operation) || twins.has(operation) || elsewhere.includes(operation);
  const isLeftOut = (operation: Operation): boolean => isPast(operation) || isUnaskable(operation);
  const gone = contract.operations.filter((operation) => isPast(operation) && !isUnaskable(operation));
  const unmodelled = inference.assignments
    // An operation whose body the suite cannot write is treated like one without a role.
    .filter(({ role, operation }) => role === "unmodelled" || (role === "action" && !isWritable(operation)))
    .map(({ operation }) => operation);
  const planned = inference.resources.map((resource) => without(resource, isLeftOut));
  const resources = planned.map((one) => {
    const sharedWith = planned.find(({ collection }) => collection === one.sharedWith?.collection);
    return sharedWith === undefined ? one : { ...one, sharedWith };
  });
  return Object.freeze({
    contract,
    resources,
    singletons: inference.singletons.map((singleton) => without(singleton, isLeftOut)),
    actions: actionsOf(inference, resources).filter(({ operation }) => !isLeftOut(operation) && isWritable(operation)),
    ...(inference.error === undefined ? {} : { error: inference.error }),
    today,
    operations: contract.operations.filter((operation) => !isLeftOut(operation)),
    gone,
    unmodelled: new Set(unmodelled),
    ways: waysOf(inference),
    unrecognised: [
      ...inference.problems,
      ...unrecognisedIn(contract, inference),
      ...contract.operations.filter(hasMoreThanPath).map((one) => untested(one, whyUnaskable(one))),
      ...[...twins].map((one) => untested(one, REPEATED)),
      ...elsewhere.map((one) => untested(one, ELSEWHERE)),
      ...inference.resources.flatMap(({ operations: { list } }) =>
        list === undefined || asks(list) ? [] : [untested(list, SEARCHED)],
      ),
    ],
  });
}

/** The meaning of the operations with bodies that the suite can judge: XML is served, but not judged. */
function inJson(inference: Inference): Inference {
  const others = new Set(inference.assignments.map(({ operation }) => operation).filter(isOnlyXml));
  if (others.size === 0) return inference;
  const isOther = (operation: Operation): boolean => others.has(operation);
  const rest = <T extends Resource | Singleton>(one: T): T => ({
    ...one,
    operations: Object.fromEntries(Object.entries(one.operations).filter(([, own]) => !isOther(own))),
  });
  return {
    ...inference,
    resources: inference.resources.map(rest),
    singletons: inference.singletons.map(rest),
    assignments: inference.assignments.map((one) =>
      isOther(one.operation)
        ? { operation: one.operation, role: "unmodelled", why: "its bodies are XML, which is not judged" }
        : one,
    ),
  };
}

/** True if a body that the operation takes or answers is XML, and not JSON or a form. */
function isOnlyXml(operation: Operation): boolean {
  const { body } = operation;
  const success = successes(operation).flatMap(({ content }) => content);
  return [body?.content ?? [], success].some(
    (content) =>
      content.some(({ name }) => formatOf(name) === "xml") &&
      !content.some(({ name }) => mayBeJson(name) || isForm(name)),
  );
}

/** The parents that the path of each operation leads through. */
function waysOf({ resources, assignments }: Inference): Map<Operation, Way> {
  const byItem = new Map(
    resources.flatMap((one) => (one.itemPath === undefined ? [] : [[placeOf(stepsOf(one.itemPath)), one] as const])),
  );
  const ways = new Map<Operation, Way>();
  for (const assignment of assignments) {
    const { operation } = assignment;
    if (assignment.role !== "unmodelled" && assignment.role !== "action" && assignment.resource.kind === "collection") {
      const { resource } = assignment;
      if (resource.scope.length > 0)
        ways.set(operation, { resource, isItem: false, parameters: resource.scope.length });
      continue;
    }
    const parent = parentOf(stepsOf(operation.path), byItem);
    if (parent !== undefined)
      ways.set(operation, { resource: parent.resource, isItem: true, parameters: parent.parameters });
  }
  return ways;
}

/** A fragment is never sent (RFC 9110 section 7.1), and OpenAPI describes the query elsewhere. */
function hasMoreThanPath({ path }: Operation): boolean {
  return /[?#]/.test(path);
}

/** Operations that repeat the method and, apart from parameter names, the path of an earlier one. */
function twinsOf(operations: readonly Operation[]): ReadonlySet<Operation> {
  const seen = new Set<string>();
  return new Set(
    operations.filter(({ method, path }) => {
      const place = `${method} ${templateOf(path)}`;
      return seen.has(place) || !seen.add(place);
    }),
  );
}

/** True for a list whose request has only parameters: a body would have a query language of its own. */
function asks({ method }: Operation): boolean {
  return method === "GET";
}

const REPEATED = "cannot be requested: an earlier operation has the same path but for the names of its parameters";
const ELSEWHERE = "has servers of its own, and the base URL is not one of them";
const SEARCHED = "lists what its body asks for, which is not understood: its answers alone are judged";

/** What no check covers, and why. */
function untested(operation: Operation, why: string): Plan["unrecognised"][number] {
  return { pointer: operation.pointer, message: `${showOperation(operation)} ${why}` };
}

function whyUnaskable({ path }: Operation): string {
  return path.includes("#")
    ? "cannot be requested: what follows the # in a URL is not sent"
    : "cannot be requested: what follows the ? in a URL is its query, which no path can name";
}

function actionsOf({ assignments }: Inference, resources: readonly Resource[]): ResourceOperation[] {
  return assignments.flatMap((one) => {
    if (one.role !== "action") return [];
    const resource = resources.find(
      ({ collection }) => "collection" in one.resource && collection === one.resource.collection,
    );
    return resource === undefined ? [] : [{ resource, operation: one.operation }];
  });
}

function without<T extends Resource | Singleton>(resource: T, isLeftOut: (operation: Operation) => boolean): T {
  const served = Object.entries(resource.operations).filter(
    ([role, operation]) => !isLeftOut(operation) && (role !== "list" || asks(operation)),
  );
  return { ...resource, operations: Object.fromEntries(served) };
}

/** A resource together with one of its operations. */
export interface ResourceOperation {
  readonly resource: Resource;
  readonly operation: Operation;
}

/** The creation of items of a resource that has one. */
export const creatorOf = (resource: Resource): ResourceOperation => ({
  resource,
  operation: resource.operations.create as Operation,
});

/** Every resource that has the role, with the operation that plays it. */
export function operationsInRole(plan: Plan, role: Role): ResourceOperation[] {
  return plan.resources.flatMap((resource) => {
    const operation = resource.operations[role];
    return operation === undefined ? [] : [{ resource, operation }];
  });
}

const ownersOf = once(({ resources }: Plan): ReadonlyMap<Operation, Resource> => {
  const all = resources.flatMap((resource) =>
    Object.values(resource.operations).map((one) => [one, resource] as const),
  );
  // If several resources have the operation, the first one counts.
  return new Map(all.toReversed());
});

/** The resource that an operation acts on. */
export function resourceOf(plan: Plan, operation: Operation): Resource | undefined {
  return ownersOf(plan).get(operation);
}

/** A resource as the plan has it. Links to parents lead to resources that still have what the plan leaves out. */
export function plannedOf(plan: Plan, { collection }: Resource): Resource | undefined {
  return plan.resources.find((one) => one.collection === collection);
}
