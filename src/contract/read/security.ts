// Reads who may call an operation: the `security` of the document and each scheme it names.
import { appendPointer } from "../../json/pointer.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import type { SecurityAlternative, SecurityScheme } from "../model.ts";
import type { ObjectAt, Reading } from "./reading.ts";

/** The alternatives of an operation: its own `security`, or else that of the document (OpenAPI 3.1 section 4.8.10). */
export function readSecurity(reading: Reading, operation: ObjectAt): readonly SecurityAlternative[] {
  const own = operation.value["security"];
  const list = own ?? reading.document.root["security"] ?? [];
  const place = own === undefined ? "/security" : appendPointer(operation.pointer, "security");
  if (!Array.isArray(list)) {
    reading.report(place, "security must be a list of alternatives");
    return [];
  }
  return Object.freeze(
    list.flatMap((alternative: JsonValue, index) => {
      if (!isObject(alternative)) reading.report(appendPointer(place, index), "an alternative must be an object here");
      const schemes = Object.entries(isObject(alternative) ? alternative : {}).map(([name, scopes]) =>
        readScheme(reading, { name, scopes, usedAt: appendPointer(place, index, name) }),
      );
      return satisfiable(schemes).map((one) => Object.freeze(one));
    }),
  );
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

/** A scheme that is not declared, or not as an object, has no type. */
function readScheme(reading: Reading, { name, scopes, usedAt }: SchemeUse): SecurityScheme {
  const { value, pointer } = describedScheme(reading, name, usedAt) ?? { value: {}, pointer: usedAt };
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
  const { document } = reading;
  const components = document.root["components"];
  const schemes = isObject(components) ? components["securitySchemes"] : undefined;
  if (!isObject(schemes) || !Object.hasOwn(schemes, name)) {
    reading.report(usedAt, `there is no security scheme ${JSON.stringify(name)} in components.securitySchemes`);
    return undefined;
  }
  return reading.object({ value: schemes, pointer: "/components/securitySchemes" }, [name], "a security scheme");
}
