// How reports name a credential, even a barely described one, and when its scopes may be enough.
import { expect, test } from "vitest";
import type { Credential } from "../../src/gate/surface/model.ts";
import { mayAdmit, showCredential } from "../../src/gate/exchange/match.ts";

test.each([
  [["apiKey", null, "header", "X-Key"], [], "main (header X-Key)"],
  [["apiKey", null, "query", "key"], ["read"], "main (query key, scopes read)"],
  [["apiKey", null, null, "key"], [], "main (nowhere key)"],
  [["apiKey", null, "cookie", null], [], "main (cookie without a name)"],
  [["http", "bearer", null, null], [], "main"],
  [["oauth2", null, null, null], ["read", "write"], "main (scopes read write)"],
] as const)("%j with scopes %j is shown as %s", (parts, scopes, shown) => {
  expect(showCredential({ name: "main", identity: JSON.stringify(parts), scopes })).toBe(shown);
});

test("a credential without a description is shown by its name", () => {
  expect(showCredential({ name: "main", identity: "main", scopes: [] })).toBe("main");
});

test.each([
  ["files.read", ["files"], true],
  ["files:read", ["files"], true],
  ["files/read", ["files"], true],
  ["filesystem", ["files"], false],
  ["files.read", [], false],
] as const)("if files and %s are required, a token with %j may be enough: %s", (narrow, held, may) => {
  const credential = (scopes: readonly string[]): Credential => ({ name: "main", identity: "main", scopes });
  expect(mayAdmit([[credential(["files", narrow])]], [credential(held)])).toBe(may);
});
