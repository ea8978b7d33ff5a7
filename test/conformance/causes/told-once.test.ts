// Services as they are found: what follows from one mistake, or from what the document does not say, is no cause of its own.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { type Answer, runOn } from "../answering.ts";
import { answers, at, body, list, object, number, query, text } from "../../http/parts.ts";

const NOTE = object({ id: number, title: text }, "id", "title");
const SENT = object({ title: text }, "title");
const ERROR = object({ error: text }, "error");

interface Service {
  /** The parameters of the list. */
  readonly parameters?: JsonObject[];
  readonly listed?: JsonObject;
  /** What shows a note alone. */
  readonly shown?: JsonObject;
  /** Statuses of refusals that the document has. */
  readonly refusals?: readonly string[];
}

/** The document of notes. */
function notes({ parameters = [], listed = list(NOTE), shown = NOTE, refusals = ["400", "404"] }: Service): JsonObject {
  const refused = Object.assign({}, ...refusals.map((status) => answers(status, ERROR))) as JsonObject;
  return {
    "/notes": {
      get: { parameters, responses: { ...answers("200", listed), ...answers("400", ERROR) } },
      post: { requestBody: body(SENT), responses: { ...answers("201", NOTE), ...refused } },
    },
    "/notes/{id}": {
      ...at("id"),
      get: { responses: { ...answers("200", shown), ...answers("404", ERROR) } },
      patch: { requestBody: body(object({ title: text })), responses: { ...answers("200", NOTE), ...refused } },
      delete: { responses: { ...answers("204"), ...answers("404", ERROR) } },
    },
  };
}

interface Ways {
  /** It makes notes without a title. */
  readonly isLax?: boolean;
  readonly page?: (items: readonly JsonValue[], query: URLSearchParams) => JsonValue;
  /** The refusal of a title; undefined takes it. */
  readonly refuse?: (title: string, taken: readonly string[]) => ReturnType<Answer> | undefined;
}

/** A store of notes. */
function store({ page = (items) => [...items], refuse = () => undefined, isLax = false }: Ways): Answer {
  const all = new Map<string, { id: number; title?: string }>();
  let next = 1;
  return (method, path, sent, asked) => {
    const [, , id] = path.split("/");
    if (!/^\/notes(?:\/[^/]+)?$/.test(path)) return [404, { error: "path" }];
    if (id === undefined && method === "GET") return [200, page([...all.values()], asked)];
    if (id === undefined && method !== "POST") return [405, { error: "method" }, { Allow: "GET, POST" }];
    const { title } = sent;
    if (method === "POST" || method === "PATCH") {
      if (title !== undefined && typeof title !== "string") return [400, { error: "title must be a text" }];
      if (title === undefined && method === "POST" && !isLax) return [400, { error: "title is missing" }];
      const taken = [...all.values()].flatMap((one) => one.title ?? []);
      const refusal = title === undefined ? undefined : refuse(title, taken);
      if (refusal !== undefined) return refusal;
    }
    if (method === "POST") {
      const made = { id: next++, ...(typeof title === "string" ? { title } : {}) };
      all.set(String(made.id), made);
      return [201, made];
    }
    const one = all.get(id ?? "");
    if (one === undefined) return [404, { error: "there is no such note" }];
    if (method === "GET") return [200, one];
    if (method === "PATCH") return [200, Object.assign(one, title === undefined ? {} : { title })];
    if (method !== "DELETE") return [405, { error: "method" }, { Allow: "GET, PATCH, DELETE" }];
    all.delete(id ?? "");
    return [204, undefined];
  };
}

/** The store takes any media type, and its answer to an unknown method depends on the path. */
const PLAIN = new Set(["check:create.refuses-media-type", "check:protocol.unlisted-method"]);

async function causesOf(service: Service, ways: Ways): Promise<string[]> {
  const { report } = await runOn(notes(service), store(ways));
  return (report.causes ?? []).map(({ id }) => id).filter((id) => !PLAIN.has(id));
}

test("a store that does all that its document says has no cause", async () => {
  expect(await causesOf({}, {})).toEqual([]);
});

test("an undocumented 409 for what must be unique is one cause", async () => {
  const refuse: Ways["refuse"] = (title, taken) =>
    taken.includes(title) ? [409, { error: "the title is used" }] : undefined;
  expect(await causesOf({}, { refuse })).toEqual(["check:create.repeated"]);
});

test("nothing follows from a change that a rule of the service refuses", async () => {
  const refuse: Ways["refuse"] = (title) =>
    title === "0-306-40615-2" ? undefined : [400, { error: "title must be an ISBN" }];
  expect(await causesOf({}, { refuse })).toEqual([]);
});

