// Matches the operations of two documents: first by identical path, then by paths that differ only in parameter names,
// then by full URL, where one document has part of the URL in its servers and the other in its paths, or in a parameter
// with few values. For a client, the URL of a matched operation stays the same.
import type { Document } from "../../../document/document.ts";
import { keptFor } from "../../../kept.ts";
import { normalForms } from "../../../schema/normal/normal-forms.ts";
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

/** An operation of the revision, and the same at one of the paths that its path parameters allow. */
interface Located {
  readonly operation: SurfaceOperation;
  readonly at: SurfaceOperation;
}

/** The surfaces, in which an operation of the revision has the key of the base operation whose URLs it keeps. */
function alignedByUrl(surfaces: Surfaces, base: Document, revision: Document): Surfaces {
  const known = new Set(surfaces.revision.map(({ key }) => key));
  const lost = surfaces.base.filter((operation) => operation.kind === "path" && !known.has(operation.key));
  if (lost.length === 0) return surfaces;
  const taken = new Set(surfaces.base.map(({ key }) => key));
  const free = surfaces.revision.filter((operation) => operation.kind === "path" && !taken.has(operation.key));
  const byUrl = new Map<string, Located>();
  const note = (operation: SurfaceOperation, at: SurfaceOperation): void => {
    for (const url of urlsTo(at, revision)) if (!byUrl.has(url)) byUrl.set(url, { operation, at });
  };
  for (const operation of free) note(operation, operation);
  for (const operation of free) for (const at of placesOf(operation, revision)) note(operation, at);
  const kept = new Map<SurfaceOperation, Map<SurfaceOperation, string>>();
  for (const operation of lost) {
    const found = urlsTo(operation, base).map((url) => byUrl.get(url));
    const [same] = found;
    if (same === undefined || found.some((one) => one?.operation !== same.operation)) continue;
    const keys = keptFor(kept, same.operation, () => new Map<SurfaceOperation, string>());
    if (!keys.has(same.at)) keys.set(same.at, operation.key);
  }
  if (kept.size === 0) return surfaces;
  const matched = surfaces.revision.flatMap((operation) => {
    const keys = kept.get(operation);
    return keys === undefined ? [operation] : Array.from(keys, ([at, key]) => ({ ...at, key }));
  });
  return { base: surfaces.base, revision: matched };
}

/** "GET https://a.test/v1/items/{}", for each server. */
function urlsTo({ method, path, servers }: SurfaceOperation, { root }: Document): string[] {
  const urls = urlsOf(servers ?? root["servers"]);
  return (urls.length === 0 ? [""] : urls).map((url) => `${method} ${url}${path.replace(/\{[^}]*\}/g, "{}")}`);
}

/** The most values of a parameter in a path that stand for as many paths. */
const MOST_VALUES = 16;

/**
 * An operation with one of the few values of a path parameter in its place: `/{version}/items`, where the version is v1
 * or v2, is also at `/v1/items` and `/v2/items`.
 */
function placesOf(operation: SurfaceOperation, document: Document): SurfaceOperation[] {
  const forms = normalForms(document, "request");
  return operation.parameters.flatMap((fixed) => {
    if (fixed.position === -1 || fixed.schema === undefined) return [];
    const { values = [] } = forms.form(forms.conjunction(fixed.schema));
    if (values.length > MOST_VALUES) return [];
    const texts = values.filter((value) => typeof value === "string");
    const others = operation.parameters.filter((one) => one !== fixed);
    const parameters = others.map((one) =>
      one.position > fixed.position ? { ...one, position: one.position - 1 } : one,
    );
    const at = (text: string): string => {
      let position = -1;
      return operation.path.replaceAll(/\{[^}]*\}/g, (template) => (++position === fixed.position ? text : template));
    };
    return texts.map((text) => ({ ...operation, path: at(text), parameters }));
  });
}
