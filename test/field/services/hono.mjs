// The example of @hono/zod-openapi, with a collection.
import { OpenAPIHono, createRoute, z } from "@hono/zod-openapi";
import { serve } from "@hono/node-server";
const app = new OpenAPIHono();
const NewUser = z
  .object({ name: z.string().min(1).openapi({ example: "John Doe" }), age: z.number().int().openapi({ example: 42 }) })
  .openapi("NewUser");
const User = NewUser.extend({ id: z.string().openapi({ example: "1212121" }) }).openapi("User");
const Problem = z.object({ message: z.string() }).openapi("Problem");
const json = (schema, description) => ({ description, content: { "application/json": { schema } } });
const Id = z.object({ id: z.string().openapi({ param: { name: "id", in: "path" }, example: "1212121" }) });
const users = new Map();
let next = 1;
app.openapi(createRoute({ method: "get", path: "/users", responses: { 200: json(z.array(User), "All users") } }), (c) =>
  c.json([...users.values()], 200),
);
app.openapi(
  createRoute({
    method: "post",
    path: "/users",
    request: { body: { required: true, content: { "application/json": { schema: NewUser } } } },
    responses: { 201: json(User, "Added"), 400: { description: "Wrong" } },
  }),
  (c) => {
    const u = { id: String(next++), ...c.req.valid("json") };
    users.set(u.id, u);
    return c.json(u, 201);
  },
);
app.openapi(
  createRoute({
    method: "get",
    path: "/users/{id}",
    request: { params: Id },
    responses: { 200: json(User, "One user"), 404: json(Problem, "None") },
  }),
  (c) => {
    const u = users.get(c.req.valid("param").id);
    return u ? c.json(u, 200) : c.json({ message: "no such user" }, 404);
  },
);
app.openapi(
  createRoute({
    method: "delete",
    path: "/users/{id}",
    request: { params: Id },
    responses: { 204: { description: "Removed" }, 404: json(Problem, "None") },
  }),
  (c) => (users.delete(c.req.valid("param").id) ? c.body(null, 204) : c.json({ message: "no such user" }, 404)),
);
app.doc("/openapi.json", { openapi: "3.0.0", info: { version: "1.0.0", title: "Users" } });
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: "127.0.0.1" });
