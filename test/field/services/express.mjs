// The example of express-openapi-validator.
import express from "express";
import { createRequire } from "node:module";
const { middleware } = createRequire(import.meta.url)("express-openapi-validator");
const apiSpec = new URL("express.yaml", import.meta.url).pathname;
const app = express();
app.use(express.json());
app.use(middleware({ apiSpec, validateRequests: true, validateResponses: true }));
const pets = new Map();
let next = 1;
app.get("/v1/pets", (req, res) =>
  res.json(
    [...pets.values()].filter(({ type }) => !req.query.type || type === req.query.type).slice(0, req.query.limit),
  ),
);
app.post("/v1/pets", (req, res) => {
  const pet = { id: next++, ...req.body };
  pets.set(pet.id, pet);
  res.status(201).json(pet);
});
app.get("/v1/pets/:id", (req, res) => {
  const pet = pets.get(Number(req.params.id));
  if (pet) res.json(pet);
  else res.status(404).json({ message: "not found" });
});
app.delete("/v1/pets/:id", (req, res) => {
  if (pets.delete(Number(req.params.id))) res.status(204).end();
  else res.status(404).json({ message: "not found" });
});
app.use((err, _req, res, _next) => res.status(err.status || 500).json({ message: err.message, errors: err.errors }));
app.listen(Number(process.argv[2]), "127.0.0.1");
