// Reads who may call an operation: the `security` of the document and each scheme it names.
import { appendPointer, valueAt } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import type { SecurityAlternative, SecurityScheme } from "../model.ts";
import { type ObjectAt, type Reading, plainText } from "./reading.ts";
import { quoted } from "../../json/quote.ts";

/**
 * The alternatives that `security` of an operation lists, or that of the document (OpenAPI 3.1 section 4.8.10). A scheme
 * that is not declared is left out of its alternative: nothing says how its credential is sent.
 */
export function readSecurity(reading: Reading, { value, pointer }: ObjectAt): readonly SecurityAlternative[] {
  const list = value["security"] ?? [];
  const place = appendPointer(pointer, "security");
  if (!Array.isArray(list)) {
    reading.report(place, "security must be a list of alternatives");
    return [];
  }
  return Object.freeze(
    list.flatMap((alternative: JsonValue, index) => {
      const at = appendPointer(place, index);
      if (!isObject(alternative)) {
        reading.report(at, "an alternative must be an object here");
        return [];
      }
      const schemes = Object.entries(alternative).flatMap((use) => readScheme(reading, use, at) ?? []);
      return satisfiable(schemes).map((one) => Object.freeze(one));
    }),
  );
}

/** Why a scheme cannot be used; undefined if the document declares it. */
export function undeclared(root: JsonObject, name: string): string | undefined {
  const declared = valueAt(root, appendPointer("", ...SCHEMES, name));
  return isObject(declared) ? undefined : `there is no security scheme ${quoted(name)} in components.securitySchemes`;
}

const SCHEMES = ["components", "securitySchemes"] as const;

/**
 * Splits an alternative that no request can satisfy. A request has one Authorization header (RFC 9110, section 11.6.2),
 * so if several schemes need different credentials in it, any one of them is enough.
 */
function satisfiable(schemes: readonly SecurityScheme[]): SecurityAlternative[] {
  const forms = new Set(schemes.flatMap((scheme) => authorizationForm(scheme) ?? []));
  if (forms.size < 2) return [schemes];
  return [...forms].map((form) => schemes.filter((scheme) => [undefined, form].includes(authorizationForm(scheme))));
}

/** The scheme's prefix in the Authorization header, if its credential is sent there: a word, or "". */
function authorizationForm({ type, scheme, in: place, key }: SecurityScheme): string | undefined {
  if (type === "apiKey") return place === "header" && key?.toLowerCase() === "authorization" ? "" : undefined;
  if (type === "http") return scheme;
  return type === "oauth2" || type === "openIdConnect" ? "bearer" : undefined;
}

/** The scheme of an entry of an alternative; undefined if the document does not declare it. */
function readScheme(reading: Reading, [name, scopes]: [string, JsonValue], at: string): SecurityScheme | undefined {
  const { root } = reading.document;
  const fault = undeclared(root, name);
  if (fault !== undefined) {
    reading.report(appendPointer(at, name), fault);
    return undefined;
  }
  const declared = reading.object({ value: root, pointer: "" }, [...SCHEMES, name], "a security scheme");
  if (declared === undefined) return undefined;
  const { value, pointer } = declared;
  const { type, scheme, in: place, name: key, bearerFormat } = value;
  // Some documents put into the name of a header what stands before the key: "Authorization: Bearer".
  const [, header = key, word] =
    (type === "apiKey" && place === "header" && typeof key === "string" && /^([\w-]+):\s*([\w-]*)$/.exec(key)) || [];
  const isToken = word !== undefined && word !== "" && plainText(header).toLowerCase() === "authorization";
  if (isToken) return Object.freeze({ name, type: "http", scheme: word.toLowerCase(), scopes: [], pointer });
  return Object.freeze({
    name,
    type: typeof type === "string" ? type : "",
    ...(typeof scheme === "string" ? { scheme: scheme.toLowerCase() } : {}),
    ...(place === "header" || place === "query" || place === "cookie" ? { in: place } : {}),
    ...(typeof header === "string" ? { key: header } : {}),
    ...(typeof bearerFormat === "string" ? { bearerFormat } : {}),
    scopes: Array.isArray(scopes) ? scopes.map(String) : [],
    pointer,
  });
}
