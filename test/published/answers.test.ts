// Responses that published documents describe in odd ways, and false alarms. README.md explains the trials.
import { expect, test } from "vitest";
import { serveYaml } from "./trial.ts";

const shows = (schema: string, more = ""): string =>
  `{ description: ok, ${more}content: { application/json: { schema: ${schema} } } }`;
const UP = "{ type: object, properties: { up: { type: boolean } } }";

test("no check fails for an operation that describes no success", async () => {
  const trial = await serveYaml(`
paths:
  /somehow: { get: { responses: { default: { description: anything } } } }
  /silent: { get: {} }
`);
  expect((await trial.ask("GET /somehow")).status).toBeLessThan(300);
  expect((await trial.ask("GET /silent")).status).toBeLessThan(300);
  expect(await trial.complaints()).toEqual([]);
});

test("a header of type boolean is true or false, never null", async () => {
  const trial = await serveYaml(
    `
paths:
  /health:
    get: { responses: { "200": ${shows(UP, "headers: { X-Final: { required: true, schema: { type: boolean } }, X-Cached: { schema: { type: boolean } } }, ")} } }
`,
    "3.0.3",
  );
  const { headers } = await trial.ask("GET /health");
  expect(headers.get("x-final")).toMatch(/^(true|false)$/);
  expect(headers.get("x-cached") ?? "true").toMatch(/^(true|false)$/);
  expect(await trial.complaints()).toEqual([]);
});

test("an error whose message has an enum has one of its values", async () => {
  const error =
    "{ type: object, required: [kind, message], properties: { kind: { type: string, enum: [NO_KEY] }, message: { type: string, enum: [Show your key first.] } } }";
  const trial = await serveYaml(
    `
security: [{ key: [] }]
paths: { /health: { get: { responses: { "200": ${shows(UP)}, "401": ${shows(error)} } } } }
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
`,
    "3.0.3",
  );
  const { status, body } = await trial.ask("GET /health");
  expect([status, body]).toEqual([401, { kind: "NO_KEY", message: "Show your key first." }]);
  expect(await trial.complaints()).toEqual([]);
});

test("the path that is requested as unknown matches no template", async () => {
  const cell = (name: string): string =>
    `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 8 } }`;
  const trial = await serveYaml(`
paths:
  /grid: { get: { security: [{ one: [] }], responses: { "200": ${shows(UP)} } } }
  "/grid/{x}/{y}":
    parameters: [${cell("x")}, ${cell("y")}]
    get: { security: [{ other: [] }], responses: { "200": ${shows(UP)} } }
components:
  securitySchemes:
    one: { type: apiKey, name: x-key, in: header }
    other: { type: http, scheme: bearer }
`);
  expect((await trial.ask("GET /grid", undefined, { "x-key": "demo-key" })).status).toBe(200);
  expect(await trial.complaints()).toEqual([]);
});

test("no check fails for two paths that differ only in a fragment, which no server can distinguish", async () => {
  const takes = (name: string): string =>
    `requestBody: { required: true, content: { application/json: { schema: { type: object, required: [${name}], properties: { ${name}: { type: string } } } } } }`;
  const shown = `responses: { "200": ${shows("{ type: object, properties: { id: { type: string } } }")} }`;
  const trial = await serveYaml(
    `
security: [{ key: [] }]
paths:
  "/forms/layout#marks": { post: { ${takes("mark")}, ${shown} } }
  /forms/layout: { post: { security: [], ${takes("name")}, ${shown} } }
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
`,
    "3.0.3",
  );
  expect((await trial.ask("POST /forms/layout", { name: "wide" })).status).toBe(200);
  expect(await trial.complaints()).toEqual([]);
});
