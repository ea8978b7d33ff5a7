// The example of @fastify/swagger, with a collection.
import Fastify from "fastify";
import swagger from "@fastify/swagger";
const app = Fastify();
await app.register(swagger, { openapi: { openapi: "3.0.3", info: { title: "Notes", version: "1.0.0" } } });
const note = {
  type: "object",
  required: ["id", "text"],
  properties: { id: { type: "integer" }, text: { type: "string" }, done: { type: "boolean" } },
};
const body = {
  type: "object",
  required: ["text"],
  properties: { text: { type: "string" }, done: { type: "boolean" } },
};
const problem = {
  type: "object",
  properties: { statusCode: { type: "integer" }, error: { type: "string" }, message: { type: "string" } },
};
const notes = new Map();
let next = 1;
const params = { type: "object", properties: { id: { type: "integer" } } };
const missing = (reply) => reply.code(404).send({ statusCode: 404, error: "Not Found", message: "no such note" });
app.get("/openapi.json", { schema: { hide: true } }, () => app.swagger());
app.get("/notes", { schema: { response: { 200: { description: "All", type: "array", items: note } } } }, () => [
  ...notes.values(),
]);
app.post("/notes", { schema: { body, response: { 201: note, 400: problem } } }, (request, reply) => {
  const n = { id: next++, ...request.body };
  notes.set(n.id, n);
  return reply.code(201).send(n);
});
app.get(
  "/notes/:id",
  { schema: { params, response: { 200: note, 400: problem, 404: problem } } },
  (request, reply) => notes.get(request.params.id) ?? missing(reply),
);
app.put(
  "/notes/:id",
  { schema: { params, body, response: { 200: note, 400: problem, 404: problem } } },
  (request, reply) => {
    if (!notes.has(request.params.id)) return missing(reply);
    const n = { id: request.params.id, ...request.body };
    notes.set(n.id, n);
    return n;
  },
);
app.delete(
  "/notes/:id",
  { schema: { params, response: { 204: { type: "null", description: "Removed" }, 400: problem, 404: problem } } },
  (request, reply) => (notes.delete(request.params.id) ? reply.code(204).send() : missing(reply)),
);
await app.listen({ port: Number(process.argv[2]), host: "127.0.0.1" });
