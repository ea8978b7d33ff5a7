// Matches the operations of two documents: first by identical path, then by paths that differ only in parameter names,
// then by full URL, where one document has part of the URL in its servers and the other in its paths. For a client, the
// URL of a matched operation stays the same.
import type { Document } from "../../../document/document.ts";
import { urlsOf } from "../../parts/servers.ts";
import type { SurfaceOperation } from "../../surface/model.ts";

interface Surfaces {
  readonly base: readonly SurfaceOperation[];
  readonly revision: readonly SurfaceOperation[];
}

/**
 * The surfaces, with the same key for matching operations.
 *
 * A document may have twins such as `/contacts/{id}` and `/contacts/{number}`, which differ only in their parameter
 * names, so the exact path comes first.
 */
export function matchOperations(surfaces: Surfaces, base: Document, revision: Document): Surfaces {
  const names = new Set(surfaces.base.map(({ name }) => name));
  const shared = new Set(surfaces.revision.map(({ name }) => name).filter((name) => names.has(name)));
  const exact = (operation: SurfaceOperation): SurfaceOperation =>
    shared.has(operation.name) ? { ...operation, key: operation.name } : operation;
  return alignedByUrl({ base: surfaces.base.map(exact), revision: surfaces.revision.map(exact) }, base, revision);
}

/** The surfaces, in which an operation of the revision has the key of the base operation whose URLs it keeps. */
function alignedByUrl(surfaces: Surfaces, base: Document, revision: Document): Surfaces {
  const known = new Set(surfaces.revision.map(({ key }) => key));
  const lost = surfaces.base.filter((operation) => operation.kind === "path" && !known.has(operation.key));
  if (lost.length === 0) return surfaces;
  const taken = new Set(surfaces.base.map(({ key }) => key));
  const free = surfaces.revision.filter((operation) => operation.kind === "path" && !taken.has(operation.key));
  const byUrl = new Map(free.flatMap((operation) => urlsTo(operation, revision).map((url) => [url, operation])));
  const keys = new Map<SurfaceOperation, string>();
  for (const operation of lost) {
    const found = new Set(urlsTo(operation, base).map((url) => byUrl.get(url)));
    const [same] = found;
    if (found.size === 1 && same !== undefined && !keys.has(same)) keys.set(same, operation.key);
  }
  if (keys.size === 0) return surfaces;
  const matched = surfaces.revision.map((operation) => {
    const key = keys.get(operation);
    return key === undefined ? operation : { ...operation, key };
  });
  return { base: surfaces.base, revision: matched };
}

/** "GET https://a.test/v1/items/{}", for each server. */
function urlsTo({ method, path, servers }: SurfaceOperation, { root }: Document): string[] {
  const urls = urlsOf(servers ?? root["servers"]);
  return (urls.length === 0 ? [""] : urls).map((url) => `${method} ${url}${path.replace(/\{[^}]*\}/g, "{}")}`);
}
