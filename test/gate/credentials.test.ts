// How reports name a credential, even a barely described one, and when its scopes may be enough.
import { expect, test } from "vitest";
import type { Credential } from "../../src/gate/surface/model.ts";
import { mayAdmit, showCredential } from "../../src/gate/exchange/match.ts";

test.each([
  [{ type: "apiKey", in: "header", key: "X-Key" }, [], "main (header X-Key)"],
  [{ type: "apiKey", in: "query", key: "key" }, ["read"], "main (query key, scopes read)"],
  [{ type: "apiKey", key: "key" }, [], "main (nowhere key)"],
  [{ type: "apiKey", in: "cookie" }, [], "main (cookie without a name)"],
  [{ type: "http", scheme: "bearer" }, [], "main"],
  [{ type: "oauth2" }, ["read", "write"], "main (scopes read write)"],
  [{ type: "" }, [], "main"],
] as const)("%j with scopes %j is shown as %s", (scheme, scopes, shown) => {
  expect(showCredential({ name: "main", identity: "main", ...scheme, scopes })).toBe(shown);
});

test.each([
  ["files.read", ["files"], true],
  ["files:read", ["files"], true],
  ["files/read", ["files"], true],
  ["filesystem", ["files"], false],
  ["files.read", [], false],
] as const)("if files and %s are required, a token with %j may be enough: %s", (narrow, held, may) => {
  const credential = (scopes: readonly string[]): Credential => ({
    name: "main",
    type: "oauth2",
    identity: "main",
    scopes,
  });
  expect(mayAdmit([[credential(["files", narrow])]], [credential(held)])).toBe(may);
});
