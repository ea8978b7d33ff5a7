// Operations: what they answer, what they are called, what they mean.
import { writeJson, isObject, type JsonValue } from "../../contract/json.ts";
import type { Operation } from "../../contract/model.ts";
import { appendPointer, pointerSteps } from "../../contract/pointer.ts";
import { isJsonMedia } from "../../resource/infer.ts";
import { ROLES } from "../../resource/model.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";

/** "GET /items", as all findings call an operation. */
export function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** Operations that describe no response for when all goes well. */
export function withoutSuccess({ known }: LintContext): Complaint[] | "skipped" {
  return withoutResponse(known?.contract.operations, /^[123]/, "no 2XX or 3XX response");
}

/** Operations that describe no response for when something goes wrong. */
export function withoutError({ known }: LintContext): Complaint[] | "skipped" {
  return withoutResponse(
    known?.contract.operations,
    /^(?:[45]|default$)/,
    "neither a 4XX, a 5XX nor a default response",
  );
}

function withoutResponse(
  operations: readonly Operation[] | undefined,
  wanted: RegExp,
  lack: string,
): Complaint[] | "skipped" {
  if (operations === undefined) return "skipped";
  return operations
    .filter(({ responses }) => !responses.some(({ status }) => wanted.test(status)))
    .map((operation) => ({ pointer: operation.pointer, said: `it has ${lack}` }));
}

/** Operations that share an operationId with one before them. */
export function repeatedIds(context: LintContext): Complaint[] {
  const first = new Map<string, string>();
  return context.of("operation").flatMap(({ pointer, value }) => {
    const id = value["operationId"];
    if (typeof id !== "string") return [];
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, pointer);
      return [];
    }
    const { file, line } = context.document.locate(earlier);
    const said = `the operationId ${JSON.stringify(id)} is taken at ${file}:${line}`;
    return [{ pointer: appendPointer(pointer, "operationId"), said }];
  });
}

/** JSON that is not described. */
export function undescribedJson(context: LintContext): Complaint[] {
  return context.of("media-type").flatMap(({ pointer, value }) => {
    const name = pointerSteps(pointer).at(-1) ?? "";
    const plain = (name.split(";")[0] ?? "").trim().toLowerCase();
    if (plain.includes("*") || !isJsonMedia(plain) || value["schema"] !== undefined) return [];
    return [{ pointer, said: `the ${name} has no schema` }];
  });
}

const NAMED = 3;

/** How many operations have no role. One complaint for all: a document of another kind would have nothing else. */
export function withoutRole({ known }: LintContext): Complaint[] | "skipped" {
  if (known === undefined) return "skipped";
  const { assignments } = known.inference;
  const plain = assignments.filter(
    ({ role, operation }) => role === "unmodelled" && operation.resourceHint === undefined,
  );
  const [first] = plain;
  if (first === undefined) return [];
  const named = plain.slice(0, NAMED).map(({ operation, why }) => `${nameOf(operation)} (${why})`);
  const more = plain.length > NAMED ? ` and ${plain.length - NAMED} more` : "";
  const said = `${plain.length} of ${assignments.length} operations have no role: ${named.join(", ")}${more}`;
  return [{ pointer: first.operation.pointer, said }];
}

const HINT_KEYS = ["role", "collection", "identifier"];

/** `x-resource` hints that are not what the inference reads, or that change nothing. */
export function wrongHints(context: LintContext): Complaint[] {
  const operations = context.known?.inference.assignments ?? [];
  return context.of("operation").flatMap(({ pointer, value }) => {
    const hint = value["x-resource"];
    if (hint === undefined) return [];
    const at = appendPointer(pointer, "x-resource");
    const faults = hintFaults(hint);
    if (faults.length > 0)
      return faults.map(([key, said]) => ({ pointer: key === "" ? at : appendPointer(at, key), said }));
    const role = isObject(hint) ? hint["role"] : undefined;
    const assigned = operations.find(({ operation }) => operation.pointer === pointer);
    if (role === undefined || role === "unmodelled" || assigned === undefined || assigned.role === role) return [];
    return [{ pointer: at, said: `the role ${writeJson(role)} cannot be given to it: ${assigned.why}` }];
  });
}

/** What is wrong with a hint, each with the key it stands under. */
function hintFaults(hint: JsonValue): (readonly [key: string, said: string])[] {
  if (hint === false) return [];
  if (!isObject(hint))
    return [["", `x-resource is ${writeJson(hint)}; it must be false, or an object of ${HINT_KEYS.join(", ")}`]];
  return Object.entries(hint).flatMap(([key, value]): (readonly [string, string])[] => {
    if (!HINT_KEYS.includes(key))
      return [[key, `x-resource has ${JSON.stringify(key)}; it knows ${HINT_KEYS.join(", ")}`]];
    const roles = [...ROLES, "unmodelled"];
    if (key === "role" && !roles.some((role) => role === value)) {
      return [[key, `the role is ${writeJson(value)}; it must be one of ${roles.join(", ")}`]];
    }
    if (key === "collection" && !(typeof value === "string" && value.startsWith("/"))) {
      return [[key, `the collection is ${writeJson(value)}; it must be a path that begins with a slash`]];
    }
    if (key === "identifier" && (typeof value !== "string" || value === "")) {
      return [[key, `the identifier is ${writeJson(value)}; it must be the name of a property`]];
    }
    return [];
  });
}
