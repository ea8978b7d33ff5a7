// Nothing is left of a run that a service lets it remove.
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json/value.ts";
import { type Answer, runOn } from "../answering.ts";
import { answers, at, body, list, number, object, text, textOf } from "../../http/parts.ts";

const ERROR = object({ error: text }, "error");

/** The paths of a kind of item. */
function kindOf(path: string, item: JsonObject, sent: JsonObject): JsonObject {
  const refused = { ...answers("400", ERROR), ...answers("404", ERROR), ...answers("409", ERROR) };
  return {
    [path]: {
      get: { responses: answers("200", list(item)) },
      post: { requestBody: body(sent), responses: { ...answers("201", item), ...refused } },
    },
    [`${path}/{id}`]: {
      ...at("id"),
      get: { responses: { ...answers("200", item), ...refused } },
      delete: { responses: { ...answers("204"), ...refused } },
    },
  };
}

type Items = Map<string, JsonObject>;

/** Shows an item, or removes it. */
function shownOrRemoved(items: Items, id: string, method: string): ReturnType<Answer> {
  const one = items.get(id);
  if (one === undefined) return [404, { error: "none" }];
  if (method === "GET") return [200, one];
  if (method !== "DELETE") return [405, { error: "method" }, { Allow: "GET, DELETE" }];
  items.delete(id);
  return [204, undefined];
}

test("what others refer to is removed after them", async () => {
  const author = { name: text };
  const book = { title: text, author_id: number };
  const paths = {
    ...kindOf("/authors", object({ id: number, ...author }, "id", "name"), object(author, "name")),
    ...kindOf(
      "/books",
      object({ id: number, ...book }, "id", "title", "author_id"),
      object(book, "title", "author_id"),
    ),
  };
  const all: Record<string, Items> = { authors: new Map(), books: new Map() };
  let last = 0;
  const isUsed = (id: string | undefined): boolean =>
    [...(all["books"]?.values() ?? [])].some((one) => textOf(one["author_id"]) === id);
  const { run } = await runOn(paths, (method, path, sent) => {
    const [, kind = "", id, more] = path.split("/");
    const items = all[kind];
    if (items === undefined || more !== undefined) return [404, { error: "path" }];
    if (id === undefined && method === "GET") return [200, [...items.values()]];
    if (id === undefined && method !== "POST") return [405, { error: "method" }, { Allow: "GET, POST" }];
    if (id === undefined) {
      if (typeof sent[kind === "books" ? "title" : "name"] !== "string") return [400, { error: "wrong" }];
      if (kind === "books" && !all["authors"]?.has(textOf(sent["author_id"])))
        return [404, { error: "no such author" }];
      const made = { ...sent, id: ++last };
      items.set(String(last), made);
      return [201, made];
    }
    const one = items.get(id ?? "");
    if (one === undefined) return [404, { error: "none" }];
    if (method === "GET") return [200, one];
    if (method !== "DELETE") return [405, { error: "method" }, { Allow: "GET, DELETE" }];
    if (kind === "authors" && isUsed(id)) return [409, { error: "the author has books" }];
    items.delete(id ?? "");
    return [204, undefined];
  });
  expect(run.session.created.length).toBeGreaterThan(10);
  expect([...(all["authors"]?.values() ?? []), ...(all["books"]?.values() ?? [])]).toEqual([]);
});

