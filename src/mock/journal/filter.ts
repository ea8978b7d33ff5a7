// Selects requests of a journal by method, path, operation, status and position.
import { matchesStars } from "../situations/scope.ts";
import type { Entry } from "./entry.ts";

/** All given conditions must hold. */
export interface EntryFilter {
  readonly method?: string;
  /** A path in which an asterisk matches anything. */
  readonly path?: string;
  /** An operationId, or a name such as "GET /items". */
  readonly operation?: string;
  /** "404", or "4XX". */
  readonly status?: string;
  /** Only those after the entry with this id. */
  readonly after?: number;
  /** True for what the mock itself has sent as well. */
  readonly deliveries?: boolean;
}

/** True for an entry that matches. */
export function isMeant({ method, path, operation, status, after, deliveries }: EntryFilter, entry: Entry): boolean {
  if (deliveries !== true && entry.delivery !== undefined) return false;
  if (after !== undefined && entry.id <= after) return false;
  if (method !== undefined && entry.method !== method.toUpperCase()) return false;
  if (operation !== undefined && entry.operation?.id !== operation && entry.operation?.name !== operation) return false;
  if (status !== undefined && !matchesStatus(String(entry.status), status)) return false;
  return path === undefined || matchesStars(path, entry.url.split("?", 1)[0] ?? "");
}

function matchesStatus(status: string, wanted: string): boolean {
  return wanted.endsWith("XX") ? status.length === 3 && status.startsWith(wanted.charAt(0)) : status === wanted;
}
