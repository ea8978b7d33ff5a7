// What published documents say about creations, identifiers and lists, and what their clients expect. Each of these
// went wrong once. README.md explains the trials.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { serveYaml } from "./trial.ts";

const shows = (schema: string): string => `{ description: ok, content: { application/json: { schema: ${schema} } } }`;
const takes = (schema: string): string => `{ required: true, content: { application/json: { schema: ${schema} } } }`;
const inPath = (name: string): string => `[{ name: ${name}, in: path, required: true, schema: { type: string } }]`;
const BOAT = "{ type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }";
const NEW_BOAT = "{ type: object, required: [name], properties: { name: { type: string } } }";

const idIn = (body: JsonValue | undefined): string => (body as Readonly<Record<string, string>>)["id"] ?? "";

test("an item created at / is found at /{id}: both are one resource", async () => {
  const trial = await serveYaml(
    `
servers: [{ url: "https://api.example.com/boats" }]
paths:
  /: { post: { requestBody: ${takes(NEW_BOAT)}, responses: { "201": ${shows(BOAT)} } } }
  "/{boat}": { parameters: ${inPath("boat")}, get: { responses: { "200": ${shows(BOAT)} } } }
`,
    "3.0.3",
  );
  const { status, body } = await trial.ask("POST /", { name: "Argo" });
  expect(status).toBe(201);
  expect((await trial.ask(`GET /${idIn(body)}`)).body).toEqual(body);
  expect(await trial.complaints()).toEqual([]);
});

test("an item whose read-only identifier has a pattern is created with an identifier that matches it", async () => {
  const ticket = `{ type: object, required: [id, seat], properties: { seat: { type: string },
    id: { type: string, readOnly: true, pattern: "^tkt_[a-f0-9]{12}$" } } }`;
  const trial = await serveYaml(`
paths:
  /tickets: { post: { requestBody: ${takes(ticket)}, responses: { "201": ${shows(ticket)} } } }
  "/tickets/{ticketId}": { parameters: ${inPath("ticketId")}, get: { responses: { "200": ${shows(ticket)} } } }
`);
  const { status, body } = await trial.ask("POST /tickets", { seat: "12A" });
  expect([status, body]).toEqual([201, { id: expect.stringMatching(/^tkt_[a-f0-9]{12}$/), seat: "12A" }]);
  expect((await trial.ask(`GET /tickets/${idIn(body)}`)).body).toEqual(body);
  expect(await trial.complaints()).toEqual([]);
});

test("identifiers in the shape of an example match the pattern, of the item and of the path", async () => {
  const id = `type: string, pattern: "^ord_[0-9abcdefghjkmnpqrstvwxyz]{26}$", example: ord_01h1s5z6vf2mm1mz3hevnn9va7`;
  const order = `{ type: object, required: [id, tea], properties: { id: { ${id}, readOnly: true }, tea: { type: string } } }`;
  const trial = await serveYaml(`
paths:
  /orders: { post: { requestBody: ${takes(order)}, responses: { "201": ${shows(order)} } } }
  "/orders/{orderId}":
    parameters: [{ name: orderId, in: path, required: true, schema: { ${id} } }]
    get: { responses: { "200": ${shows(order)} } }
`);
  for (let number = 1; number <= 30; number++) {
    const { body } = await trial.ask("POST /orders", { tea: "black" });
    expect(idIn(body)).toMatch(/^ord_[0-9abcdefghjkmnpqrstvwxyz]{26}$/);
    expect((await trial.ask(`GET /orders/${idIn(body)}`)).status).toBe(200);
  }
});

test("a name that the client chose remains the key, and a body with a list creates all of its items", async () => {
  const crew = `{ type: object, properties: { id: { type: integer }, nickname: { type: string }, rank: { type: string } } }`;
  const trial = await serveYaml(
    `
paths:
  /crew: { post: { requestBody: ${takes(crew)}, responses: { "200": ${shows(crew)} } } }
  "/crew/{nickname}": { parameters: ${inPath("nickname")}, get: { responses: { "200": ${shows(crew)} } } }
  /crew/createWithList: { post: { requestBody: ${takes(`{ type: array, items: ${crew} }`)}, responses: { "200": ${shows(crew)} } } }
`,
    "3.0.3",
  );
  expect((await trial.ask("POST /crew", { nickname: "mo", rank: "cook" })).body).toMatchObject({ nickname: "mo" });
  expect((await trial.ask("GET /crew/mo")).body).toMatchObject({ nickname: "mo", rank: "cook" });
  await trial.ask("POST /crew/createWithList", [
    { nickname: "ada", rank: "mate" },
    { nickname: "bo", rank: "boy" },
  ]);
  expect((await trial.ask("GET /crew/ada")).body).toMatchObject({ rank: "mate" });
  expect((await trial.ask("GET /crew/bo")).body).toMatchObject({ rank: "boy" });
  expect(await trial.complaints()).toEqual([]);
});

test("a body that allows more than the item is accepted, and what the item does not allow is left out", async () => {
  const sent = `{ type: object, required: [for, subject], properties: { subject: { type: string },
    for: { oneOf: [{ type: string }, { type: array, items: { type: string } }] } } }`;
  const letter = `{ type: object, properties: { id: { type: string }, subject: { type: string }, for: { type: array, items: { type: string } } } }`;
  const trial = await serveYaml(`
paths:
  /letters: { post: { requestBody: ${takes(sent)}, responses: { "200": ${shows("{ type: object, properties: { id: { type: string } } }")} } } }
  "/letters/{letter_id}": { parameters: ${inPath("letter_id")}, get: { responses: { "200": ${shows(letter)} } } }
`);
  const one = await trial.ask("POST /letters", { for: "zoe", subject: "Hello" });
  expect(one.status).toBe(200);
  const seen = await trial.ask(`GET /letters/${idIn(one.body)}`);
  expect([seen.status, seen.body]).toEqual([200, expect.objectContaining({ subject: "Hello" })]);
  expect((seen.body as JsonObject)["for"]).not.toBe("zoe");
  expect((await trial.ask("POST /letters", { for: ["zoe"], subject: "Hello" })).status).toBe(200);
  expect((await trial.ask("POST /letters", { subject: "Hello" })).status).toBe(400);
  expect(await trial.complaints()).toEqual([]);
});

