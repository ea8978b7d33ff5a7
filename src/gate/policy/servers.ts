// Where a document says that it is served: its servers with their variables filled in, those of paths and
// operations among them.
import { type JsonObject, type JsonValue, isObject } from "../../contract/json.ts";
import { METHODS } from "../../contract/keywords.ts";
import type { SurfaceOperation } from "../surface/model.ts";
import type { Subject } from "./subjects.ts";

/** No list of servers is filled in to more URLs than this. */
const MAX_URLS = 64;

/** The URLs of a list of servers, without a slash at their ends; one for each value that a variable may have. */
export function urlsOf(servers: JsonValue | undefined): string[] {
  if (!Array.isArray(servers)) return [];
  const urls = servers.filter(isObject).flatMap((server) => filledIn(server));
  return [...new Set(urls.map((url) => url.replace(/\/+$/, "")))];
}

function filledIn({ url, variables }: JsonObject): string[] {
  if (typeof url !== "string") return [];
  let found = [url];
  for (const [name, variable] of Object.entries(isObject(variables) ? variables : {})) {
    if (!isObject(variable)) continue;
    const listed = Array.isArray(variable["enum"]) ? variable["enum"] : [];
    const values = [variable["default"], ...listed].filter((value) => typeof value === "string");
    if (values.length === 0) continue;
    const grown = found.flatMap((text) => values.map((value) => text.replaceAll(`{${name}}`, value)));
    found = [...new Set(grown)].slice(0, MAX_URLS);
  }
  return found;
}

/** Every URL that a document names, for all of it or for a path or an operation. */
export function listedUrls(root: JsonObject): string[] {
  const own = urlsOf(root["servers"]);
  const items = isObject(root["paths"]) ? Object.values(root["paths"]).filter(isObject) : [];
  const inner = items.flatMap((item) => [item, ...METHODS.map((method) => item[method]).filter(isObject)]);
  return [...new Set([...own, ...inner.flatMap((part) => urlsOf(part["servers"]))])];
}

/** As `listedUrls`, for asking whether a URL is still there: a document without servers is served at "/". */
export function servedUrls(root: JsonObject): string[] {
  return urlsOf(root["servers"]).length === 0 ? ["", ...listedUrls(root)] : listedUrls(root);
}

/** The path prefix of a server. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").replace(/\/+$/, "");
}

type Roots = Readonly<Record<"base" | "revision", JsonObject>>;

/** The servers of an operation, where it or its path has some of its own; those of the whole are the document's. */
export function serverSubjects(base: SurfaceOperation, revision: SurfaceOperation, roots: Roots): Subject[] {
  if (base.servers === undefined && revision.servers === undefined) return [];
  return [
    {
      on: "servers",
      label: base.name,
      operations: new Set([base.name]),
      base: { servers: urlsOf(base.servers ?? roots.base["servers"]) },
      revision: { servers: urlsOf(revision.servers ?? roots.revision["servers"] ?? [{ url: "/" }]) },
      basePointer: base.pointer,
      revisionPointer: revision.pointer,
      direction: null,
    },
  ];
}