test("a list may show a part where a parameter is called like the size of a page", async () => {
  const wanted = (asked: URLSearchParams): number => Number(asked.get("limit") ?? 5);
  const limit = { name: "limit", schema: { type: "string" } };
  expect(
    await causesOf({ parameters: query(limit) }, { page: (items, asked) => items.slice(0, wanted(asked)) }),
  ).toEqual([]);
  const paged = object({ items: list(NOTE), total: number }, "items", "total");
  expect(
    await causesOf(
      { parameters: query(limit), listed: paged },
      { page: (items, asked) => ({ items: items.slice(0, wanted(asked)), total: items.length }) },
    ),
  ).toEqual([]);
});

test("a number that a list took from its parameter and repeats is no other cause", async () => {
  const paged = object({ items: list(NOTE), limit: number }, "items", "limit");
  const page: Ways["page"] = (items, asked) => {
    const limit = Number(asked.get("limit") ?? 50);
    return { items: items.slice(0, limit), limit: Number.isFinite(limit) ? limit : null };
  };
  const causes = await causesOf({ parameters: query({ name: "limit", schema: number }), listed: paged }, { page });
  expect(causes).not.toContain("check:schema.body");
  expect(causes).toContain("integer-syntax");
});

test("an item that lacks what its creation should have required is no other cause wherever it is shown", async () => {
  expect(await causesOf({}, { isLax: true })).toEqual(["check:create.refuses-broken", "check:create.refuses-missing"]);
});

test("an item to which its creation leads by another property is not looked for by its name", async () => {
  const INVITE = object({ secret: text, name: text, open: { type: "boolean" } }, "secret", "name");
  const paths: JsonObject = {
    "/tokens": {
      get: { responses: answers("200", list(INVITE)) },
      post: {
        requestBody: body(object({ name: text }, "name")),
        responses: { ...answers("201", INVITE), ...answers("400", ERROR) },
      },
    },
    "/tokens/{token}": {
      ...at("token"),
      get: { responses: { ...answers("200", INVITE), ...answers("404", ERROR) } },
    },
  };
  const all = new Map<string, JsonObject>();
  const { report } = await runOn(paths, (method, path, { name }) => {
    const [, what, token] = path.split("/");
    const one = all.get(token ?? "");
    if (what !== "tokens" || (token !== undefined && one === undefined)) return [404, { error: "none" }];
    if (method === "GET") return [200, one ?? [...all.values()]];
    if (method !== "POST" || token !== undefined) return [405, { error: "method" }, { Allow: "GET" }];
    if (typeof name !== "string") return [400, { error: "name" }];
    const secret = `s${Math.random().toString(36).slice(2)}`;
    all.set(secret, { secret, name, open: true });
    return [201, { secret, name, open: true }, { Location: `tokens/${secret}` }];
  });
  const causes = (report.causes ?? []).map(({ id }) => id);
  expect(causes.filter((id) => id.startsWith("check:create.keeps"))).toEqual([]);
});

test("a search for nothing may find nothing", async () => {
  const { "/notes": notesPath, ...rest } = notes({});
  const { get, post } = notesPath as JsonObject;
  const search = { ...(get as JsonObject), parameters: query({ name: "q", schema: { type: "string" } }) };
  const answer = store({});
  const { report } = await runOn(
    { "/notes": { post }, "/notes/search": { get: search }, ...rest } as JsonObject,
    (...asked) => {
      const [method, path, sent, words] = asked;
      if (path === "/notes" && method === "GET") return [405, { error: "method" }, { Allow: "POST" }];
      if (path !== "/notes/search") return answer(...asked);
      if (method !== "GET") return [405, { error: "method" }, { Allow: "GET" }];
      const q = words.get("q") ?? "";
      const [, all] = answer("GET", "/notes", sent, words) as readonly [number, readonly { title: string }[]];
      return [200, q === "" ? [] : all.filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()))];
    },
  );
  expect((report.causes ?? []).map(({ id }) => id).filter((id) => !PLAIN.has(id))).toEqual([]);
});

test("a list may show what the item alone need not", async () => {
  const counted = object({ id: number, title: text, comments: number }, "id", "title");
  const answer = store({ page: (items) => items.map((item) => ({ ...(item as JsonObject), comments: 0 })) });
  const { report } = await runOn(notes({ listed: list(counted), shown: counted }), answer);
  expect((report.causes ?? []).map(({ id }) => id).filter((id) => !PLAIN.has(id))).toEqual([]);
});

test("an item that is shown inside something else is one cause", async () => {
  const answer = store({});
  const { report } = await runOn(notes({}), (...asked) => {
    const [method, path] = asked;
    const [status, value, headers = {}] = answer(...asked);
    const isAlone = method === "GET" && status === 200 && path !== "/notes";
    return [status, isAlone ? { version: 1, note: value } : value, headers];
  });
  expect((report.causes ?? []).map(({ id }) => id).filter((id) => !PLAIN.has(id))).toEqual(["check:schema.body"]);
});

