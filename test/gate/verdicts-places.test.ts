// Where an operation is: its path, its servers, webhooks and callbacks.
import { describe, expect, test } from "vitest";
import { compare, documentOf, kinds, withOperation, worstOf } from "./documents.ts";

type Loose = Record<string, unknown>;

const OK = { responses: { "200": { description: "OK" } } };
const TEXT = { type: "string" };

describe("a path parameter", () => {
  const inPath = (name: string, ...described: Loose[]) =>
    documentOf({ [`/a/{${name}}`]: { get: { ...OK, parameters: described } } });
  const id = (more: Loose) => ({ name: "id", in: "path", required: true, ...more });
  const integer = { schema: { type: "integer" } };

  test("may have any value until it is described", async () => {
    expect(await worstOf(inPath("id"), inPath("id", id(integer)))).toBe("breaking");
    expect(await worstOf(inPath("id"), inPath("id", id({ schema: TEXT })))).not.toMatch(/breaking|unknown/);
    expect(await worstOf(inPath("id", id(integer)), inPath("id"))).not.toMatch(/breaking|unknown/);
  });

  test("is not a change if neither document describes it", async () => {
    const hidden = (schema: Loose) => {
      const requestBody = { required: true, content: { "application/json": { schema } } };
      return documentOf({ "/a/{id}": { post: { ...OK, requestBody } } });
    };
    expect(kinds(await compare(hidden(TEXT), hidden({ type: "integer" })), "compatible")).toEqual([]);
  });

  test("may not be renamed in the matrix style, which sends its name", async () => {
    const style = (value: string, name: string) => inPath(name, { ...id({ ...integer, style: value }), name });
    expect(await worstOf(style("simple", "id"), style("simple", "key"))).toBe("nothing");
    expect(await worstOf(style("matrix", "id"), style("matrix", "key"))).toBe("breaking");
  });
});

test("the name of a header with a key is case-insensitive", async () => {
  const keyed = (name: string) =>
    withOperation(
      { security: [{ key: [] }] },
      { components: { securitySchemes: { key: { type: "apiKey", in: "header", name } } } },
    );
  expect(await worstOf(keyed("X-Key"), keyed("x-key"))).toBe("nothing");
  expect(await worstOf(keyed("X-Key"), keyed("X-Other"))).toBe("breaking");
});

describe("requests that the server sends in webhooks and callbacks", () => {
  const hook = (schema: Loose) => ({ requestBody: { content: { "application/json": { schema } } }, ...OK });
  const webhook = (schema: Loose) => documentOf({}, { webhooks: { made: { post: hook(schema) } } });
  const callback = (schema: Loose) => withOperation({ callbacks: { done: { "{$url}": { post: hook(schema) } } } });

  test.each([
    ["webhook", webhook],
    ["callback", callback],
  ])("%s: additional values are reported like those of responses", async (_what, build) => {
    const result = await compare(build({ enum: ["a"] }), build({ enum: ["a", "b"] }));
    expect(kinds(result, "policy")).toEqual(["response-enum-grown"]);
    expect(await worstOf(build({ enum: ["a", "b"] }), build({ enum: ["a"] }))).toBe("compatible");
    expect(kinds(result, "compatible")).not.toContain("request-type");
  });

  test("a removed property breaks clients that read it, including readOnly ones", async () => {
    const made = (properties: Loose) => webhook({ type: "object", properties });
    const { changes } = await compare(made({ a: TEXT, b: TEXT }), made({ a: TEXT }));
    expect(changes.find(({ verdict }) => verdict === "policy")?.text).toContain("who reads it will miss it");
    expect(await worstOf(made({ a: TEXT }), made({ a: { ...TEXT, readOnly: true } }))).toBe("nothing");
  });
});

