// Requests for one item by its identifier, and identifiers that no item has.
import { showViolations } from "../../src/schema/violation.ts";
import type { Contract, Operation, Parameter } from "../../src/contract/model.ts";
import { showScalar } from "../../src/contract/serialization/text.ts";
import { type JsonValue, exactInteger, isObject } from "../../src/json/value.ts";
import type { Resource } from "../../src/resource/model.ts";
import { parametersIn, stepsOf, templateOf } from "../../src/resource/paths.ts";
import { schemaAt } from "../../src/schema/normal/schema-node.ts";
import { INTEGER_FORMATS } from "../../src/schema/number-formats.ts";
import { FORMATS } from "../../src/schema/samples/formats.ts";
import type { Probe } from "../client/request.ts";
import { Undecidable } from "../client/undecidable.ts";
import { type Exchange, headerOf } from "../client/exchange.ts";
import { itemIn } from "../places.ts";

/** An identifier that presumably no item has. */
export function absentValue({ identifier }: Resource): string | number {
  if (identifier.kind === "integer") return (identifier.maximum ?? 0n) >= 2n ** 31n ? 1_987_654_321 : 1_987_654;
  const examples = identifier.parameter?.examples ?? [];
  const isUuid =
    identifier.kind === "uuid" || (examples.length > 0 && examples.every(({ value }) => isUuidText(value)));
  return isUuid ? "00000000-0000-4000-8000-00000000dead" : "no-such-item-0000dead";
}

const isUuidText = (value: JsonValue): boolean =>
  typeof value === "string" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

/** The text of `absentValue` for a path. */
export function absentIdentifier(resource: Resource): string {
  return String(absentValue(resource));
}

/** True for an operation on one item of the resource. */
export function isItemOf(resource: Resource | undefined, operation: Operation): boolean {
  return resource?.identifier.parameter !== undefined && resource.itemPath === operation.path;
}

/**
 * A probe of one item by its identifier.
 * @throws Undecidable if the operation's own parameter does not allow the identifier: no client may request the item
 *   then
 */
export function itemProbe(resource: Resource, operation: Operation, id: JsonValue): Probe {
  const wrong = unreachable(resource, operation, id);
  if (wrong === undefined) return { operation, ...pathTo(resource, showScalar(id), operation) };
  throw new Undecidable(
    `the item cannot be requested, because ${resource.identifier.parameter?.name} in its path ${wrong}`,
    "a document whose path parameter allows the identifiers that items get",
  );
}

/** A probe that fetches an item of a resource whose items can be fetched. @throws Undecidable like `itemProbe` */
export const fetchProbe = (resource: Resource, id: JsonValue): Probe =>
  itemProbe(resource, resource.operations.fetch as Operation, id);

/** Why nothing follows from an item that is not found: the answer to its creation leads to it by another property. */
export function ledElsewhere(made: Exchange, id: JsonValue): Undecidable | undefined {
  const [, last] = /([^/?#]+)\/?(?:[?#].*)?$/.exec(headerOf(made, "location") ?? "") ?? [];
  if (last === undefined || last === encodeURIComponent(showScalar(id))) return undefined;
  const found = Object.entries<JsonValue>(itemIn(made) ?? {}).find(
    ([, value]) => !isObject(value) && !Array.isArray(value) && encodeURIComponent(showScalar(value)) === last,
  );
  if (found === undefined) return undefined;
  const [name] = found;
  return new Undecidable(`the answer to its creation leads to it by ${name}`, `x-resource: { identifier: ${name} }`);
}

/** A probe of an item that presumably does not exist. */
export function absentProbe(resource: Resource, operation: Operation): Probe {
  return { operation, ...pathTo(resource, absentIdentifier(resource), operation) };
}

/**
 * The path parameter of a probe that names the item.
 * @param operation the requested one, which may have another name for the same parameter
 */
export function pathTo(resource: Resource, text: string, operation?: Operation): Pick<Probe, "path"> {
  const { itemPath, identifier } = resource;
  if (identifier.parameter === undefined) return {};
  const { name } = identifier.parameter;
  const isTwin =
    operation !== undefined && itemPath !== undefined && templateOf(operation.path) === templateOf(itemPath);
  const own = isTwin ? parametersIn(stepsOf(operation.path))[parametersIn(stepsOf(itemPath)).indexOf(name)] : undefined;
  return { path: { [own ?? name]: text } };
}

/** Why the path of an operation cannot contain this identifier; undefined if it can. */
export function unreachable(resource: Resource, operation: Operation, id: JsonValue): string | undefined {
  return refusedInPath(operation, resource.identifier.parameter?.name, id);
}

/**
 * Statuses other than 404 with which this path may be refused: those for a value that its parameter does not allow, or may
 * not, as it has a format that only the service knows.
 */
export function refusalsInPath(
  { document }: Contract,
  operation: Operation,
  name: string | undefined,
  id: JsonValue,
): number[] {
  const parameter = pathParameter(operation, name);
  const formats = parameter && schemaAt(document, parameter.schema.pointer, "request").form.formats;
  const isOwn = formats?.some((format) => !FORMATS.has(format) && !INTEGER_FORMATS.has(format)) === true;
  return isOwn || refusedInPath(operation, name, id) !== undefined ? [400, 422] : [];
}

/** The path parameter of an operation. */
export function pathParameter({ parameters }: Operation, name: string | undefined): Parameter | undefined {
  return parameters.find((one) => one.in === "path" && one.name === name);
}

/** Why the parameter of a path does not allow a value; undefined if it does. */
export function refusedInPath(operation: Operation, name: string | undefined, id: JsonValue): string | undefined {
  const parameter = pathParameter(operation, name);
  if (parameter === undefined) return undefined;
  // Everything in a path is text. The parameter determines how it is read.
  const text = showScalar(id);
  const read = /^-?\d+$/.test(text) ? exactInteger(text) : id;
  const violations = parameter.schema.validate(read);
  if (violations.length === 0 || parameter.schema.validate(text).length === 0) return undefined;
  return showViolations(violations);
}
