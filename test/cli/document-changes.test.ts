// The document is the only place where the API is described: a change to it changes the mock, what is inferred and the
// suite, without any other edit. For each change, a mock of the changed document must show it and pass the changed
// suite, and a mock of the old document must fail it.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { load } from "js-yaml";
import type { Verdict } from "../../conformance/check.ts";
import { CHECKS } from "../../conformance/checks/index.ts";
import { detailOf } from "../../conformance/report/report.ts";
import type { Result } from "../../conformance/run.ts";
import { verify } from "../../conformance/verify.ts";
import { embeddedSpecPath } from "../../src/contract/embedded/embedded.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { Contract } from "../../src/contract/model.ts";
import { DEFAULT_KEY, type MockServer, createMockServer } from "../../src/http/node/server.ts";
import { inferResources } from "../../src/resource/infer.ts";
import type { Inference } from "../../src/resource/model.ts";
import { explainCommand } from "../../src/commands/explain/explain.ts";
import { folderWith } from "../contract/documents.ts";
import { IN_PROOF, shareOf } from "../share.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

type Tree = Record<string, JsonValue>;

/** The embedded document as in its file, to be changed. */
function original(): Tree {
  return load(readFileSync(embeddedSpecPath(), "utf8")) as Tree;
}

/** The object at these steps of a tree. */
function within(tree: JsonValue, ...steps: string[]): Tree {
  let value = tree;
  for (const step of steps) value = (value as JsonObject)[step] as JsonValue;
  return value as Tree;
}

interface Running {
  readonly contract: Contract;
  readonly inference: Inference;
  readonly server: MockServer;
  readonly url: string;
}

