// Gives each operation its role, from the document alone: paths that end in a parameter are items, their
// parent is the collection, and methods and schemas say the rest. `x-resource` on an operation overrides.
import type { Document } from "../contract/document.ts";
import { isObject, writeJson } from "../contract/json.ts";
import type { Contract, MediaType, Method, Operation, Parameter, Schema } from "../contract/model.ts";
import { mayBe, shapeOf } from "../contract/shape.ts";
import { inferError } from "./error-shape.ts";
import { findIdentifier, itemProperties } from "./identifier.ts";
import { type Assignment, type Inference, ROLES, type Resource, type Role } from "./model.ts";
import { findFilters, findPageSize, findPageStart } from "./query.ts";

/**
 * Infers the resources of a contract and the role of each operation.
 * Nothing is guessed in silence: each assignment says why, and what has no role says what it lacks.
 */
export function inferResources(contract: Contract): Inference {
  const groups = groupByCollection(contract);
  const assigned = new Map<Operation, Assignment>();
  const resources: Resource[] = [];
  for (const group of groups.values()) {
    const result = resourceOf(contract.document, group);
    if (result.resource !== undefined) resources.push(result.resource);
    for (const assignment of result.assignments) assigned.set(assignment.operation, assignment);
  }
  const error = inferError(contract);
  return Object.freeze({
    resources: Object.freeze(resources),
    assignments: Object.freeze(contract.operations.map((operation) => assigned.get(operation) ?? unplaced(operation))),
    ...(error === undefined ? {} : { error }),
  });
}

/** JSON, or a media type built on it (RFC 6839): "application/problem+json". */
export function isJsonMedia(name: string): boolean {
  return name === "application/json" || name.endsWith("+json") || name === "*/*" || name === "application/*";
}

/** The JSON description of an operation's first success response, where it has one. */
export function successMedia(operation: Operation): MediaType | undefined {
  const success = operation.responses.filter(({ status }) => status.startsWith("2"));
  return success
    .flatMap(({ content }) => content)
    .find(({ name, schema }) => isJsonMedia(name) && schema !== undefined);
}

interface Candidate {
  readonly operation: Operation;
  readonly role: Role;
}

interface Group {
  readonly collection: string;
  readonly candidates: Candidate[];
  readonly leftOver: Assignment[];
}

/** Some frameworks end every path with a slash; that makes no other resource. */
const ITEM_PATH = /^(.*)\/\{([^{}/]+)\}\/?$/;

const COLLECTION_ROLES: Partial<Record<Method, Role>> = { GET: "list", POST: "create" };
const ITEM_ROLES: Partial<Record<Method, Role>> = { GET: "fetch", PUT: "replace", PATCH: "update", DELETE: "remove" };

function groupByCollection(contract: Contract): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const operation of contract.operations) {
    const place = placeOf(operation);
    const group = groups.get(place.collection) ?? { collection: place.collection, candidates: [], leftOver: [] };
    groups.set(place.collection, group);
    if (place.role === undefined) group.leftOver.push({ operation, role: "unmodelled", why: place.why });
    else group.candidates.push({ operation, role: place.role });
  }
  return groups;
}

interface Placement {
  readonly collection: string;
  readonly role?: Role;
  readonly why: string;
}

function placeOf(operation: Operation): Placement {
  const hint = readHint(operation);
  const item = ITEM_PATH.exec(operation.path);
  if (hint.fault !== undefined) return { collection: item?.[1] ?? operation.path, why: hint.fault };
  const collection = hint.collection ?? item?.[1] ?? operation.path.replace(/(.)\/$/, "$1");
  if (hint.role === "unmodelled") return { collection, why: "x-resource says so" };
  if (hint.role !== undefined) return { collection, role: hint.role, why: "x-resource says so" };
  if (collection.includes("{")) return { collection, why: whyNoCollection(collection) };
  const role = (item === null ? COLLECTION_ROLES : ITEM_ROLES)[operation.method];
  if (role !== undefined) return { collection, role, why: "" };
  const where = item === null ? "a collection" : "an item";
  return { collection, why: `${operation.method} on ${where} has no common meaning` };
}

function whyNoCollection(path: string): string {
  const isWhole = path.split("/").every((step) => !step.includes("{") || /^\{[^{}]+\}$/.test(step));
  return isWhole
    ? "its collection lies below another item's path"
    : "its path has a step that is only in part a parameter";
}

interface Hint {
  /** Why it cannot be understood. */
  readonly fault?: string;
  readonly role?: Role | "unmodelled";
  readonly collection?: string;
  readonly identifier?: string;
}

/** `x-resource: { role: list, collection: /items, identifier: code }`, each part optional; `false` means unmodelled. */
function readHint(operation: Operation): Hint {
  const hint = operation.resourceHint;
  if (hint === undefined) return {};
  if (hint === false) return { role: "unmodelled" };
  if (!isObject(hint)) return { fault: "x-resource must be false, or an object with role, collection or identifier" };
  const roles = [...ROLES, "unmodelled" as const];
  const role = roles.find((name) => name === hint["role"]);
  if (role === undefined && hint["role"] !== undefined) {
    return { fault: `x-resource has the role ${writeJson(hint["role"])}, which is none of ${roles.join(", ")}` };
  }
  return {
    ...(role === undefined ? {} : { role }),
    ...(typeof hint["collection"] === "string" ? { collection: hint["collection"] } : {}),
    ...(typeof hint["identifier"] === "string" ? { identifier: hint["identifier"] } : {}),
  };
}

interface GroupResult {
  readonly resource?: Resource;
  readonly assignments: readonly Assignment[];
}

