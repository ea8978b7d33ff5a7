// The store as the guide of Express leads one to write it: express.json(), a router, a middleware for the key.
// Left as the framework has it: its own error pages, numbers as JavaScript has them, parseInt.
import express from "express";

const STATUSES = ["available", "pending", "sold"];

export function start(port, key) {
  const pets = new Map();
  let next = 1;
  const app = express();
  const router = express.Router();
  const problem = (response, status, code, message) => response.status(status).json({ code, message, status });

  router.use((request, response, done) => {
    if (request.get("Authorization") === `Bearer ${key}`) return done();
    response.set("WWW-Authenticate", "Bearer");
    problem(response, 401, "unauthorized", "an API key is needed");
  });

  router.get("/pets", (request, response) => {
    const limit = request.query.limit === undefined ? 20 : Number.parseInt(request.query.limit, 10);
    if (!(limit >= 1 && limit <= 100)) return problem(response, 400, "bad_limit", "limit must be from 1 to 100");
    const { status } = request.query;
    const found = [...pets.values()].filter((pet) => status === undefined || pet.status === status);
    response.json(found.slice(0, limit));
  });

  router.post("/pets", express.json(), (request, response) => {
    const { name, categoryId, status } = request.body ?? {};
    if (typeof name !== "string") return problem(response, 400, "bad_name", "name must be text");
    if (!Number.isInteger(categoryId)) return problem(response, 400, "bad_category", "categoryId must be an integer");
    if (status !== undefined && !STATUSES.includes(status))
      return problem(response, 400, "bad_status", `status must be one of ${STATUSES.join(", ")}`);
    const pet = { id: next++, name, categoryId, ...(status === undefined ? {} : { status }) };
    pets.set(pet.id, pet);
    response.status(201).json(pet);
  });

  router.get("/pets/:petId", (request, response) => {
    const pet = pets.get(Number(request.params.petId));
    if (pet === undefined) return problem(response, 404, "not_found", "there is no such animal");
    response.set("Deprecation", "@1795132800").json(pet);
  });

  app.use("/v1", router);
  return new Promise((resolve) => {
    const server = app.listen(port, "127.0.0.1", () => resolve(server));
  });
}
