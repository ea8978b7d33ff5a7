// The credential made from a key, for each kind of scheme.
import { describe, expect, test } from "vitest";
import {
  NO_CREDENTIAL,
  credentialFor,
  needsHandshake,
  schemeName,
  standsFor,
  usesAuthorization,
} from "../../../conformance/client/target/credential.ts";
import type { SecurityScheme } from "../../../src/contract/model.ts";

const scheme = (parts: Partial<SecurityScheme>): SecurityScheme =>
  ({ name: "s", type: "http", ...parts }) as SecurityScheme;
const BEARER = scheme({ scheme: "bearer" });
const BASIC = scheme({ scheme: "basic" });
const HEADER = scheme({ type: "apiKey", in: "header", key: "X-Key" });
const QUERY = scheme({ type: "apiKey", in: "query", key: "key" });
const COOKIE = scheme({ type: "apiKey", in: "cookie", key: "sid" });
const OAUTH = scheme({ type: "oauth2" });

describe("a key is sent as", () => {
  test.each<[string, SecurityScheme[], string, object]>([
    ["nothing if no scheme requires it", [], "k", NO_CREDENTIAL],
    ["a bearer token", [BEARER], "k", { headers: [["Authorization", "Bearer k"]], query: [] }],
    ["a bearer token for OAuth 2", [OAUTH], "k", { headers: [["Authorization", "Bearer k"]], query: [] }],
    [
      "a token of a custom scheme",
      [scheme({ scheme: "custom" })],
      "k",
      { headers: [["Authorization", "Custom k"]], query: [] },
    ],
    [
      "a bearer token if the scheme has no name",
      [scheme({})],
      "k",
      { headers: [["Authorization", "Bearer k"]], query: [] },
    ],
    ["a user without a password", [BASIC], "me", { headers: [["Authorization", "Basic bWU6"]], query: [] }],
    ["a user with a password", [BASIC], "me:it", { headers: [["Authorization", "Basic bWU6aXQ="]], query: [] }],
    ["a header", [HEADER], "k", { headers: [["X-Key", "k"]], query: [] }],
    ["a query parameter", [QUERY], "k", { headers: [], query: [["key", "k"]] }],
    ["a cookie", [COOKIE], "k", { headers: [["Cookie", "sid=k"]], query: [] }],
    [
      "one part for each scheme",
      [BEARER, HEADER, QUERY],
      "k",
      {
        headers: [
          ["Authorization", "Bearer k"],
          ["X-Key", "k"],
        ],
        query: [["key", "k"]],
      },
    ],
    [
      "one part for schemes that only differ in case",
      [HEADER, scheme({ type: "apiKey", in: "header", key: "x-key" }), QUERY, QUERY],
      "k",
      { headers: [["X-Key", "k"]], query: [["key", "k"]] },
    ],
    [
      "two parts for two schemes in one header",
      [BEARER, BASIC],
      "k",
      {
        headers: [
          ["Authorization", "Bearer k"],
          ["Authorization", "Basic azo="],
        ],
        query: [],
      },
    ],
  ])("%s", (_, schemes, key, credential) => {
    expect(credentialFor(schemes, key)).toEqual(credential);
  });
});

test("every scheme except an API key is named in Authorization", () => {
  expect([BEARER, BASIC, OAUTH, HEADER, QUERY, COOKIE].map(usesAuthorization)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([BEARER, BASIC, OAUTH, scheme({ scheme: "digest" })].map(schemeName)).toEqual([
    "Bearer",
    "Basic",
    "Bearer",
    "Digest",
  ]);
});

test.each(["digest", "negotiate", "ntlm", "hoba", "mutual", "dpop", "scram-sha-1", "scram-sha-256"])(
  "%s begins with a challenge, so no key is sent",
  (name) => {
    expect(needsHandshake(scheme({ scheme: name }))).toBe(true);
    expect(needsHandshake(scheme({ type: "apiKey", scheme: name }))).toBe(false);
  },
);

test("a key is not sent for a certificate, but for everything else", () => {
  expect(needsHandshake(scheme({ type: "mutualTLS" }))).toBe(true);
  expect([BEARER, BASIC, OAUTH, HEADER, scheme({})].some(needsHandshake)).toBe(false);
});

describe("is recognized as the credential of a scheme", () => {
  const header = (name: string, value: string): object => ({ headers: [[name, value]], query: [] });
  test.each<[string, object, SecurityScheme, boolean]>([
    ["the token of the scheme", header("authorization", "bearer x"), BEARER, true],
    ["the token of another scheme", header("Authorization", "Basic x"), BEARER, false],
    ["a word that only begins with its name", header("Authorization", "Bearers x"), BEARER, false],
    ["a word that contains its name", header("Authorization", "Not Bearer x"), BEARER, false],
    ["another header", header("X-Authorization", "Bearer x"), BEARER, false],
    ["the header in another case", header("x-KEY", "x"), HEADER, true],
    ["a header with another name", header("X-Keys", "x"), HEADER, false],
    ["the name in the query", { headers: [], query: [["key", ""]] }, QUERY, true],
    ["another name in the query", { headers: [["key", "x"]], query: [["keys", "x"]] }, QUERY, false],
    ["the cookie next to others", header("Cookie", "a=1; sid=x"), COOKIE, true],
    ["another cookie", header("Cookie", "side=x"), COOKIE, false],
  ])("%s", (_, credential, own, stands) => {
    expect(standsFor(credential as typeof NO_CREDENTIAL, own)).toBe(stands);
  });
});
