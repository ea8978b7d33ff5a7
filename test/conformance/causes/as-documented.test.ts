// Finished products: what their documents say of an answer, or leave open, is no fault of it.
import { expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { type Answer, runOn } from "../answering.ts";
import { answers, at, body, list, object, text } from "../../http/parts.ts";

const ERROR = object({ error: text });
const STATE = object({ state: text }, "state");

/** The causes of what a service is blamed for. */
async function causesOn(paths: JsonObject, answer: Answer): Promise<ReadonlySet<string>> {
  const { report } = await runOn(paths, answer);
  return new Set((report.causes ?? []).map(({ id }) => id));
}

test.each([
  ["documented", "501", false],
  ["not documented", "404", true],
])("a 501 that is %s", async (_, status, isBlamed) => {
  const kernels = { get: { responses: { ...answers("200", STATE), ...answers(status, ERROR) } } };
  const causes = await causesOn({ "/kernels": kernels }, (method, path) =>
    path !== "/kernels" || method !== "GET" ? [404, { error: "none" }] : [501, { error: "no kernel is installed" }],
  );
  expect([...causes].some((id) => id.startsWith("server-error"))).toBe(isBlamed);
});

test.each([
  ["loads", '<script src="/static/require.js/main/require.js"></script>', false],
  ["tells", "<p>error in /srv/hub/main/handlers.js</p>", true],
])("a file that the page of an error %s", async (_, page, isBlamed) => {
  const state = { get: { responses: { ...answers("200", STATE), ...answers("404", ERROR) } } };
  const causes = await causesOn({ "/state": state }, (method, path) =>
    path === "/state" && method === "GET"
      ? [200, { state: "up" }]
      : [404, `<html>${page}</html>`, { "Content-Type": "text/html" }],
  );
  expect(causes.has("check:errors.no-internals")).toBe(isBlamed);
});

test("a list that is an object instead of an array is told once", async () => {
  const services = { get: { responses: answers("200", list(object({ name: text }, "name"))) } };
  const one = { ...at("name"), get: { responses: { ...answers("200", object({ name: text })), ...answers("404") } } };
  const causes = await causesOn({ "/services": services, "/services/{name}": one }, (method, path) => {
    if (method !== "GET") return [405, undefined, { Allow: "GET" }];
    return path === "/services" ? [200, { hub: { name: "hub" } }] : [404, undefined];
  });
  expect([...causes].filter((id) => /lists|schema/.test(id))).toEqual(["check:schema.body"]);
});

test("a second thing of a name is refused with an undocumented status: that is told once", async () => {
  const NOTE = object({ id: text, name: text }, "id", "name");
  const paths = {
    "/notes": {
      get: { responses: answers("200", list(NOTE)) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", NOTE) },
    },
  };
  const all: JsonObject[] = [];
  const causes = await causesOn(paths, (method, path, { name = "" }) => {
    if (path !== "/notes") return [404, undefined];
    if (method !== "POST") return method === "GET" ? [200, all] : [405, undefined, { Allow: "GET, POST" }];
    if (typeof name !== "string" || name === "") return [400, undefined];
    if (all.some((one) => one["name"] === name)) return [409, undefined];
    all.push({ id: `n${all.length}`, name });
    return [201, all.at(-1)];
  });
  expect([...causes].filter((id) => /status|repeated/.test(id))).toEqual(["check:status.documented"]);
});

test.each([
  ["may be", {}, false],
  ["is not there", answers("404"), true],
])("what a name that %s has is none", async (_, missing, isBlamed) => {
  const tokens = object({ tokens: list(object({ name: text })) }, "tokens");
  const group = { ...at("name"), get: { responses: { ...answers("200", tokens), ...missing } } };
  const all = { get: { responses: answers("200", list(object({ name: text }, "name"))) } };
  const causes = await causesOn({ "/tokens": all, "/tokens/{name}": group }, (method, path) => {
    if (method !== "GET") return [405, undefined, { Allow: "GET" }];
    return path === "/tokens" ? [200, [{ name: "a" }]] : [200, { tokens: path.endsWith("/a") ? [{ name: "a" }] : [] }];
  });
  expect(causes.has("check:fetch.missing")).toBe(isBlamed);
});

test.each([
  ["post", false],
  ["put", true],
])("a %s at the path of an item may refuse what is there", async (kind, isBlamed) => {
  const GROUP = object({ name: text, note: text }, "name");
  const refused = { ...answers("400", ERROR), ...answers("404", ERROR), ...answers("409", ERROR) };
  const paths = {
    "/groups": { get: { responses: answers("200", list(GROUP)) } },
    "/groups/{name}": {
      ...at("name"),
      get: { responses: { ...answers("200", GROUP), ...refused } },
      [kind]: {
        summary: "Create a group",
        requestBody: body(object({ note: text })),
        responses: { ...answers("201", GROUP), ...refused },
      },
      delete: { responses: { ...answers("204"), ...refused } },
    },
  };
  const all = new Map<string, JsonObject>();
  const causes = await causesOn(paths, (method, path, { note }) => {
    const name = decodeURIComponent(path.split("/")[2] ?? "");
    if (name === "") return method === "GET" ? [200, [...all.values()]] : [405, { error: "no" }, { Allow: "GET" }];
    if (method === kind.toUpperCase() && all.has(name)) return [409, { error: "the group is there" }];
    if (method === kind.toUpperCase()) all.set(name, { name, ...(typeof note === "string" && { note }) });
    const one = all.get(name);
    if (one === undefined) return [404, { error: "none" }];
    if (method === "DELETE") all.delete(name);
    return method === "DELETE" ? [204, undefined] : [method === "GET" ? 200 : 201, one];
  });
  expect(causes.has("check:change.upsert-again")).toBe(isBlamed);
});

test("what a stranger adds at the path of an item is named after the run and removed", async () => {
  const GROUP = object({ name: text }, "name");
  const refused = { ...answers("401", ERROR), ...answers("404", ERROR) };
  const paths = {
    "/groups": { get: { responses: { ...answers("200", list(GROUP)), ...refused } } },
    "/groups/{name}": {
      ...at("name"),
      get: { responses: { ...answers("200", GROUP), ...refused } },
      post: { summary: "Create a group", responses: { ...answers("201", GROUP), ...refused } },
      delete: { responses: { ...answers("204"), ...refused } },
    },
  };
  const scheme = { key: { type: "apiKey", in: "header", name: "X-Key" } };
  const all = new Set<string>();
  const { run } = await runOn(
    paths,
    (method, path) => {
      const name = decodeURIComponent(path.split("/")[2] ?? "");
      if (method === "POST" && name !== "") all.add(name);
      if (name === "") return [200, [...all].map((one) => ({ name: one }))];
      if (!all.has(name)) return [404, { error: "none" }];
      if (method === "DELETE") all.delete(name);
      return method === "DELETE" ? [204, undefined] : [method === "POST" ? 201 : 200, { name }];
    },
    { key: "Key-4f9-of-somebody", checks: CHECKS.filter(({ id }) => id === "auth.missing") },
    { components: { securitySchemes: scheme }, security: [{ key: [] }] },
  );
  const names = run.session.created.map(({ id }) => JSON.stringify(id).replaceAll('"', ""));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !name.startsWith(run.session.options.marker))).toEqual([]);
  expect([...all]).toEqual([]);
});

