// Situations make the service slow, broken or empty, for some operations or for a single request that asks for it.
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SituationError } from "../../src/mock/situations/situations.ts";
import type { Situation } from "../../src/mock/situations/situation.ts";
import { orders } from "./documents.ts";
import { type Got, type Mock, startMock } from "./support.ts";
import { IN_PROOF } from "../share.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());
beforeEach(() => mock.reset());

const on = (situation: Situation): void => {
  for (const { shared } of mock.worlds) shared.situations.add(situation);
};
const clear = (): void => {
  for (const { shared } of mock.worlds) shared.situations.clear();
};
const prefer = (wish: string): { headers: Record<string, string> } => ({ headers: { Prefer: wish } });
const listOf = ({ value }: Got): readonly Record<string, unknown>[] => value as never;

describe("a status", () => {
  test("is sent with its documented body and the name of the situation", async () => {
    on({ on: "GET /pets", status: 500 });
    const { status, value, headers } = await mock.send("GET", "/pets");
    expect([status, value]).toMatchObject([500, { status: 500 }]);
    expect(headers["x-mock-situation"]).toBe("GET /pets status=500");
    expect(headers["access-control-expose-headers"]).toContain("X-Mock-Situation");
    expect((await mock.send("GET", "/pets/1")).status).toBe(200);
  });

  test("prevents the operation from being carried out", async () => {
    const before = listOf(await mock.send("GET", "/pets?limit=100")).length;
    const body = JSON.stringify({ name: "Rex", categoryId: 1 });
    expect((await mock.send("POST", "/pets", { body, ...prefer("code=500") })).status).toBe(500);
    expect(listOf(await mock.send("GET", "/pets?limit=100"))).toHaveLength(before);
  });

  test("is sent only if the credential is valid", async () => {
    on({ status: 500 });
    expect((await mock.send("GET", "/pets", { key: null })).status).toBe(401);
    expect((await mock.send("GET", "/pets", { key: "wrong", ...prefer("code=200") })).status).toBe(401);
  });

  test.each([
    ["200", 200],
    ["404", 404],
    ["4XX", 401],
    ["5xx", 500],
    ["default", 500],
    ["503", 503],
  ])("can be requested as %s", async (code, status) => {
    const got = await mock.send("GET", "/pets/1", prefer(`code=${code}`));
    expect([got.status, got.headers["preference-applied"]]).toEqual([status, `code=${code}`]);
    expect(got.headers["www-authenticate"] !== undefined).toBe(status === 401);
  });

  test.each([
    ["code=204", "it documents 200"],
    ["code=99", "a status, a range or default"],
    ["code=abc", "a status, a range or default"],
    ["example=none", "no example called"],
    ["dynamic=maybe", "true or false"],
    ["delay=61", "seconds from 0 to 60"],
    ["delay=-1", "seconds from 0 to 60"],
  ])("the preference %s is refused with a list of what is possible", async (wish, possible) => {
    const { status, text, headers } = await mock.send("GET", "/pets/1", prefer(wish));
    expect([status, text]).toEqual([400, expect.stringContaining(possible)]);
    expect(headers["preference-applied"]).toBeUndefined();
  });
});

describe("preferences", () => {
  test("of other kinds are ignored, and the first of two equal ones counts (RFC 7240)", async () => {
    for (const other of ["respond-async, wait=10", 'return="minimal"; x=1', "=, ;;, ,"]) {
      const { status, headers } = await mock.send("GET", "/pets/1", prefer(other));
      expect([status, headers["preference-applied"]]).toEqual([200, undefined]);
    }
    const two = await mock.send("GET", "/pets/1", prefer('respond-async; a="b,c", CODE = "404", code=200'));
    expect([two.status, two.headers["preference-applied"]]).toEqual([404, "code=404"]);
  });

  test("can select an example by name, or a response generated anew each time", async () => {
    const content = {
      "application/json": {
        schema: { type: "object", required: ["n"], properties: { n: { type: "integer", minimum: 1, maximum: 1e6 } } },
        examples: { small: { value: { n: 1 } }, large: { value: { n: 1000 } } },
      },
    };
    const error = { code: "tea", message: "No coffee.", status: 418 };
    const get = {
      responses: {
        "200": { description: "A number.", content },
        "418": { description: "None.", content: { "application/json": { examples: { tea: { value: error } } } } },
      },
    };
    const other = await startMock(orders({ paths: { "/number": { get } } }));
    try {
      expect((await other.send("GET", "/number", prefer("example=large"))).value).toEqual({ n: 1000 });
      const tea = await other.send("GET", "/number", prefer("example=tea"));
      expect([tea.status, tea.value]).toEqual([418, error]);
      const unknown = await other.send("GET", "/number", prefer("example=huge"));
      expect([unknown.status, unknown.text]).toEqual([
        400,
        expect.stringContaining("small (200), large (200), tea (418)"),
      ]);
      const made = await Promise.all([1, 2, 3].map(() => other.send("GET", "/number", prefer("dynamic=true"))));
      expect(new Set(made.map(({ text }) => text)).size).toBe(3);
    } finally {
      await other.close();
    }
  });
});

