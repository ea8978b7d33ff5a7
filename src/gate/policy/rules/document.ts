// Rules about the document as a whole: its version, its servers, and names that generated code uses.
import { compareVersions, versionNumbers } from "../../surface/lifecycle.ts";
import { isPathServed, isServed, listedUrls, pathOf } from "../../parts/servers.ts";
import { type PolicyRule, SDK, WARNING, both, show, strings } from "./rule.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";

export const DOCUMENT_RULES = [
  {
    id: "version-lowered",
    meaning: "info.version went down",
    on: ["document"],
    at: "/info/version",
    severity: WARNING,
    says: both(({ base, revision }) => {
      const [before, after] = [versionOf(base), versionOf(revision)];
      if (before === undefined || after === undefined || compareVersions(after, before) >= 0) return undefined;
      return `the version went down from ${before.join(".")} to ${after.join(".")}`;
    }),
    fix: "raise info.version",
  },
  {
    id: "version-not-raised",
    meaning: "something breaks and info.version does not say so",
    on: ["document"],
    at: "/info/version",
    severity: WARNING,
    says: both(({ base, revision }, _subject, { breaks }) => {
      const [before, after] = [versionOf(base), versionOf(revision)];
      if (!breaks || before === undefined || after === undefined) return undefined;
      const part = before[0] === 0 ? 1 : 0;
      if ((after[part] ?? 0) > (before[part] ?? 0) || (after[0] ?? 0) > (before[0] ?? 0)) return undefined;
      const wanted = part === 0 ? `${(before[0] ?? 0) + 1}.0.0` : `0.${(before[1] ?? 0) + 1}.0`;
      const [from, to] = [before.join("."), after.join(".")];
      const moved = from === to ? `is still ${from}` : `went from ${from} to ${to}`;
      return `something breaks and the version ${moved}; semver asks for ${wanted}`;
    }),
    fix: "raise info.version as semver asks",
  },
  {
    id: "server-path-changed",
    meaning: "a path prefix that a server had is gone",
    on: ["document"],
    at: "/servers",
    severity: WARNING,
    says: both(({ base, revision }) => {
      const lost = new Set(
        listedUrls(base)
          .map(pathOf)
          .filter((path) => !isPathServed(path, revision)),
      );
      return lost.size === 0
        ? undefined
        : `no server has the path prefix ${[...lost].map((path) => path || "/").join(", ")} any more`;
    }),
    fix: "keep the old prefix next to the new one while clients use it",
  },
  {
    id: "server-removed",
    meaning: "a server is no longer listed",
    on: ["document"],
    at: "/servers",
    severity: WARNING,
    says: both(({ base, revision }) => {
      const lost = listedUrls(base).filter((url) => isPathServed(pathOf(url), revision) && !isServed(url, revision));
      return lost.length === 0
        ? undefined
        : `the server ${lost.map((url) => url || "/").join(", ")} is no longer listed`;
    }),
    fix: "list the old server while it is in use",
  },
  {
    id: "operation-server-removed",
    meaning: "an operation is no longer available at its old server",
    on: ["servers"],
    severity: WARNING,
    says: both(({ base, revision }) => {
      const left = strings(revision["servers"]);
      const lost = strings(base["servers"]).filter((url) => !left.includes(url));
      return lost.length === 0
        ? undefined
        : `it is no longer served at ${lost.map((url) => url || "/").join(", ")}, but at ${left.map((url) => url || "/").join(", ") || "no server"}`;
    }),
    fix: "list the old server of the operation while it is in use",
  },
  {
    id: "component-removed",
    meaning: "a component that generated code may name was removed",
    on: ["document"],
    at: "/components/schemas",
    severity: SDK,
    says: both(({ base, revision }) => {
      const lost = componentNames(base).filter((name) => !componentNames(revision).includes(name));
      return lost.length === 0 ? undefined : `components are gone, which generated code may name: ${lost.join(", ")}`;
    }),
    fix: "keep the old name as a reference to the new one",
  },
  {
    id: "security-scheme-changed",
    meaning: "credentials are issued elsewhere, or for something else",
    on: ["scheme"],
    severity: WARNING,
    says: both(({ base, revision }) => {
      const after = issuing(revision);
      const changed = [...issuing(base)].flatMap(([what, value]) => {
        const now = after.get(what);
        if (now === value) return [];
        return [now === undefined ? `${what} is gone` : `${what} changed from ${show(value)} to ${show(now)}`];
      });
      return changed.length === 0 ? undefined : changed.join("; ");
    }),
    fix: "keep issuing credentials the old way while clients use it",
  },
] as const satisfies readonly PolicyRule[];

/** The numbers of the document's version. */
function versionOf(root: JsonObject): number[] | undefined {
  return isObject(root["info"]) ? versionNumbers(root["info"]["version"]) : undefined;
}

/** The names of the components that generated code uses. */
function componentNames(root: JsonObject): string[] {
  const schemas = isObject(root["components"]) ? root["components"]["schemas"] : undefined;
  return isObject(schemas) ? Object.keys(schemas) : [];
}

/** Where and for what the credentials of a scheme are issued: its URLs, its flows and their scopes, by name. */
function issuing({ flows, openIdConnectUrl, bearerFormat }: JsonObject): Map<string, JsonValue> {
  const ofFlows = Object.entries<JsonValue>(isObject(flows) ? flows : {}).flatMap(([flow, value]) => {
    const { scopes, ...others } = isObject(value) ? value : {};
    const urls = Object.entries<JsonValue>(others).filter(([name]) => name.endsWith("Url"));
    return [
      [`the flow ${flow}`, true] as const,
      ...urls.map(([name, url]) => [`${name} of ${flow}`, url] as const),
      ...Object.keys(isObject(scopes) ? scopes : {}).map((scope) => [`the scope ${scope}`, true] as const),
    ];
  });
  const own = Object.entries({ openIdConnectUrl, bearerFormat }).filter(([, value]) => value !== undefined);
  return new Map([...ofFlows, ...(own as [string, JsonValue][])]);
}
