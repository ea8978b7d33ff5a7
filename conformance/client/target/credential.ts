// Credentials on the wire: the valid one, and every near miss that a server must not accept.
import type { SecurityScheme } from "../../../src/contract/model.ts";

/** Where a credential travels. */
export interface Credential {
  readonly headers: readonly (readonly [string, string])[];
  readonly query: readonly (readonly [string, string])[];
}

export const NO_CREDENTIAL: Credential = { headers: [], query: [] };

/** The credential for schemes that must all be satisfied. @param key one for all of them, or that of each */
export function credentialFor(
  schemes: readonly SecurityScheme[],
  key: string | ((scheme: SecurityScheme) => string | undefined),
): Credential {
  const parts = schemes.flatMap((scheme) => {
    const own = typeof key === "string" ? key : key(scheme);
    return own === undefined ? [] : credentialOf(scheme, own);
  });
  return { headers: once(parts.flatMap(({ headers }) => headers)), query: once(parts.flatMap(({ query }) => query)) };
}

/** Two schemes may put their key in the same place; it is sent once. */
function once(pairs: Credential["headers"]): Credential["headers"] {
  const isSame = ([name, value]: readonly [string, string], [other, text]: readonly [string, string]): boolean =>
    name.toLowerCase() === other.toLowerCase() && value === text;
  return pairs.filter((pair, index) => pairs.findIndex((one) => isSame(one, pair)) === index);
}

function credentialOf(scheme: SecurityScheme, key: string): Credential {
  if (scheme.type === "apiKey" && scheme.key !== undefined) {
    if (scheme.in === "query") return { headers: [], query: [[scheme.key, key]] };
    if (scheme.in === "cookie") return { headers: [["Cookie", `${scheme.key}=${key}`]], query: [] };
    return { headers: [[scheme.key, key]], query: [] };
  }
  return { headers: [["Authorization", authorization(scheme, key)]], query: [] };
}

function authorization(scheme: SecurityScheme, key: string): string {
  // A user who writes another scheme knows what the service wants: "Token 123" where the document says bearer.
  if (scheme.scheme !== "basic" && /^[a-z][\w.-]* +\S/i.test(key)) return key;
  return `${schemeName(scheme)} ${encodedKey(scheme, key)}`;
}

/** A key as the scheme needs it: without the name of the scheme, or of the cookie, that the user may have written too. */
export function bareKey(scheme: SecurityScheme, key: string): string {
  const { key: name = "" } = scheme;
  if (!usesAuthorization(scheme)) {
    return scheme.in === "cookie" && key.startsWith(`${name}=`) ? key.slice(name.length + 1) : key;
  }
  const [, word = "", rest] = /^([a-z]+) +(\S.*)$/i.exec(key) ?? [];
  if (rest === undefined || word.toLowerCase() !== schemeName(scheme).toLowerCase()) return key;
  if (scheme.scheme !== "basic" || rest.includes(":")) return rest;
  const pair = Buffer.from(rest, "base64").toString();
  return pair.includes(":") ? pair : rest;
}

/** True if two credentials are the same on the wire. */
export function isSameCredential(one: Credential, other: Credential): boolean {
  const shown = ({ headers, query }: Credential): string =>
    JSON.stringify([headers.map(([name, value]) => [name.toLowerCase(), value]), query]);
  return shown(one) === shown(other);
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

/** HTTP schemes in which the client answers a challenge: a key alone is not a credential for them. */
const HANDSHAKES = new Set(["digest", "negotiate", "ntlm", "hoba", "mutual", "dpop", "scram-sha-1", "scram-sha-256"]);

/** True for schemes whose credential the suite cannot build from a key. */
export function needsHandshake({ type, scheme = "" }: SecurityScheme): boolean {
  return type === "mutualTLS" || (type === "http" && HANDSHAKES.has(scheme));
}

/** True if a credential is sent in the place that the scheme uses. */
export function standsFor({ headers, query }: Credential, scheme: SecurityScheme): boolean {
  const values = (wanted: string): string[] =>
    headers.filter(([name]) => name.toLowerCase() === wanted.toLowerCase()).map(([, value]) => value);
  const { key = "" } = scheme;
  if (usesAuthorization(scheme)) {
    return values("authorization").some((value) => new RegExp(`^${schemeName(scheme)}\\b`, "i").test(value));
  }
  if (scheme.in === "query") return query.some(([name]) => name === key);
  if (scheme.in === "cookie") return values("cookie").some((value) => value.includes(`${key}=`));
  return values(key).length > 0;
}

/** True for schemes that use the Authorization header. */
export function usesAuthorization(scheme: SecurityScheme): boolean {
  return scheme.type !== "apiKey";
}
