// The store as the guide of Fastify leads one to write it: schemas on the routes, a hook for the key.
// Left as the framework has it: types are converted, errors have a body of its own.
import Fastify from "fastify";

const status = { type: "string", enum: ["available", "pending", "sold"] };
const pet = {
  type: "object",
  required: ["id", "name", "categoryId"],
  properties: { id: { type: "integer" }, name: { type: "string" }, categoryId: { type: "integer" }, status },
};
const DEPRECATED = { Deprecation: "@1795132800" };

export async function start(port, key) {
  const pets = new Map();
  let next = 1;
  const app = Fastify();

  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization === `Bearer ${key}`) return;
    reply.code(401).header("WWW-Authenticate", "Bearer");
    if (request.url.startsWith("/v1/pets/")) reply.headers(DEPRECATED);
    return reply.send({ code: "unauthorized", message: "an API key is needed", status: 401 });
  });

  app.get(
    "/v1/pets",
    {
      schema: {
        querystring: {
          type: "object",
          properties: { limit: { type: "integer", minimum: 1, maximum: 100, default: 20 }, status },
        },
        response: { 200: { type: "array", items: pet } },
      },
    },
    (request, reply) => {
      const { limit, status: wanted } = request.query;
      reply.send([...pets.values()].filter((one) => wanted === undefined || one.status === wanted).slice(0, limit));
    },
  );

  app.post(
    "/v1/pets",
    {
      schema: {
        body: {
          type: "object",
          required: ["name", "categoryId"],
          properties: { name: { type: "string" }, categoryId: { type: "integer" }, status },
        },
        response: { 201: pet },
      },
    },
    async (request, reply) => {
      const { name, categoryId, status: own } = request.body;
      const made = { id: next++, name, categoryId, ...(own === undefined ? {} : { status: own }) };
      pets.set(String(made.id), made);
      return reply.code(201).send(made);
    },
  );

  app.get("/v1/pets/:petId", async (request, reply) => {
    reply.headers(DEPRECATED);
    const found = pets.get(request.params.petId);
    if (found !== undefined) return found;
    return reply.code(404).send({ code: "not_found", message: "there is no such animal", status: 404 });
  });

  await app.listen({ port, host: "127.0.0.1" });
  return app.server;
}
