// Where the servers of a document may be: every server that it names, also those of single paths and operations, with
// whatever values the variables of their URLs have.
import { METHODS } from "../../document/field-names.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { plainText } from "./reading.ts";

/** Sources of regular expressions for the two parts of a server's URL. */
export interface ServerPattern {
  /** The host with its port, in any case. */
  readonly host: string;
  /** The path, without a slash at its end. */
  readonly basePath: string;
}

/** The servers of a document that are on a host, each once. */
export function serverPatterns(root: JsonObject): ServerPattern[] {
  const paths = isObject(root["paths"]) ? Object.values<JsonValue>(root["paths"]).filter(isObject) : [];
  const operations = paths.flatMap((path) => METHODS.map((method) => ownValue(path, method)).filter(isObject));
  const servers = [root, ...paths, ...operations].flatMap((one) =>
    Array.isArray(one["servers"]) ? one["servers"] : [],
  );
  const patterns = servers.filter(isObject).flatMap(patternOf);
  return [...new Map(patterns.map((one) => [`${one.host} ${one.basePath}`, one])).values()];
}

function patternOf(server: JsonObject): ServerPattern[] {
  const [, scheme = "", authority = "", path = ""] =
    /^(https?):\/\/([^/?#]+)([^?#]*)/i.exec(plainText(server["url"])) ?? [];
  if (scheme === "") return [];
  const [, name = authority, port = ""] = /^(.*):(\d+)$/.exec(authority) ?? [];
  const usual = scheme.toLowerCase() === "https" ? "443" : "80";
  const isUsual = port === "" || port === usual;
  // A variable may be any label before a domain of the document's own, but never a domain itself.
  const host = withVariables(name, server, /\}[^{}]*(?:\.[^{}.]+){2,}$/.test(name) ? "[^./?#:]+" : undefined);
  return [
    {
      host: `${host}${isUsual ? `(?::${usual})?` : `:${port}`}`,
      basePath: withVariables(path.replace(/\/+$/, ""), server, "[^/?#]+"),
    },
  ];
}

/** @param any what matches a variable whose values are not listed; undefined if only its default does */
function withVariables(text: string, { variables }: JsonObject, any: string | undefined): string {
  return text.replaceAll(/\{([^{}]*)\}|[^{]+|\{/g, (part, name?: string) => {
    const variable = name !== undefined && isObject(variables) ? ownValue(variables, name) : undefined;
    if (!isObject(variable)) return literally(part);
    const listed = Array.isArray(variable["enum"]) ? (variable["enum"] as readonly JsonValue[]) : [];
    if (listed.length === 0 && any !== undefined) return any;
    return `(?:${[variable["default"], ...listed].map((one) => literally(plainText(one))).join("|")})`;
  });
}

/** A pattern of a text and nothing else. */
const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
