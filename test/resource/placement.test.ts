// The role of an operation by its path and method: one small document for each kind of path.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import type { Inference } from "../../src/resource/model.ts";
import { OPERATIONS, THING, carries, inferFrom, itemOf } from "./documents.ts";

const { list, create, fetch, replace, update, remove } = OPERATIONS;
const text = { type: "string" };
const LISTED = { type: "array", items: THING };
const plain = { responses: { "204": { description: "Done." } } };
const single = { responses: { "200": carries(itemOf({ theme: text, size: { type: "integer" } })) } };
const shows = (schema: JsonObject): JsonObject => ({ responses: { "200": carries(schema) } });
const many = { requestBody: carries(LISTED), responses: { "200": carries(LISTED) } };
const by = (operation: JsonObject, hint: JsonObject): JsonObject => ({ ...operation, "x-resource": hint });
const wrapped = shows({ type: "object", properties: { data: LISTED } });

/** "GET /things". Its parameters come from its path. */
type Asked = Readonly<Record<string, JsonObject>>;

function infer(asked: Asked): Promise<Inference> {
  const paths: Record<string, JsonObject> = {};
  for (const [name, operation] of Object.entries(asked)) {
    const [method = "", path = ""] = name.split(" ");
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
      name: match[1] ?? "",
      in: "path",
      required: true,
      schema: text,
    }));
    paths[path] = { ...paths[path], parameters, [method.toLowerCase()]: operation };
  }
  return inferFrom(paths);
}

/** "GET /things: list of things", or why it has no role. */
function told({ assignments }: Inference): string[] {
  return assignments.map((one) => {
    const where =
      one.role === "unmodelled" ? "" : one.resource.kind === "singleton" ? one.resource.path : one.resource.collection;
    const what = one.role === "unmodelled" ? `none, ${one.why}` : `${one.role} at ${where} (${one.why})`;
    return `${one.operation.method} ${one.operation.path}: ${what}`;
  });
}
const items = { "GET /things": list, "GET /things/{id}": fetch };

// The snapshot has the result for each.
describe("the role of an operation follows from", () => {
  it.for<[string, Asked]>([
    [
      "the collection that x-resource names, and for the rest its own path and method",
      {
        ...items,
        "PUT /things": by(many, { collection: "/things" }),
        "PATCH /things": by(many, { collection: "/things" }),
        "DELETE /things": by(remove, { collection: "/things" }),
        "POST /other/{a}/x": by(create, { collection: "/things" }),
        "PATCH /single/{id}": by(update, { collection: "/things" }),
        "POST /one/{id}": by(update, { collection: "/things" }),
        "HEAD /things": by(plain, { collection: "/things" }),
        "GET /r": by(list, { collection: "/s" }),
      },
    ],
    [
      "the role that x-resource names, unless the operation cannot have it",
      {
        "GET /a/b": by(list, { role: "list" }),
        "GET /a/c": by(shows(THING), { role: "fetch" }),
        "GET /a/{x}": by(list, { role: "list" }),
        "DELETE /q/{x}": by(remove, { role: "remove" }),
        "POST /q/do": by(create, { role: "create" }),
      },
    ],
    [
      "the path before a file format",
      {
        "GET /things/json": list,
        "GET /things/{id}/json": fetch,
        "GET /json": list,
        "GET /a": list,
        "GET /a/json": shows(THING),
        "GET /b": plain,
        "POST /b/json": create,
        "GET /c/{id}.json": fetch,
      },
    ],
    [
      "a verb at the end of the path, or the kind of a single object",
      {
        ...items,
        "POST /things/{id}/cancel": plain,
        "POST /cancel": create,
        "POST /thing/lock": plain,
        "POST /machine": plain,
        "POST /things/{id}/part": plain,
        "POST /settings": plain,
        "GET /settings": single,
        "PUT /settings": { ...replace, ...single },
        "DELETE /settings": remove,
        "PATCH /nothing": plain,
        "PATCH /things/{id}/nothing": plain,
      },
    ],
    [
      "a list in the response of a path that ends in a parameter",
      {
        "GET /things": list,
        "GET /things/by-colour/{colour}": list,
        "DELETE /things/by-colour/{colour}": remove,
        "PUT /things/by-colour/{colour}": many,
        "PATCH /things/by-colour/{colour}": many,
        "POST /things/by-colour/{colour}": create,
        "GET /wrapped": wrapped,
        "GET /wrapped/{id}": wrapped,
        "POST /wrapped/{id}": update,
      },
    ],
    [
      "the other operations on the path of an item",
      {
        "POST /things/{id}": update,
        "GET /a/{id}": fetch,
        "POST /a/{id}": update,
        "POST /b/{id}/move/{place}": plain,
        "POST /c/{id}/move/{place}": plain,
        "GET /c/{id}/move": list,
        "POST /move/{place}": plain,
        "DELETE /d/{id}/move/{place}": plain,
        "GET /d/{id}/move/{place}": fetch,
      },
    ],
    [
      "a verb in the last segment that applies to the collection or item before it",
      {
        ...items,
        "POST /things/search": list,
        "GET /things/search": list,
        "PUT /things/search": list,
        "GET /things/list": list,
        "POST /things/create": create,
        "PUT /things/create": create,
        "POST /things/{id}/update": update,
        "PUT /things/{id}/edit": update,
        "PATCH /things/{id}/modify": update,
        "DELETE /things/{id}/update": remove,
        "POST /things/{id}/delete": remove,
        "DELETE /things/{id}/remove": remove,
        "GET /things/{id}/remove": fetch,
        "GET /things/{id}/show": fetch,
        "POST /things/{id}/show": fetch,
        "POST /things/{id}/updateOthers": update,
        "POST /none/{id}/update": update,
        "GET /things/all": list,
      },
    ],
    [
      "a method without a common meaning, or a path segment that is only partly a parameter",
      { "GET /a/{x}-{y}": fetch, "HEAD /a": plain, "OPTIONS /a": plain, "TRACE /a": plain },
    ],
    [
      "signs that items are created",
      {
        "POST /things": create,
        "POST /weather": create,
        "POST /sheep": { ...create, responses: { "200": carries(THING) } },
        "GET /news": single,
        "POST /news": create,
        "POST /list": create,
        "GET /fish": plain,
        "GET /fish/{id}": fetch,
        "POST /fish": create,
      },
    ],
  ])("%s", async ([, asked]) => {
    const inference = await infer(asked);
    expect([...told(inference), ...inference.problems.map(({ message }) => message)].join("\n")).toMatchSnapshot();
  });
});
