// The verdicts on operations, parameters, bodies, media types, headers, statuses, security and webhooks.
import { describe, expect, test } from "vitest";
import { showRequest } from "../../src/gate/exchange/show.ts";
import { compare, documentOf, kinds, withOperation, withParameters } from "./documents.ts";

const OK = { responses: { "200": { description: "OK" } } };

describe("operations", () => {
  test("a removed one is breaking, with a request to it as witness", async () => {
    const { changes } = await compare(
      documentOf({ "/a": { get: OK }, "/b": { get: OK } }),
      documentOf({ "/a": { get: OK } }),
    );
    expect(changes[0]).toMatchObject({ kind: "operation-removed", verdict: "breaking", operations: ["GET /b"] });
    expect(changes[0]?.witness?.exchange).toMatchObject({ method: "GET", path: "/b" });
  });

  test("a removed one also fails the run if its document allows no request to it", async () => {
    const schema = { allOf: [{ type: "object" }, { type: "string" }] };
    const requestBody = { required: true, content: { "application/json": { schema } } };
    const beta = { ...OK, requestBody, "x-stability-level": "beta" };
    const { changes } = await compare(
      documentOf({ "/a": { post: OK }, "/b": { post: { ...OK, requestBody }, put: beta } }),
      documentOf({ "/a": { post: OK } }),
    );
    expect(changes.map(({ verdict, severity, operations }) => [verdict, severity, ...operations])).toEqual([
      ["policy", "error", "POST /b"],
      ["policy", "warning", "PUT /b"],
    ]);
    expect(changes[0]?.reason).toContain("/body must have a body");
  });

  test("one that is new is compatible", async () => {
    const result = await compare(
      documentOf({ "/a": { get: OK } }),
      documentOf({ "/a": { get: OK }, "/b": { get: OK } }),
    );
    expect(kinds(result, "compatible")).toEqual(["operation-added"]);
    expect(result.advice).toBe("minor");
  });

  test("one whose sunset day has come may be removed", async () => {
    const gone = documentOf({ "/a": { get: OK, put: { ...OK, deprecated: true, "x-sunset": "2026-05-31" } } });
    const result = await compare(gone, documentOf({ "/a": { get: OK } }));
    expect(result.changes.map(({ verdict, kind }) => `${verdict} ${kind}`)).toEqual([
      "compatible deprecated-operation-removed",
    ]);
  });

  test("renaming a path parameter removes nothing", async () => {
    const path = (name: string) => ({
      [`/a/{${name}}`]: {
        get: { ...OK, parameters: [{ name, in: "path", required: true, schema: { type: "string" } }] },
      },
    });
    expect((await compare(documentOf(path("id")), documentOf(path("itemId")))).changes).toEqual([]);
    expect(kinds(await compare(documentOf(path("id")), documentOf(path("itemId")), "sdk"), "policy")).toEqual([
      "parameter-renamed",
    ]);
  });
});

describe("stability", () => {
  const marked = (level: string | undefined, maximum: number) =>
    withOperation({
      ...(level === undefined ? {} : { "x-stability-level": level }),
      parameters: [{ name: "limit", in: "query", schema: { type: "integer", maximum } }],
    });

  test("an operation that was experimental may change freely", async () => {
    expect((await compare(marked("experimental", 9), marked("experimental", 3))).summary.breaking).toBe(0);
  });

  test("a break of a beta operation is a warning, with its witness", async () => {
    const { changes } = await compare(marked("beta", 9), marked("beta", 3));
    expect(changes.find(({ kind }) => kind === "request-maximum")).toMatchObject({
      verdict: "policy",
      severity: "warning",
      witness: {},
    });
  });

  test("marking it as experimental in the same change hides nothing", async () => {
    const { changes } = await compare(marked(undefined, 9), marked("experimental", 3));
    expect(changes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["request-maximum", "stability-lowered"]));
    expect(changes[0]).toMatchObject({ kind: "request-maximum", verdict: "breaking" });
  });
});

describe("parameters", () => {
  const query = (more: Record<string, unknown>) => ({ name: "q", in: "query", schema: { type: "string" }, ...more });

  test.each([
    ["required and new", [], [query({ required: true })]],
    ["required now", [query({})], [query({ required: true })]],
  ])("%s: a request without it shows the break", async (_what, before, after) => {
    const { changes } = await compare(withParameters(...before), withParameters(...after));
    expect(changes[0]).toMatchObject({ kind: "request-parameter-required", verdict: "breaking" });
  });

  test("a new optional one is compatible", async () => {
    expect((await compare(withParameters(), withParameters(query({})))).summary.breaking).toBe(0);
  });

  test.each([
    [
      "explode",
      { schema: { type: "array", items: { type: "integer" } } },
      { schema: { type: "array", items: { type: "integer" } }, explode: false },
    ],
    [
      "style",
      { style: "pipeDelimited", explode: false, schema: { type: "array", items: { type: "integer" } } },
      { style: "spaceDelimited", explode: false, schema: { type: "array", items: { type: "integer" } } },
    ],
    [
      "content",
      { schema: { type: "object", required: ["a"], properties: { a: { type: "integer" } } } },
      {
        schema: undefined,
        content: {
          "application/json": { schema: { type: "object", required: ["a"], properties: { a: { type: "integer" } } } },
        },
      },
    ],
  ])("another %s breaks although the schema is the same", async (_what, before, after) => {
    const { changes } = await compare(withParameters(query(before)), withParameters(query(after)));
    expect(changes[0]).toMatchObject({ kind: "request-style", verdict: "breaking" });
  });

  test.each(["header", "cookie", "query"])("a stricter %s parameter has a witness that sends it", async (place) => {
    const limited = (maximum: number) =>
      withParameters({ name: "X-Limit", in: place, schema: { type: "integer", maximum } });
    const { changes } = await compare(limited(10), limited(5));
    const witness = changes[0]?.witness?.exchange;
    expect(witness?.kind === "request" && JSON.stringify(showRequest(witness))).toMatch(/X-Limit\D+6\b/i);
  });

  test("a stricter path parameter is breaking", async () => {
    const path = (schema: unknown) =>
      documentOf({ "/a/{id}": { get: { ...OK, parameters: [{ name: "id", in: "path", required: true, schema }] } } });
    const { changes } = await compare(path({ type: "string" }), path({ type: "integer" }));
    expect(changes[0]).toMatchObject({ kind: "request-type", verdict: "breaking" });
  });
});

