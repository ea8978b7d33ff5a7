// The URLs at which a document says it is served: all servers, including those of paths and operations, with their
// variables filled in.
import type { SurfaceOperation } from "../surface/model.ts";
import type { Subject } from "./model.ts";
import { ownServers } from "../../contract/read/servers.ts";
import { METHODS } from "../../document/field-names.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { once } from "../../memo.ts";

/** The most URLs per server. */
const MAX_URLS = 64;
/** After this many URLs in one list, each further server gets only the defaults of its variables. */
const MAX_LISTED = 2_000;

/** The URLs of a list of servers without trailing slashes: one for each value that a variable may have. */
export function urlsOf(servers: JsonValue | undefined): readonly string[] {
  return Array.isArray(servers) ? listOf(servers) : [];
}

/** Cached, because every operation asks about the same list. */
const listOf = once((servers: JsonArray): readonly string[] => {
  const urls = new Set<string>();
  for (const server of servers.filter(isObject)) {
    for (const url of filledIn(server, urls.size < MAX_LISTED ? MAX_URLS : 1)) urls.add(url.replace(/\/+$/, ""));
  }
  return [...urls];
});

const VARIABLE = /\{([^{}]*)\}/g;

/** The URL by each choice of values for its variables, the first of each first; the last variable changes fastest. */
function filledIn({ url, variables }: JsonObject, most: number): readonly string[] {
  if (typeof url !== "string") return [];
  const named = new Set(Array.from(url.matchAll(VARIABLE), ([, name = ""]) => name));
  const choices = Object.entries<JsonValue>(isObject(variables) ? variables : {}).flatMap(([name, variable]) => {
    if (!isObject(variable) || !named.has(name)) return [];
    const listed = Array.isArray(variable["enum"]) ? variable["enum"] : [];
    const values = [...new Set([variable["default"], ...listed].filter((value) => typeof value === "string"))];
    return values.length === 0 ? [] : [{ name, values }];
  });
  const total = choices.reduce((product, { values }) => product * values.length, 1);
  return Array.from({ length: Math.min(most, total) }, (_, index) => {
    let left = index;
    const chosen = new Map<string, string | undefined>();
    for (const { name, values } of choices.toReversed()) {
      chosen.set(name, values[left % values.length]);
      left = Math.floor(left / values.length);
    }
    // In one pass, because the value of a variable is not a template itself.
    return url.replaceAll(VARIABLE, (text, name: string) => chosen.get(name) ?? text);
  });
}

/** Every URL in a document: of the whole document, a path or an operation. */
export function listedUrls(root: JsonObject): string[] {
  const own = urlsOf(root["servers"]);
  const items = isObject(root["paths"]) ? Object.values(root["paths"]).filter(isObject) : [];
  const inner = items.flatMap((item) => [item, ...METHODS.map((method) => item[method]).filter(isObject)]);
  return [...new Set([...own, ...inner.flatMap((part) => urlsOf(part["servers"]))])];
}

/** Like `listedUrls`, but with the default: a document without servers is served at "/". */
export function servedUrls(root: JsonObject): string[] {
  return urlsOf(root["servers"]).length === 0 ? ["", ...listedUrls(root)] : listedUrls(root);
}

/** True if a document is served at a URL: of a server, or of a server and the beginning of its paths. */
export function isServed(url: string, root: JsonObject, served: Iterable<string> = servedUrls(root)): boolean {
  const paths = Object.keys(isObject(root["paths"]) ? root["paths"] : {});
  const starts = (rest: string): boolean =>
    rest === "" || (rest.startsWith("/") && paths.some((path) => path.startsWith(`${rest}/`)));
  return [...served].some((known) => url.startsWith(known) && starts(url.slice(known.length)));
}

/** The same, whatever the host. */
export const isPathServed = (path: string, root: JsonObject): boolean =>
  isServed(path, root, new Set(servedUrls(root).map(pathOf)));

/** The path prefix of a server. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").replace(/\/+$/, "");
}

type Roots = Readonly<Record<"base" | "revision", JsonObject>>;

/** The servers of an operation, if it or its path has any. Servers of the whole document belong to the document. */
export function serverSubjects(base: SurfaceOperation, revision: SurfaceOperation, roots: Roots): Subject[] {
  if (base.servers === undefined && revision.servers === undefined) return [];
  return [
    {
      on: "servers",
      label: base.name,
      operations: new Set([base.name]),
      base: { servers: urlsOf(base.servers ?? roots.base["servers"]) },
      revision: { servers: urlsOf(revision.servers ?? ownServers(roots.revision) ?? [{ url: "/" }]) },
      basePointer: base.pointer,
      revisionPointer: revision.pointer,
      direction: null,
    },
  ];
}
