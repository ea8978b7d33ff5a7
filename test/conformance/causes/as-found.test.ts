// Services as they are found: what they leave out of documents and answers is neither blamed on them nor left behind.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { type Answer, runOn } from "../answering.ts";
import { answers, at, body, list, object, query, text } from "../../http/parts.ts";

const PROFILE = object({ name: text, note: text });
const ERROR = object({ error: text });
const UUID = "730d3e32-d098-4169-a20c-554c3bedce58";

interface More {
  readonly parameters?: JsonObject[];
  readonly example?: string;
  readonly others?: JsonObject;
}

/** The document of profiles, which does not say that they need a name. */
function profiles({ parameters = [], example, others = {} }: More = {}): JsonObject {
  const name = { name: "name", in: "path", required: true, schema: text, ...(example && { example }) };
  const refused = { ...answers("400", ERROR), ...answers("404", ERROR) };
  return {
    "/profiles": {
      get: { parameters, responses: { ...answers("200", list(PROFILE)), ...answers("400", ERROR) } },
      post: { requestBody: body(PROFILE), responses: { ...answers("201", object({ metadata: PROFILE })), ...refused } },
    },
    "/profiles/{name}": {
      parameters: [name],
      get: { responses: { ...answers("200", PROFILE), ...refused } },
      delete: { responses: { ...answers("204"), ...refused } },
    },
    ...others,
  };
}

/** A store of profiles that answers a creation without what it made. */
function store(): { readonly all: Map<string, JsonObject>; readonly answer: Answer } {
  const all = new Map<string, JsonObject>([["theirs", { name: "theirs", note: "" }]]);
  const answer: Answer = (method, path, sent) => {
    const [, kind, name, more] = path.split("/");
    if (kind !== "profiles" || more !== undefined) return [404, { error: "no such path" }];
    if (name === undefined && method === "GET") return [200, [...all.values()]];
    if (name === undefined) {
      if (method !== "POST") return [405, { error: "method" }, { Allow: "GET, POST" }];
      const { name: own, note = "" } = sent;
      if (typeof own !== "string" || own === "") return [400, { error: "No name provided" }];
      if (typeof note !== "string" || Object.keys(sent).some((key) => !["name", "note"].includes(key)))
        return [400, { error: "wrong" }];
      if (all.has(own)) return [409, { error: "the name is taken" }];
      all.set(own, { name: own, note });
      return [201, { metadata: null }];
    }
    const one = all.get(decodeURIComponent(name));
    if (one === undefined) return [404, { error: "there is no such profile" }];
    if (method === "GET") return [200, one];
    if (method !== "DELETE") return [405, { error: "method" }, { Allow: "GET, DELETE" }];
    all.delete(decodeURIComponent(name));
    return [204, undefined];
  };
  return { all, answer };
}

const causesOf = ({ report }: Awaited<ReturnType<typeof runOn>>): string[] => (report.causes ?? []).map(({ id }) => id);

test("a body gets what its refusal names, and what the run has named itself is removed", async () => {
  const { all, answer } = store();
  const done = await runOn(profiles(), answer);
  expect(causesOf(done)).toContain("check:create.accepts");
  expect(done.json).toContain("expected success for only what is required");
  expect(done.run.session.created.length).toBeGreaterThan(5);
  expect([...all.keys()]).toEqual(["theirs"]);
});

test("an example of a parameter that names what is not there says nothing, nor does a refusal at a made-up path", async () => {
  const target = { name: "target", schema: text, example: "node01" };
  const since = { name: "since", schema: { type: "integer", default: 0 } };
  const logs = { ...at("id"), get: { parameters: query(since), responses: answers("200", object({})) } };
  const { answer } = store();
  const paths = profiles({ parameters: query(target), others: { "/machines/{id}/logs": logs } });
  const done = await runOn(paths, (...asked) => {
    const [method, path, , words] = asked;
    if (path.startsWith("/machines/") && method === "GET")
      return [400, { error: `choose at least one stream for ${path}`, code: 400 }];
    return words.has("target") ? [404, { error: "member not found" }] : answer(...asked);
  });
  expect(causesOf(done).filter((id) => /parameters\.(?:allowed|encoded)|no-internals/.test(id))).toEqual([]);
});

