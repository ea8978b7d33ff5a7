// Who may call an operation: the document's `security`, with each scheme it names.
import { type Document, refuseDocument, resolve } from "./document.ts";
import { type JsonObject, type JsonValue, isObject } from "./json.ts";
import type { SecurityAlternative, SecurityScheme } from "./model.ts";
import { appendPointer } from "./pointer.ts";

/**
 * The alternatives of an operation: its own `security`, else that of the document (OpenAPI 3.1 section 4.8.10).
 * @throws DocumentError where an alternative names a scheme that is not there
 */
export function readSecurity(document: Document, operation: JsonObject, at: string): readonly SecurityAlternative[] {
  const own = operation["security"];
  const list = own ?? document.root["security"] ?? [];
  const place = own === undefined ? "/security" : appendPointer(at, "security");
  if (!Array.isArray(list)) refuseDocument(document, place, "security must be a list of alternatives");
  return Object.freeze(
    list.map((alternative: JsonValue, index) => {
      const names = isObject(alternative) ? alternative : {};
      return Object.freeze(
        Object.entries(names).map(([name, scopes]) =>
          readScheme(document, { name, scopes, usedAt: appendPointer(place, index, name) }),
        ),
      );
    }),
  );
}

interface SchemeUse {
  readonly name: string;
  readonly scopes: JsonValue;
  readonly usedAt: string;
}

function readScheme(document: Document, { name, scopes, usedAt }: SchemeUse): SecurityScheme {
  const components = document.root["components"];
  const schemes = isObject(components) ? components["securitySchemes"] : undefined;
  if (!isObject(schemes) || !Object.hasOwn(schemes, name)) {
    refuseDocument(
      document,
      usedAt,
      `there is no security scheme ${JSON.stringify(name)} in components.securitySchemes`,
    );
  }
  const { value, pointer } = resolve(document, appendPointer("/components/securitySchemes", name));
  if (!isObject(value)) refuseDocument(document, pointer, "a security scheme must be an object here");
  const place = value["in"];
  return Object.freeze({
    name,
    type: typeof value["type"] === "string" ? value["type"] : "",
    ...(typeof value["scheme"] === "string" ? { scheme: value["scheme"].toLowerCase() } : {}),
    ...(place === "header" || place === "query" || place === "cookie" ? { in: place } : {}),
    ...(typeof value["name"] === "string" ? { key: value["name"] } : {}),
    scopes: Array.isArray(scopes) ? scopes.map(String) : [],
    pointer,
  });
}
