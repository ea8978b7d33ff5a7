// What OpenAPI takes for granted where a document is silent, and names as they are compared.
import { type JsonValue, isObject } from "../../contract/json.ts";
import type { SurfaceParameter } from "./model.ts";

/** How parameters are written that do not say it, by their place. */
export const DEFAULT_STYLES: Readonly<Record<string, string>> = {
  path: "simple",
  header: "simple",
  query: "form",
  cookie: "form",
};

/** Headers that OpenAPI describes elsewhere. */
export const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/** What a path names and nobody describes. */
export function anythingInPath(
  name: string,
  { position, pointer }: Pick<SurfaceParameter, "position" | "pointer">,
): SurfaceParameter {
  return { name, in: "path", required: true, pointer, value: {}, style: "simple", explode: false, position };
}

export function isSchema(value: JsonValue | undefined): boolean {
  return typeof value === "boolean" || isObject(value);
}

/** In lower case, without what does not tell media types apart: charset, quotes, the order of parameters. */
export function mediaName(name: string): string {
  const [type = "", ...parameters] = name.toLowerCase().split(";");
  const kept = parameters
    .map((parameter) => parameter.trim().replace(/^([^=\s]+)\s*=\s*"?([^"]*)"?$/, "$1=$2"))
    .filter((parameter) => parameter !== "" && !parameter.startsWith("charset="));
  return [type.trim(), ...kept.sort()].join(";");
}
