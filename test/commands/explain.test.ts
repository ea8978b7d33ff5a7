// `explain` and `requirements` with documents from other people.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { explainCommand } from "../../src/commands/explain/explain.ts";
import type { CommandIo } from "../../src/commands/io.ts";
import { requirementsCommand } from "../../src/commands/requirements/requirements.ts";
import { changed, orders } from "../http/documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

const explained = async (document: JsonObject, json = false): Promise<string> =>
  printed(document, (file, io) => explainCommand.run([file], { json }, io));

const required = async (document: JsonObject): Promise<string> =>
  printed(document, (file, io) => requirementsCommand.run([file], {}, io));

async function printed(
  document: JsonObject,
  command: (file: string, io: CommandIo) => Promise<number>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-explain-"));
  try {
    writeFileSync(join(folder, "spec.json"), JSON.stringify(document));
    let out = "";
    const io = { stdout: (text: string) => void (out += text), stderr: () => undefined };
    await command(join(folder, "spec.json"), { ...io, env: {}, cwd: folder, color: false });
    return out;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("errors whose message is in a list", async () => {
  const item = { type: "object", properties: { detail: { type: "string" } } };
  const error = { properties: { errors: { type: "array", items: item } } };
  const document = changed(orders(), ["components", "schemas", "Error"], error);
  expect(await explained(document)).toContain("text in errors[].detail");
});

test("where a page begins", async () => {
  const page = { name: "page", in: "query", schema: { type: "integer", minimum: 0 } };
  const document = changed(orders(), ["paths", "/orders", "get", "parameters"], [page]);
  expect(await explained(document)).toContain("page start  page, in pages from 0\n");
  expect(JSON.parse(await explained(document, true))).toMatchObject({ resources: [{ pageStart: "page" }] });
  expect(await explained(orders())).not.toContain("page start");
});

const window = { name: "window", in: "query", schema: { type: "integer", maximum: 30 } };
const listOfOrders = ["paths", "/orders", "get"];

test("what was not recognised, where it is, and how to name it", async () => {
  const document = changed(orders(), [...listOfOrders, "parameters"], [window]);
  const out = await explained(document);
  expect(out).toContain("page size   none\n");
  expect(out).toMatch(
    /^not recognised: .*spec\.json:1: no parameter of GET \/orders sets the page size; .* x-resource: \{ pageSize: window \}$/m,
  );
  expect(JSON.parse(await explained(document, true))).toMatchObject({
    unrecognised: [{ kind: "page size", pointer: "/paths/~1orders/get" }],
  });
  expect(await explained(orders())).not.toContain("not recognised");
});

test("a page size under any name that x-resource gives", async () => {
  const named = changed(orders(), [...listOfOrders, "parameters"], [window]);
  const out = await explained(changed(named, [...listOfOrders, "x-resource"], { pageSize: "window" }));
  expect(out).toContain("page size   window, from ? to 30, no by default\n");
  expect(out).not.toContain("not recognised");
});

test("an x-resource with a mistake", async () => {
  const out = await explained(changed(orders(), [...listOfOrders, "x-resource"], { pageSize: "window" }));
  expect(out).toMatch(/^warning: .*spec\.json:1: pageSize names the query parameter "window"; GET \/orders has/m);
});

test("an identifier that the client chooses", async () => {
  const body = ["components", "schemas", "NewOrder"];
  const named = changed(orders(), [...body, "required"], ["id", "quantity"]);
  const document = changed(named, [...body, "properties", "id"], { type: "integer" });
  expect(await explained(document)).toContain("identifier  id (integer), chosen by the client\n");
  expect(JSON.parse(await explained(document, true))).toMatchObject({ resources: [{ identifier: { chosen: true } }] });
});

test("an error whose code and message are in a nested object", async () => {
  const text = { type: "string" };
  const error = { properties: { error: { properties: { code: text, message: text } }, status: { type: "integer" } } };
  const document = changed(orders(), ["components", "schemas", "Error"], error);
  expect(await explained(document)).toContain("code in error.code, text in error.message, HTTP status in status");
  expect(JSON.parse(await explained(document, true))).toMatchObject({
    error: { code: null, status: "status", inner: { property: "error", code: "code", message: "message" } },
  });
});

test("control characters of a document never reach the terminal", async () => {
  const named = { ...orders(), info: { title: "Orders\u001b[31m\u202e", version: "1\r\n2" } };
  const summary = "Shown\u001b]0;title\u0007 in red.";
  const document = changed(named, ["paths", "/\u001b[31m"], {
    get: { summary, responses: { 200: { description: "" } } },
  });
  const out = await explained(document);
  expect(out).toMatch(/^Orders\\x1b\[31m\\u202e 1\\r\\n2, OpenAPI /);
  expect(out).toContain("GET /\\x1b[31m ");
  for (const text of [out, await required(document)]) expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
});

test("operations that are not served, and parts that were not understood, each with its place", async () => {
  const { paths, ...rest } = orders() as Record<string, JsonObject>;
  const done = { "200": { description: "Done." } };
  const document: JsonObject = {
    ...rest,
    paths: { ...paths, "/broken": { get: { parameters: [{ in: "query" }], responses: done } }, "/odd": 5 },
    webhooks: {
      made: { post: { responses: done } },
      "order.created": { post: { responses: done } },
      orderSold: { post: { responses: done } },
      "order.status.changed": { post: { responses: done } },
    },
  };
  const out = await explained(document);
  expect(out).toMatch(/^not served: GET \/broken: .*spec\.json:1: the parameter has no name$/m);
  expect(out).toMatch(/^sent: webhook POST made, when somebody asks for it$/m);
  expect(out).toMatch(/^sent: webhook POST order\.created, after a creation of orders$/m);
  expect(out).toMatch(/^sent: webhook POST orderSold, after a change to sold of orders$/m);
  expect(out).toMatch(/^sent: webhook POST order\.status\.changed, after an update of orders$/m);
  expect(out).toMatch(/^not understood: .*spec\.json:1: a path item must be an object here$/m);
  expect(JSON.parse(await explained(document, true))).toMatchObject({
    unserved: [{ name: "GET /broken", problems: [{ pointer: "/paths/~1broken/get/parameters/0" }] }],
    sent: [
      { kind: "webhook", name: "webhook POST made" },
      { resource: "orders", changes: ["created"], states: [] },
      { resource: "orders", changes: ["updated"], states: ["sold"] },
      { resource: "orders", changes: ["updated"] },
    ],
    notUnderstood: [{ pointer: "/paths/~1odd" }],
  });
});

test("parameters that sort, search or select properties are listed, whether the mock follows them or not", async () => {
  const parameters = ["sort", "q", "fields", "expand"].map((name) => ({
    name,
    in: "query",
    schema: { type: "string" },
  }));
  const said = await explained(changed(orders(), ["paths", "/orders", "get", "parameters"], parameters));
  expect(said).toMatch(/^ {2}sorted {6}where sort names a property$/m);
  expect(said).toMatch(/^ {2}searched {4}for the text of q in \w/m);
  expect(said).toMatch(/^ {2}shown {7}what must be there, and the properties that fields names$/m);
  expect(said).toContain("the mock does not follow expand (items are always shown whole)");
  expect(said).not.toContain("the meaning of");
});

test.each([
  ["3.0.3", "3.0"],
  ["3.1.1", "3.1"],
  ["3.2.0", "3.2"],
])("the version of an OpenAPI %s document is shown as %s", async (openapi, shown) => {
  expect(await explained(changed(orders(), ["openapi"], openapi))).toContain(`, OpenAPI ${shown} (`);
});
