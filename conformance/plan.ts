// What there is to check: the contract, its resources, and quick answers to what checks ask of both.
import { isGone } from "../src/contract/lifecycle.ts";
import type { Contract, Operation, Parameter, Response, Schema, SecurityScheme } from "../src/contract/model.ts";
import { needsHandshake } from "./credential.ts";
import { isJsonMedia, successMedia } from "../src/resource/infer.ts";
import type { ErrorShape, Inference, Resource, Role } from "../src/resource/model.ts";

export interface Plan {
  readonly contract: Contract;
  readonly resources: readonly Resource[];
  readonly error?: ErrorShape;
  /** "2026-11-21": decides what is past its sunset. */
  readonly today: string;
  /** Operations that are served today: those past their sunset are not asked the usual questions. */
  readonly operations: readonly Operation[];
  readonly gone: readonly Operation[];
  readonly unmodelled: ReadonlySet<Operation>;
}

/** Makes the plan of a run. `today` is a day in UTC. */
export function makePlan(contract: Contract, inference: Inference, today: string): Plan {
  const isPast = ({ lifecycle }: Operation): boolean => isGone(lifecycle, today);
  const gone = contract.operations.filter(isPast);
  const unmodelled = inference.assignments
    .filter(({ role }) => role === "unmodelled")
    .map(({ operation }) => operation);
  return Object.freeze({
    contract,
    resources: inference.resources.map((resource) => withoutGone(resource, isPast)),
    ...(inference.error === undefined ? {} : { error: inference.error }),
    today,
    operations: contract.operations.filter((operation) => !isPast(operation)),
    gone,
    unmodelled: new Set(unmodelled),
  });
}

function withoutGone(resource: Resource, isPast: (operation: Operation) => boolean): Resource {
  const served = Object.entries(resource.operations).filter(([, operation]) => !isPast(operation));
  return { ...resource, operations: Object.fromEntries(served) };
}

/** A resource together with one of its operations. */
export interface Played {
  readonly resource: Resource;
  readonly operation: Operation;
}

/** Every resource that has the role, with the operation that plays it. */
export function playing(plan: Plan, role: Role): Played[] {
  return plan.resources.flatMap((resource) => {
    const operation = resource.operations[role];
    return operation === undefined ? [] : [{ resource, operation }];
  });
}

/** The resource that an operation acts on. */
export function resourceOf(plan: Plan, operation: Operation): Resource | undefined {
  return plan.resources.find(({ operations }) => Object.values(operations).includes(operation));
}

/** The schemes that protect an operation: those of the first alternative that a key opens. Empty: it is open. */
export function protection(operation: Operation): readonly SecurityScheme[] {
  // An empty alternative makes the credential optional.
  if (operation.security.some((alternative) => alternative.length === 0)) return [];
  return operation.security.find((alternative) => !alternative.some(needsHandshake)) ?? operation.security[0] ?? [];
}

/** The same, and none where it takes more than a key: what the suite sends is then refused, and rightly. */
export function keyedProtection(operation: Operation): readonly SecurityScheme[] {
  const schemes = protection(operation);
  return schemes.some(needsHandshake) ? [] : schemes;
}

/** True for an operation that only reads (RFC 9110 section 9.2.1). */
export function isSafe({ method }: Operation): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/** The response that the document describes for a status: exact, then by range, then the default. */
export function describedResponse(operation: Operation, status: number): Response | undefined {
  const find = (name: string): Response | undefined => operation.responses.find((response) => response.status === name);
  return find(String(status)) ?? find(`${Math.floor(status / 100)}XX`) ?? find("default");
}

/** The success statuses that the document names: "200", "2XX". */
export function successStatuses(operation: Operation): string[] {
  return operation.responses.map(({ status }) => status).filter((status) => status.startsWith("2"));
}

/** True where a status is one of the named ones, ranges included. */
export function isNamed(status: number, names: readonly string[]): boolean {
  return names.some((name) => name === String(status) || name === `${Math.floor(status / 100)}XX`);
}

/**
 * The statuses by which an operation refuses a wrong request, as far as the document names them:
 * client errors that are not about the credential, the path or the rate.
 */
export function refusalStatuses(operation: Operation): string[] {
  const other = new Set(["401", "403", "404", "405", "406", "408", "409", "410", "413", "415", "429"]);
  return operation.responses
    .map(({ status }) => status)
    .filter((status) => /^4\d\d$/.test(status) && !other.has(status));
}

/** The schema of an operation's success body, where it is JSON. */
export function successSchema(operation: Operation): Schema | undefined {
  return successMedia(operation)?.schema;
}

/** The schema of an operation's JSON request body. */
export function bodySchema(operation: Operation): Schema | undefined {
  return operation.body?.content.find(({ name, schema }) => isJsonMedia(name) && schema !== undefined)?.schema;
}

/** The media type in which JSON bodies are sent to an operation. */
export function bodyMediaType(operation: Operation): string {
  const name = operation.body?.content.find((media) => isJsonMedia(media.name))?.name ?? "application/json";
  return name.includes("*") ? "application/json" : name;
}

export function parameterOf(operation: Operation, name: string): Parameter | undefined {
  return operation.parameters.find((parameter) => parameter.name === name);
}

/** "GET /items". */
export function showOperation(operation: Operation): string {
  return `${operation.method} ${operation.path}`;
}