test("what is below an item goes with it", async () => {
  const TICKET = object({ id: text, subject: text }, "id", "subject");
  const COMMENT = object({ id: text, said: text }, "id", "said");
  const refused = { ...answers("400", ERROR), ...answers("404", ERROR) };
  const paths = {
    "/tickets": {
      get: { responses: answers("200", list(TICKET)) },
      post: {
        requestBody: body(object({ subject: text }, "subject")),
        responses: { ...answers("201", TICKET), ...refused },
      },
    },
    "/tickets/{id}": {
      ...at("id"),
      get: { responses: { ...answers("200", TICKET), ...refused } },
      delete: { responses: { ...answers("204"), ...refused } },
    },
    "/tickets/{id}/comments": {
      ...at("id"),
      get: { responses: { ...answers("200", list(COMMENT)), ...refused } },
      post: {
        requestBody: body(object({ said: text }, "said")),
        responses: { ...answers("201", COMMENT), ...refused },
      },
    },
  };
  const all = new Map<string, JsonObject>();
  const comments = new Map<string, JsonObject[]>();
  let last = 0;
  const { run, last: said } = await runOn(paths, (method, path, sent) => {
    const [, , id, more] = path.split("/");
    const isTicket = typeof sent["subject"] === "string";
    if (id === undefined && method === "GET") return [200, [...all.values()]];
    if (id === undefined && method === "POST" && !isTicket) return [400, { error: "subject" }];
    if (id === undefined && method === "POST") {
      const made = { id: `t${++last}`, subject: sent["subject"] ?? "" };
      all.set(made.id, made);
      return [201, made];
    }
    const one = all.get(id ?? "");
    if (one === undefined || id === undefined) return [404, { error: "none" }];
    if (more === undefined && method === "DELETE") all.delete(id);
    if (more === undefined) return method === "DELETE" ? [204, undefined] : [method === "GET" ? 200 : 405, one];
    const own = comments.get(id) ?? [];
    if (method !== "POST") return method === "GET" ? [200, own] : [405, { error: "no" }];
    if (typeof sent["said"] !== "string") return [400, { error: "said" }];
    const made = { id: `c${++last}`, said: sent["said"] };
    comments.set(id, [...own, made]);
    return [201, made];
  });
  expect(run.session.created.filter(({ resource }) => resource.collection.endsWith("comments")).length).toBeGreaterThan(
    2,
  );
  expect(said).not.toContain("still there");
});
