// How a credential is called, however little is said of it.
import { expect, test } from "vitest";
import { showCredential } from "../../src/gate/exchange/match.ts";

test.each([
  [["apiKey", null, "header", "X-Key"], [], "main (header X-Key)"],
  [["apiKey", null, "query", "key"], ["read"], "main (query key, scopes read)"],
  [["apiKey", null, null, "key"], [], "main (nowhere key)"],
  [["apiKey", null, "cookie", null], [], "main (cookie without a name)"],
  [["http", "bearer", null, null], [], "main"],
  [["oauth2", null, null, null], ["read", "write"], "main (scopes read write)"],
] as const)("%j with scopes %j is %s", (parts, scopes, shown) => {
  expect(showCredential({ name: "main", identity: JSON.stringify(parts), scopes })).toBe(shown);
});

test("one that is not described is called by its name", () => {
  expect(showCredential({ name: "main", identity: "main", scopes: [] })).toBe("main");
});
