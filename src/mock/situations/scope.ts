// Selects the operations of a situation: "listItems", "GET", "GET /items", "/items/{itemId}", "/items/*", or all.
import type { Operation } from "../../contract/model.ts";
import type { AskedFor } from "./stub.ts";
import { quoted } from "../../json/quote.ts";

/** The parts of a request that a scope looks at. */
export interface Scoped {
  readonly operation: Operation;
  /** The path as sent, with the prefix under which all paths of the document are served, and without it. */
  readonly path: string;
  readonly below: string;
  readonly method: string;
}

/** A request that a situation may be meant for. */
export interface Request extends Scoped {
  /** What it asks for, as far as it was read. */
  readonly asked: () => AskedFor;
}

/** Whether a request is in scope. */
export type Scope = (request: Scoped) => boolean;

const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "QUERY",
]);

/**
 * Parses a scope.
 * @param operations those of the document: a scope that matches none of them is a mistake
 * @returns the scope, or what is wrong and which scopes are possible
 */
export function readScope(words: string | undefined, operations: readonly Operation[]): Scope | { problem: string } {
  const text = words?.trim() ?? "*";
  if (text === "*") return () => true;
  const [first = "", second] = text.split(/\s+/, 2);
  const method = METHODS.has(first.toUpperCase()) ? first.toUpperCase() : undefined;
  const path = method === undefined ? text : second;
  if (method !== undefined && path === undefined) return (request) => request.method === method;
  if (path?.startsWith("/") === true) return pathScope(path, method, operations);
  const named = operations.find(({ id }) => id === text) ?? operations.find(({ name }) => name === text);
  if (named !== undefined) return ({ operation }) => operation === named;
  return { problem: noOperation(text, operations) };
}

function pathScope(
  path: string,
  method: string | undefined,
  operations: readonly Operation[],
): Scope | { problem: string } {
  const isMethod = (request: Scoped): boolean => method === undefined || request.method === method;
  const templates = operations.filter((one) => one.path === path);
  if (templates.length > 0) {
    if (method !== undefined && !templates.some((one) => one.method === method)) {
      return { problem: `${path} has no ${method}; it has ${templates.map((one) => one.method).join(", ")}` };
    }
    return (request) => isMethod(request) && request.operation.path === path;
  }
  const isLike = operations.some((one) => endsLike(path, one.path));
  if (path.includes("{") || !isLike) return { problem: `no path is called ${path}; ${known(operations)}` };
  return (request) => isMethod(request) && (matchesStars(path, request.path) || matchesStars(path, request.below));
}

/** False for a path that cannot match a template under any prefix. True if asterisks or escapes make that unknown. */
function endsLike(path: string, template: string): boolean {
  if (/[*%]/.test(path)) return true;
  const parts = template.split("/").slice(1);
  const last = path.split("/").slice(1).slice(-parts.length);
  return last.length === parts.length && parts.every((part, at) => part.includes("{") || part === last[at]);
}

/** True if a text matches a pattern in which an asterisk stands for anything. */
export function matchesStars(glob: string, text: string): boolean {
  const [first = "", ...rest] = glob.split("*");
  const last = rest.pop();
  if (last === undefined) return text === glob;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  // The first occurrence of each part is as good as any later one.
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

const MOST_KNOWN = 20;

/** The message that no operation has this name, with the names that exist. */
export function noOperation(text: string, operations: readonly Operation[]): string {
  return `no operation is called ${quoted(text)}; ${known(operations)}`;
}

function known(operations: readonly Operation[]): string {
  const names = operations.slice(0, MOST_KNOWN).map(({ id }) => id);
  const more = operations.length > MOST_KNOWN ? ` and ${operations.length - MOST_KNOWN} more` : "";
  return names.length === 0 ? "the document has none" : `there are ${names.join(", ")}${more}`;
}
