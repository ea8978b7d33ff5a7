// Sessions: each one has its own world.
import { afterAll, beforeAll, expect, test } from "vitest";
import { MOST_SESSIONS } from "../../src/mock/worlds.ts";
import { orders } from "./documents.ts";
import { type Got, type Mock, startMock, hasOwnWorlds } from "./support.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const as = (session: string): { headers: Record<string, string> } => ({ headers: { "X-Mock-Session": session } });
const countOf = ({ value }: Got): number => (value as readonly unknown[]).length;
const add = (session?: string): Promise<Got> =>
  mock.send("POST", "/pets", {
    body: JSON.stringify({ name: "Rex", categoryId: 1, status: "available" }),
    ...(session === undefined ? {} : as(session)),
  });

test("what one session adds is visible neither to another session nor to a client without one", async () => {
  const before = countOf(await mock.send("GET", "/pets?limit=100"));
  const { status, value } = await add("alice");
  const { id } = value as { id: number };
  expect(status).toBe(201);
  expect(countOf(await mock.send("GET", "/pets?limit=100", as("alice")))).toBe(before + 1);
  expect(countOf(await mock.send("GET", "/pets?limit=100", as("bob")))).toBe(before);
  expect(countOf(await mock.send("GET", "/pets?limit=100"))).toBe(before);
  expect((await mock.send("GET", `/pets/${id}`, as("bob"))).status).toBe(404);
});

test("a session begins with the seed, whatever others have changed", async () => {
  const { value } = await add();
  const { id } = value as { id: number };
  expect((await mock.send("GET", `/pets/${id}`)).status).toBe(200);
  expect((await mock.send("GET", `/pets/${id}`, as("carol"))).status).toBe(404);
  expect((await add("carol")).value).toMatchObject({ id });
});

test("a link names a session in its query, which the operation does not see", async () => {
  await add("dave");
  const own = await mock.send("GET", "/pets?limit=100", as("dave"));
  for (const query of ["x-mock-session=dave&limit=100", "limit=100&x-mock-session=d%61ve"]) {
    expect((await mock.send("GET", `/pets?${query}`)).text).toBe(own.text);
  }
  expect(own.headers["set-cookie"]).toBeUndefined();
});

test("a cookie can name a session; the query takes precedence over it, and the header over both", async () => {
  await add("erin");
  const erin = (await mock.send("GET", "/pets?limit=100", as("erin"))).text;
  const cookie = { Cookie: "theme=dark; x-mock-session=erin" };
  expect((await mock.send("GET", "/pets?limit=100", { headers: cookie })).text).toBe(erin);
  const byQuery = await mock.send("GET", "/pets?limit=100&x-mock-session=frank", { headers: cookie });
  expect(byQuery.text).not.toBe(erin);
  const both = { ...cookie, "X-Mock-Session": "erin" };
  expect((await mock.send("GET", "/pets?limit=100&x-mock-session=frank", { headers: both })).text).toBe(erin);
});

test("a page of another site cannot select a session by cookie or link, only by header", async () => {
  const site = { "Sec-Fetch-Site": "cross-site" };
  expect((await mock.send("GET", "/pets?x-mock-session=eve", { headers: site })).status).toBe(403);
  const cookie = { ...site, Cookie: "x-mock-session=eve" };
  expect((await mock.send("GET", "/pets", { headers: cookie })).status).toBe(403);
  expect((await mock.send("GET", "/pets", { headers: { ...site, "X-Mock-Session": "eve" } })).status).toBe(200);
});

test.each(["", "a b", "<img src=x>", "a,b", "x".repeat(65), "../..", "é"])(
  "a session cannot be called %j",
  async (name) => {
    // Headers are Latin-1, so the name is sent in the query as well.
    const { status, text } = await mock.send("GET", `/pets?x-mock-session=${encodeURIComponent(name)}`);
    expect([status, text]).toEqual([400, expect.stringContaining("1 to 64 letters")]);
  },
);

test("two names are invalid", async () => {
  expect((await mock.send("GET", "/pets?x-mock-session=a&x-mock-session=b")).status).toBe(400);
});

test("a query parameter of the document with the same name is left to the document", async () => {
  const get = {
    parameters: [{ name: "x-mock-session", in: "query", schema: { type: "integer" } }],
    responses: { "200": { description: "Fine." }, "400": { description: "Wrong." } },
  };
  const document = orders({ paths: { "/own": { get } } });
  const other = await startMock(document);
  try {
    expect((await other.send("GET", "/own?x-mock-session=7")).status).toBe(200);
    expect((await other.send("GET", "/own?x-mock-session=bob")).status).toBe(400);
  } finally {
    await other.close();
  }
});

test("the header can have a different name", async () => {
  const other = await startMock(undefined, { sessionHeader: "X-Test" });
  try {
    const body = JSON.stringify({ name: "Rex", categoryId: 1, status: "available" });
    const { value } = await other.send("POST", "/pets", { body, headers: { "X-Test": "one" } });
    const { id } = value as { id: number };
    expect((await other.send("GET", `/pets/${id}`, { headers: { "x-test": "one" } })).status).toBe(200);
    expect((await other.send("GET", `/pets/${id}`, as("one"))).status).toBe(404);
  } finally {
    await other.close();
  }
});

test("one session too many is refused while all are in use", async () => {
  const other = await startMock();
  try {
    expect((await other.send("GET", "/pets?limit=1", as("s0"))).status).toBe(200);
    for (const worlds of other.worlds)
      for (let n = 0; n < MOST_SESSIONS; n++) expect(worlds.session(`s${n}`)).toBeDefined();
    const { status, text } = await other.send("GET", "/pets", as("late"));
    expect([status, text]).toEqual([503, expect.stringContaining("there are 1000 sessions")]);
    expect((await other.send("GET", "/pets", as("s7"))).status).toBe(200);
    expect((await other.send("GET", "/pets")).status).toBe(200);
  } finally {
    await other.close();
  }
});

test.runIf(hasOwnWorlds)("a client that is refused takes no room, however many sessions it names", async () => {
  const other = await startMock(undefined, { control: { token: "steer" } });
  try {
    const calls = [
      ["GET", "/pets", { key: null }],
      ["GET", "/pets", { key: "wrong" }],
      ["TRACE", "/pets", {}],
      ["GET", "/nowhere", {}],
      ["OPTIONS", "/pets", { key: null }],
    ] as const;
    for (const [n, [method, path, sent]] of calls.entries())
      await other.send(method, path, { ...sent, ...as(`refused-${n}`) });
    const control = `${new URL(other.url).origin}/_/api/v1`;
    for (const path of ["/state", "/nowhere"])
      expect((await fetch(control + path, as(`refused${path.replace("/", "-")}`))).status).not.toBe(200);
    for (const worlds of other.worlds) expect(worlds.list()).toEqual([]);
    await other.send("GET", "/pets", as("admitted"));
    await other.send("GET", "/pets", { key: null, ...as("admitted") });
    for (const worlds of other.worlds) {
      expect(worlds.list().map(({ name }) => name)).toEqual(["admitted"]);
      expect(worlds.known("admitted")?.journal?.entries.map(({ status }) => status)).toEqual([200, 401]);
      expect(worlds.shared.journal?.entries ?? []).toEqual([]);
    }
  } finally {
    await other.close();
  }
});