describe("servers", () => {
  const one = { url: "https://a.test/v1" };
  const whole = (...servers: unknown[]) => documentOf({ "/a": { get: OK } }, { servers });
  const own = (...servers: unknown[]) => documentOf({ "/a": { get: { ...OK, servers } } });
  const said = async (...pair: Parameters<typeof compare>) => kinds(await compare(...pair), "policy").sort();

  test("with the same prefix on another host are not reported as a changed prefix", async () => {
    expect(await said(whole(one), whole({ url: "https://b.test/v1" }))).toEqual(["server-removed"]);
    const { changes } = await compare(whole(one), whole({ url: "https://a.test/v2" }));
    expect(changes.find(({ kind }) => kind === "server-path-changed")?.text).toContain("prefix /v1 any more");
  });

  test("are the same wherever they are declared, with a trailing slash or with variables", async () => {
    const varied = (more: Loose) => ({
      url: "https://{host}.test/v1/",
      variables: { host: { default: "a", ...more } },
    });
    expect(await said(whole(one), own(one))).toEqual([]);
    expect(await said(whole(one), documentOf({ "/a": { get: OK, servers: [one] } }))).toEqual([]);
    // An empty list stands for none.
    expect(await said(documentOf({ "/a": { get: OK } }), own())).toEqual([]);
    expect(await said(whole(one), documentOf({ "/a": { get: { ...OK, servers: [] } } }, { servers: [one] }))).toEqual(
      [],
    );
    expect(await said(whole(one), whole(varied({})))).toEqual([]);
    expect(await said(documentOf({ "/a": { get: OK } }), whole({ url: "/" }))).toEqual([]);
    expect(await said(whole(varied({ enum: ["a", "b"] })), whole(varied({})))).toEqual(["server-removed"]);
  });

  test("may include a part of the path", async () => {
    const get = { ...OK, parameters: [{ name: "q", in: "query", schema: { type: "integer" } }] };
    const long = (operation: Loose) =>
      documentOf({ "/v1/a/{id}": { get: operation } }, { servers: [{ url: "https://a.test" }] });
    const short = (operation: Loose) => documentOf({ "/a/{key}": { get: operation } }, { servers: [one] });
    expect(kinds(await compare(long(get), short(get)), "breaking")).toEqual([]);
    expect(kinds(await compare(short(get), long(get)), "breaking")).toEqual([]);
    expect(
      kinds(
        await compare(long(OK), short({ ...get, parameters: [{ ...get.parameters[0], required: true }] })),
        "breaking",
      ),
    ).toEqual(["request-parameter-required"]);
    const elsewhere = documentOf({ "/a/{key}": { get } }, { servers: [{ url: "https://b.test/v1" }] });
    expect(kinds(await compare(long(get), elsewhere), "breaking")).toEqual(["operation-removed"]);
  });

  describe("and a version in the path that becomes a parameter", () => {
    const version = { name: "version", in: "path", required: true, schema: { type: "string", enum: ["v1", "v2"] } };
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
    const before = (prefix: string, ...servers: unknown[]) =>
      documentOf({ [`${prefix}/a/{id}`]: { get: { ...OK, parameters } } }, { servers });
    const after = (id: Loose = { type: "integer" }) =>
      documentOf(
        { "/{version}/a/{id}": { get: { ...OK, parameters: [version, { ...parameters[0], schema: id }] } } },
        { servers: [{ url: "https://a.test" }] },
      );
    const breaking = async (...pair: Parameters<typeof compare>) => kinds(await compare(...pair), "breaking");

    test("keep their URLs, in the path or in the servers, and differences are reported where they are", async () => {
      const host = { url: "https://a.test" };
      expect(await breaking(before("/v1", host), after())).toEqual([]);
      expect(await breaking(before("", one), after())).toEqual([]);
      expect(await breaking(before("", one, { url: "https://a.test/v2" }), after())).toEqual([]);
      expect(await breaking(before("/v1", host), after({ type: "integer", maximum: 9 }))).toEqual(["request-maximum"]);
    });

    test("may stand for several operations of the base", async () => {
      const paths = (name: string) => ({ [`/${name}/a/{id}`]: { get: { ...OK, parameters } } });
      const both = documentOf({ ...paths("v1"), ...paths("v2") }, { servers: [{ url: "https://a.test" }] });
      expect(await breaking(both, after())).toEqual([]);
    });

    test("lose the URLs of a version that the parameter does not allow", async () => {
      expect(await breaking(before("/v3", { url: "https://a.test" }), after())).toEqual(["operation-removed"]);
    });
  });

  test("of a single operation count for that operation", async () => {
    const other = { url: "https://b.test/v9" };
    const both = (servers: unknown[]) => documentOf({ "/a": { get: { ...OK, servers } } }, { servers: [one, other] });
    expect(await said(both([one, other]), both([other]))).toEqual(["operation-server-removed"]);
    expect(await said(both([other]), both([other, one]))).toEqual([]);
  });
});
