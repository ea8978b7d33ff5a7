// What one place breaks is one cause, which is named after what the request shows.
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json/value.ts";
import { type Answer, runOn } from "../answering.ts";
import { answers, at, body, list, number, object, text } from "../../http/parts.ts";

const ERROR = object({ error: text }, "error");
const LISTS = ["/books", "/authors", "/shelves"];
const KEY = { components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } }, security: [{ key: [] }] };

/** Lists that need a key. */
const paths = Object.fromEntries(
  LISTS.map((path) => [
    path,
    { get: { responses: { ...answers("200", list(object({}))), ...answers("401", ERROR), ...answers("404", ERROR) } } },
  ]),
) as JsonObject;

const answer: Answer = (method, path) => {
  if (!LISTS.includes(path)) return [404, { error: "path" }];
  return method === "GET" ? [200, []] : [405, { error: "method" }, { Allow: "GET" }];
};

test("a method that no operation has and that breaks all paths is one cause", async () => {
  const { report } = await runOn(paths, (...asked) =>
    asked[0] === "TRACE" ? [500, { error: "x" }] : answer(...asked),
  );
  const broken = (report.causes ?? []).filter(({ id }) => id.startsWith("server-error"));
  expect(broken.map(({ title }) => title)).toEqual(["TRACE /books and 2 more fail with a server error (5xx)"]);
});

test("an operation that leads everybody elsewhere lets them in, which is one cause", async () => {
  const { report } = await runOn(
    paths,
    (...asked) =>
      asked[1] === "/books" && asked[0] === "GET" ? [302, undefined, { Location: "/" }] : answer(...asked),
    { key: "Key-4f9-of-somebody" },
    KEY,
  );
  expect((report.causes ?? []).map(({ id }) => id).filter((id) => /credential|auth\./.test(id))).toEqual([
    "credential",
  ]);
});

test("a refusal that names another property than the one that was varied is about that one", async () => {
  const item = object({ id: number, title: text, rank: number }, "id", "title");
  const sent = object({ title: text, rank: number }, "title");
  const { report, json } = await runOn(
    {
      "/books": { post: { requestBody: body(sent), responses: { ...answers("201", item), ...answers("400", ERROR) } } },
      "/books/{id}": { ...at("id"), delete: { responses: answers("204") } },
    },
    (method, path, { title, rank = 0 }) => {
      if (method !== "POST" || path !== "/books") return [404, { error: "path" }];
      if (typeof title !== "string" || typeof rank !== "number") return [400, { error: "wrong" }];
      return rank >= 0 && rank < 10 ? [201, { id: 7, title, rank }] : [400, { error: "Rank: must be between 0 and 9" }];
    },
  );
  const causes = (report.causes ?? []).map(({ id }) => id).filter((id) => id.startsWith("check:create.accepts"));
  expect(causes).toEqual(["check:create.accepts:rank"]);
  expect(json).not.toContain("success for title");
});

const THING = object({ id: number, name: text }, "id", "name");
const NAMED = object({ name: text }, "name");

/** The document of things, with what it says of a refusal. */
function things(parameters: JsonObject[] = []): JsonObject {
  const refused = { ...answers("400", ERROR), ...answers("404", ERROR) };
  return {
    "/things": {
      get: { parameters, responses: { ...answers("200", list(THING)), ...answers("400", ERROR) } },
      post: { requestBody: body(NAMED), responses: { ...answers("201", THING), ...refused } },
    },
    "/things/{id}": {
      ...at("id"),
      get: { responses: { ...answers("200", THING), ...refused } },
      delete: { responses: { ...answers("204"), ...refused } },
    },
  };
}

/** A store of things, with what is done to its answers. */
async function causesOf(
  change: (answered: ReturnType<Answer>, ...asked: Parameters<Answer>) => ReturnType<Answer>,
  parameters: JsonObject[] = [],
): Promise<{ readonly causes: string[]; readonly left: readonly string[] }> {
  const all = new Map<string, JsonObject>([1, 2, 3].map((id) => [String(id), { id, name: `Theirs ${id}` }]));
  let last = 3;
  const store: Answer = (method, path, sent) => {
    const [, kind, id, more] = path.split("/");
    if (kind !== "things" || more !== undefined) return [404, { error: "path" }];
    if (id === undefined && method === "GET") return [200, [...all.values()]];
    if (id === undefined) {
      if (method !== "POST") return [405, { error: "method" }, { Allow: "GET, POST" }];
      if (typeof sent["name"] !== "string") return [400, { error: "wrong" }];
      all.set(String(++last), { id: last, name: sent["name"] });
      return [201, { id: last, name: sent["name"] }];
    }
    const one = all.get(id);
    if (one === undefined) return [404, { error: "none" }];
    if (method === "GET") return [200, one];
    if (method !== "DELETE") return [405, { error: "method" }, { Allow: "GET, DELETE" }];
    all.delete(id);
    return [204, undefined];
  };
  const { report, last: line } = await runOn(things(parameters), (...asked) => change(store(...asked), ...asked));
  const causes = (report.causes ?? []).map(({ id }) => id).filter((id) => !/media-type|unlisted-method/.test(id));
  expect([...all.keys()]).toEqual(["1", "2", "3"]);
  return { causes, left: line.includes("still there") ? [line] : [] };
}

test("what is hidden because it is not there is one cause, and counts as removed", async () => {
  const { causes, left } = await causesOf((answered, _, path) =>
    answered[0] === 404 && /^\/things\/[^/]+$/.test(path) ? [403, { error: "forbidden" }] : answered,
  );
  expect(causes).toEqual(["check:fetch.missing"]);
  expect(left).toEqual([]);
});

