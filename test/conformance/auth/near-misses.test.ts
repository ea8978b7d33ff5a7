// Credentials that are nearly valid, as they are sent: which of them a service gets does not depend on how it takes its key.
import { expect, test } from "vitest";
import { NEAR_MISSES } from "../../../conformance/checks/auth/near-misses.ts";
import type { Credential } from "../../../conformance/client/target/credential.ts";
import type { SecurityScheme } from "../../../src/contract/model.ts";

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