test("what is missing is asked for in the form of an example", async () => {
  const { answer } = store();
  const asked = new Set<string>();
  const done = await runOn(profiles({ example: UUID }), (...request) => {
    const [, , name] = request[1].split("/");
    if (request[0] === "GET" && name !== undefined) asked.add(name);
    return name !== undefined && name.startsWith("no-such") ? [400, { error: "no UUID" }] : answer(...request);
  });
  expect([...asked]).toContain("00000000-0000-4000-8000-00000000dead");
  expect(causesOf(done).filter((id) => id.includes("missing"))).toEqual([]);
});

test("operations that a service does not have, or refuses for one reason, are one cause each", async () => {
  const gone = { get: { responses: answers("200", object({})) } };
  const { answer } = store();
  const others = { "/swarm": gone, "/nodes": gone, "/groups": gone, "/members": gone };
  const done = await runOn(profiles({ others }), (...asked) => {
    const [, path] = asked;
    if (path === "/swarm" || path === "/nodes") return [503, { error: `no service: ${path}` }];
    return /^\/(?:groups|members)$/.test(path) ? [500, { error: "Server is not clustered" }] : answer(...asked);
  });
  const broken = causesOf(done).filter((id) => id.startsWith("server-error"));
  expect(broken.toSorted()).toEqual(["server-error:GET /groups", "server-error:GET /swarm"]);
});

test("a service that breaks on a wrong body has not accepted it", async () => {
  const { answer } = store();
  const done = await runOn(profiles(), (...asked) =>
    asked[0] === "POST" && asked[2]["note"] === null ? [500, { error: "internal" }] : answer(...asked),
  );
  expect(causesOf(done)).toContain("server-error:POST /profiles");
  expect(causesOf(done)).not.toContain("body-types");
});

test("what was not sent is said with what would allow it", async () => {
  const { answer } = store();
  const many = profiles();
  const ofProfiles = { ...(many["/profiles"] as JsonObject), delete: { responses: answers("204") } };
  const settings = object({ limit: text });
  const single = {
    get: { responses: answers("200", settings) },
    put: { requestBody: body(settings), responses: answers("200") },
  };
  const { run } = await runOn({ ...many, "/profiles": ofProfiles, "/settings": single }, (...asked) =>
    asked[1] === "/settings" ? [200, { limit: "1" }] : answer(...asked),
  );
  const said = (operation: string): string[] =>
    run.results.flatMap(({ check, subject, outcome }) =>
      check.id === "status.success" && subject.operation.name === operation && outcome.verdict === "inconclusive"
        ? [`${outcome.why}; ${outcome.needs}`]
        : [],
    );
  const flag = "--change-existing, on a target where nothing can be lost";
  expect(said("DELETE /profiles")).toEqual([`nothing was sent, as it would act on other people's items too; ${flag}`]);
  expect(said("PUT /settings")).toEqual([`nothing was sent, as what it changes was there before the run; ${flag}`]);
});

