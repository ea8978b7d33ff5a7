// Who sends a message and who reads it: what a finding says, and that both documents bear it out.
import { describe, expect, test } from "vitest";
import type { Change } from "../../src/gate/model.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { compare, documentOf, withOperation, withParameters, withResponse } from "./documents.ts";

type Loose = Record<string, unknown>;

const OK = { responses: { "204": { description: "OK" } } };
const header = (required: boolean, more: Loose = {}): Loose => ({
  parameters: [{ name: "x-sig", in: "header", required, schema: { type: "string" }, ...more }],
});
const body = (required: boolean, type = "application/json"): Loose => ({
  requestBody: { required, content: { [type]: { schema: { type: "string" } } } },
});

/** The same operation where the client sends it, and where the server does: as a webhook and as a callback. */
const PLACES: readonly (readonly [who: string, make: (operation: Loose) => JsonObject])[] = [
  ["client", (operation) => documentOf({ "/ev": { post: { ...OK, ...operation } } })],
  ["server", (operation) => documentOf({}, { webhooks: { ev: { post: { ...OK, ...operation } } } })],
  [
    "server",
    (operation) =>
      withOperation({ callbacks: { done: { "{$request.query.url}": { post: { ...OK, ...operation } } } } }),
  ],
];

/** An edit, and what it says where a client sends the request; undefined if it only breaks the other way round. */
const EDITS: readonly (readonly [
  before: Loose,
  after: Loose,
  client: string | undefined,
  server: string | undefined,
])[] = [
  [{}, header(true), "the header parameter x-sig was added and is required", undefined],
  [header(true), {}, undefined, "the header parameter x-sig is no longer sent"],
  [header(false), header(true), "the header parameter x-sig became required", undefined],
  [header(true), header(false), undefined, "the header parameter x-sig may now be absent"],
  [{}, body(true), "a request body was added and is required", undefined],
  [body(true), {}, undefined, "a request body is no longer sent"],
  [body(false), body(true), "the request body became required", undefined],
  [body(true), body(false), undefined, "the request body may now be absent"],
  [
    body(true),
    body(true, "text/plain"),
    "requests of the media type application/json are no longer accepted",
    "requests of the media type text/plain may now arrive, which the base does not describe",
  ],
];

/** Whether an operation has the part that an edit is about, and whether it is required there. */
function partOf({ parameters, requestBody }: Loose): "required" | "optional" | "absent" {
  const part = ((parameters as Loose[] | undefined)?.[0] ?? requestBody) as Loose | undefined;
  return part === undefined ? "absent" : part["required"] === true ? "required" : "optional";
}

const CLAIMS: readonly (readonly [says: RegExp, before: string, after: string])[] = [
  [/was added and is required$/, "absent", "required"],
  [/is no longer sent$/, "required", "absent"],
  [/became required$/, "optional", "required"],
  [/may now be absent$/, "required", "optional"],
];

describe.each(PLACES)("what the %s sends", (who, make) => {
  test.each(EDITS)("%j to %j", async (before, after, ofClient, ofServer) => {
    const { changes } = await compare(make(before), make(after));
    const broken = changes.filter(({ verdict }) => verdict === "breaking");
    const text = who === "client" ? ofClient : ofServer;
    expect(broken.map((change) => change.text)).toEqual(text === undefined ? [] : [text]);
    // The sentence is true of both documents, and the witness is one that only the sender's document allows.
    for (const [says, one, other] of CLAIMS.filter(([words]) => words.test(text ?? "")))
      expect([says, partOf(before), partOf(after)]).toEqual([says, one, other]);
    const sender = who === "client" ? "base" : "revision";
    expect(broken.map(({ witness }) => witness?.acceptedBy)).toEqual(text === undefined ? [] : [sender]);
    expect(changes.filter(({ kind }) => kind === "parameter-removed").length).toBeLessThanOrEqual(
      who === "client" ? 1 : 0,
    );
  });
});

const told = async (before: JsonObject, after: JsonObject): Promise<string[]> =>
  (await compare(before, after)).changes.map(({ kind, verdict }: Change) => `${verdict} ${kind}`).toSorted();

