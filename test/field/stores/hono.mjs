// The store as the guide of Hono leads one to write it, with zod for bodies and queries and its own bearer middleware.
// Left as the framework has it: zod's own error body, z.coerce for numbers, "404 Not Found" as text.
import { serve } from "@hono/node-server";
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { z } from "zod";

const status = z.enum(["available", "pending", "sold"]);
const NewPet = z.object({ name: z.string(), categoryId: z.number().int(), status: status.optional() });
const Query = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20), status: status.optional() });

export function start(port, key) {
  const pets = new Map();
  let next = 1;
  const app = new Hono().basePath("/v1");

  app.use("/pets/:petId", async (c, done) => {
    await done();
    c.header("Deprecation", "@1795132800");
  });
  app.use(
    "*",
    bearerAuth({
      token: key,
      noAuthenticationHeader: { message: { code: "unauthorized", message: "an API key is needed", status: 401 } },
      invalidAuthenticationHeader: { message: { code: "unauthorized", message: "not a bearer key", status: 401 } },
      invalidToken: { message: { code: "unauthorized", message: "the key is not valid", status: 401 } },
    }),
  );

  app.get("/pets", zValidator("query", Query), (c) => {
    const { limit, status: wanted } = c.req.valid("query");
    return c.json([...pets.values()].filter((pet) => wanted === undefined || pet.status === wanted).slice(0, limit));
  });

  app.post("/pets", zValidator("json", NewPet), (c) => {
    const pet = { id: next++, ...c.req.valid("json") };
    pets.set(String(pet.id), pet);
    return c.json(pet, 201);
  });

  app.get("/pets/:petId", (c) => {
    const pet = pets.get(c.req.param("petId"));
    return pet === undefined
      ? c.json({ code: "not_found", message: "there is no such animal", status: 404 }, 404)
      : c.json(pet);
  });

  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => resolve(server));
  });
}