function resourceOf(document: Document, group: Group): GroupResult {
  const byRole = new Map<Role, Operation>();
  const faults = new Map<Operation, string>();
  for (const { operation, role } of group.candidates) {
    const fault = byRole.has(role)
      ? `another operation is already the ${role} of it`
      : roleFault(document, operation, role);
    if (fault === undefined) byRole.set(role, operation);
    else faults.set(operation, fault);
  }
  const made = makeResource(document, group, byRole);
  const assignments = group.candidates.map(({ operation, role }): Assignment => {
    const fault = faults.get(operation) ?? (typeof made === "string" ? made : undefined);
    if (fault !== undefined || typeof made === "string") return { operation, role: "unmodelled", why: fault ?? "" };
    return { operation, role, resource: made, why: whyRole(operation, role, made) };
  });
  const all = [...assignments, ...group.leftOver];
  return typeof made === "string" ? { assignments: all } : { resource: made, assignments: all };
}

/** Why an operation cannot have the role that its method and path suggest; undefined when it can. */
function roleFault(document: Document, operation: Operation, role: Role): string | undefined {
  const isOnItem = role !== "list" && role !== "create";
  if (isOnItem && identifierParameter(operation) === undefined)
    return "it describes no path parameter that names an item";
  if (role === "remove") return undefined;
  const schema = successMedia(operation)?.schema;
  if (role === "list") {
    if (schema === undefined) return "it has no success response with JSON";
    if (itemsOf(document, schema) === undefined) return "its success response is not an array of objects";
    return undefined;
  }
  if (role !== "fetch" && !operation.body?.content.some(({ name }) => isJsonMedia(name)))
    return "it has no JSON request body";
  if (role === "fetch" && schema === undefined) return "it has no success response with JSON";
  if (schema === undefined) return undefined;
  const shape = shapeOf(document, schema.pointer);
  return mayBe(shape, "object") && shape.properties.size > 0
    ? undefined
    : "its success response is not an object with properties";
}

/** The pointer of the item schema of a list's schema. */
function itemsOf(document: Document, schema: Schema): string | undefined {
  const shape = shapeOf(document, schema.pointer);
  if (shape.items === undefined || shape.types?.includes("array") !== true) return undefined;
  return shapeOf(document, shape.items).properties.size > 0 ? shape.items : undefined;
}

function makeResource(document: Document, group: Group, byRole: ReadonlyMap<Role, Operation>): Resource | string {
  if (byRole.size === 0) return "nothing on its path has a role";
  const item = itemSchema(document, byRole);
  if (item === undefined) return "no response shows what an item is";
  const itemOperation = byRole.get("fetch") ?? byRole.get("replace") ?? byRole.get("update") ?? byRole.get("remove");
  const parameter = itemOperation === undefined ? undefined : identifierParameter(itemOperation);
  const wanted = group.candidates
    .map(({ operation }) => readHint(operation).identifier)
    .find((name) => name !== undefined);
  const identifier = findIdentifier(document, {
    item,
    collection: group.collection,
    parameter,
    body: byRole.get("create")?.body?.content.find(({ name, schema }) => isJsonMedia(name) && schema !== undefined)
      ?.schema,
    wanted,
  });
  if (identifier === undefined) return "its items have no property that identifies them";
  const list = byRole.get("list");
  const properties = itemProperties(document, item);
  const pageSize = list === undefined ? undefined : findPageSize(document, list, properties);
  const pageStart = list === undefined ? undefined : findPageStart(document, list, properties);
  return Object.freeze({
    name: group.collection.split("/").findLast((step) => step !== "" && !step.startsWith("{")) ?? "items",
    collection: group.collection,
    ...(itemOperation === undefined ? {} : { itemPath: itemOperation.path }),
    identifier,
    item,
    properties,
    filters: list === undefined ? [] : findFilters(document, list, properties),
    ...(pageSize === undefined ? {} : { pageSize }),
    ...(pageStart === undefined ? {} : { pageStart }),
    operations: Object.freeze(Object.fromEntries(byRole)),
  });
}

function itemSchema(document: Document, byRole: ReadonlyMap<Role, Operation>): Schema | undefined {
  for (const role of ["fetch", "create", "replace", "update"] as const) {
    const operation = byRole.get(role);
    const schema = operation === undefined ? undefined : successMedia(operation)?.schema;
    if (schema !== undefined) return schema;
  }
  const list = byRole.get("list");
  const whole = list === undefined ? undefined : successMedia(list)?.schema;
  const pointer = whole === undefined ? undefined : itemsOf(document, whole);
  if (whole === undefined || pointer === undefined) return undefined;
  // An item is judged as a list of one: the list's own validator knows it, and says where it is wrong.
  return Object.freeze({
    pointer,
    definition: true,
    validate: (value: unknown) =>
      whole
        .validate([value])
        .filter(({ at }) => at.startsWith("/0"))
        .map((violation) => ({ ...violation, at: violation.at.slice(2) })),
  });
}

function identifierParameter(operation: Operation): Parameter | undefined {
  // The last one: what comes before it leads to the item.
  const name = [...operation.path.matchAll(/\{([^{}/]+)\}/g)].at(-1)?.[1];
  return operation.parameters.find((parameter) => parameter.in === "path" && parameter.name === name);
}

function whyRole(operation: Operation, role: Role, resource: Resource): string {
  if (operation.resourceHint !== undefined) return "x-resource says so";
  const place = role === "list" || role === "create" ? "collection" : "item path";
  return `${operation.method} on the ${place} of ${resource.name}`;
}

function unplaced(operation: Operation): Assignment {
  return { operation, role: "unmodelled", why: "nothing on its path has a role" };
}