test("a creation that returns only the identifier keeps what was sent, and no check fails", async () => {
  const page = `{ type: object, properties: { id: { type: string }, title: { type: string } } }`;
  const trial = await serveYaml(`
paths:
  /pages:
    post:
      requestBody: ${takes("{ type: object, required: [title], properties: { title: { type: string } } }")}
      responses: { "201": ${shows("{ type: object, properties: { id: { type: string } } }")} }
  "/pages/{id}": { parameters: ${inPath("id")}, get: { responses: { "200": ${shows(page)} } } }
`);
  const { body } = await trial.ask("POST /pages", { title: "Sails" });
  expect(Object.keys(body as JsonObject)).toEqual(["id"]);
  expect((await trial.ask(`GET /pages/${idIn(body)}`)).body).toMatchObject({ title: "Sails" });
  expect(await trial.complaints()).toEqual([]);
});

test("a list in an envelope contains what was created, rather than the document's example", async () => {
  const page = `{ type: object, properties: { more: { type: boolean }, data: { type: array, items: ${BOAT} } } }`;
  const trial = await serveYaml(`
paths:
  /boats:
    get:
      responses:
        "200":
          description: ok
          content: { application/json: { schema: ${page}, example: { more: false, data: [{ id: b1, name: Ark }] } } }
    post: { requestBody: ${takes(NEW_BOAT)}, responses: { "201": ${shows(BOAT)} } }
  "/boats/{id}": { parameters: ${inPath("id")}, get: { responses: { "200": ${shows(BOAT)} } } }
`);
  const { body } = await trial.ask("POST /boats", { name: "Argo" });
  expect(((await trial.ask("GET /boats")).body as JsonObject)["data"]).toContainEqual(body);
  expect(await trial.complaints()).toEqual([]);
});

test("POST /boat/get and POST /boat/update create nothing", async () => {
  const call = `{ requestBody: ${takes("{ type: object, required: [boat_id], properties: { boat_id: { type: string } } }")}, responses: { "200": ${shows(BOAT)} } }`;
  const trial = await serveYaml(`
paths:
  /boat/get: { post: ${call} }
  /boat/update: { post: ${call} }
`);
  expect(trial.roles.filter((role) => !role.endsWith("unmodelled"))).toEqual([]);
  const one = await trial.ask("POST /boat/get", { boat_id: "b1" });
  expect([one.status, await trial.ask("POST /boat/get", { boat_id: "b1" })]).toMatchObject([200, { body: one.body }]);
  expect(await trial.complaints()).toEqual([]);
});

test("the example identifier of a fetch exists even if no operation creates items", async () => {
  const trial = await serveYaml(
    `
paths:
  "/songs/{id}":
    parameters: [{ name: id, in: path, required: true, schema: { type: string }, example: 7dKq2Zb }]
    get:
      parameters: [{ name: quality, in: query, schema: { type: string, enum: [high, low] } }]
      responses: { "200": ${shows(BOAT)}, "404": ${shows("{ type: object, properties: { message: { type: string } } }")} }
`,
    "3.0.3",
  );
  expect((await trial.ask("GET /songs/7dKq2Zb?quality=low")).status).toBe(200);
  expect((await trial.ask("GET /songs/other")).status).toBe(404);
  expect(await trial.complaints()).toEqual([]);
});

test("a filter value that no item can have, such as all, keeps every item", async () => {
  const door = `{ type: object, required: [id, state], properties: { id: { type: integer }, state: { type: string, enum: [open, shut] } } }`;
  const trial = await serveYaml(
    `
paths:
  /doors:
    get:
      parameters: [{ name: state, in: query, schema: { type: string, enum: [open, shut, all], default: open } }]
      responses: { "200": ${shows(`{ type: array, items: ${door} }`)} }
`,
    "3.0.3",
  );
  const many = async (query: string): Promise<number> =>
    ((await trial.ask(`GET /doors?state=${query}`)).body as JsonObject[]).length;
  expect(await many("all")).toBeGreaterThan(0);
  expect(await many("all")).toBe((await many("open")) + (await many("shut")));
  expect(await trial.complaints()).toEqual([]);
});

test("a property that is optional in the body and required in the item is generated if it was not sent", async () => {
  const trial = await serveYaml(`
paths:
  /boats:
    post:
      requestBody: ${takes("{ type: object, required: [name], properties: { name: { type: string }, port: { type: string } } }")}
      responses: { "201": ${shows("{ type: object, required: [id, name, port], properties: { id: { type: string }, name: { type: string }, port: { type: string } } }")} }
`);
  const { status, body } = await trial.ask("POST /boats", { name: "Argo" });
  expect([status, body]).toEqual([201, { id: expect.any(String), name: "Argo", port: expect.any(String) }]);
  expect((await trial.ask("POST /boats", { name: "Argo", port: "Iolcus" })).body).toMatchObject({ port: "Iolcus" });
  expect((await trial.ask("POST /boats", {})).status).toBe(400);
  expect(await trial.complaints()).toEqual([]);
});
