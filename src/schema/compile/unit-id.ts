// The name of a schema among the validators.
import type { UriResolver } from "ajv/dist/types/index.js";
import type { Direction } from "../../document/grammar.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** The id under which the schema at a pointer is known to the validators of one direction. */
export function unitId(pointer: string, direction: Direction): string {
  return `schema:${direction}:${encodeURIComponent(pointer)}`;
}

/** Ids as Ajv asks about them: they are of our making, so that nothing has to be normalized, which takes a while. */
export const UNIT_URIS: UriResolver = {
  parse: (uri) => {
    const [path = "", fragment] = splitAtHash(uri);
    return fragment === undefined ? { path } : { path, fragment };
  },
  serialize: ({ path = "", fragment }) => (fragment === undefined ? path : `${path}#${fragment}`),
  resolve: (base, reference) => {
    if (reference === "") return base;
    return reference.startsWith("#") ? `${splitAtHash(base)[0] ?? ""}${reference}` : reference;
  },
};

function splitAtHash(uri: string): readonly string[] {
  const hash = uri.indexOf("#");
  return hash === -1 ? [uri] : [uri.slice(0, hash), uri.slice(hash + 1)];
}

/** A boolean schema as an object, so that it can carry an id. */
export function asObject(schema: JsonValue): JsonObject {
  if (schema === false) return { not: {} };
  return isObject(schema) ? schema : {};
}
