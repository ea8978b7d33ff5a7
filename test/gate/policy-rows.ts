// One pair of documents, or more, for each rule of the policy.
import type { ChangeSeverity, Profile } from "../../src/gate/profiles.ts";
import { documentOf, withOperation, withParameters, withRequest, withResponse } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

const OK = { "200": { description: "OK" } };
const op = (more: Record<string, unknown>, beside: Record<string, unknown> = {}): JsonObject =>
  withOperation(more, beside);
const query = (schema: unknown, more: Record<string, unknown> = {}): JsonObject =>
  withParameters({ name: "q", in: "query", schema, ...more });
const object = (a: unknown): unknown => ({ type: "object", properties: { a } });
const info = (version: string): Record<string, unknown> => ({ info: { title: "T", version } });
const hooks = (name: string): JsonObject => documentOf({}, { webhooks: { [name]: { post: { responses: OK } } } });
const callback = (name: string): JsonObject => op({ callbacks: { [name]: { "{$url}": { post: { responses: OK } } } } });
const scheme = (authorizationUrl: string): JsonObject => {
  const o = { type: "oauth2", flows: { implicit: { authorizationUrl, scopes: {} } } };
  return withOperation({}, { components: { securitySchemes: { o } } });
};
const asking = (name: string): JsonObject => {
  const bearer = { type: "http", scheme: "bearer" };
  return op({ security: [{ [name]: [] }] }, { components: { securitySchemes: { a: bearer, b: bearer } } });
};
const granting = (...scopes: string[]): JsonObject => {
  const flows = { clientCredentials: { tokenUrl: "https://a.test", scopes: {} } };
  return op({ security: [{ o: scopes }] }, { components: { securitySchemes: { o: { type: "oauth2", flows } } } });
};
const old = (more: Record<string, unknown>): JsonObject => ({
  ...withResponse(object({ type: "string", ...more })),
  openapi: "3.0.3",
});
const tagged = (propertyName: string): unknown => ({
  oneOf: [{ type: "object", required: ["a", "b"], properties: { a: { const: "x" }, b: { const: "x" } } }],
  discriminator: { propertyName },
});
const form = (a: Record<string, unknown>): JsonObject => {
  const media = { schema: object({ type: "array", items: { type: "string" } }), encoding: { a } };
  return op({ requestBody: { content: { "multipart/form-data": media } } });
};
const sunset = (day: unknown): Record<string, unknown> => ({ deprecated: true, "x-sunset": day });
const noted = (keyword: string, value: unknown): JsonObject => withRequest({ type: "string", [keyword]: value });

type Row = readonly [
  rule: string,
  severity: ChangeSeverity,
  before: JsonObject,
  after: JsonObject,
  profile: Profile | undefined,
];