test("a page size that a list ignores is one cause", async () => {
  const pages = [
    { name: "limit", in: "query", schema: { type: "integer", minimum: 0 } },
    { name: "offset", in: "query", schema: { type: "integer", minimum: 0 } },
  ];
  const { causes } = await causesOf((answered) => answered, pages);
  expect(causes.filter((id) => id.includes("paging"))).toEqual(["check:paging.at-most"]);
});

const ITEM = object({ id: number, title: text }, "id", "title");
const refused = { ...answers("400", ERROR), ...answers("404", ERROR) };
/** A store of one kind of items, with a list. */
const shelf = (path: string): JsonObject => ({
  [path]: {
    get: { responses: answers("200", list(ITEM)) },
    post: { requestBody: body(object({ title: text }, "title")), responses: { ...answers("201", ITEM), ...refused } },
  },
  [`${path}/{id}`]: {
    ...at("id"),
    get: { responses: { ...answers("200", ITEM), ...refused } },
    delete: { responses: { ...answers("204"), ...refused } },
  },
});

/** Answers for shelves of books and films; some also replace, which no document here lists. */
function shelves(replaces = false): { answer: Answer; all: Map<string, JsonObject> } {
  const all = new Map<string, JsonObject>();
  let last = 0;
  const answer: Answer = (method, path, sent) => {
    const [, kind, id, rest] = path.split("/");
    const own = `/${kind}/${id}`;
    if (rest !== undefined || !["books", "films"].includes(kind ?? "")) return [404, { error: "path" }];
    const items = [...all].filter(([place]) => place.startsWith(`/${kind}/`));
    if (id === undefined && method === "GET") return [200, items.map(([, one]) => one)];
    if (id === undefined && method !== "POST") return [405, { error: "method" }, { Allow: "GET, POST" }];
    if (id === undefined) {
      if (typeof sent["title"] !== "string") return [400, { error: "title" }];
      all.set(`/${kind}/${++last}`, { id: last, title: sent["title"] });
      return [201, all.get(`/${kind}/${last}`)];
    }
    if (method === "PUT" && all.has(own) && replaces) {
      all.set(own, { ...all.get(own), ...sent });
      return [200, all.get(own)];
    }
    if (!all.has(own)) return [404, { error: "none" }];
    if (method === "GET") return [200, all.get(own)];
    if (method !== "DELETE") return [405, { error: "method" }, { Allow: "GET, DELETE" }];
    all.delete(own);
    return [204, undefined];
  };
  return { answer, all };
}

test("a method that changes an item although the document does not list it is one cause", async () => {
  const { report } = await runOn(shelf("/books"), shelves(true).answer);
  const causes = (report.causes ?? []).map(({ id }) => id).filter((id) => id.includes("unlisted"));
  expect(causes).toEqual(["check:protocol.unlisted-no-action"]);
});

test("TRACE is sent when what the run has made is gone: some services end at it", async () => {
  const left: number[] = [];
  const { answer, all } = shelves();
  await runOn(shelf("/books"), (...asked) => {
    if (asked[0] === "TRACE") left.push(all.size);
    return answer(...asked);
  });
  expect([...new Set(left)]).toEqual([0]);
});

test("an error that names its method has another length for HEAD", async () => {
  const paths = { "/state": { get: { responses: { ...answers("200", object({})), ...answers("400", ERROR) } } } };
  const { report } = await runOn(paths, (method, path) => {
    if (path !== "/state") return [404, { error: "path" }];
    const error = JSON.stringify({ error: `${method} is not for now` });
    return [400, { error: `${method} is not for now` }, { "Content-Length": String(error.length) }];
  });
  expect((report.causes ?? []).map(({ id }) => id)).not.toContain("check:protocol.head");
});

test("an empty answer is no value that a body brought in", async () => {
  const owner = { "/books/{id}/owner": { ...at("id"), get: { responses: { ...answers("200", ITEM), ...refused } } } };
  const { answer: stored } = shelves();
  const { report } = await runOn({ ...shelf("/books"), ...owner }, (method, path, sent, query) => {
    if (/^\/books\/[^/]+\/owner$/.test(path) && method === "GET") return [200, {}];
    // What is no text becomes one.
    return stored(method, path, "title" in sent ? { title: JSON.stringify(sent["title"]) } : sent, query);
  });
  expect((report.causes ?? []).map(({ id }) => id)).toContain("check:schema.body");
});

test("what is not at the base URL but at servers of its own is left out and named", async () => {
  const own = { servers: [{ url: "https://example.com/tokens" }], get: { responses: answers("200", object({})) } };
  const asked: string[] = [];
  const { run, shown } = await runOn(
    { ...shelf("/books"), "/keys": own },
    (...all) => {
      asked.push(all[1]);
      return shelves().answer(...all);
    },
    {},
    { servers: [{ url: "https://example.com" }] },
  );
  expect(asked).not.toContain("/keys");
  expect(run.session.plan.unrecognised.map(({ message }) => message)).toContainEqual(
    expect.stringContaining("GET /keys has servers of its own"),
  );
  expect(shown).toContain("GET /keys has servers of its own");
});

test("a body that cannot be read breaks all operations alike, also one without a letter", async () => {
  const paths = { ...shelf("/books"), ...shelf("/films") };
  const { report } = await runOn(paths, shelves().answer, { unreadable: 500 });
  const causes = (report.causes ?? []).map(({ id }) => id).filter((id) => /server-error|error-body/.test(id));
  expect(causes).toEqual(["server-error:POST /books"]);
});