describe("a response", () => {
  test.each<[string, object, string]>([
    ["by a fixed time", { latency: 300 }, ""],
    ["within a range", { latency: { from: 300, to: 310 } }, ""],
    ["per byte", { latency: { perByte: 10 } }, ""],
    ["as one request asks", {}, "delay=0.3"],
  ])("can be delayed %s: a later request is answered first", async (_, situation, wish) => {
    on({ on: "GET /pets/{petId}", ...situation });
    const order: string[] = [];
    const delayed = mock.send("GET", "/pets/1", wish === "" ? {} : prefer(wish)).then(() => order.push("delayed"));
    await mock.send("GET", "/pets").then(() => order.push("at once"));
    await delayed;
    expect(order).toEqual(["at once", "delayed"]);
  });

  test.runIf(IN_PROOF)("can send its body late", async () => {
    on({ slowBody: 300 });
    const key = "Authorization: Bearer demo-key";
    const pieces: string[] = [];
    await new Promise<void>((done) => {
      const socket = connect(mock.port, "127.0.0.1", () => {
        socket.write(`GET /v1/pets/1 HTTP/1.1\r\nHost: localhost\r\n${key}\r\nConnection: close\r\n\r\n`);
      });
      socket.on("data", (piece) => void pieces.push(piece.toString())).on("close", () => done());
    });
    expect([pieces[0]?.endsWith("\r\n\r\n"), pieces[1]]).toEqual([true, expect.stringContaining('"id":1')]);
    expect((await mock.fetch(`${mock.url}/pets/1`, { headers: { Authorization: "Bearer demo-key" } })).status).toBe(
      200,
    );
  });

  test("can be cut off, dropped, not JSON, or JSON that the contract does not allow", async () => {
    const ask = (): Promise<Response> =>
      mock.fetch(`${mock.url}/pets/1`, { headers: { Authorization: "Bearer demo-key" } });
    on({ body: "cut" });
    await expect(ask().then((answer) => answer.text())).rejects.toThrow("terminated");
    clear();
    on({ connection: "dropped" });
    await expect(ask()).rejects.toThrow("fetch failed");
    clear();
    on({ body: "malformed" });
    const malformed = await (await ask()).text();
    expect(() => JSON.parse(malformed) as unknown).toThrow(SyntaxError);
    clear();
    on({ body: "breach" });
    const wrong = JSON.parse(await (await ask()).text()) as unknown;
    const schema = mock.contract.operations.find(({ name }) => name === "GET /pets/{petId}")?.responses[0]?.content[0]
      ?.schema;
    expect(schema?.validate(wrong).length).toBeGreaterThan(0);
  });

  test("that breaks the contract is broken text if it is not JSON, and empty if there is no body", async () => {
    const content = { "text/plain": { schema: { type: "string" }, example: "pong" } };
    const paths = { "/ping": { get: { responses: { "200": { description: "Pong.", content } } } } };
    const other = await startMock(orders({ paths }));
    for (const { shared } of other.worlds) shared.situations.add({ body: "breach" });
    const pong = await other.fetch(`${other.url}/ping`, { headers: { Authorization: "Bearer demo-key" } });
    const gone = await other.send("DELETE", "/orders/1");
    await other.close();
    expect([pong.status, await pong.text()]).toEqual([200, "pon}]"]);
    expect([gone.status, gone.text]).toEqual([204, ""]);
  });

  test("can be an empty page, or a full one", async () => {
    on({ list: "empty" });
    expect((await mock.send("GET", "/pets")).value).toEqual([]);
    expect((await mock.send("GET", "/pets/1")).status).toBe(200);
    clear();
    on({ list: "full" });
    expect(listOf(await mock.send("GET", "/pets?limit=100"))).toHaveLength(100);
    const sold = listOf(await mock.send("GET", "/pets?limit=7&status=sold"));
    expect(sold.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => "sold"));
  });
});