test.each([
  ["Streams what happens.", "inconclusive"],
  ["Shows what happened.", "fail"],
])("an answer without an end, described as %j: %s", async (description, verdict) => {
  const paths = { "/events": { get: { description, responses: answers("200", object({})) } } };
  const contract = await loadContract({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  const server = createServer(({ url }, response) => {
    response.writeHead(url === "/events" ? 200 : 404, { "Content-Type": "application/json" });
    if (url === "/events") response.write("{}");
    else response.end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { results } = await verify(contract, { baseUrl, timeoutMs: 150 });
    const whole = results.find(({ check }) => check.id === "protocol.whole-answers");
    expect(whole?.outcome.verdict).toBe(verdict);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("what bears the name of the run is removed where no operation is known to show it", async () => {
  const { all, answer } = store();
  const { "/profiles": many, "/profiles/{name}": one } = profiles() as Record<string, JsonObject>;
  const shown = { default: { description: "D" } };
  const paths = {
    "/profiles": { post: many?.["post"], get: { responses: shown } },
    "/profiles/{name}": { ...one, get: { responses: shown } },
  } as JsonObject;
  const { run } = await runOn(paths, answer);
  expect(run.session.created.length).toBeGreaterThan(5);
  expect([...all.keys()]).toEqual(["theirs"]);
});

test("a list is a page by the parameters of its pagination, and what runs by itself is no difference", async () => {
  const ticket = object({ id: text, left: text }, "id");
  const pages = object({ data: list(ticket), meta: object({ total: { type: "integer" } }) });
  const size = { name: "pagination[pageSize]", schema: { type: "integer", default: 2 } };
  const paths = {
    "/tickets": { get: { parameters: query(size), responses: answers("200", pages) } },
    "/tickets/{id}": { ...at("id"), get: { responses: { ...answers("200", ticket), ...answers("404", ERROR) } } },
  };
  let asked = 0;
  const done = await runOn(paths, (method, path, _, words) => {
    const [, kind, id] = path.split("/");
    if (kind !== "tickets" || (id !== undefined && !/^t[1-5]$/.test(id))) return [404, { error: "none" }];
    if (method !== "GET") return [405, { error: "method" }, { Allow: "GET" }];
    const shown = (one: string): JsonObject => ({
      id: one,
      left: `${1_000_000 - ++asked} ms`,
    });
    if (id !== undefined) return [200, shown(id)];
    const most = Number(words.get("pagination[pageSize]") ?? 2);
    if (!(most > 0)) return [400, { error: "size" }];
    return [200, { data: ["t1", "t2", "t3", "t4", "t5"].slice(0, most).map(shown), meta: { total: 5 } }];
  });
  expect(causesOf(done).filter((id) => /lists\.|paging\./.test(id))).toEqual([]);
});

test("no wrong value is sent that a lenient service reads as the identifier of what somebody else has", async () => {
  const book = object({ id: { type: "integer" }, title: text });
  const writer = object({ id: { type: "integer" }, name: text, books: list({ type: "integer" }) });
  const part = (item: JsonObject): JsonObject => ({
    get: { responses: answers("200", list(item)) },
    post: { requestBody: body(item), responses: { ...answers("201", item), ...answers("400", ERROR) } },
  });
  const sent: unknown[] = [];
  await runOn({ "/books": part(book), "/writers": part(writer) }, (method, path, json) => {
    if (method !== "POST") return method === "GET" ? [200, []] : [405, { error: "method" }];
    if (path === "/writers") sent.push(json["books"]);
    return [201, { ...json, id: sent.length + 7 }];
  });
  expect(sent.length).toBeGreaterThan(5);
  expect(sent.filter((value) => value === true || value === 1 || value === "1")).toEqual([]);
});

test.each([
  ["an identifier", (id: number) => id, 0],
  ["the number of rows that were added", () => 1, 15],
] as const)("a creation may answer with %s alone, and nothing of others is touched", async (_, answered, most) => {
  const given = { title: text };
  const book = object({ id: { type: "integer" }, ...given }, "id");
  const gone = { ...answers("204"), ...answers("404", ERROR) };
  const paths = {
    "/books": {
      get: { responses: answers("200", list(book)) },
      post: { requestBody: body(object(given, "title")), responses: answers("200", { type: "integer" }) },
    },
    "/books/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { ...answers("200", book), ...answers("404", ERROR) } },
      delete: { responses: gone },
    },
  };
  const books = new Map([1, 2].map((id) => [id, { id, title: `Somebody's book ${id}` }] as [number, JsonObject]));
  const removed: number[] = [];
  let last = 100;
  const done = await runOn(paths, (method, path, json) => {
    const id = Number(path.split("/")[2] ?? Number.NaN);
    if (path === "/books") {
      if (method === "GET") return [200, [...books.values()]];
      if (method !== "POST") return [405, { error: "method" }, { Allow: "GET, POST" }];
      if (typeof json["title"] !== "string") return [400, { error: "title" }];
      books.set(++last, { id: last, title: json["title"] });
      return [200, answered(last)];
    }
    const one = books.get(id);
    if (one === undefined) return [404, { error: "none" }];
    if (method === "GET") return [200, one];
    if (method !== "DELETE") return [405, { error: "method" }, { Allow: "GET, DELETE" }];
    removed.push(id);
    books.delete(id);
    return [204, undefined];
  });
  expect(removed.filter((id) => id <= 100)).toEqual([]);
  expect([books.get(1), books.get(2)]).toEqual([1, 2].map((id) => ({ id, title: `Somebody's book ${id}` })));
  expect(causesOf(done).filter((id) => /create\.keeps|lists\./.test(id))).toEqual([]);
  // What has an identifier is removed again, and of what has none little is made.
  expect(books.size - 2).toBeLessThanOrEqual(most);
});
