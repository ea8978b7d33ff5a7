// Credentials that are nearly valid: each of them passes some careless comparison.
import type { SecurityScheme } from "../../../src/contract/model.ts";
import type { Signs } from "../../causes/cause.ts";
import type { CheckId } from "../../check.ts";
import {
  type Credential,
  NO_CREDENTIAL,
  credentialFor,
  schemeName,
  usesAuthorization,
} from "../../client/target/credential.ts";

/** Builds an invalid credential; undefined if the scheme or the key does not permit it. */
type Forge = (scheme: SecurityScheme, key: string) => Credential | undefined;

export interface NearMiss {
  readonly id: CheckId;
  readonly claim: string;
  readonly fault: string;
  readonly letIn?: Signs["letIn"];
  /** Tried on every operation. */
  readonly forge: readonly Forge[];
  /** Each is tried on one operation only, a different operation for each. */
  readonly once?: readonly Forge[];
  /** Credentials that are malformed rather than missing: for these 400 is as correct as 401 (RFC 6750 section 3.1). */
  readonly malformed?: readonly Forge[];
  /** The schemes that it applies to; all of them by default. */
  readonly fits?: (scheme: SecurityScheme) => boolean;
  /** True if the status of the refusal is judged too, not only that the request is refused. */
  readonly exact?: boolean;
}

const authorization = (value: string): Credential => ({ headers: [["Authorization", value]], query: [] });

const withKey =
  (change: (key: string) => string): Forge =>
  (scheme, key) => {
    const changed = change(key);
    return changed === key || changed === "" ? undefined : credentialFor([scheme], changed);
  };

const inHeader =
  (write: (name: string, key: string) => string): Forge =>
  (scheme, key) =>
    usesAuthorization(scheme) ? authorization(write(schemeName(scheme), key)) : undefined;

/** The key under a scheme other than the documented one. */
const underScheme = (other: string, write: (key: string) => string = (key) => key): Forge =>
  inHeader((name, key) => (name.toLowerCase() === other.toLowerCase() ? `Bearer ${key}` : `${other} ${write(key)}`));

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const swapCase = (key: string): string =>
  Array.from(key, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join("");

const changeLast = (key: string): string => key.slice(0, -1) + (/[a-y0-8]$/i.test(key) ? nextOf(key) : "a");
const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Another signature of a token: the last bits of its text may stand for nothing, so the first one of its last letter changes. */
const changeSignature = (key: string): string =>
  key.slice(0, -1) + (BASE64URL[BASE64URL.indexOf(key.slice(-1)) ^ 32] ?? "a");
const isToken = (key: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(key);
const nextOf = (key: string): string => String.fromCodePoint((key.codePointAt(key.length - 1) ?? 97) + 1);
export const unlike = (key: string): string => `${Array.from(key).reverse().join("")}7`;
const emptyKey: Forge = (scheme) => (usesAuthorization(scheme) ? undefined : credentialFor([scheme], ""));

/** Other places where careless servers look for a key. */
const QUERY_NAMES = ["access_token", "api_key", "apikey", "apiKey", "api-key", "key", "token", "auth"];
const HEADER_NAMES = ["X-API-Key", "X-Api-Token", "X-Auth-Token", "X-Access-Token", "Api-Key", "X-Authorization"];

const inQuery: Forge = (_, key) => ({ headers: [], query: QUERY_NAMES.map((name) => [name, key] as const) });

const inOtherHeaders: Forge = (scheme, key) => {
  const names = HEADER_NAMES.filter((name) => name.toLowerCase() !== scheme.key?.toLowerCase());
  const cookies = ["token", "api_key", "session"].filter((name) => scheme.in !== "cookie" || name !== scheme.key);
  const pairs = names.map((name) => [name, key] as const);
  return { headers: [...pairs, ["Cookie", cookies.map((name) => `${name}=${key}`).join("; ")]], query: [] };
};

export const NEAR_MISSES: readonly NearMiss[] = [
  {
    id: "auth.missing",
    claim: "a request without a credential must be refused",
    fault: "F207",
    letIn: "credential",
    exact: true,
    forge: [() => NO_CREDENTIAL],
  },
  {
    id: "auth.empty",
    claim: "an empty credential must be refused",
    fault: "F206",
    exact: true,
    forge: [emptyKey, inHeader(() => "")],
    malformed: [inHeader((name) => name)],
  },
  {
    id: "auth.unknown",
    claim: "a key that was never issued must be refused",
    fault: "F206",
    letIn: "any-key",
    exact: true,
    forge: [withKey(unlike), withKey(() => "undefined"), withKey(() => "null")],
  },
  {
    id: "auth.similar",
    claim: "a key of the same length and form as the valid one must be refused",
    fault: "F206",
    forge: [withKey((key) => (isToken(key) ? changeSignature(key) : changeLast(key)))],
  },
  {
    id: "auth.prefix",
    claim: "the beginning of the valid key must be refused",
    fault: "F206",
    forge: [withKey((key) => key.slice(0, -1))],
    once: [withKey((key) => key.slice(0, 4)), withKey((key) => key.slice(1))],
  },
  {
    id: "auth.suffix",
    claim: "the valid key with something added must be refused",
    fault: "F206",
    forge: [withKey((key) => `${key}x`), inHeader((name, key) => `${name} ${key} ${key}`), withKey((key) => `x${key}`)],
  },
  {
    id: "auth.case",
    claim: "the valid key in another case must be refused",
    fault: "F206",
    forge: [withKey(swapCase)],
  },
  {
    id: "auth.other-scheme",
    claim: "the valid key under another scheme must be refused",
    fault: "F206",
    fits: usesAuthorization,
    forge: [underScheme("Token")],
    once: [
      underScheme("Basic", (key) => base64(`${key}:`)),
      underScheme("Basic", (key) => base64(`:${key}`)),
      underScheme("Basic"),
      underScheme("ApiKey"),
      underScheme("Digest"),
    ],
  },
  {
    id: "auth.no-scheme",
    claim: "the valid key without its scheme must be refused",
    fault: "F206",
    fits: usesAuthorization,
    forge: [inHeader((_, key) => key)],
    once: [inHeader((name, key) => `${name}${key}`), inHeader((name, key) => `${name}:${key}`)],
  },
  {
    id: "auth.in-query",
    claim: "the valid key in the query must be refused",
    fault: "F206",
    fits: (scheme) => scheme.in !== "query",
    forge: [inQuery],
  },
  {
    id: "auth.in-other-header",
    claim: "the valid key in another header or a cookie must be refused",
    fault: "F206",
    forge: [inOtherHeaders],
  },
];
