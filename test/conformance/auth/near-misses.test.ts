// Credentials that are nearly valid, as they are sent: which of them a service gets does not depend on how it takes its key.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { NEAR_MISSES } from "../../../conformance/checks/auth/near-misses.ts";
import { CHECKS } from "../../../conformance/checks/index.ts";
import type { Credential } from "../../../conformance/client/target/credential.ts";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { SecurityScheme } from "../../../src/contract/model.ts";
import { answers, object } from "../../http/parts.ts";

const SCHEMES: Readonly<Record<string, Omit<SecurityScheme, "scopes" | "pointer">>> = {
  "a bearer token": { name: "a", type: "http", scheme: "bearer" },
  "a user and password": { name: "a", type: "http", scheme: "basic" },
  "a header": { name: "a", type: "apiKey", in: "header", key: "x-api-key" },
  "the query": { name: "a", type: "apiKey", in: "query", key: "api_key" },
  "a cookie": { name: "a", type: "apiKey", in: "cookie", key: "token" },
};

const shown = (credential: Credential | undefined): string =>
  credential === undefined
    ? "none can be made"
    : [
        ...credential.headers.map(([name, value]) => `${name}: ${value}`),
        ...credential.query.map(([name, value]) => `?${name}=${value}`),
      ].join(", ");

test.each(Object.entries(SCHEMES))("near misses of a key in %s are the same as before", (_, own) => {
  const scheme = { ...own, scopes: [], pointer: "/components/securitySchemes/a" };
  const all = NEAR_MISSES.filter(({ fits }) => fits?.(scheme) ?? true).map(
    ({ id, forge, once = [], malformed = [] }) => [
      id,
      [...forge, ...once, ...malformed].map((of) => shown(of(scheme, "Key-4f9"))),
    ],
  );
  expect(Object.fromEntries(all)).toMatchSnapshot();
});

/** The verdict on a service that answers 403 without the right key, by the statuses that its document describes. */
async function ofForbidding(statuses: readonly string[]): Promise<string[]> {
  const described = Object.fromEntries(statuses.map((status) => [status, { description: "No." }]));
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "Doors", version: "1" },
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: { "/door": { get: { responses: { ...answers("200", object({})), ...described } } } },
  });
  const server = createServer(({ headers }, response) => {
    response.writeHead(headers["x-key"] === "Key-4f9" ? 200 : 403, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const checks = CHECKS.filter(({ id }) => id === "auth.missing");
    const { results } = await verify(contract, { baseUrl, key: "Key-4f9", checks });
    return results.map(({ outcome }) => outcome.verdict);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test.each([
  [["401"], "fail"],
  [["403"], "pass"],
  [["401", "403"], "pass"],
  [[], "pass"],
])("403 for a request without a key, where the document describes %j: %s", async (statuses, verdict) => {
  expect(await ofForbidding(statuses)).toEqual([verdict]);
});

test("a token of the same form has another signature, not another spelling of it", () => {
  const scheme = { ...SCHEMES["a bearer token"], scopes: [], pointer: "" } as SecurityScheme;
  const bytes = (token: string): string => Buffer.from(token.split(".").at(-1) ?? "", "base64url").toString("hex");
  // The last letter of 32 bytes has two bits too many.
  for (const last of "AEIMQUYcgkosw048") {
    const key = `eyJhbGciOiJIUzI1NiJ9.e30.${"x".repeat(42)}${last}`;
    const [similar] = NEAR_MISSES.find(({ id }) => id === "auth.similar")?.forge ?? [];
    const sent = similar?.(scheme, key)?.headers?.[0]?.[1] ?? "";
    expect(sent).toHaveLength("Bearer ".length + key.length);
    expect(bytes(sent)).not.toBe(bytes(key));
  }
});