test("what has no identifier but in the answer to its creation is removed, also where nothing is answered for what is gone", async () => {
  const shown = object({ name: text, at: number }, "name");
  const done = object({ state: text, id: text }, "state", "id");
  const paths = {
    "/marks": { post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", done) } },
    "/marks/{id}": {
      ...at("id"),
      get: { responses: { ...answers("200", shown), ...answers("404", ERROR) } },
      delete: { responses: answers("200", done) },
    },
  };
  const all: Items = new Map([["theirs", { name: "Somebody's", at: 1 }]]);
  let last = 0;
  const {
    run,
    report,
    last: line,
  } = await runOn(paths, (method, path, sent) => {
    const [, kind, id, more] = path.split("/");
    if (kind !== "marks" || more !== undefined) return [404, { error: "path" }];
    if (id === undefined) {
      if (method !== "POST" || typeof sent["name"] !== "string") return [400, { error: "wrong" }];
      all.set(`m${++last}`, { name: sent["name"], at: last });
      return [201, { state: "done", id: `m${last}` }];
    }
    if (method === "GET") return [200, all.get(id) ?? {}];
    if (method !== "DELETE") return [405, { error: "method" }, { Allow: "GET, DELETE" }];
    all.delete(id);
    return [200, { state: "done", id }];
  });
  expect(run.session.created.length).toBeGreaterThan(5);
  expect([...all.keys()]).toEqual(["theirs"]);
  expect(line).not.toContain("still there");
  const causes = (report.causes ?? []).map(({ id }) => id);
  expect(causes.filter((id) => /change|schema|keeps|missing/.test(id))).toEqual(["check:fetch.missing"]);
});

test("what a service makes of a wrong body is known as new by the list that came before", async () => {
  const note = { title: text };
  const paths = kindOf("/notes", object({ id: number, ...note }, "id"), object(note, "title"));
  const all: Items = new Map([1, 2].map((id) => [String(id), { id, title: `Somebody's ${id}` }]));
  let last = 2;
  const { last: line } = await runOn(paths, (method, path, { title = null }) => {
    const [, kind, id, more] = path.split("/");
    if (kind !== "notes" || more !== undefined) return [404, { error: "path" }];
    if (id === undefined && method === "GET") return [200, [...all.values()]];
    if (id === undefined && method !== "POST") return [405, { error: "method" }, { Allow: "GET, POST" }];
    if (id === undefined) {
      all.set(String(++last), { id: last, title: JSON.stringify(title) });
      return [201, { id: last, title: JSON.stringify(title) }];
    }
    return shownOrRemoved(all, id, method);
  });
  expect([...all.keys()]).toEqual(["1", "2"]);
  expect(line).not.toContain("still there");
});

test("what was there before is kept, also where a creation joins it and answers without a name", async () => {
  const room = { topic: text };
  const paths = kindOf("/rooms", object({ id: text, ...room }, "id"), object(room, "topic"));
  const all: Items = new Map(["theirs", "others"].map((id) => [id, { id, topic: `Somebody's ${id}` }]));
  const done = object({ done: { type: "boolean" } }, "done");
  const post = {
    requestBody: body(object(room, "topic")),
    responses: { ...answers("201", done), ...answers("400", ERROR) },
  };
  const joined = { ...paths, "/rooms": { ...(paths["/rooms"] as JsonObject), post } };
  const { run } = await runOn(joined, (method, path, { topic }) => {
    const [, kind, id, more] = path.split("/");
    if (kind !== "rooms" || more !== undefined) return [404, { error: "path" }];
    if (id === undefined && method === "GET") return [200, [...all.values()]];
    if (id === undefined && method !== "POST") return [405, { error: "method" }, { Allow: "GET, POST" }];
    if (id === undefined && typeof topic !== "string") return [400, { error: "topic" }];
    if (id === undefined) {
      all.set("theirs", { id: "theirs", topic: topic ?? "" });
      return [201, { done: true }];
    }
    return shownOrRemoved(all, id, method);
  });
  expect(run.session.unnamed.length).toBeGreaterThan(0);
  expect([...all.keys()]).toEqual(["theirs", "others"]);
});

test("what was created below an item that is gone is removed at the path of its own", async () => {
  const note = { title: text };
  const item = { $ref: "#/components/schemas/Note" };
  const components = { schemas: { Note: object({ id: number, ...note }, "id", "title") } };
  const below = kindOf("/users/{user}/notes", item, object(note, "title"));
  const paths = {
    ...kindOf("/users", object({ id: number, name: text }, "id", "name"), object({ name: text }, "name")),
    "/users/{user}/notes": { ...at("user"), ...(below["/users/{user}/notes"] as JsonObject) },
    "/users/{user}/notes/{id}": { ...(below["/users/{user}/notes/{id}"] as JsonObject), ...at("user", "id") },
    ...kindOf("/notes", item, object(note, "title")),
  };
  const users: Items = new Map([["1", { id: 1, name: "Somebody" }]]);
  const all: Items = new Map([["1", { id: 1, title: "Somebody's" }]]);
  let last = 1;
  const answer: Answer = (method, path, sent) => {
    const steps = path.split("/").slice(1);
    const isBelow = steps[0] === "users" && steps.length > 2;
    if (isBelow && !users.has(steps[1] ?? "")) return [404, { error: "no such user" }];
    const [kind, id, more] = isBelow ? steps.slice(2) : steps;
    const items = kind === "users" ? users : all;
    const named = kind === "users" ? "name" : "title";
    if (more !== undefined || (kind !== "users" && kind !== "notes")) return [404, { error: "path" }];
    if (id === undefined && method === "GET") return [200, [...items.values()]];
    if (id === undefined && method !== "POST") return [405, { error: "method" }, { Allow: "GET, POST" }];
    if (id === undefined) {
      if (typeof sent[named] !== "string") return [400, { error: named }];
      const made = { id: ++last, [named]: sent[named] };
      items.set(String(last), made);
      return [201, made];
    }
    return shownOrRemoved(items, id, method);
  };
  const { last: line } = await runOn(paths, answer, {}, { components });
  expect(last).toBeGreaterThan(10);
  expect([...users.keys(), ...all.keys()]).toEqual(["1", "1"]);
  expect(line).not.toContain("still there");
});

test("an item that is called by all steps of its path is asked for by the last of them", async () => {
  const tenant = object({ name: text, title: text }, "name");
  const sent = object({ title: text }, "title");
  const { "/tenants": ofAll, "/tenants/{id}": ofOne } = kindOf("/tenants", tenant, sent);
  const paths = { "/tenants": ofAll, "/tenants/{tenant}": { ...(ofOne as JsonObject), ...at("tenant") } } as JsonObject;
  const all: Items = new Map([["theirs", { name: "tenants/theirs", title: "Somebody's" }]]);
  let last = 0;
  const { last: line, report } = await runOn(paths, (method, path, { title }) => {
    const [, kind, id, more] = decodeURIComponent(path).split("/");
    if (kind !== "tenants" || more !== undefined) return [404, { error: "path" }];
    if (id === undefined && method === "GET") return [200, [...all.values()]];
    if (id === undefined && method !== "POST") return [405, { error: "method" }, { Allow: "GET, POST" }];
    if (id === undefined) {
      if (typeof title !== "string") return [400, { error: "title" }];
      const key = `t${++last}`;
      all.set(key, { name: `tenants/${key}`, title });
      return [201, all.get(key)];
    }
    return shownOrRemoved(all, id, method);
  });
  expect([...all.keys()]).toEqual(["theirs"]);
  expect(line).not.toContain("still there");
  expect((report.causes ?? []).map(({ id }) => id).filter((id) => /fetch|change|keeps|lists/.test(id))).toEqual([]);
});
