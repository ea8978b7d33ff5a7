// A list of things to do, after Elysia's guide, with its adapter for Node.
import { node } from "@elysiajs/node";
import { openapi } from "@elysiajs/openapi";
import { Elysia, t } from "elysia";

const title = t.String({ minLength: 1, maxLength: 100 });
const priority = t.Integer({ minimum: 1, maximum: 5 });
const [tags, due, id] = [t.Array(t.String()), t.String({ format: "date" }), t.String({ format: "uuid" })];
const todo = t.Object({ id, title, done: t.Boolean(), priority, tags, due: t.Optional(due) });
const fields = { title, done: t.Boolean(), priority, tags, due };
const create = t.Object({ ...t.Partial(t.Object(fields)).properties, title });
const problem = t.Object({ message: t.String() });
const params = t.Object({ id });
const limit = t.Integer({ minimum: 1, maximum: 100, default: 20 });
const offset = t.Integer({ minimum: 0, default: 0 });
const query = t.Object({ limit, offset, done: t.Optional(t.Boolean()) });

const all = new Map();
const missing = (status) => status(404, { message: "there is no such thing to do" });
new Elysia({ adapter: node() })
  .use(openapi({ path: "/docs" }))
  .get(
    "/todos",
    ({ query: { limit: size, offset: start, done } }) =>
      [...all.values()].filter((one) => done === undefined || one.done === done).slice(start, start + size),
    { query, response: { 200: t.Array(todo) } },
  )
  .post(
    "/todos",
    ({ body, set }) => {
      const made = { done: false, priority: 3, tags: [], ...body, id: crypto.randomUUID() };
      all.set(made.id, made);
      set.status = 201;
      return made;
    },
    { body: create, response: { 201: todo } },
  )
  .get("/todos/:id", ({ params: { id: own }, status }) => all.get(own) ?? missing(status), {
    params,
    response: { 200: todo, 404: problem },
  })
  .patch(
    "/todos/:id",
    ({ params: { id: own }, body, status }) => (all.has(own) ? Object.assign(all.get(own), body) : missing(status)),
    { params, body: t.Partial(create), response: { 200: todo, 404: problem } },
  )
  .delete(
    "/todos/:id",
    ({ params: { id: own }, status }) => (all.delete(own) ? status(204, undefined) : missing(status)),
    {
      params,
      response: { 204: t.Void(), 404: problem },
    },
  )
  .listen({ port: Number(process.argv[2]), hostname: "127.0.0.1" });