/** Rule, severity, before, after. Today is 1 June 2026, and 90 days of notice are required. */
export const ROWS: readonly Row[] = (
  [
    ["version-lowered", "warning", documentOf({}, info("1.1.0")), documentOf({}, info("1.0.9"))],
    [
      "version-not-raised",
      "warning",
      documentOf({ "/a": { get: { responses: OK } } }, info("1.4.0")),
      documentOf({}, info("1.5.0")),
    ],
    [
      "server-path-changed",
      "warning",
      documentOf({}, { servers: [{ url: "https://a.test/v1" }] }),
      documentOf({}, { servers: [{ url: "https://a.test/v2" }] }),
    ],
    [
      "server-removed",
      "warning",
      documentOf({}, { servers: [{ url: "https://a.test/v1" }] }),
      documentOf({}, { servers: [{ url: "https://b.test/v1" }] }),
    ],
    [
      "operation-server-removed",
      "warning",
      op({ servers: [{ url: "https://a.test" }] }),
      op({ servers: [{ url: "https://b.test" }] }),
    ],
    ["component-removed", "error", documentOf({}, { components: { schemas: { A: {} } } }), documentOf({}), "sdk"],
    ["operation-id-removed", "warning", op({ operationId: "a" }), op({ operationId: "b" })],
    ["operation-id-removed", "error", op({ operationId: "a" }), op({}), "sdk"],
    ["tag-removed", "warning", op({ tags: ["a", "b"] }), op({ tags: ["b"] })],
    ["tag-removed", "error", op({ tags: ["a"] }), op({}), "sdk"],
    ["success-status-removed", "error", op({}), op({ responses: { "204": { description: "None" } } })],
    [
      "success-status-narrowed",
      "warning",
      op({ responses: { ...OK, "201": { description: "Done" }, "202": { description: "Later" } } }),
      op({ responses: OK }),
    ],
    ["success-status-added", "warning", op({}), op({ responses: { ...OK, "202": { description: "Later" } } })],
    [
      "request-body-removed",
      "error",
      withRequest({ type: "string" }),
      documentOf({ "/things": { post: { responses: OK } } }),
    ],
    ["removed-before-sunset", "error", op(sunset("2030-01-01")), documentOf({ "/other": { get: { responses: OK } } })],
    ["removed-before-sunset", "error", query({}, sunset("2030-01-01")), withParameters()],
    ["sunset-invalid", "error", op({}), op(sunset("soon"))],
    ["sunset-invalid", "error", op(sunset("soon")), op(sunset("2030-01-01"))],
    ["sunset-moved-earlier", "error", op(sunset("2030-12-05")), op(sunset("2030-12-04"))],
    ["sunset-removed", "error", op(sunset("2030-12-05")), op({ deprecated: true })],
    ["notice-too-short", "error", op({}), op(sunset("2026-07-01"))],
    [
      "notice-too-short",
      "error",
      withRequest(object({ type: "string" })),
      withRequest(object({ type: "string", ...sunset("2026-07-01") })),
    ],
    ["deprecated-without-sunset", "warning", op({}), op({ deprecated: true })],
    ["deprecated-without-sunset", "warning", query({}), query({}, { deprecated: true })],
    ["stability-invalid", "error", op({}), op({ "x-stability-level": "golden" })],
    ["stability-lowered", "error", op({}), op({ "x-stability-level": "beta" })],
    ["stability-lowered", "error", op({ "x-stability-level": "beta" }), op({ "x-stability-level": "experimental" })],
    ["webhook-removed", "error", hooks("created"), hooks("deleted")],
    ["callback-removed", "error", callback("done"), callback("failed")],
    ["parameter-removed", "warning", query({ type: "string" }), withParameters()],
    [
      "parameter-renamed",
      "error",
      documentOf({ "/a/{b}": { get: { responses: OK, parameters: [{ name: "b", in: "path", required: true }] } } }),
      documentOf({ "/a/{c}": { get: { responses: OK, parameters: [{ name: "c", in: "path", required: true }] } } }),
      "sdk",
    ],
    [
      "parameter-style-changed",
      "warning",
      query({ type: "string" }, { explode: true }),
      query({ type: "string" }, { explode: false }),
    ],
    [
      "parameter-style-changed",
      "warning",
      query({ type: "string" }, { allowReserved: true }),
      query({ type: "string" }),
    ],
    ["form-style-changed", "error", form({}), form({ style: "spaceDelimited", explode: false })],
    ["form-part-refused", "error", form({ contentType: "image/png, image/jpeg" }), form({ contentType: "image/png" })],
    [
      "parameter-default-changed",
      "error",
      query({ type: "integer", default: 20 }),
      query({ type: "integer", default: 50 }),
    ],
    ["parameter-default-added", "warning", query({ type: "integer" }), query({ type: "integer", default: 20 })],
    ["parameter-default-removed", "warning", query({ type: "integer", default: 20 }), query({ type: "integer" })],
    [
      "parameter-type-changed",
      "error",
      query({ type: "string" }, { explode: false }),
      query({ type: "array", items: { type: "string" } }, { explode: false }),
    ],
    [
      "parameter-type-changed",
      "error",
      query({ type: "array", items: { type: "string" } }, { explode: false }),
      query({ type: "string" }, { explode: false }),
    ],
    [
      "property-default-changed",
      "warning",
      withRequest(object({ type: "string", default: "a" })),
      withRequest(object({ type: "string" })),
    ],
    [
      "request-property-removed",
      "warning",
      withRequest(object({ type: "string" })),
      withRequest({ type: "object", properties: {} }),
    ],
    [
      "response-property-removed",
      "warning",
      withResponse(object({ type: "string" })),
      withResponse({ type: "object", properties: { b: {} } }),
    ],
    ["extensible-enum-reduced", "error", noted("x-extensible-enum", ["a", "b"]), noted("x-extensible-enum", ["a"])],
    ["response-enum-grown", "warning", withResponse({ enum: ["a"] }), withResponse({ enum: ["a", "b"] })],
    ["discriminator-changed", "error", withRequest(tagged("a")), withRequest(tagged("b"))],
    ["content-encoding-changed", "error", noted("contentEncoding", "base64"), noted("contentEncoding", "base16")],
    [
      "content-media-type-changed",
      "error",
      noted("contentMediaType", "text/plain"),
      noted("contentMediaType", "text/csv"),
    ],
    [
      "content-schema-changed",
      "warning",
      noted("contentSchema", { type: "string" }),
      noted("contentSchema", { type: "integer" }),
    ],
    [
      "became-read-only",
      "warning",
      withRequest(object({ type: "string" })),
      withRequest(object({ type: "string", readOnly: true })),
    ],
    [
      "became-write-only",
      "warning",
      withRequest(object({ type: "string" })),
      withRequest(object({ type: "string", writeOnly: true })),
    ],
    ["error-status-removed", "warning", op({ responses: { ...OK, "404": { description: "No" } } }), op({})],
    [
      "error-body-removed",
      "warning",
      op({ responses: { ...OK, "404": { description: "No", content: { "text/plain": {} } } } }),
      op({ responses: { ...OK, "404": { description: "No" } } }),
    ],
    [
      "charset-changed",
      "warning",
      op({ requestBody: { content: { "text/plain; charset=utf-8": {} } } }),
      op({ requestBody: { content: { "text/plain; charset=utf-16": {} } } }),
    ],
    [
      "scopes-without-effect",
      "warning",
      ...(["a", "b"].map((scope): JsonObject => {
        const schemes = { s: { type: "http", scheme: "bearer" } };
        const own = op({ security: [{ s: [scope] }] }, { components: { securitySchemes: schemes } });
        return { ...own, openapi: "3.0.3" };
      }) as [JsonObject, JsonObject]),
    ],
    [
      "response-header-removed",
      "warning",
      op({ responses: { "200": { description: "OK", headers: { "X-A": {} } } } }),
      op({ responses: { "200": { description: "OK", headers: {} } } }),
    ],
    ["security-scheme-replaced", "warning", asking("a"), asking("b")],
    ["security-scope-widened", "warning", granting("files.read"), granting("files", "files.read")],
    ["nullable-enum-without-null", "warning", old({ enum: ["x"] }), old({ enum: ["x"], nullable: true })],
    ["security-scheme-changed", "warning", scheme("https://a.test"), scheme("https://b.test")],
  ] satisfies readonly (readonly [string, ChangeSeverity, JsonObject, JsonObject, Profile?])[]
).map(([rule, severity, before, after, profile]): Row => [rule, severity, before, after, profile]);
