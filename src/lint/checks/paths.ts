// Paths and servers: every request address must have one meaning.
import { resolve } from "../../document/document.ts";
import { appendPointer } from "../../json/pointer.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";
import { shown } from "../shown.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { quoted } from "../../json/quote.ts";

const TEMPLATE = /\{([^{}]+)\}/g;

/** Paths that match the same requests as an earlier path. */
export function ambiguousPaths({ document }: LintContext): Complaint[] {
  const first = new Map<string, string>();
  return pathsOf(document.root).flatMap((path) => {
    const template = path.replaceAll(TEMPLATE, "{}");
    const earlier = first.get(template);
    first.set(template, earlier ?? path);
    const said = `it matches the same requests as ${earlier}`;
    return earlier === undefined ? [] : [{ pointer: appendPointer("/paths", path), said }];
  });
}

/** Template names without a parameter, and path parameters missing from the template. */
export function unmatchedPathParameters({ contract, document }: LintContext): Complaint[] {
  const repeated = pathsOf(document.root).flatMap((path) => {
    const pointer = appendPointer("/paths", path);
    const seen = new Set<string>();
    const twice = namesOf(path).filter((name) => seen.has(name) || !seen.add(name));
    return twice.map((name) => ({ pointer, said: `{${name}} is in the path twice` }));
  });
  const operations = contract.operations.flatMap(({ path, pointer, parameters }) => {
    const declared = parameters.filter((one) => one.in === "path" && one.undescribed !== true);
    const names = new Set(namesOf(path));
    const known = new Set(declared.map(({ name }) => name));
    const missing = [...names]
      .filter((name) => !known.has(name))
      .map((name) => ({ pointer, said: `no path parameter is declared for {${name}}` }));
    const idle = declared
      .filter(({ name }) => !names.has(name))
      .map((parameter) => ({
        pointer: parameter.pointer,
        said: `{${parameter.name}} does not stand in the path ${path}`,
      }));
    return [...missing, ...idle];
  });
  return [...repeated, ...operations];
}

/** Parameters that appear twice in one list. */
export function repeatedParameters(context: LintContext): Complaint[] {
  return context.of("operation", "path-item").flatMap(({ pointer, value }) => {
    const list = value["parameters"];
    if (!Array.isArray(list)) return [];
    const seen = new Set<string>();
    return list.flatMap((_, index) => {
      const at = appendPointer(pointer, "parameters", index);
      const parameter = resolve(context.document, at).value;
      if (!isObject(parameter)) return [];
      const name = shown(parameter["name"]);
      const place = shown(parameter["in"]);
      const key = `${place} ${place === "header" ? name.toLowerCase() : name}`;
      if (!seen.has(key)) {
        seen.add(key);
        return [];
      }
      return [
        {
          pointer: at,
          said: `the ${place} parameter ${quoted(name)} is listed twice`,
        },
      ];
    });
  });
}

/** Servers that differ in more than the host, and servers of single paths. */
export function oddServers(context: LintContext): Complaint[] {
  const { contract, document } = context;
  const { servers } = contract;
  const [first] = servers;
  const others = servers.flatMap(({ basePath }, index) =>
    first === undefined || basePath === first.basePath
      ? []
      : [
          {
            pointer: `/servers/${index}`,
            said: `its base path is ${basePath || "/"}, that of the first server is ${first.basePath || "/"}`,
          },
        ],
  );
  const queries = servers.flatMap(({ url }, index) =>
    /[?#]/.test(url) ? [{ pointer: `/servers/${index}/url`, said: "the URL has a query or a fragment" }] : [],
  );
  const local = context
    .of("path-item", "operation")
    .filter(({ value, pointer }) => value["servers"] !== undefined && pointer.startsWith("/paths/"))
    .map(({ pointer }) => ({ pointer: appendPointer(pointer, "servers"), said: "it has servers of its own" }));
  return document.root["servers"] === undefined ? local : [...others, ...queries, ...local];
}

/** Server variables that are not declared, or whose default is not one of their values. */
export function wrongVariables(context: LintContext): Complaint[] {
  return context.of("server").flatMap(({ pointer, value }) => {
    const variables = isObject(value["variables"]) ? value["variables"] : {};
    const missing = namesOf(shown(value["url"]))
      .filter((name) => !Object.hasOwn(variables, name))
      .map((name) => ({ pointer: appendPointer(pointer, "url"), said: `the variable {${name}} is not described` }));
    const unfit = Object.entries(variables).flatMap(([name, variable]) => {
      if (!isObject(variable) || !Array.isArray(variable["enum"])) return [];
      const fallback = variable["default"];
      if (fallback === undefined || variable["enum"].includes(fallback)) return [];
      const at = appendPointer(pointer, "variables", name, "default");
      return [{ pointer: at, said: `the default of {${name}} is none of its values` }];
    });
    return [...missing, ...unfit];
  });
}

function pathsOf(root: JsonObject): string[] {
  const paths = root["paths"];
  return isObject(paths) ? Object.keys(paths).filter((path) => path.startsWith("/")) : [];
}

function namesOf(template: string): string[] {
  return [...template.matchAll(TEMPLATE)].map(([, name]) => name ?? "");
}
