// Credentials on the wire: the valid one, and every near miss that a server must not take for it.
import type { SecurityScheme } from "../src/contract/model.ts";

/** Where a credential travels. */
export interface Credential {
  readonly headers: readonly (readonly [string, string])[];
  readonly query: readonly (readonly [string, string])[];
}

export const NO_CREDENTIAL: Credential = { headers: [], query: [] };

/** The credential for schemes that must all be satisfied, with one key for each of them. */
export function credentialFor(schemes: readonly SecurityScheme[], key: string): Credential {
  const parts = schemes.map((scheme) => credentialOf(scheme, key));
  return { headers: parts.flatMap(({ headers }) => headers), query: parts.flatMap(({ query }) => query) };
}

function credentialOf(scheme: SecurityScheme, key: string): Credential {
  if (scheme.type === "apiKey" && scheme.key !== undefined) {
    if (scheme.in === "query") return { headers: [], query: [[scheme.key, key]] };
    if (scheme.in === "cookie") return { headers: [["Cookie", `${scheme.key}=${key}`]], query: [] };
    return { headers: [[scheme.key, key]], query: [] };
  }
  return { headers: [["Authorization", `${schemeName(scheme)} ${encodedKey(scheme, key)}`]], query: [] };
}

/** The name of the HTTP authentication scheme; OAuth and OpenID Connect tokens travel as bearer tokens. */
export function schemeName(scheme: SecurityScheme): string {
  const name = scheme.type === "http" ? (scheme.scheme ?? "bearer") : "bearer";
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function encodedKey(scheme: SecurityScheme, key: string): string {
  if (scheme.scheme !== "basic") return key;
  return Buffer.from(key.includes(":") ? key : `${key}:`).toString("base64");
}

/** True for schemes that use the Authorization header. */
export function usesAuthorization(scheme: SecurityScheme): boolean {
  return scheme.type !== "apiKey";
}
