// `verify --export`: what is written is sent again, as each tool would do it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMock } from "../../../src/index.ts";
import { type Called, call } from "../../cli/program.ts";

const KEY = "a-very-secret-key-77";
const spec = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1.0.0" },
  servers: [{ url: "https://notes.example.com/v1" }],
  security: [{ key: [] }],
  paths: {
    "/notes": {
      get: {
        operationId: "listNotes",
        responses: { 200: answer({ type: "array", items: ref() }), 401: { description: "no" } },
      },
      post: {
        operationId: "createNote",
        requestBody: { required: true, content: { "application/json": { schema: ref() } } },
        responses: { 201: answer(ref()), 400: { description: "bad" }, 401: { description: "no" } },
      },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: {
        operationId: "getNote",
        responses: { 200: answer(ref()), 401: { description: "no" }, 404: { description: "none" } },
      },
      delete: {
        operationId: "removeNote",
        responses: { 204: { description: "gone" }, 401: { description: "no" }, 404: { description: "none" } },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: "http", scheme: "bearer" } },
    schemas: {
      Note: {
        type: "object",
        required: ["text"],
        properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
      },
    },
  },
};

function ref(): object {
  return { $ref: "#/components/schemas/Note" };
}
function answer(schema: object): object {
  return { description: "ok", content: { "application/json": { schema } } };
}

let folder = "";
let written: Called;
let mock: Awaited<ReturnType<typeof createMock>>;
const read = (name: string): string => readFileSync(join(folder, name), "utf8");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "animal-store-export-"));
  mock = await createMock({ spec: spec as never, key: KEY });
  writeFileSync(join(folder, "notes.json"), JSON.stringify(spec));
  const files = ["k6=run.js", "http=run.http", "httpyac=yac.http", "postman=run.json"].flatMap((one) => [
    "--export",
    one,
  ]);
  written = await call(["verify", mock.url, "--key", KEY, "--spec", "notes.json", ...files], {
    cwd: folder,
  });
});

afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

let seen = 0;

/** Forgets the items and the requests so far. */
function begin(): void {
  mock.reset();
  seen = mock.requests.at(-1)?.id ?? 0;
}

/** What reached the mock since then: every operation, each with its success. */
function expectAll(): void {
  const sent = mock.requests.filter(({ id }) => id > seen).map(({ operation, status }) => `${operation} ${status}`);
  expect(new Set(sent)).toEqual(new Set(["createNote 201", "listNotes 200", "getNote 200", "removeNote 204"]));
}

describe("the valid requests of a run", () => {
  test("have no key in them", () => {
    expect([written.code, written.stderr.match(/wrote \d+ requests to/g)?.length]).toEqual([0, 4]);
    for (const name of ["run.js", "run.http", "yac.http", "run.json"]) expect(read(name)).not.toContain(KEY);
  });

  test("run as a k6 script, with checks", async () => {
    begin();
    const script = read("run.js")
      .replaceAll(/^import .*$/gm, "")
      .replace("export const", "const")
      .replace("export default function ()", "return async ()")
      .replace("() {\n  const ids", "() => {\n  const ids")
      .replaceAll("answer = http", "answer = await http");
    const http = {
      async request(
        method: string,
        url: string,
        body: string | null,
        { headers }: { headers: Record<string, string> },
      ) {
        const response = await fetch(url, { method, headers, body });
        const text = await response.text();
        return { status: response.status, json: (at: string) => (JSON.parse(text) as Record<string, unknown>)[at] };
      },
    };
    const failed: string[] = [];
    const check = (seen: unknown, checks: Record<string, (seen: unknown) => boolean>): void => {
      for (const [name, holds] of Object.entries(checks)) if (!holds(seen)) failed.push(name);
    };
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the script that was written
    const make = new Function("http", "check", "__ENV", script) as (...given: unknown[]) => () => Promise<void>;
    await make(http, check, { API_KEY: KEY })();
    expect(failed).toEqual([]);
    expectAll();
  });

  test.for([
    ["run.http", /\{\{(\w+)\.response\.body\.\$\.(\w+)\}\}/g],
    ["yac.http", /\{\{(\w+)\.(\w+)\}\}/g],
  ] as const)("run as .http requests: %s", async ([file, reference]) => {
    begin();
    const answers = new Map<string, Record<string, unknown>>();
    const [head = "", ...blocks] = read(file).split(/^### .*$/m);
    const base = /@baseUrl = (.*)/.exec(head)?.[1] ?? "";
    for (const block of blocks) {
      const filled = block
        .replaceAll("{{baseUrl}}", base)
        .replaceAll("{{API_KEY}}", KEY)
        .replaceAll(reference, (_, name: string, at: string) => String(answers.get(name)?.[at]));
      const [top = "", body] = filled.trim().split("\n\n");
      const [named = "", first = "", ...lines] = top.split("\n");
      const [method = "", url = ""] = first.split(" ");
      const headers = lines.map((line): [string, string] => line.split(/: (.*)/, 2) as [string, string]);
      const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
      const text = await response.text();
      if (text.startsWith("{")) answers.set(named.replace("# @name ", ""), JSON.parse(text) as Record<string, unknown>);
    }
    expectAll();
  });

  test("run as a Postman collection", async () => {
    begin();
    const { info, item, variable } = JSON.parse(read("run.json")) as Collection;
    expect(info.schema).toBe("https://schema.getpostman.com/json/collection/v2.1.0/collection.json");
    const values = new Map<string, unknown>(variable.map(({ key, value }) => [key, key === "API_KEY" ? KEY : value]));
    const filled = (text: string): string =>
      text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values.get(name)));
    for (const { request, event } of item) {
      const headers = request.header.map(({ key, value }): [string, string] => [key, filled(value)]);
      const body = request.body === undefined ? {} : { body: filled(request.body.raw) };
      const response = await fetch(filled(request.url), { method: request.method, headers, ...body });
      const text = await response.text();
      const pm = {
        test: (_: string, act: () => void) => act(),
        response: {
          to: { have: { status: (wanted: number) => expect(response.status).toBe(wanted) } },
          json: () => JSON.parse(text) as unknown,
        },
        collectionVariables: { set: (name: string, value: unknown) => values.set(name, value) },
      };
      // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the script that was written
      (new Function("pm", event[0]?.script.exec.join("\n") ?? "") as (pm: unknown) => void)(pm);
    }
    expectAll();
  });

  test.each(["soap=x", "k6", "k6="])("refuses --export %s in a sentence", async (given) => {
    const { code, stderr } = await call(["verify", mock.url, "--export", given]);
    expect([code, stderr]).toEqual([
      2,
      `animal-store verify: --export must be k6=FILE, http=FILE, httpyac=FILE or postman=FILE, not ${JSON.stringify(given)}\n`,
    ]);
  });
});

interface Collection {
  readonly info: { readonly schema: string };
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly {
    readonly event: readonly { readonly script: { readonly exec: readonly string[] } }[];
    readonly request: {
      readonly method: string;
      readonly url: string;
      readonly header: readonly { readonly key: string; readonly value: string }[];
      readonly body?: { readonly raw: string };
    };
  }[];
}
