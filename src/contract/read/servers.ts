// Reads the servers of a document: their URLs, and the path prefixes under which a mock serves them.
import type { Contract, Server } from "../model.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { plainText } from "./reading.ts";

/** The most paths of a list of servers by other values than the first of each variable. */
const MOST_OTHERS = 32;
/** Longer paths are only served with the first value of each variable. */
const LONGEST_OTHER = 2_048;

const VARIABLE = /\{([^}]+)\}/g;

/** The servers in document order, with the default values of variables (OpenAPI 3.1 section 4.8.5). */
export function readServers(root: JsonObject): Server[] {
  const list = root["servers"];
  if (!Array.isArray(list)) return [];
  let left = MOST_OTHERS;
  return list.filter(isObject).map((server) => {
    const url = filledIn(plainText(server["url"]), server["variables"]);
    const basePath = basePathOf(url);
    const otherPaths = otherPathsOf(server, basePath, left);
    left -= otherPaths.length;
    const description = plainText(server["description"]);
    return Object.freeze({ url, basePath, ...(otherPaths.length === 0 ? {} : { otherPaths }), description });
  });
}

/** The servers of the first part that has any: an empty list stands for none (OpenAPI 3.1 section 4.8.1). */
export function ownServers(...parts: readonly JsonObject[]): JsonArray | undefined {
  return parts.map((part) => part["servers"]).find((list) => Array.isArray(list) && list.length > 0) as
    | JsonArray
    | undefined;
}

/** The most paths of a mock at other values of variables, over all its operations. */
const MOST_SERVED = 20_000;

/** The path prefixes of servers, each once: first those of their own URLs, then those by other values of variables. */
export function prefixesOf(servers: readonly Server[], { operations }: Pick<Contract, "operations">): string[] {
  const others = servers.flatMap((one) => one.otherPaths ?? []).slice(0, Math.floor(MOST_SERVED / operations.length));
  return [...new Set([...servers.map((one) => one.basePath), ...others])];
}

/** The paths of a server by every choice of values for its variables, except the first of each. */
function otherPathsOf({ url, variables }: JsonObject, own: string, most: number): readonly string[] {
  const template = plainText(url).replace(/^[^/?#]*:\/\/[^/?#]*/, "");
  if (template.length > LONGEST_OTHER || most <= 0) return [];
  const choices: ReadonlyMap<string, string>[] = [new Map()];
  const others = new Set<string>();
  for (const name of new Set(Array.from(template.matchAll(VARIABLE), ([, one = ""]) => one))) {
    const values = valuesOf(variables, name, most + 1).slice(1);
    for (const before of values.length === 0 ? [] : [...choices]) {
      for (const value of values) {
        const choice = new Map(before).set(name, value);
        const path = basePathOf(filledIn(template, variables, choice));
        if (path !== own && path.length <= LONGEST_OTHER) others.add(path);
        if (others.size >= most || choices.length > most) return [...others];
        choices.push(choice);
      }
    }
  }
  return [...others];
}

function filledIn(url: string, variables: JsonValue | undefined, chosen?: ReadonlyMap<string, string>): string {
  return url.replaceAll(
    VARIABLE,
    (whole, name: string) => chosen?.get(name) ?? valuesOf(variables, name, 1)[0] ?? whole,
  );
}

/** The first values of a variable, its default before all; nothing if the document does not describe it. */
function valuesOf(variables: JsonValue | undefined, name: string, most: number): readonly string[] {
  const variable = isObject(variables) ? ownValue(variables, name) : undefined;
  if (!isObject(variable)) return [];
  const listed = Array.isArray(variable["enum"]) ? (variable["enum"] as readonly JsonValue[]).slice(0, most) : [];
  const [first = ""] = listed;
  return [...new Set([variable["default"] ?? first, ...listed].map(plainText))];
}

function basePathOf(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/)[0] ?? "";
  const trimmed = path.replace(/\/+$/, "");
  return trimmed === "" || trimmed.startsWith("/") ? trimmed : `/${trimmed}`;
}
