// Tickets, after the guides of hapi and hapi-swagger: the document is made from what joi validates.
import Hapi from "@hapi/hapi";
import Inert from "@hapi/inert";
import Vision from "@hapi/vision";
import HapiSwagger from "hapi-swagger";
import Joi from "joi";

const server = Hapi.server({ port: Number(process.argv[2]), host: "127.0.0.1" });
const info = { title: "Tickets", version: "1.0" };
await server.register([Inert, Vision, { plugin: HapiSwagger, options: { OAS: "v3.0", info } }]);

const priority = Joi.string().valid("low", "normal", "high");
const reporter = Joi.object({ name: Joi.string().required(), email: Joi.string().email().required() }).label(
  "Reporter",
);
const optional = { dueDate: Joi.date().iso(), cost: Joi.number().precision(2).min(0) };
const input = Joi.object({
  subject: Joi.string().min(3).max(80).required(),
  priority: priority.default("normal"),
  reporter: reporter.required(),
  labels: Joi.array().items(Joi.string()).default([]),
  ...optional,
}).label("TicketInput");
const ticket = Joi.object({
  id: Joi.number().integer().required(),
  subject: Joi.string().required(),
  priority: priority.required(),
  reporter: reporter.required(),
  labels: Joi.array().items(Joi.string()).required(),
  ...optional,
}).label("Ticket");
const problem = Joi.object({ statusCode: Joi.number().integer(), error: Joi.string(), message: Joi.string() });
const query = Joi.object({
  page: Joi.number().integer().min(1).default(1),
  pageSize: Joi.number().integer().min(1).max(50).default(10),
  priority,
  sort: Joi.string().valid("id", "subject", "-id", "-subject").default("id"),
});
const params = Joi.object({ id: Joi.number().integer().required() });

const all = new Map();
let next = 1;
const missing = (h) => h.response({ statusCode: 404, error: "Not Found", message: "no such ticket" }).code(404);
const failAction = (_request, _h, error) => {
  throw error;
};

function listed({ query: { page, pageSize, priority: wanted, sort } }) {
  const [name, sign] = [sort.replace("-", ""), sort.startsWith("-") ? -1 : 1];
  const order = (a, b) => (a[name] === b[name] ? a.id - b.id : a[name] < b[name] ? -1 : 1) * sign;
  const found = [...all.values()].filter((one) => wanted === undefined || one.priority === wanted);
  return found.toSorted(order).slice((page - 1) * pageSize, page * pageSize);
}

function keep(id, payload) {
  const made = { id, ...payload };
  all.set(id, made);
  return made;
}

/** A route with its documented answers: what it shows if all is well, and the error body. */
function route(method, path, { validate, shows, errors }, handler) {
  const failed = Object.fromEntries(errors.map((status) => [status, { description: "no", schema: problem }]));
  const responses = { ...shows, ...failed };
  const options = { tags: ["api"], validate: { ...validate, failAction }, plugins: { "hapi-swagger": { responses } } };
  server.route({ method, path, options, handler });
}

const one = { description: "a ticket", schema: ticket };
const many = { 200: { description: "tickets", schema: Joi.array().items(ticket).label("Tickets") } };
route("GET", "/tickets", { validate: { query }, shows: many, errors: [400] }, listed);
route("POST", "/tickets", { validate: { payload: input }, shows: { 201: one }, errors: [400] }, ({ payload }, h) =>
  h.response(keep(next++, payload)).code(201),
);
const ofItem = { validate: { params }, errors: [400, 404] };
route("GET", "/tickets/{id}", { ...ofItem, shows: { 200: one } }, ({ params: { id } }, h) => all.get(id) ?? missing(h));
const replaced = { ...ofItem, validate: { params, payload: input }, shows: { 200: one } };
route("PUT", "/tickets/{id}", replaced, ({ params: { id }, payload }, h) =>
  all.has(id) ? keep(id, payload) : missing(h),
);
const gone = { ...ofItem, shows: { 204: { description: "removed" } } };
route("DELETE", "/tickets/{id}", gone, ({ params: { id } }, h) =>
  all.delete(id) ? h.response().code(204) : missing(h),
);
await server.start();
