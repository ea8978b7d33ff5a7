// Operations under the same URL that are written differently: a part of their path stands in the servers of one
// document, and in the paths of the other. For whoever calls them, nothing has moved.
import type { Document } from "../../contract/document.ts";
import { urlsOf } from "../policy/servers.ts";
import type { SurfaceOperation } from "../surface/model.ts";

interface Surfaces {
  readonly base: readonly SurfaceOperation[];
  readonly revision: readonly SurfaceOperation[];
}

/** The surfaces, in which operations of the revision have the key of the one of the base whose URLs they keep. */
export function alignedByUrl(surfaces: Surfaces, base: Document, revision: Document): Surfaces {
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
  const aligned = surfaces.revision.map((operation) => {
    const key = keys.get(operation);
    return key === undefined ? operation : { ...operation, key };
  });
  return { base: surfaces.base, revision: aligned };
}

/** "GET https://a.test/v1/items/{}", for each server. */
function urlsTo({ method, path, servers }: SurfaceOperation, { root }: Document): string[] {
  const urls = urlsOf(servers ?? root["servers"]);
  return (urls.length === 0 ? [""] : urls).map((url) => `${method} ${url}${path.replace(/\{[^}]*\}/g, "{}")}`);
}
