// The suite receives callbacks where a service can reach it, and says why where it cannot.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { callbackChecks } from "../../conformance/checks/sent/index.ts";
import { exitCode } from "../../conformance/report/report.ts";
import type { Run } from "../../conformance/run.ts";
import { DEFAULT_SECRET } from "../../src/http/node/sending/options.ts";
import { contractOf as contractOfDocument, documentOfValue } from "../../src/contract/load.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { createMock } from "../../src/library/create-mock.ts";
import type { OpenApiDocument } from "../../src/library/contracts.ts";
import { DOCUMENTS, contractOf } from "./documents.ts";
import { type Options, judge } from "./side-by-side.ts";
import { startMock } from "./tampered.ts";

const told = ({ results }: Run): unknown[] =>
  results
    .filter(({ check }) => check.family === "callbacks")
    .map(({ check, outcome }) => [
      check.id.slice("callbacks.".length),
      outcome.verdict === "inconclusive" ? outcome.why : outcome.verdict,
    ]);

async function ofOrders(options: Options): Promise<Run> {
  return judge(await contractOf("callbacks"), await startMock("callbacks"), { checks: callbackChecks, ...options });
}

describe("callbacks are received", () => {
  test("on the same machine, without being asked, with a few requests; and what was created is removed", async () => {
    const run = await ofOrders({});
    expect(told(run)).toEqual([
      ["arrives", "pass"],
      ["method", "pass"],
      ["media-type", "pass"],
      ["body", "pass"],
      ["signed", "no secret was given"],
      ["once", "pass"],
    ]);
    expect(run.session.requests).toBeLessThan(12);
    expect(run.session.created.every(({ removed }) => removed)).toBe(true);
  });

  test("with their signatures, where the document has them and the run knows the secret", async () => {
    const signed = async (callbackSecret: string): Promise<unknown> => told(await ofOrders({ callbackSecret }))[4];
    expect(await signed(DEFAULT_SECRET)).toEqual(["signed", "pass"]);
    expect(await signed("whsec_b3RoZXI=")).toEqual(["signed", "fail"]);
  });

  test("at --callback-url", async () => {
    const free = createServer();
    await new Promise<void>((done) => free.listen(0, "127.0.0.1", done));
    const { port } = free.address() as AddressInfo;
    await new Promise((done) => free.close(done));
    const run = await ofOrders({ isLocal: false, maxWrites: 5, callbackUrl: `http://localhost:${port}/from/outside` });
    expect(told(run)).toContainEqual(["arrives", "pass"]);
  });

  test("not from another machine: the claims are inconclusive, and do not end the run with 4", async () => {
    const run = await judge(await contractOf("callbacks"), await startMock("callbacks"), {
      isLocal: false,
      maxWrites: 40,
    });
    expect(told(run)).toEqual(
      ["arrives", "method", "media-type", "body", "signed", "once"].map((id) => [
        id,
        "the service cannot reach this machine",
      ]),
    );
    expect(exitCode({ run, results: run.results }, { strict: false, allowUndecided: false })).toBe(0);
  });

  test("not where another program listens", async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, "127.0.0.1", done));
    const { port } = taken.address() as AddressInfo;
    const run = await ofOrders({ callbackUrl: `http://127.0.0.1:${port}` });
    expect(told(run)[0]).toEqual(["arrives", `nothing can listen at port ${port}: EADDRINUSE`]);
    await new Promise((done) => taken.close(done));
  });

  test("not in a run that is read-only", async () => {
    expect(told(await ofOrders({ readOnly: true }))[0]).toEqual(["arrives", "the run is read-only"]);
  });
});

describe("a callback of parts", () => {
  const job: JsonObject = {
    type: "object",
    required: ["state"],
    properties: { state: { type: "string", maxLength: 9 } },
  };
  const parts = (state: JsonObject): JsonObject => ({
    schema: { type: "array", minItems: 2, prefixItems: [{ ...job, properties: { state } }, { type: "string" }] },
    prefixEncoding: [
      { contentType: "application/json" },
      { headers: { "X-Lines": { required: true, schema: { type: "integer" } } } },
    ],
  });
  const jobs = (state: JsonObject): JsonObject => ({
    openapi: "3.2.0",
    info: { title: "Jobs", version: "1" },
    paths: {
      "/jobs": {
        post: {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { type: "object", required: ["url"], properties: { url: { type: "string", format: "uri" } } },
              },
            },
          },
          responses: { "202": { description: "Taken." } },
          callbacks: {
            done: {
              "{$request.body#/url}": {
                post: {
                  requestBody: { content: { "multipart/mixed": parts(state) } },
                  responses: { "204": { description: "Taken." } },
                },
              },
            },
          },
        },
      },
    },
  });

  test("is judged part by part, with its headers", async () => {
    const text: JsonObject = { type: "string", enum: ["done"] };
    const mock = await createMock({ spec: jobs(text) as unknown as OpenApiDocument });
    const store = { url: mock.url, key: mock.key, close: () => Promise.resolve() };
    const of = async (state: JsonObject): Promise<unknown> => {
      const contract = contractOfDocument(await documentOfValue(jobs(state)));
      return told(await judge(contract, store, { checks: callbackChecks, changeExisting: true }));
    };
    expect(await of(text)).toContainEqual(["body", "pass"]);
    expect(await of({ type: "integer" })).toContainEqual(["body", "fail"]);
    await mock.close();
  });
});

