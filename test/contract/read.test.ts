// Contracts of unusual or partly broken documents: webhooks, callbacks and unserved methods are described, parts that
// cannot be understood are reported at their place, and the rest is available.
import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import type { Contract, DescribedOperation } from "../../src/contract/model.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { documentWith, refusalOf } from "./documents.ts";

const DONE = { "200": { description: "Done." } };
const get = (parts: JsonObject = {}): JsonObject => ({ get: { responses: DONE, ...parts } });
const json = (schema: JsonValue): JsonObject => ({ content: { "application/json": { schema } } });

const lenient = (parts: JsonObject) => loadContract(documentWith(parts), { lenient: true });
const namesOf = (operations: readonly DescribedOperation[]): string[] => operations.map(({ name }) => name);

describe("operations that are described but not served", () => {
  it("webhooks", async () => {
    const { operations, unserved } = await loadContract(
      documentWith({
        paths: { "/a": get() },
        webhooks: { created: { post: { requestBody: json({ type: "integer" }), responses: DONE } }, "x-old": 1 },
      }),
    );
    expect(namesOf(operations)).toEqual(["GET /a"]);
    expect(unserved).toMatchObject([
      { kind: "webhook", name: "webhook POST created", method: "POST", path: "created" },
    ]);
    expect(unserved[0]?.body?.content[0]?.schema?.validate("x")).toHaveLength(1);
  });

  it("callbacks, named after the operation that they belong to", async () => {
    const done = { "{$request.body#/done}": { post: { responses: DONE } }, "x-note": "none" };
    const started = { "{$request.body#/started}": { put: { responses: DONE, callbacks: { done } } } };
    const { unserved } = await loadContract(
      documentWith({ paths: { "/jobs": { post: { operationId: "start", responses: DONE, callbacks: { started } } } } }),
    );
    expect(namesOf(unserved)).toEqual([
      "POST /jobs callback started PUT {$request.body#/started}",
      "POST /jobs callback started PUT {$request.body#/started} callback done POST {$request.body#/done}",
    ]);
  });

  it("callbacks that lead back to themselves, a few levels deep", async () => {
    const { unserved } = await loadContract(
      documentWith({
        paths: { "/a": get({ callbacks: { again: { "{$url}": { $ref: "#/paths/~1a" } } } }) },
      }),
    );
    expect(unserved).toHaveLength(4);
  });

  it("but the methods added by OpenAPI 3.2 are, in their own spelling, unless they are for proxies", async () => {
    const { operations, unserved } = await loadContract(
      documentWith({
        openapi: "3.2.0",
        paths: {
          "/a": {
            ...get(),
            query: { responses: DONE },
            additionalOperations: {
              COPY: { responses: DONE },
              Link: { operationId: "link", responses: DONE },
              CONNECT: { responses: DONE },
            },
          },
        },
      }),
    );
    expect(operations.map(({ id, method }) => [id, method])).toEqual([
      ["GET /a", "GET"],
      ["QUERY /a", "QUERY"],
      ["COPY /a", "COPY"],
      ["link", "Link"],
    ]);
    expect(unserved.map(({ id }) => id)).toEqual(["CONNECT /a"]);
  });

  it("do not take the operationId of one that is served", async () => {
    const { operations, unserved } = await loadContract(
      documentWith({
        webhooks: { w: { post: { operationId: "same", responses: DONE } } },
        paths: { "/a": get({ operationId: "same" }) },
      }),
    );
    expect([...operations, ...unserved].map(({ id }) => id)).toEqual(["same", "webhook POST w"]);
  });
});

it("an OpenAPI 3.2 stream has a schema for its items", async () => {
  const content = { "application/jsonl": { itemSchema: { type: "integer" } } };
  const { operations } = await loadContract(
    documentWith({ openapi: "3.2.0", paths: { "/a": get({ responses: { "200": { description: "D", content } } }) } }),
  );
  const media = operations[0]?.responses[0]?.content[0];
  expect([media?.schema, media?.itemSchema?.validate("x")]).toEqual([undefined, [expect.anything()]]);
});

