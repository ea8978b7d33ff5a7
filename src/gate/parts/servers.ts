// Where a document says that it is served: its servers with their variables filled in, those of paths and
// operations among them.
import type { SurfaceOperation } from "../surface/model.ts";
import type { Subject } from "./model.ts";
import { METHODS } from "../../document/grammar.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { once } from "../../json/once.ts";

/** No server is filled in to more URLs than this. */
const MAX_URLS = 64;
/** Beyond so many URLs of one list, each further server is filled in with the defaults alone. */
const MAX_LISTED = 2_000;

/** The URLs of a list of servers, without a slash at their ends; one for each value that a variable may have. */
export function urlsOf(servers: JsonValue | undefined): readonly string[] {
  return Array.isArray(servers) ? listOf(servers) : [];
}

/** The same list is asked about for every operation. */
const listOf = once((servers: JsonArray): readonly string[] => {
  const urls = new Set<string>();
  for (const server of servers.filter(isObject)) {
    for (const url of filledIn(server, urls.size < MAX_LISTED ? MAX_URLS : 1)) urls.add(url.replace(/\/+$/, ""));
  }
  return [...urls];
});

/** What variables are filled in with: the last one, and those before it. Choices share these: there may be thousands. */
interface Choice {
  readonly name: string;
  readonly value: string;
  readonly before: Choice | undefined;
}

const VARIABLE = /\{([^{}]*)\}/g;

function filledIn({ url, variables }: JsonObject, most: number): readonly string[] {
  if (typeof url !== "string") return [];
  const named = new Set(Array.from(url.matchAll(VARIABLE), ([, name = ""]) => name));
  let choices: readonly (Choice | undefined)[] = [undefined];
  for (const [name, variable] of Object.entries(isObject(variables) ? variables : {})) {
    if (!isObject(variable) || !named.has(name)) continue;
    const listed = Array.isArray(variable["enum"]) ? variable["enum"] : [];
    const values = new Set([variable["default"], ...listed].filter((value) => typeof value === "string"));
    if (values.size > 0) choices = combined(choices, name, [...values], most);
  }
  return choices.map((choice) => {
    const chosen = new Map<string, string>();
    for (let at = choice; at !== undefined; at = at.before) chosen.set(at.name, at.value);
    // All at once: what a variable is filled in with is no template.
    return url.replaceAll(VARIABLE, (text, name: string) => chosen.get(name) ?? text);
  });
}

/** Each choice with each value of one more variable, up to a number of them. */
function combined(
  choices: readonly (Choice | undefined)[],
  name: string,
  values: readonly string[],
  most: number,
): readonly Choice[] {
  const grown: Choice[] = [];
  for (const before of choices) {
    for (const value of values) {
      if (grown.length >= most) return grown;
      grown.push({ name, value, before });
    }
  }
  return grown;
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
