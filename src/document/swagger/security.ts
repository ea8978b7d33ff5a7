// The Security Scheme Object of Swagger 2.0 as OpenAPI 3.0 writes it.
import { textOf } from "./schemas.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** The flows of OAuth 2 by their names in 2.0. */
const FLOWS: ReadonlyMap<string, string> = new Map([
  ["implicit", "implicit"],
  ["password", "password"],
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
]);

/** A security scheme as 3.0 writes it. */
export function securityScheme(scheme: JsonValue): JsonValue {
  if (!isObject(scheme)) return scheme;
  if (scheme["type"] === "basic") return { ...scheme, type: "http", scheme: "basic" };
  if (scheme["type"] !== "oauth2") return scheme;
  const { flow, authorizationUrl, tokenUrl, scopes = {}, ...rest } = scheme;
  const described: JsonObject = {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    scopes,
  };
  return { ...rest, flows: { [FLOWS.get(textOf(flow)) ?? "implicit"]: described } };
}
