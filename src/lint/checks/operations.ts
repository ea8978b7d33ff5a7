// Operations: their responses, names and meaning.
import type { Operation } from "../../contract/model.ts";
import { appendPointer, lastStep } from "../../json/pointer.ts";
import { isJson } from "../../contract/media.ts";
import { unmadeOf } from "../../contract/representation/unmade.ts";
import { HINT, readErrorHint, readOperationHint } from "../../resource/hint.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";
import { quoted } from "../../json/quote.ts";

/** "GET /items", the name of an operation in all findings. */
function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** Operations without a success response. */
export function withoutSuccess({ contract }: LintContext): Complaint[] {
  return withoutResponse(contract.operations, /^[123]/, "no 2XX or 3XX response");
}

/** Operations whose success the mock cannot make: it answers 501. */
export function unmade({ contract }: LintContext): Complaint[] {
  return contract.operations.flatMap((operation) => {
    const why = unmadeOf(operation);
    return why === undefined ? [] : [{ pointer: operation.pointer, said: why }];
  });
}

/** Operations without an error response. */
export function withoutError({ contract }: LintContext): Complaint[] {
  return withoutResponse(contract.operations, /^(?:[45]|default$)/, "neither a 4XX, a 5XX nor a default response");
}

function withoutResponse(operations: readonly Operation[], wanted: RegExp, lack: string): Complaint[] {
  return operations
    .filter(({ responses }) => !responses.some(({ status }) => wanted.test(status)))
    .map((operation) => ({ pointer: operation.pointer, said: `it has ${lack}` }));
}

/** Operations that repeat the operationId of an earlier one. */
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
    const said = `the operationId ${quoted(id)} is taken at ${file}:${line}`;
    return [{ pointer: appendPointer(pointer, "operationId"), said }];
  });
}

/** JSON without a schema. */
export function undescribedJson(context: LintContext): Complaint[] {
  return context.of("media-type").flatMap(({ pointer, value }) => {
    const name = lastStep(pointer);
    if (!isJson(name) || value["schema"] !== undefined) return [];
    return [{ pointer, said: `the ${name} has no schema` }];
  });
}

const NAMED = 3;

/**
 * The number of operations without a role. One complaint for all, because some kinds of documents would have nothing
 * else.
 */
export function withoutRole({ inference }: LintContext): Complaint[] {
  const { assignments } = inference;
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

/** `x-resource` hints that cannot be read or followed, or that are in a place where none is read. */
export function wrongHints(context: LintContext): Complaint[] {
  const read = context.parts.flatMap(({ kind, pointer, value }) => {
    if (value[HINT] === undefined) return [];
    const at = appendPointer(pointer, HINT);
    if (kind === "operation") return readOperationHint(value[HINT], at).problems;
    if (kind === "schema") return readErrorHint(value[HINT], at).problems;
    return [{ pointer: at, message: `x-resource has no effect on a ${kind}; ${WHERE}` }];
  });
  const all = [...read, ...context.inference.problems];
  const each = new Map(all.map(({ pointer, message }) => [`${pointer} ${message}`, { pointer, said: message }]));
  return [...each.values()];
}

const WHERE = "it belongs on an operation, or on the schema of an error body";