describe("what nobody waits for is told, and breaks nothing", () => {
  const errors = (content: Loose | undefined): JsonObject =>
    withOperation({
      responses: {
        "200": { description: "OK" },
        ...(content === undefined ? {} : { "422": { description: "E", ...content } }),
      },
    });
  const json = { content: { "application/json": { schema: { type: "object" } } } };
  test("the body of an error, and a whole error", async () => {
    expect(await told(errors(json), errors({}))).toEqual(["policy error-body-removed"]);
    expect(await told(errors(json), errors(undefined))).toEqual(["policy error-status-removed"]);
    expect(await told(errors({}), errors(json))).toEqual(["compatible response-media-type-added"]);
  });

  test("another charset", async () => {
    const of = (charset: string): JsonObject => {
      const content = { [`text/plain${charset}`]: { schema: { type: "string" } } };
      return withOperation({ requestBody: { content }, responses: { "200": { description: "OK", content } } });
    };
    expect(await told(of("; charset=utf-8"), of("; charset=utf-16"))).toEqual([
      "policy charset-changed",
      "policy charset-changed",
    ]);
    expect(await told(of("; charset=utf-8"), of('; Charset="UTF-8"'))).toEqual([]);
  });

  test.each([
    ["3.0.3", "http", ["policy scopes-without-effect"]],
    ["3.0.3", "apiKey", ["policy scopes-without-effect"]],
    ["3.0.3", "oauth2", ["breaking security-changed", "policy version-not-raised"]],
    ["3.1.0", "http", ["breaking security-changed", "policy version-not-raised"]],
  ])("in %s, scopes of a scheme of type %s", async (openapi, type, changes) => {
    const scheme = { type, scheme: "bearer", name: "key", in: "header", flows: {} };
    const of = (scope: string): JsonObject => ({
      ...withOperation({ security: [{ s: [scope] }] }, { components: { securitySchemes: { s: scheme } } }),
      openapi,
    });
    expect(await told(of("read"), of("write"))).toEqual(changes);
  });
});

test("parameters that become properties of an exploded object are still described", async () => {
  const integer = { type: "integer" };
  const page = (explode: boolean): Loose => ({
    name: "page",
    in: "query",
    style: "form",
    explode,
    schema: { type: "object", properties: { number: integer, size: integer } },
  });
  const before = withParameters(
    { name: "number", in: "query", schema: integer },
    { name: "size", in: "query", schema: integer },
  );
  expect(await told(before, withParameters(page(true)))).toEqual(["compatible request-parameter-added"]);
  expect(await told(before, withParameters(page(false)))).toContain("policy parameter-removed");
});

describe("a schema written in another way", () => {
  const old = (schema: unknown): JsonObject => ({ ...withResponse(schema), openapi: "3.0.3" });
  const X = { type: "object", properties: { a: { type: "integer" } } };
  test.each(["oneOf", "anyOf"])("%s of one alternative is that alternative", async (keyword) => {
    const inner = { ...X, anyOf: [{ required: ["a"] }, { required: ["b"] }] };
    for (const [before, after] of [
      [{ [keyword]: [inner] }, inner],
      [inner, { [keyword]: [inner] }],
    ])
      expect(await told(withResponse(before), withResponse(after))).toEqual([]);
  });

  test("an alternative { nullable: true } of 3.0 is null", async () => {
    const loose = { anyOf: [X, { nullable: true }] };
    expect(await told(old(loose), old({ ...X, nullable: true }))).toEqual([]);
    expect(await told(old(X), old(loose))).toContain("breaking response-anyOf");
    const changed = { anyOf: [{ ...X, properties: { a: { type: "string" } } }, { nullable: true }] };
    expect(await told(old(loose), old(changed))).toContain("breaking response-type");
  });

  test("a dynamic reference to nowhere is a fault at its place, and the rest is judged", async () => {
    const of = (most: number, node: unknown): JsonObject =>
      withResponse({ type: "object", required: ["n"], properties: { n: { type: "integer", maximum: most }, node } });
    expect(await told(of(5, {}), of(9, { $dynamicRef: "#node" }))).toEqual(
      expect.arrayContaining(["breaking response-maximum", "unknown document-fault"]),
    );
  });
});
