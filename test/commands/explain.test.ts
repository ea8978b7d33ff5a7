// `explain` and `requirements`, of documents of other people.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runExplain } from "../../src/commands/explain.ts";
import type { CommandIo } from "../../src/commands/io.ts";
import { runRequirements } from "../../src/commands/requirements.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { changed, orders } from "../http/documents.ts";

const explained = async (document: JsonObject, json = false): Promise<string> =>
  printed(document, (file, io) => runExplain(file, json, io));

const required = async (document: JsonObject): Promise<string> =>
  printed(document, (file, io) => runRequirements(file, {}, io));

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

test("errors whose text is in a list", async () => {
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

test("an identifier that the client chooses", async () => {
  const body = ["components", "schemas", "NewOrder"];
  const named = changed(orders(), [...body, "required"], ["id", "quantity"]);
  const document = changed(named, [...body, "properties", "id"], { type: "integer" });
  expect(await explained(document)).toContain("identifier  id (integer), chosen by the client\n");
  expect(JSON.parse(await explained(document, true))).toMatchObject({ resources: [{ identifier: { chosen: true } }] });
});

test("an error whose code and text are in an object of it", async () => {
  const text = { type: "string" };
  const error = { properties: { error: { properties: { code: text, message: text } }, status: { type: "integer" } } };
  const document = changed(orders(), ["components", "schemas", "Error"], error);
  expect(await explained(document)).toContain("code in error.code, text in error.message, HTTP status in status");
  expect(JSON.parse(await explained(document, true))).toMatchObject({
    error: { code: null, status: "status", inner: { property: "error", code: "code", message: "message" } },
  });
});

test("nothing of a document reaches the terminal as a control character", async () => {
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