describe("a situation", () => {
  test("can apply to a share of requests, the same ones for the same seed", async () => {
    const draw = async (): Promise<number[]> => {
      clear();
      on({ status: 500, share: 0.4, seed: 11 });
      const statuses: number[] = [];
      for (let n = 0; n < 40; n++) statuses.push((await mock.send("GET", "/pets/1")).status);
      return statuses;
    };
    const first = await draw();
    expect(await draw()).toEqual(first);
    const failed = first.filter((status) => status === 500).length;
    expect([failed > 5, failed < 30]).toEqual([true, true]);
  });

  test("can end after a number of times", async () => {
    on({ status: 500, times: 2 });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await mock.send("GET", "/pets/1")).status);
    expect(statuses).toEqual([500, 500, 200]);
    expect(mock.worlds.map(({ shared }) => shared.situations.isEmpty)).toEqual([true, true]);
  });

  test("can limit the rate of requests, and says when to retry", async () => {
    on({ on: "listPets", rateLimit: { requests: 2, seconds: 60 } });
    const got = [];
    for (let n = 0; n < 3; n++) got.push(await mock.send("GET", "/pets"));
    expect(got.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(got[0]?.headers["x-mock-situation"]).toBeUndefined();
    expect(Number(got[2]?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await mock.send("GET", "/pets/1")).status).toBe(200);
  });

  test("can let a key expire", async () => {
    on({ key: "expired" });
    const { status, headers } = await mock.send("GET", "/pets");
    expect([status, headers["www-authenticate"]]).toEqual([401, expect.stringContaining("invalid_token")]);
  });

  test("lets a key expire only for operations that require one", async () => {
    const responses = {
      "200": { description: "Up.", content: { "application/json": { schema: { type: "object" } } } },
    };
    const other = await startMock({
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
      paths: { "/open": { get: { responses } }, "/guarded": { get: { responses, security: [{ key: [] }] } } },
    });
    try {
      for (const { shared } of other.worlds) shared.situations.add({ key: "expired" });
      const statuses = [await other.send("GET", "/open"), await other.send("GET", "/guarded")].map(
        ({ status }) => status,
      );
      expect(statuses).toEqual([200, 401]);
    } finally {
      await other.close();
    }
  });

  test("applies to only one world", async () => {
    on({ status: 500 });
    expect((await mock.send("GET", "/pets", { headers: { "X-Mock-Session": "other" } })).status).toBe(200);
  });

  test.each([
    ["*", 500, 500],
    ["GET", 500, 500],
    ["POST", 200, 200],
    ["getPet", 200, 500],
    ["GET /pets/{petId}", 200, 500],
    ["/pets/*", 200, 500],
    ["/v1/pets/1", 200, 500],
    ["/*/1", 200, 500],
    ["GET /pets*", 500, 500],
    ["post /pets*", 200, 200],
  ])("for %j applies to the right operations", async (scope, list, one) => {
    const id = mock.contract.operations.find(({ name }) => name === "GET /pets/{petId}")?.id ?? "";
    on({ on: scope === "getPet" ? id : scope, status: 500 });
    const statuses = [(await mock.send("GET", "/pets")).status, (await mock.send("GET", "/pets/1")).status];
    expect(statuses).toEqual([list, one]);
  });

  test.each([
    [{ on: "nothing", status: 500 }, "no operation is called"],
    [{ on: "DELETE /pets", status: 500 }, "has no DELETE; it has GET, POST"],
    [{ on: "/pets/{id}", status: 500 }, "no path is called"],
    [{ on: "GET /cats", status: 500 }, "no path is called /cats; there are"],
    [{ latency: { from: 2, to: 1 } }, "the first must not be larger"],
  ])("%j is refused with a list of what is possible", (situation, possible) => {
    expect(() => on(situation)).toThrow(SituationError);
    expect(() => on(situation)).toThrow(possible);
  });
});

test("dates that the service sets follow the clock of the world", async () => {
  const other = await startMock(orders());
  try {
    const add = (): Promise<Got> => other.send("POST", "/orders", { body: JSON.stringify({ quantity: 1 }) });
    const clocks = other.worlds.map(({ shared }) => shared.clock);
    for (const clock of clocks) clock.set(Date.parse("2031-02-03T04:05:06Z"), true);
    expect((await add()).value).toMatchObject({ createdAt: "2031-02-03T04:05:06.000Z" });
    for (const clock of clocks) clock.advance(60_000);
    expect((await add()).value).toMatchObject({ createdAt: "2031-02-03T04:06:06.000Z" });
  } finally {
    await other.close();
  }
});
