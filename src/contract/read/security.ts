// Reads who may call an operation: the `security` of the document and each scheme it names.
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { once } from "../../kept.ts";
import type { SecurityAlternative, SecurityScheme } from "../model.ts";
import type { ObjectAt, Reading } from "./reading.ts";

/**
 * The alternatives of an operation: its own `security`, or else that of the document (OpenAPI 3.1 section 4.8.10). A
 * problem of the document's own is a problem of the document, not of each operation: all of them would be left out.
 */
export function readSecurity(reading: Reading, operation: ObjectAt): readonly SecurityAlternative[] {
  const own = operation.value["security"];
  return own === undefined
    ? sharedSecurity(reading)
    : readList(reading, own, appendPointer(operation.pointer, "security"));
}

const sharedSecurity = once((reading: Reading) =>
  reading.ofDocument(() => readList(reading, reading.document.root["security"] ?? [], "/security")),
);

/** A scheme that is not declared is left out of its alternative: nothing says how its credential is sent. */
function readList(reading: Reading, list: JsonValue, place: string): readonly SecurityAlternative[] {
  if (!Array.isArray(list)) {
    reading.report(place, "security must be a list of alternatives");
    return [];
  }
  return Object.freeze(
    list.flatMap((alternative: JsonValue, index) => {
      if (!isObject(alternative)) reading.report(appendPointer(place, index), "an alternative must be an object here");
      const uses = namedIn(alternative, appendPointer(place, index));
      const schemes = uses.flatMap((use) => readScheme(reading, use) ?? []);
      return satisfiable(schemes).map((one) => Object.freeze(one));
    }),
  );
}

/** The uses of schemes in an alternative. */
export function namedIn(alternative: JsonValue, place: string): SchemeUse[] {
  const named = Object.entries(isObject(alternative) ? alternative : {});
  return named.map(([name, scopes]) => ({ name, scopes, usedAt: appendPointer(place, name) }));
}

/** The schemes that a document declares. */
export function declaredIn({ components }: JsonObject): JsonObject {
  const schemes = isObject(components) ? components["securitySchemes"] : undefined;
  return isObject(schemes) ? schemes : {};
}

/** Says that a scheme is not declared. */
export function undeclared(name: string): string {
  return `there is no security scheme ${JSON.stringify(name)} in components.securitySchemes`;
}

/**
 * Splits an alternative that no request can satisfy. A request has one Authorization header (RFC 9110, section 11.6.2),
 * so if several schemes need different credentials in it, any one of them is enough.
 */
function satisfiable(schemes: readonly SecurityScheme[]): SecurityScheme[][] {
  const forms = new Set(schemes.flatMap((scheme) => authorizationForm(scheme) ?? []));
  if (forms.size < 2) return [[...schemes]];
  return [...forms].map((form) => schemes.filter((scheme) => [undefined, form].includes(authorizationForm(scheme))));
}

/** The scheme's prefix in the Authorization header, if its credential is sent there: a word, or "". */
function authorizationForm({ type, scheme, in: place, key }: SecurityScheme): string | undefined {
  if (type === "apiKey") return place === "header" && key?.toLowerCase() === "authorization" ? "" : undefined;
  if (type === "http") return scheme;
  return type === "oauth2" || type === "openIdConnect" ? "bearer" : undefined;
}

interface SchemeUse {
  readonly name: string;
  readonly scopes: JsonValue;
  readonly usedAt: string;
}

/** A scheme; undefined if it is not declared, or not as an object. */
function readScheme(reading: Reading, { name, scopes, usedAt }: SchemeUse): SecurityScheme | undefined {
  const declared = describedScheme(reading, name, usedAt);
  if (declared === undefined) return undefined;
  const { value, pointer } = declared;
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

function describedScheme(reading: Reading, name: string, usedAt: string): ObjectAt | undefined {
  const declared = declaredIn(reading.document.root);
  if (Object.hasOwn(declared, name)) {
    return reading.object({ value: declared, pointer: "/components/securitySchemes" }, [name], "a security scheme");
  }
  reading.report(usedAt, undeclared(name));
  return undefined;
}