describe("a callback of a callback", () => {
  const nesting = (url: string): JsonObject => {
    const document = structuredClone(DOCUMENTS.callbacks) as unknown as Nesting;
    const [first] = Object.values(document.paths["/orders"].post.callbacks.onCreated);
    const after = {
      post: { requestBody: first?.post["requestBody"], responses: { "204": { description: "Taken." } } },
    };
    const next = { type: "object", required: ["next"], properties: { next: { type: "string" } } };
    Object.assign(first?.post ?? {}, {
      responses: { "200": { description: "Next.", content: { "application/json": { schema: next } } } },
      callbacks: { after: { [url]: after } },
    });
    return document as unknown as JsonObject;
  };
  interface Nesting {
    readonly paths: {
      readonly "/orders": {
        readonly post: { readonly callbacks: { readonly onCreated: Record<string, { post: JsonObject }> } };
      };
    };
  }
  const said = async (url: string): Promise<unknown[]> => {
    const document = nesting(url);
    const contract = contractOfDocument(await documentOfValue(document));
    const mock = await createMock({ spec: document as unknown as OpenApiDocument });
    const store = { url: mock.url, key: mock.key, close: () => mock.close() };
    const { results } = await judge(contract, store, { checks: callbackChecks });
    return results.flatMap(({ check, subject: { about }, outcome }) =>
      about === "after" ? [[check.id, outcome.verdict === "inconclusive" ? outcome.why : outcome.verdict]] : [],
    );
  };

  test("is received where the receiver can answer with an address", async () => {
    expect(await said("{$response.body#/next}")).toEqual(
      ["arrives", "method", "media-type", "body", "once"].map((id) => [`callbacks.${id}`, "pass"]),
    );
  });

  test("is not where the service chooses it", async () => {
    const all = await said("{$request.body#/event}");
    expect(all).toContainEqual(["callbacks.arrives", "its URL is not in what the receiver answers"]);
  });
});

describe("the address is put where the document reads it", () => {
  const done = { "204": { description: "ok" } };
  const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
  const item: JsonObject = {
    type: "object",
    required: ["name"],
    properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
  };
  const documentWith = (expression: string, create: JsonObject = {}): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        get: { responses: { "200": { description: "ok", content: json({ type: "array", items: item }) } } },
        post: {
          requestBody: { required: true, content: json(item) },
          responses: { "201": { description: "ok", content: json(item) } },
          callbacks: { told: { [expression]: { post: { requestBody: { content: json(item) }, responses: done } } } },
          ...create,
        },
      },
      "/notes/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: { "200": { description: "ok", content: json(item) }, "404": { description: "no" } } },
        delete: { responses: { "204": { description: "gone" }, "404": { description: "no" } } },
      },
      "/mail": {
        post: {
          requestBody: { content: json({ type: "object", properties: { to: { type: "string" } } }) },
          responses: { "202": { description: "ok" } },
          callbacks: { sent: { "{$request.body#/to}": { post: { responses: done } } } },
        },
      },
    },
  });

  async function verdicts(document: JsonObject): Promise<unknown[]> {
    const contract = contractOfDocument(await documentOfValue(document));
    const mock = await createMock({ spec: document as unknown as OpenApiDocument });
    const store = { url: mock.url, key: mock.key, close: () => mock.close() };
    return told(await judge(contract, store, { checks: callbackChecks })).filter((_, at) => at < 2);
  }

  test("a query parameter, a header", async () => {
    const query = { parameters: [{ name: "tell", in: "query", schema: { type: "string" } }] };
    expect(await verdicts(documentWith("{$request.query.tell}/{$response.body#/id}", query))).toContainEqual([
      "arrives",
      "pass",
    ]);
    const header = { parameters: [{ name: "X-Tell", in: "header", schema: { type: "string" } }] };
    expect(await verdicts(documentWith("$request.header.x-tell", header))).toContainEqual(["arrives", "pass"]);
  });

  test("nothing is sent to an operation that might change what existed before, or whose URL is not the client's", async () => {
    expect(await verdicts(documentWith("http://127.0.0.1:9/fixed"))).toEqual([
      ["arrives", "its URL begins with http://127.0.0.1:9/fixed, not with an address in the request"],
      ["arrives", "it may change what was there before the run"],
    ]);
  });
});