test("an undocumented status and a body of another form are two causes", async () => {
  const answer = store({});
  const { report } = await runOn(notes({ refusals: ["404", "422"] }), (...asked) => {
    const [status, value, headers = {}] = answer(...asked);
    return [status, status === 400 ? { reason: "wrong" } : value, headers];
  });
  const causes = (report.causes ?? []).map(({ id }) => id);
  expect(causes).toContain("check:status.refusal");
  expect(causes).toContain("error-body");
});

/** At most five notes, from where it was asked to begin. */
function pageOf(items: readonly JsonValue[], asked: URLSearchParams): JsonValue {
  const from = Number(asked.get("offset") ?? 0);
  return items.slice(from, from + Math.min(5, Number(asked.get("limit") ?? 5)));
}

test.each([
  ["", {}, {}],
  [
    ", wherever they are in a list",
    { parameters: query({ name: "limit", schema: { ...number, maximum: 5 } }, { name: "offset", schema: number }) },
    { page: pageOf },
  ],
] as const)(
  "items that cannot be fetched as they are shown are one cause, and count as left behind%s",
  async (_, service, ways) => {
    const answer = store(ways);
    const { report, run, last } = await runOn(notes(service), (...asked) => {
      const [method, path] = asked;
      const isOne = path !== "/notes";
      if (isOne && method === "DELETE") return [204, undefined];
      return isOne && ["GET", "PATCH"].includes(method) ? [404, { error: "none" }] : answer(...asked);
    });
    const causes = (report.causes ?? []).map(({ id }) => id).filter((id) => id.startsWith("check:create.keeps"));
    expect(causes).toEqual(["check:create.keeps"]);
    expect(last).toMatch(/^[1-9]\d* items that the run created are still there/);
    expect(run.session.created.filter(({ removed }) => removed)).toEqual([]);
  },
);

const LOCKED = { key: [] };
const SCHEMES = { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } };

test("a 403 that tells what is wrong with a body does not refuse the key", async () => {
  const answer = store({});
  const { report } = await runOn(
    notes({ refusals: ["403", "404"] }),
    (...asked) => {
      const answered = answer(...asked);
      return answered[0] === 400 ? [403, { error: "validation failed: title must be a string" }] : answered;
    },
    { key: "Key-4f9" },
    { components: SCHEMES, security: [LOCKED] },
  );
  expect((report.causes ?? []).map(({ id }) => id)).not.toContain("refused-key");
});

test("where nobody needs the key, a 404 for a request without one is no other cause", async () => {
  const { report } = await runOn(notes({}), store({}), { key: "Key-4f9" }, { components: SCHEMES, security: [LOCKED] });
  const causes = (report.causes ?? []).map(({ id }) => id);
  expect(causes.filter((id) => /credential|auth\./.test(id))).toEqual(["credential"]);
});

test("a code of the service's own for what is not found tells nothing of its network", async () => {
  const answer = store({});
  const { report } = await runOn(notes({}), (...asked) => {
    const [status, value, headers = {}] = answer(...asked);
    return [status, status === 404 ? { error: "ENOTFOUND" } : value, headers];
  });
  expect((report.causes ?? []).map(({ id }) => id).filter((id) => !PLAIN.has(id))).toEqual([]);
});

test("what breaks several operations alike is one cause, and what breaks one of them another", async () => {
  const { "/notes": ofNotes, "/notes/{id}": ofNote } = notes({ parameters: query({ name: "limit", schema: number }) });
  const paths = { "/notes": ofNotes, "/notes/{id}": ofNote, "/tasks": ofNotes, "/tasks/{id}": ofNote } as JsonObject;
  const stores = { notes: store({}), tasks: store({}) };
  const { report } = await runOn(paths, (method, path, sent, asked) => {
    const kind = path.startsWith("/tasks") ? "tasks" : "notes";
    const limit = asked.get("limit");
    if (method === "GET" && limit !== null && !/^\d+$/.test(limit)) return [500, { error: "limit" }];
    if (kind === "tasks" && sent["title"] === null) return [500, { error: "title" }];
    return stores[kind](method, path.replace("/tasks", "/notes"), sent, asked);
  });
  const causes = (report.causes ?? []).filter(({ id }) => id.startsWith("server-error"));
  expect(causes.map(({ id }) => id).toSorted()).toEqual([
    "server-error:GET /notes",
    expect.stringMatching(/^server-error:(?:POST \/tasks|PATCH \/tasks\/\{id\})/) as string,
  ]);
  expect(causes[0]?.title).toContain("GET /notes and 1 more fail with a server error");
});