describe("bodies and media types", () => {
  const body = (requestBody: unknown) =>
    documentOf({ "/a": { post: { ...OK, ...(requestBody === undefined ? {} : { requestBody }) } } });
  const json = { "application/json": { schema: { type: "object" } } };
  const xml = { "application/xml": { schema: { type: "object" } } };

  test("a body that becomes required is breaking", async () => {
    expect(kinds(await compare(body({ content: json }), body({ required: true, content: json })), "breaking")).toEqual([
      "request-body-required",
    ]);
    expect(kinds(await compare(body(undefined), body({ required: true, content: json })), "breaking")).toEqual([
      "request-body-required",
    ]);
  });

  test("a media type that is no longer accepted is breaking", async () => {
    expect(kinds(await compare(body({ content: { ...json, ...xml } }), body({ content: json })), "breaking")).toEqual([
      "request-media-type-removed",
    ]);
    expect(
      kinds(await compare(body({ content: { "application/*": {} } }), body({ content: json })), "breaking"),
    ).toContain("request-media-type-removed");
  });

  test("a charset does not make a different media type", async () => {
    const named = { "application/json; charset=utf-8": json["application/json"] };
    expect((await compare(body({ content: json }), body({ content: named }))).changes).toEqual([]);
  });

  test("numbers in formats without types may become strings", async () => {
    const form = (type: string) =>
      body({
        content: { "application/x-www-form-urlencoded": { schema: { type: "object", properties: { a: { type } } } } },
      });
    expect((await compare(form("integer"), form("string"))).summary.breaking).toBe(0);
    expect((await compare(form("string"), form("integer"))).summary.breaking).toBe(1);
  });
});

describe("responses", () => {
  const response = (more: unknown, others: Record<string, unknown> = {}) =>
    withOperation({ responses: { "200": { description: "OK", ...(more as object) }, ...others } });
  const header = (more: Record<string, unknown>) => ({
    headers: { "X-Rate": { schema: { type: "integer" }, ...more } },
  });

  test("a header that is no longer always sent is breaking", async () => {
    expect(kinds(await compare(response(header({ required: true })), response(header({}))), "breaking")).toEqual([
      "response-header-optional",
    ]);
    expect(kinds(await compare(response(header({ required: true })), response({})), "breaking")).toEqual([
      "response-header-optional",
    ]);
  });

  test("a header with other values breaks", async () => {
    const { changes } = await compare(response(header({})), response(header({ schema: { type: "string" } })));
    expect(changes[0]).toMatchObject({ kind: "response-type", verdict: "breaking" });
  });

  test("a media type that is no longer offered breaks clients that accept only that one", async () => {
    const content = (...names: string[]) => ({
      content: Object.fromEntries(names.map((name) => [name, { schema: { type: "object" } }])),
    });
    const { changes } = await compare(
      response(content("application/json", "text/csv")),
      response(content("application/json")),
    );
    expect(changes[0]).toMatchObject({
      kind: "response-media-type-removed",
      verdict: "breaking",
      direction: "request",
    });
    expect(
      (await compare(response(content("text/csv")), response(content("text/csv", "text/html")))).summary.breaking,
    ).toBe(0);
  });

  test("a status that the default covered does not restrict the default", async () => {
    const failed = { default: { description: "Error", content: { "application/json": { schema: {} } } } };
    for (const status of ["202", "204"]) {
      const own = { responses: { ...failed, [status]: { description: "Done" } } };
      const { changes } = await compare(withOperation({ responses: failed }), withOperation(own));
      expect(changes.map(({ kind }) => kind)).not.toContain("response-media-type-removed");
    }
  });

  test("an undocumented status counts in strict only", async () => {
    const [before, after] = [response({}), response({}, { "409": { description: "Conflict" } })];
    expect((await compare(before, after)).summary.breaking).toBe(0);
    expect(kinds(await compare(before, after, "strict"), "breaking")).toEqual(["response-status-added"]);
  });

  test("a new status is compared with the default", async () => {
    const error = (type: string) => ({ description: "Error", content: { "application/json": { schema: { type } } } });
    const result = await compare(
      response({}, { default: error("object") }),
      response({}, { default: error("object"), "409": error("string") }),
    );
    expect(kinds(result, "breaking")).toEqual(["response-type"]);
  });
});
