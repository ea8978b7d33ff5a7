// The name of a schema among the validators.
import type { UriResolver } from "ajv/dist/types/index.js";
import type { Direction } from "../../document/grammar.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** The id of the schema at a pointer among the validators for one direction. */
export function unitId(pointer: string, direction: Direction): string {
  return `schema:${direction}:${encodeURIComponent(pointer)}`;
}

/** The ids in the form Ajv requires. We generate them, so they need no normalization, which is slow. */
export const UNIT_URIS: UriResolver = {
  parse: (uri) => {
    const [path = "", fragment] = splitAtHash(uri);
    return fragment === undefined ? { path } : { path, fragment };
  },
  serialize: ({ path = "", fragment }) => (fragment === undefined ? path : `${path}#${fragment}`),
  // A reference is the id of a unit: no schema has an anchor or an id of its own.
  resolve: (base, reference) => (reference === "" ? base : reference),
};

function splitAtHash(uri: string): readonly string[] {
  const hash = uri.indexOf("#");
  return hash === -1 ? [uri] : [uri.slice(0, hash), uri.slice(hash + 1)];
}

/** A boolean schema as an object, so that it can have an id. */
export function asObject(schema: JsonValue): JsonObject {
  if (schema === false) return { not: {} };
  return isObject(schema) ? schema : {};
}
