// What a run left behind is listed, with what became of it, and no report shows a secret of the service.
import { expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { redactorOf } from "../../../conformance/report/report.ts";
import { leftLine } from "../../../conformance/report/left.ts";
import type { Run } from "../../../conformance/run.ts";
import { type JsonObject, isObject } from "../../../src/json/value.ts";
import { readJson } from "../../../src/json/read.ts";
import { writeJson } from "../../../src/json/write.ts";
import { answers, at, body, list, object, text } from "../../http/parts.ts";
import { type Answer, runOn } from "../answering.ts";

const NOTE = object({ id: text, title: text }, "id", "title");
const NOTES: JsonObject = {
  "/notes": {
    get: { responses: answers("200", list(NOTE)) },
    post: {
      requestBody: body(object({ title: text }, "title")),
      responses: { ...answers("201", NOTE), ...answers("400", object({ error: text })) },
    },
  },
  "/notes/{id}": {
    ...at("id"),
    get: { responses: { ...answers("200", NOTE), ...answers("404", object({ error: text })) } },
    delete: { responses: { ...answers("204"), ...answers("404", object({ error: text })) } },
  },
};

/** A store of notes whose removals are answered like this; `undefined` removes. */
function notesStore(removal: (turn: number, path: string) => ReturnType<Answer> | undefined): Answer {
  const notes = new Map<string, JsonObject>();
  const turns = new Map<string, number>();
  return (method, path, sent) => {
    const [, , id] = path.split("/");
    if (id === undefined && method === "GET") return [200, [...notes.values()]];
    if (id === undefined && method === "POST") {
      if (typeof sent["title"] !== "string") return [400, { error: "title" }];
      const note = { id: `n${notes.size + 1}-${Math.random().toString(36).slice(2)}`, title: sent["title"] };
      notes.set(note.id, note);
      return [201, note];
    }
    const note = notes.get(id ?? "");
    if (note === undefined) return [404, { error: "none" }];
    if (method === "GET") return [200, note];
    if (method !== "DELETE") return [405, { error: "method" }, { Allow: "GET, DELETE" }];
    const turn = (turns.get(path) ?? 0) + 1;
    turns.set(path, turn);
    const answer = removal(turn, path);
    if (answer !== undefined) return answer;
    notes.delete(id ?? "");
    return [204, undefined];
  };
}

const CREATING = CHECKS.filter(({ id }) => /^create\.(accepts|keeps|repeated)$/.test(id));
const left = ({ session }: Run): number => session.created.filter(({ removed }) => !removed).length;

test.each<[string, Parameters<typeof notesStore>[0], boolean]>([
  ["answered", () => undefined, true],
  ["answered 502 twice", (turn) => (turn <= 2 ? [502, { error: "gateway" }] : undefined), true],
  [
    "put off by 429 and 503",
    (turn) => (turn <= 2 ? [turn === 1 ? 429 : 503, {}, { "Retry-After": "0" }] : undefined),
    true,
  ],
  ["always answered 502", () => [502, { error: "gateway" }], false],
  ["always answered 429", () => [429, { error: "slow" }], false],
  ["answered 404 although it is there", () => [404, { error: "none" }], false],
  ["answered 204 without an effect", () => [204, undefined], false],
])("what is created counts as removed only if it is: a removal %s", async (_, removal, isGone) => {
  const { run, json, last } = await runOn(NOTES, notesStore(removal), { checks: CREATING });
  expect(run.session.created.length).toBeGreaterThan(3);
  expect(left(run)).toBe(isGone ? 0 : run.session.created.length);
  expect(json.includes('"removed": false')).toBe(!isGone);
  const line = leftLine(run, redactorOf(run)) ?? "nothing";
  expect(isGone ? "nothing" : last).toBe(line);
  expect(line).toMatch(isGone ? /^nothing$/ : /still there \(\/notes: n.*; remove them with DELETE \/notes\/\{id\}\)/);
});

test.each(["put", "patch"])(
  "what %s puts under an identifier that no item had is listed, and removed",
  async (method) => {
    const notes = new Map<string, JsonObject>();
    const slug = object({ slug: text, title: text }, "slug", "title");
    const change = { requestBody: body(slug), responses: { ...answers("200", slug), ...answers("404") } };
    const paths = {
      "/notes": {
        get: { responses: answers("200", list(slug)) },
        post: { requestBody: body(slug), responses: { ...answers("201", slug), ...answers("400") } },
      },
      "/notes/{slug}": {
        ...at("slug"),
        get: { responses: { ...answers("200", slug), ...answers("404") } },
        delete: { responses: { ...answers("204"), ...answers("404") } },
        [method]: change,
      },
    };
    const put: string[] = [];
    const { run } = await runOn(paths, (how, path, sent) => {
      const id = path.split("/")[2];
      if (id === undefined && how === "GET") return [200, [...notes.values()]];
      const name = id ?? sent["slug"];
      if (typeof name !== "string" || (id === undefined && how !== "POST")) return [400, {}];
      if (how === "POST" || how.toLowerCase() === method) {
        if (how !== "POST" && !notes.has(name)) put.push(name);
        notes.set(name, { title: "none", ...sent, slug: name });
        return [how === "POST" ? 201 : 200, notes.get(name)];
      }
      if (!notes.has(name)) return [404, {}];
      if (how === "GET") return [200, notes.get(name)];
      if (how !== "DELETE") return [405, {}];
      notes.delete(name);
      return [204, undefined];
    });
    expect(put.length).toBeGreaterThan(0);
    expect([...notes.keys()]).toEqual([]);
    expect(run.session.created.map(({ id }) => id)).toEqual(expect.arrayContaining(put));
    expect(left(run)).toBe(0);
  },
);

const TOKEN = object({ secret: text, tokenName: text }, "secret", "tokenName");
const TOKENS: JsonObject = {
  "/tokens": {
    get: { responses: answers("200", list(TOKEN)) },
    post: {
      requestBody: body(object({ tokenName: text }, "tokenName")),
      responses: { ...answers("201", TOKEN), ...answers("400", object({ error: text })) },
    },
  },
};

/** Answers with a new secret for each token, even for bodies that it must refuse. */
function tokens(): { readonly answer: Answer; readonly made: string[] } {
  const made: string[] = [];
  const all: object[] = [];
  return {
    made,
    answer: (method, path, sent) => {
      if (path !== "/tokens") return [404, { error: "path" }];
      if (method === "GET") return [200, all];
      if (method !== "POST") return [405, { error: "method" }, { Allow: "GET, POST" }];
      made.push(`s-${Math.random().toString(36).slice(2).padEnd(12, "q")}`);
      all.push({ secret: made.at(-1), tokenName: sent["tokenName"] });
      return [201, all.at(-1), { "Set-Cookie": `session=c-${made.at(-1)}` }];
    },
  };
}

test("each creation is listed, named by another property than its secret, which no report shows", async () => {
  const { answer, made } = tokens();
  const { json, shown, last } = await runOn(TOKENS, answer);
  const read = readJson(json);
  const report = "value" in read && isObject(read.value) ? read.value : {};
  expect(report["created"]).toHaveLength(made.length);
  expect(made.filter((secret) => shown.includes(secret))).toEqual([]);
  expect(writeJson(report["created"] ?? null)).toContain("tokenName conformance-");
  expect(last).toMatch(
    /^\d+ items that the run created are still there \(\/tokens: .*no operation that removes them.*look for conformance-/,
  );
  // What the run made up is shown as it was sent, so that its commands can be repeated.
  expect(shown).toMatch(/tokenName&quot;|"tokenName":"conformance-/);
});

test.each<[string, string, (secret: string) => string]>([
  ["XML", "application/xml", (secret) => `<t><tokenName>a</tokenName><secret>${secret}</secret></t>`],
  ["a form", "application/x-www-form-urlencoded", (secret) => `tokenName=a&secret=${secret}`],
  ["YAML", "application/yaml", (secret) => `tokenName: a\nsecret: ${secret}\n`],
])("a secret that the service sends in %s is in no report", async (_, type, write) => {
  const { answer, made } = tokens();
  const { shown } = await runOn(TOKENS, (method, path, sent) => {
    const [status, value] = answer(method, path, sent, new URLSearchParams());
    return status === 201 ? [201, write(made.at(-1) ?? ""), { "Content-Type": type }] : [status, value];
  });
  expect(made.length).toBeGreaterThan(0);
  expect(shown).toContain("&lt;hidden&gt;");
  expect(made.filter((secret) => shown.includes(secret))).toEqual([]);
});

test("on another machine, one valid item of each kind is left where nothing removes it, and one wrong one", async () => {
  const { answer, made } = tokens();
  const far = await runOn(TOKENS, answer, { isLocal: false });
  expect(made.length).toBeLessThanOrEqual(2);
  expect(far.shown).toContain("--max-writes allows more");
  const more = tokens();
  await runOn(TOKENS, more.answer, { isLocal: false, maxWrites: 10 });
  expect(more.made.length).toBeGreaterThan(2);
});

test("what is made below an item is removed at its own path only where that shows it", async () => {
  const FLEET = object({ id: text, name: text }, "id", "name");
  const SHIP = object({ id: text, title: text, flag: text }, "id", "title");
  const paths: JsonObject = {
    "/fleets": {
      get: { responses: answers("200", list(FLEET)) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", FLEET) },
    },
    "/fleets/{fleetId}": { ...at("fleetId"), get: { responses: answers("200", FLEET) } },
    "/fleets/{fleetId}/ships": {
      ...at("fleetId"),
      get: { responses: answers("200", list(SHIP)) },
      post: { requestBody: body(object({ title: text }, "title")), responses: answers("201", SHIP) },
    },
    "/ships/{id}": {
      ...at("id"),
      get: { responses: { ...answers("200", SHIP), ...answers("404", object({ error: text })) } },
      delete: { responses: { ...answers("204"), ...answers("404", object({ error: text })) } },
    },
  };
  const [fleets, below] = [[] as JsonObject[], [] as JsonObject[]];
  const old = new Map(Array.from({ length: 500 }, (_, turn) => [`${turn + 1}`, { id: `${turn + 1}`, title: "old" }]));
  const { run, json } = await runOn(paths, (method, path, sent) => {
    const [, what, id, ships] = path.split("/");
    if (what === "fleets" && (id === undefined || ships === "ships")) {
      const all = id === undefined ? fleets : below;
      if (method === "GET") return [200, all];
      if (method !== "POST" || typeof (sent["name"] ?? sent["title"]) !== "string") return [400, { error: "body" }];
      const made: JsonObject = { ...sent, id: `${all.length + 1}` };
      all.push(made);
      return [201, made];
    }
    const one = what === "fleets" ? fleets.find((fleet) => fleet["id"] === id) : old.get(id ?? "");
    if (one === undefined) return [404, { error: "none" }];
    if (what === "ships" && method === "DELETE") old.delete(id ?? "");
    return method === "GET" ? [200, one] : [204, undefined];
  });
  expect(below.length).toBeGreaterThan(3);
  expect(old.size).toBe(500);
  expect(left(run)).toBe(run.session.created.length);
  expect(json).toContain("nothing that is shown at its path proves that it is the run's own");
});

test("what is accepted against the document is removed, and so is what has its text deeper inside", async () => {
  const said = object({ type: text, attributes: object({ label: text }) });
  const shown = object({ id: text, type: text, attributes: object({ label: text }) });
  const TAG = object({ data: shown });
  const paths = {
    "/tags": {
      get: { responses: answers("200", object({ data: list(shown) })) },
      post: { requestBody: body(object({ data: said })), responses: { ...answers("201", TAG), ...answers("400") } },
    },
    "/tags/{id}": {
      ...at("id"),
      get: { responses: { ...answers("200", TAG), ...answers("404") } },
      delete: { responses: { ...answers("204"), ...answers("404") } },
    },
  };
  const tags = new Map<string, JsonObject>();
  let next = 1;
  const { run } = await runOn(paths, (method, path, sent) => {
    const [, kind, id] = path.split("/");
    if (kind !== "tags" || (id !== undefined && !tags.has(id))) return [404, {}];
    if (id === undefined && method === "GET") return [200, { data: [...tags.values()] }];
    if (id === undefined && method === "POST") {
      // The service takes everything, and decides the type.
      const data = { ...(isObject(sent["data"]) ? sent["data"] : {}), id: `t${next++}`, type: "tags" };
      tags.set(data.id, data);
      return [201, { data }];
    }
    if (method === "GET") return [200, { data: tags.get(id ?? "") }];
    if (method !== "DELETE") return [405, {}, { Allow: "GET, POST, DELETE" }];
    tags.delete(id ?? "");
    return [204, undefined];
  });
  const kept = run.session.created.filter(({ removed }) => !removed);
  const isMarked = /"label":"conformance-/;
  const unmarkable = kept.filter(({ exchange }) => !isMarked.test(new TextDecoder().decode(exchange.request.body)));
  expect(run.session.created.length).toBeGreaterThan(20);
  expect(unmarkable.length).toBeLessThan(run.session.created.length / 3);
  expect(kept.length - unmarkable.length).toBe(0);
});
