// A document with every kind of condition: tags, dates, preconditions that are required, and idempotency keys.
import type { Spec } from "../../src/library/contracts.ts";

const json = (schema: object): object => ({ "application/json": { schema } });
const note = { $ref: "#/components/schemas/Note" };
const shown = { description: "The note.", content: json(note), headers: { ETag: { schema: { type: "string" } } } };
const failed = { description: "It is not so.", content: json({ $ref: "#/components/schemas/Error" }) };
const header = (name: string, required = false): object => ({
  name,
  in: "header",
  required,
  schema: { type: "string" },
});
const sent = { required: true, content: json(note) };

export const CONDITIONAL_NOTES = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      get: { responses: { "200": { description: "All.", content: json({ type: "array", items: note }) } } },
      post: {
        parameters: [header("Idempotency-Key")],
        requestBody: sent,
        responses: { "201": shown, "409": failed },
      },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        parameters: [header("If-None-Match")],
        responses: {
          "200": {
            ...shown,
            headers: {
              ETag: { required: true, schema: { type: "string" }, example: '"abc"' },
              "Last-Modified": { schema: { type: "string" } },
            },
          },
          "304": { description: "As it was." },
          "404": failed,
        },
      },
      put: {
        parameters: [header("If-Match", true)],
        requestBody: sent,
        responses: { "200": shown, "404": failed, "412": failed, "428": failed },
      },
      patch: { requestBody: sent, responses: { "200": shown, "412": failed, "428": failed } },
      delete: { responses: { "204": { description: "Gone." }, "404": failed, "412": failed } },
    },
    "/plain/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": { description: "A thing.", content: json(note) } } },
    },
  },
  components: {
    schemas: {
      Note: {
        type: "object",
        required: ["text"],
        properties: {
          id: { type: "string", readOnly: true },
          text: { type: "string", maxLength: 200 },
          updatedAt: { type: "string", format: "date-time", readOnly: true },
        },
      },
      Error: { type: "object", required: ["message"], properties: { message: { type: "string" } } },
    },
  },
} as unknown as Spec;
