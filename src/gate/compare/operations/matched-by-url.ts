// Matches the operations of two documents: first by identical path, then by paths that differ only in parameter names,
// then by full URL, where one document has part of the URL in its servers and the other in its paths, or in a parameter
// with few values. For a client, the URL of a matched operation stays the same.
import type { Document } from "../../../document/document.ts";
import { keptFor } from "../../../memo.ts";
import { normalForms } from "../../../schema/normal/normal-forms.ts";
import { urlsOf } from "../../parts/servers.ts";
import type { SurfaceOperation, SurfaceParameter } from "../../surface/model.ts";

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

/** An operation of the revision at a URL: its own, or one that the value of a path parameter makes. */
interface Located {
  readonly operation: SurfaceOperation;
  readonly fixed?: Fixed;
}

/** A path parameter with one of its values in its place. */
interface Fixed {
  readonly parameter: SurfaceParameter;
  readonly path: string;
}

/** The surfaces, in which an operation of the revision has the key of the base operation whose URLs it keeps. */
function alignedByUrl(surfaces: Surfaces, base: Document, revision: Document): Surfaces {
  const known = new Set(surfaces.revision.map(({ key }) => key));
  const lost = surfaces.base.filter((operation) => operation.kind === "path" && !known.has(operation.key));
  if (lost.length === 0) return surfaces;
  const taken = new Set(surfaces.base.map(({ key }) => key));
  const free = surfaces.revision.filter((operation) => operation.kind === "path" && !taken.has(operation.key));
  const byUrl = new Map<string, Located>();
  const note = (path: string, located: Located): void => {
    if (byUrl.size > MOST_URLS) return;
    for (const url of urlsTo(located.operation, path, revision)) if (!byUrl.has(url)) byUrl.set(url, located);
  };
  for (const operation of free) note(operation.path, { operation });
  for (const operation of free)
    for (const fixed of fixedIn(operation, revision)) note(fixed.path, { operation, fixed });
  const kept = new Map<SurfaceOperation, Map<Located, string>>();
  for (const operation of lost) {
    const found = urlsTo(operation, operation.path, base).map((url) => byUrl.get(url));
    const [same] = found;
    if (same === undefined || found.some((one) => one?.operation !== same.operation)) continue;
    const keys = keptFor(kept, same.operation, () => new Map<Located, string>());
    if (!keys.has(same)) keys.set(same, operation.key);
  }
  if (kept.size === 0) return surfaces;
  const matched = surfaces.revision.flatMap((operation) => {
    const keys = kept.get(operation);
    return keys === undefined
      ? [operation]
      : Array.from(keys, ([{ fixed }, key]) => ({ ...at(operation, fixed), key }));
  });
  return { base: surfaces.base, revision: matched };
}

/** "GET https://a.test/v1/items/{}", for each server. @param path that of the operation, or one that it stands for */
function urlsTo({ method, servers }: SurfaceOperation, path: string, { root }: Document): string[] {
  const urls = urlsOf(servers ?? root["servers"]);
  return (urls.length === 0 ? [""] : urls).map((url) => `${method} ${url}${path.replace(/\{[^}]*\}/g, "{}")}`);
}

/** Of a path, so many parameters with so many values stand for as many paths; a version comes early, and has few. */
const MOST_FIXED = 2;
const MOST_VALUES = 16;
/** No real document has so many URLs; further operations are only matched by their paths. */
const MOST_URLS = 200_000;

/** `/{version}/items`, where the version is v1 or v2, is also at `/v1/items` and `/v2/items`. */
function fixedIn({ path, parameters }: SurfaceOperation, document: Document): Fixed[] {
  const forms = normalForms(document, "request");
  const early = parameters.filter(
    ({ position, schema }) => position !== -1 && position < MOST_FIXED && schema !== undefined,
  );
  return early.flatMap((parameter) => {
    const { values = [] } = forms.form(forms.conjunction(parameter.schema));
    if (values.length > MOST_VALUES) return [];
    const texts = values.filter((value) => typeof value === "string");
    return texts.map((text) => {
      let position = -1;
      const put = (template: string): string => (++position === parameter.position ? text : template);
      return { parameter, path: path.replaceAll(/\{[^}]*\}/g, put) };
    });
  });
}

/** The operation without the parameter whose value is fixed. */
function at(operation: SurfaceOperation, fixed: Fixed | undefined): SurfaceOperation {
  if (fixed === undefined) return operation;
  const others = operation.parameters.filter((one) => one !== fixed.parameter);
  const parameters = others.map((one) =>
    one.position > fixed.parameter.position ? { ...one, position: one.position - 1 } : one,
  );
  return { ...operation, path: fixed.path, parameters };
}