async function start(document: JsonObject): Promise<Running> {
  const contract = await loadContract(document);
  const inference = inferResources(contract);
  const server = createMockServer(contract, inference, { today: "2026-11-21" });
  const { url } = await server.listen();
  return { contract, inference, server, url };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

async function send(url: string, path: string, body?: JsonValue): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${DEFAULT_KEY}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

async function resultsOf(contract: Contract, url: string, checks = CHECKS): Promise<readonly Result[]> {
  const { results } = await verify(contract, {
    checks,
    baseUrl: url,
    key: DEFAULT_KEY,
    today: "2026-11-21",
    maxWrites: 500,
  });
  return results;
}

/** "id subject: outcome" for each result without one of these verdicts. */
function besides(results: readonly Result[], ...verdicts: Verdict[]): string[] {
  return results
    .filter(({ outcome }) => !verdicts.includes(outcome.verdict))
    .map((result) => `${result.check.id}: ${detailOf(result)}`)
    .filter((line) => !FOR_SAFETY.test(line));
}

/** Claims that a run leaves undecided, because to decide them it would have to touch what may not be its own. */
const FOR_SAFETY =
  /nothing in the item would show that it is the run's own|no answer that the claim is about was seen|existed before may have the identifier in it|may (have existed|change what was there) before the run/;

/** The ids of the checks that failed. */
function failed(results: readonly Result[]): string[] {
  return [...new Set(results.filter(({ outcome }) => outcome.verdict === "fail").map(({ check }) => check.id))].sort();
}

async function explained(document: JsonObject): Promise<string> {
  const folder = await folderWith({ "changed.json": JSON.stringify(document) });
  let printed = "";
  const io = {
    stdout: (text: string) => void (printed += text),
    stderr: (text: string) => void (printed += text),
    env: {},
    cwd: folder,
    color: false,
  };
  expect(await explainCommand.run([`${folder}/changed.json`], {}, io)).toBe(0);
  return printed;
}

/** The checks that can find what a test looks for; all of them if it depends on a whole run. */
function checksFor(finds: RegExp | undefined): typeof CHECKS {
  const own = CHECKS.filter(({ id }) => finds?.test(id) === true);
  return own.length === 0 || own.some(({ stage }) => stage === "record") ? CHECKS : own;
}

interface Change {
  readonly what: string;
  readonly change: (document: Tree) => void;
  /** The response of the mock of the changed document. */
  readonly asked: (url: string) => Promise<void>;
  readonly explains: RegExp;
  /** A check that the old mock fails; undefined if it conforms to the changed document, too. */
  readonly finds?: RegExp;
}

const rex = { name: "Rex", categoryId: 1 };
const schemas = ["components", "schemas"];

const changes: readonly Change[] = [
  {
    what: "another maximum of the page size",
    change: (document) => void (within(document, "components", "parameters", "Limit", "schema")["maximum"] = 50),
    asked: async (url) => {
      expect((await send(url, "/pets?limit=50")).status).toBe(200);
      const { status, body } = await send(url, "/pets?limit=51");
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("50")]);
    },
    explains: /page size +limit, from 1 to 50, 20 by default/,
    finds: /^paging\./,
  },
  {
    what: "a new value of an enumeration",
    change: (document) => {
      within(document, ...schemas, "PetStatus")["enum"] = ["available", "pending", "sold", "adopted"];
    },
    asked: async (url) => {
      const added = await send(url, "/pets", { ...rex, status: "adopted" });
      expect(added).toMatchObject({ status: 201, body: { status: "adopted" } });
      expect((await send(url, "/pets?status=adopted&limit=100")).body).toContainEqual(added.body);
      expect((await send(url, "/pets?status=lost")).status).toBe(400);
    },
    explains: /status\? +string: "available", "pending", "sold", "adopted"/,
    finds: /^(filters|parameters|create)\./,
  },
  {
    what: "renamed paths",
    change: (document) => {
      const paths = within(document, "paths");
      paths["/creatures"] = paths["/pets"] as JsonValue;
      paths["/creatures/{petId}"] = paths["/pets/{petId}"] as JsonValue;
      delete paths["/pets"];
      delete paths["/pets/{petId}"];
      const link = within(document, "components", "headers", "Link");
      link["example"] = (link["example"] as string).replace("/v1/pets", "/v1/creatures");
    },
    asked: async (url) => {
      const added = await send(url, "/creatures", rex);
      expect(added.status).toBe(201);
      const fetched = await send(url, `/creatures/${(added.body as { id: number }).id}`);
      expect(fetched).toMatchObject({ status: 200, body: added.body });
      expect(fetched.headers.get("link")).toContain("</v1/creatures>");
      expect((await send(url, "/pets")).status).toBe(404);
    },
    explains:
      /^GET \/creatures +list .*\n(.*\n)*resource creatures\n +collection +\/creatures, items at \/creatures\/\{petId\}/m,
    finds: /^status\.success/,
  },
  {
    what: "a resource beside",
    change: (document) => {
      const order = {
        type: "object",
        required: ["orderId", "quantity"],
        properties: {
          orderId: { type: "string", format: "uuid", readOnly: true },
          quantity: { type: "integer", minimum: 1, maximum: 5 },
          express: { type: "boolean" },
        },
      };
      const json = (schema: JsonValue): JsonObject => ({
        description: "An order.",
        content: { "application/json": { schema } },
      });
      const error = { $ref: "#/components/responses/ListPetsError" };
      const refused = { "401": { $ref: "#/components/responses/Unauthorized" }, default: error };
      within(document, ...schemas)["Order"] = order;
      const one = json({ $ref: "#/components/schemas/Order" });
      within(document, "paths")["/orders"] = {
        get: {
          parameters: [
            { name: "express", in: "query", schema: { type: "boolean" } },
            { $ref: "#/components/parameters/Limit" },
          ],
          responses: { "200": json({ type: "array", items: { $ref: "#/components/schemas/Order" } }), ...refused },
        },
        post: { requestBody: { required: true, ...one }, responses: { "201": one, ...refused } },
      };
      within(document, "paths")["/orders/{orderId}"] = {
        parameters: [{ name: "orderId", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
        get: { responses: { "200": one, "404": error, ...refused } },
        delete: { responses: { "204": { description: "Gone." }, "404": error, ...refused } },
      };
    },
    asked: async (url) => {
      const added = await send(url, "/orders", { quantity: 2, express: true });
      const { orderId } = added.body as { orderId: string };
      expect([added.status, orderId]).toEqual([201, expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)]);
      expect((await send(url, `/orders/${orderId}`)).body).toEqual(added.body);
      expect((await send(url, "/orders", { quantity: 6 })).status).toBe(400);
      expect((await send(url, "/orders?express=maybe")).status).toBe(400);
      expect((await send(url, "/pets")).status).toBe(200);
    },
    explains:
      /resource orders\n +collection +\/orders, items at \/orders\/\{orderId\}\n +identifier +orderId \(uuid\)\n +filters +express/,
    finds: /^status\.success/,
  },
  {
    what: "a required property",
    change: (document) => {
      for (const name of ["Pet", "NewPet"]) {
        const schema = within(document, ...schemas, name);
        schema["required"] = [...(schema["required"] as string[]), "age"];
        within(schema, "properties")["age"] = { type: "integer", minimum: 0, maximum: 200 };
      }
      // The old examples do not have it.
      for (const example of Object.values(within(document, "components", "examples"))) {
        const { value } = example as { value: JsonValue };
        const items = (Array.isArray(value) ? value : [value]) as Tree[];
        for (const item of items) if ("categoryId" in item) item["age"] = 3;
      }
    },
    asked: async (url) => {
      const refused = await send(url, "/pets", rex);
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("age")]);
      expect(await send(url, "/pets", { ...rex, age: 4 })).toMatchObject({ status: 201, body: { ...rex, age: 4 } });
      const list = (await send(url, "/pets?limit=100")).body as { age?: number }[];
      expect(list.filter(({ age }) => age === undefined)).toEqual([]);
    },
    explains: /^ +age +integer$/m,
    finds: /^(schema\.body|create\.)/,
  },
  {
    what: "another default",
    change: (document) => void (within(document, "components", "parameters", "Limit", "schema")["default"] = 3),
    asked: async (url) => {
      expect((await send(url, "/pets")).body).toHaveLength(3);
    },
    explains: /page size +limit, from 1 to 100, 3 by default/,
    finds: /^paging\.default/,
  },
  {
    what: "a default of a property",
    change: (document) => {
      within(document, ...schemas, "NewPet", "properties", "status")["default"] = "pending";
    },
    asked: async (url) => {
      expect(await send(url, "/pets", rex)).toMatchObject({ status: 201, body: { ...rex, status: "pending" } });
      expect(await send(url, "/pets", { ...rex, status: "sold" })).toMatchObject({ body: { status: "sold" } });
    },
    explains: /^resource pets$/m,
  },
  {
    what: "a header of a response",
    change: (document) => {
      const headers = { "X-Edition": { required: true, schema: { type: "string", const: "second" } } };
      within(document, "components", "responses", "PetsListed")["headers"] = headers;
    },
    asked: async (url) => {
      const list = await send(url, "/pets");
      expect([list.status, list.headers.get("x-edition")]).toEqual([200, "second"]);
      expect((await send(url, "/pets?limit=0")).headers.get("x-edition")).toBeNull();
    },
    explains: /^GET \/pets +list/m,
    finds: /^schema\.required-headers/,
  },
];

/** The changes whose mock runs the whole suite. For others, only the relevant checks run. */
const whole = new Set(shareOf(changes, 12));

describe("a change of the document", () => {
  let old: Running;

  beforeAll(async () => {
    old = await start(original());
  });

  afterAll(() => old.server.close());

  it.runIf(IN_PROOF)("none: the mock conforms to the original", async () => {
    old.server.reset();
    expect(besides(await resultsOf(old.contract, old.url), "pass")).toEqual([]);
  });

  it.for(shareOf(changes, 8))("$what", async (one) => {
    const { change, asked, explains, finds } = one;
    const document = original();
    change(document);
    const changed = await start(document);
    try {
      await asked(changed.url);
      changed.server.reset();
      expect(await explained(document)).toMatch(explains);
      const kept = whole.has(one) ? CHECKS : checksFor(finds);
      expect(besides(await resultsOf(changed.contract, changed.url, kept), "pass")).toEqual([]);
      old.server.reset();
      const behind = failed(await resultsOf(changed.contract, old.url, checksFor(finds)));
      expect(behind.some((id) => finds?.test(id) === true)).toBe(finds !== undefined);
      expect(behind.length > 0).toBe(finds !== undefined);
    } finally {
      await changed.server.close();
    }
  });
});
