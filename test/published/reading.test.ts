// Oddities of published documents that once prevented a whole document from being served. README.md explains the
// trials.
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { spentOn } from "../spent.ts";
import { serveFiles, serveYaml } from "./trial.ts";

const UP = `{ "200": { description: ok, content: { application/json: { schema: { type: object, properties: { up: { type: boolean } } }, example: { up: true } } } } }`;

test("a reference to a text file in an extension affects no operation, wherever serve is started", async () => {
  const trial = await serveYaml(`
x-chapters: [{ name: First steps, text: { $ref: ./first-steps.md } }]
paths: { /health: { get: { responses: ${UP} } } }
`);
  expect((await trial.ask("GET /health")).body).toEqual({ up: true });
  expect(await trial.complaints()).toEqual([]);
});

test("a reference to a URL in an extension is never fetched", async () => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => void listener.listen(0, "127.0.0.1", done));
  const { port } = listener.address() as AddressInfo;
  const trial = await serveYaml(`
x-chapters: [{ text: { $ref: "http://127.0.0.1:${port}/chapter.json" } }]
paths: { /health: { get: { responses: ${UP} } } }
`);
  expect((await trial.ask("GET /health")).body).toEqual({ up: true });
  expect(await trial.complaints()).toEqual([]);
  await new Promise((done) => listener.close(done));
  expect(connections).toBe(0);
});

test("a code sample that refers to a source file does not make the document unreadable", async () => {
  const trial = await serveFiles({
    "openapi.yaml": `
openapi: 3.1.0
info: { title: T, version: "1" }
paths: { /health: { $ref: paths/health.yaml } }
`,
    "paths/health.yaml": `
get:
  x-codeSamples: [{ lang: Go, source: { $ref: health.go } }]
  responses: ${UP}
`,
    "paths/health.go": "package main\n",
  });
  expect((await trial.ask("GET /health")).body).toEqual({ up: true });
  expect(await trial.complaints()).toEqual([]);
});

test("a parameter whose enum is empty allows no value, and the rest is served", async () => {
  const trial = await serveYaml(`
paths:
  /health:
    get: { parameters: [{ name: depth, in: query, schema: { type: string, enum: [] } }], responses: ${UP} }
`);
  expect((await trial.ask("GET /health")).body).toEqual({ up: true });
  expect((await trial.ask("GET /health?depth=deep")).status).toBe(400);
  expect(await trial.complaints()).toEqual([]);
});

test("a $ref in place of a map of content or of properties is followed", async () => {
  const trial = await serveYaml(
    `
paths:
  /health: { get: { responses: { "200": { description: ok, content: { $ref: "#/components/x-bodies" } } } } }
components:
  x-bodies: { application/json: { schema: { type: object, required: [up], properties: { $ref: "#/components/x-fields" } } } }
  x-fields: { up: { type: boolean } }
`,
    "3.0.3",
  );
  expect((await trial.ask("GET /health")).body).toEqual({ up: expect.any(Boolean) });
  expect(await trial.complaints()).toEqual([]);
});

test("an unused example can contain a reference that leads nowhere", async () => {
  const trial = await serveYaml(
    `
paths: { /health: { get: { responses: ${UP} } } }
components: { schemas: { Spare: { type: object, example: { $ref: "#/components/schemas/Missing" } } } }
`,
    "3.0.3",
  );
  expect((await trial.ask("GET /health")).body).toEqual({ up: true });
  expect(await trial.complaints()).toEqual([]);
});

test("a request is fast even if schemas refer to one another in very many ways", async () => {
  const levels = Array.from({ length: 22 }, (_, at) => {
    const next = `{ $ref: "#/components/schemas/L${at + 1}" }`;
    return `    L${at}: { type: object, properties: { one: ${next}, other: ${next}, top: { $ref: "#/components/schemas/L0" } } }`;
  });
  const trial = await serveYaml(
    `
paths:
  /tree: { get: { responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/L0" } } } } } } }
components:
  schemas:
${levels.join("\n")}
    L22: { type: object, properties: { leaf: { type: string } } }
`,
    "3.0.3",
  );
  const work = await spentOn(async () => {
    const { status } = await trial.ask("GET /tree");
    expect(status).toBe(200);
  });
  expect(work).toBeLessThan(1_000_000);
  expect(await trial.complaints()).toEqual([]);
});