describe("what cannot be understood", () => {
  it.for<[string, JsonObject, string, RegExp]>([
    ["a parameter without a name", { parameters: [{ in: "query" }] }, "/parameters/0", /has no name/],
    ["a body that is a string", { requestBody: "a pet" }, "/requestBody", /a request body must be an object/],
    [
      "a media type that is a list",
      { requestBody: { content: { "a/b": [] } } },
      "/requestBody/content/a~1b",
      /media type/,
    ],
    ["a security alternative that is a string", { security: ["key"] }, "/security/0", /must be an object/],
    [
      "a schema of an unknown type",
      { requestBody: json({ type: "sting" }) },
      "/requestBody/content/application~1json/schema/type",
      /"sting" is none of/,
    ],
  ])("%s is reported at its place, and the rest is served", async ([, broken, at, says]) => {
    const parts = { paths: { "/a": get(), "/b": get(broken) } };
    const contract = await lenient(parts);
    expect(namesOf(contract.operations)).toEqual(["GET /a"]);
    expect(namesOf(contract.unserved)).toEqual(["GET /b"]);
    const [problem] = contract.unserved[0]?.problems ?? [];
    expect(problem).toMatchObject({ pointer: `/paths/~1b/get${at}`, message: expect.stringMatching(says) as string });
    expect((await refusalOf(documentWith(parts))).problems).toEqual([problem]);
  });

  it("outside of operations is reported as well", async () => {
    const { operations, problems } = await lenient({ paths: { "/a": get(), "/b": "see /a", "/c": { get: 1 } } });
    expect(namesOf(operations)).toEqual(["GET /a"]);
    expect(problems.map(({ pointer }) => pointer)).toEqual(["/paths/~1b", "/paths/~1c/get"]);
  });

  it("in the security of the document is one problem, and its operations are served without that scheme", async () => {
    const own = { security: [{ key: [] }] };
    const contract = await lenient({
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
      security: [{ nowhere: [], key: [] }, { nowhere: [] }],
      paths: { "/a": get(), "/b": get(), "/c": get(own) },
    });
    const askedFor = contract.operations.map(({ security }) => security.map((all) => all.map(({ name }) => name)));
    expect(askedFor).toEqual([[["key"], []], [["key"], []], [["key"]]]);
    expect(contract.problems.map(({ pointer }) => pointer)).toEqual(["/security/0/nowhere", "/security/1/nowhere"]);
    const strictly = refusalOf(documentWith({ security: [{ nowhere: [] }], paths: { "/a": get() } }));
    expect((await strictly).problems).toHaveLength(1);
  });

  it("is no scheme whose header is named with what stands before the key", async () => {
    const named = (name: string): JsonObject => ({ type: "apiKey", in: "header", name });
    const { operations } = await loadContract(
      documentWith({
        components: { securitySchemes: { token: named("Authorization: Bearer"), key: named("X-Key:") } },
        security: [{ token: [] }, { key: [] }],
        paths: { "/a": get() },
      }),
    );
    expect(operations[0]?.security.flat()).toMatchObject([
      { type: "http", scheme: "bearer" },
      { type: "apiKey", in: "header", key: "X-Key" },
    ]);
  });

  it("in a webhook does not prevent the rest from being served", async () => {
    const { unserved } = await loadContract(
      documentWith({ paths: { "/a": get() }, webhooks: { w: get({ parameters: [{}] }) } }),
    );
    expect(unserved[0]?.problems).toHaveLength(1);
  });

  it("is a reason to refuse a document if no operation is left", async () => {
    await expect(lenient({ paths: { "/a": get({ parameters: [{}] }) } })).rejects.toThrow(/"in" must be/);
  });
});

describe("a response that many operations refer to", () => {
  const twice = (response: JsonObject): Promise<Contract> => {
    const responses = { "200": { $ref: "#/components/responses/Done" } };
    return loadContract(
      documentWith({
        components: { responses: { Done: response } },
        paths: { "/a": { get: { responses } }, "/b": { get: { responses } }, "/c": get() },
      }),
      { lenient: true },
    );
  };

  it("is read once for all of them", async () => {
    const schema = { type: "string" };
    const { operations } = await twice({
      description: "Done.",
      headers: { "X-Rate": { schema } },
      content: { "application/json": { schema } },
    });
    const [one, other] = operations.map(({ responses }) => responses[0]);
    expect(one?.content).toHaveLength(1);
    expect(one?.content).toBe(other?.content);
    expect(one?.headers).toBe(other?.headers);
  });

  it("reports its problems for each of them", async () => {
    const { unserved } = await twice({ description: "Done.", content: { "application/json": { schema: 7 } } });
    expect(unserved.map(({ path, problems }) => [path, problems.length])).toEqual([
      ["/a", 1],
      ["/b", 1],
    ]);
  });
});
