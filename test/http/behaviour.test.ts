// The mock of the embedded document, for each row of the decisions.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Mock, startMock } from "./support.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock(undefined, { today: "2027-01-01" });
});
beforeEach(() => mock.reset());
afterAll(() => mock.close());

const NEW = JSON.stringify({ name: "Rex", categoryId: 4, status: "sold" });

describe("list", () => {
  test("returns twelve items at first, sorted, with every status and with none", async () => {
    const { status, value } = await mock.send("GET", "/pets");
    expect(status).toBe(200);
    const items = value as unknown as { id: number; status?: string }[];
    expect(items.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(new Set(items.map((item) => item.status))).toEqual(new Set(["available", "pending", "sold", undefined]));
  });

  test("applies the limit after the filter", async () => {
    const { text } = await mock.send("GET", "/pets?status=sold&limit=2");
    expect((JSON.parse(text) as { id: number }[]).map(({ id }) => id)).toEqual([3, 6]);
  });

  test("applies the default limit", async () => {
    for (let n = 0; n < 15; n++) await mock.send("POST", "/pets", { body: NEW });
    expect(JSON.parse((await mock.send("GET", "/pets")).text)).toHaveLength(20);
    expect(JSON.parse((await mock.send("GET", "/pets?limit=100")).text)).toHaveLength(27);
  });

  test.each([
    ...[
      "limit=0",
      "limit=101",
      "limit=-1",
      "limit=",
      "limit",
      "limit=1&limit=2",
      "limit=1e1",
      "limit=+5",
      "limit=%2B5",
    ],
    ...[
      "limit=0x10",
      "limit=Infinity",
      "limit=-Infinity",
      "limit=NaN",
      "limit=05",
      "limit=1.0",
      "limit=%205",
      "limit=5%20",
    ],
    ...["limit=9007199254740993", "limit=99999999999999999999", "limit=%FF", "limit=%zz", "limit=１"].map(encodeWide),
    ...[
      "status=lost",
      "status=Sold",
      "status=",
      "status=sold&status=sold",
      "status=sold,pending",
      "status=%E0%A4",
      "status=sold%00",
    ],
  ])("refuses %s and says what is allowed", async (query) => {
    const { status, text } = await mock.send("GET", `/pets?${query}`);
    expect(status).toBe(400);
    const { code, message } = JSON.parse(text) as { code: string; message: string };
    expect(code).toBe("invalid_parameter");
    expect(message).toMatch(/^(limit|status) (is|was|must)/);
    expect(message).toMatch(
      /allowed are (integers from 1 to 100|available, pending and sold)|percent-encoded|integer|more than once/,
    );
  });

  test("says what it got and what is allowed", async () => {
    const messageOf = async (query: string): Promise<string> =>
      (JSON.parse((await mock.send("GET", `/pets?${query}`)).text) as { message: string }).message;
    expect(await messageOf("limit=101")).toBe('limit is "101"; allowed are integers from 1 to 100');
    expect(await messageOf("status=lost")).toBe('status is "lost"; allowed are available, pending and sold');
    expect(await messageOf("limit=1&limit=2")).toBe("limit was given more than once");
  });

  test("ignores parameters that the document does not list", async () => {
    expect((await mock.send("GET", "/pets?page=2&x=%zz&%ff=1&&=&limit=3")).status).toBe(200);
  });
});

describe("create", () => {
  test("assigns the next identifier and returns the item", async () => {
    const { status, text, headers } = await mock.send("POST", "/pets", { body: NEW });
    expect(status).toBe(201);
    expect(text).toBe('{"id":13,"name":"Rex","categoryId":4,"status":"sold"}');
    expect(headers["location"]).toBeUndefined();
    expect((await mock.send("GET", "/pets/13")).text).toBe(text);
  });

  test("an omitted status stays absent; unknown properties and an id in the body are not stored", async () => {
    const body = JSON.stringify({ name: "", categoryId: -5, id: 99, owner: { a: [1] }, constructor: 1 });
    expect((await mock.send("POST", "/pets", { body })).text).toBe('{"id":13,"name":"","categoryId":-5}');
    expect((await mock.send("GET", "/pets/99")).status).toBe(404);
  });

  test("the same body twice creates two items", async () => {
    await mock.send("POST", "/pets", { body: NEW });
    expect((await mock.send("POST", "/pets", { body: NEW })).text).toContain('"id":14');
  });

  test.each([
    ["a missing property", '{"name":"x"}', 'must have the property "categoryId"'],
    ["a wrong type", '{"name":5,"categoryId":1}', "name is 5: must be a string"],
    ["a string for a number", '{"name":"x","categoryId":"1"}', 'categoryId is "1": must be an integer'],
    ["true for a number", '{"name":"x","categoryId":true}', "must be an integer"],
    ["null for a number", '{"name":"x","categoryId":null}', "must be an integer"],
    ["a fraction", '{"name":"x","categoryId":1.5}', "must be an integer"],
    ["a value outside the enumeration", '{"name":"x","categoryId":1,"status":"lost"}', 'status is "lost"'],
    ["an array", "[]", "must be an object"],
    ["null", "null", "must be an object"],
  ])("refuses %s", async (_name, body, reason) => {
    const { status, text } = await mock.send("POST", "/pets", { body });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: "invalid_body" });
    expect((JSON.parse(text) as { message: string }).message).toContain(reason);
  });

  test.each([
    ["not JSON", Buffer.from('{"name":'), "is not JSON"],
    ["only blanks", Buffer.from(" \n"), "is empty"],
    ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "UTF-8"],
    ["a byte order mark", Buffer.from('\ufeff{"name":"x","categoryId":1}'), "byte order mark"],
    ["duplicate keys", Buffer.from('{"name":"x","name":"x","categoryId":1}'), "twice"],
    ["nesting", Buffer.from("[".repeat(65) + "]".repeat(65)), "deeper than 64"],
    ["deep nesting", Buffer.from("[".repeat(5000)), "deeper than 64"],
    ["__proto__", Buffer.from('{"name":"x","categoryId":1,"__proto__":{}}'), "__proto__"],
    ["a number that is infinite", Buffer.from('{"name":"x","categoryId":1e400}'), "too large"],
    ["half a surrogate pair", Buffer.from('{"name":"\\ud800","categoryId":1}'), "surrogate"],
  ])("refuses %s", async (_name, body, reason) => {
    const { status, text } = await mock.send("POST", "/pets", { body });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: "malformed_body" });
    expect((JSON.parse(text) as { message: string }).message).toContain(reason);
  });

  test.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/jsonp", 415],
    ["application/json; charset=iso-8859-1", 415],
    ["", 415],
    ["application/json; charset=utf-8", 201],
    ['Application/JSON;charset="UTF-8"', 201],
  ])("Content-Type %j is answered with %i", async (type, expected) => {
    // Superagent would replace an empty type with its own.
    const headers = { Authorization: "Bearer demo-key", "Content-Type": type };
    const answer = await mock.fetch(`${mock.url}/pets`, { method: "POST", body: NEW, headers });
    expect(answer.status).toBe(expected);
    expect(await answer.text()).toContain(expected === 415 ? '"unsupported_media_type"' : '"name":"Rex"');
  });

  test("refuses a content coding", async () => {
    const { status } = await mock.send("POST", "/pets", { body: NEW, headers: { "Content-Encoding": "gzip" } });
    expect(status).toBe(415);
  });

  test("a body of 64 KiB is read, one byte more is too large", async () => {
    const fits = JSON.stringify({ name: "", categoryId: 1 });
    const body = (length: number): string => JSON.stringify({ name: "x".repeat(length - fits.length), categoryId: 1 });
    expect((await mock.send("POST", "/pets", { body: body(65_536) })).status).toBe(201);
    const { status, text } = await mock.send("POST", "/pets", { body: body(65_537) });
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: "body_too_large" });
  });
});

describe("fetch", () => {
  test.each([
    ...[
      "0",
      "99999",
      "-1",
      "01",
      "0x1",
      "1e0",
      "+1",
      "%2B1",
      "1.0",
      "abc",
      "%20",
      "9223372036854775808",
      "NaN",
      "null",
    ],
    ...["1%00", "%zz", "%ff", "1;a", "１", "-9223372036854775809", "1%2F", "..%2f1"].map(encodeWide),
  ])("answers 404 to %s", async (id) => {
    const { status, headers } = await mock.send("GET", `/pets/${id}`);
    expect(status).toBe(404);
    expect(headers["deprecation"]).toBe("@1795132800");
  });

  test("announces on every response that it is deprecated", async () => {
    for (const [path, key] of [
      ["/pets/1", "demo-key"],
      ["/pets/x", "demo-key"],
      ["/pets/1", null],
      ["/pets/1", "no"],
    ] as const) {
      const { headers } = await mock.send("GET", path, { key });
      expect(headers["deprecation"]).toBe("@1795132800");
      expect(headers["sunset"]).toBe("Thu, 05 Dec 2030 00:00:00 GMT");
      expect(headers["link"]).toContain('</v1/pets>; rel="successor-version"');
    }
    expect((await mock.send("GET", "/pets")).headers["deprecation"]).toBeUndefined();
  });

  test("is available on its last day, and not on the next", async () => {
    for (const [today, expected] of [
      ["2030-12-05", 200],
      ["2030-12-06", 404],
    ] as const) {
      const later = await startMock(undefined, { today });
      expect((await later.send("GET", "/pets/1")).status).toBe(expected);
      expect((await later.send("GET", "/pets/1", { key: null })).status).toBe(401);
      expect((await later.send("GET", "/pets")).status).toBe(200);
      await later.close();
    }
  });
});

describe("credentials", () => {
  test.each([
    [null, "missing_credential", 'Bearer realm="Animal Store"'],
    ["wrong", "invalid_credential", 'Bearer realm="Animal Store", error="invalid_token"'],
    ["DEMO-KEY", "invalid_credential", 'Bearer realm="Animal Store", error="invalid_token"'],
    ["demo-key x", "invalid_credential", 'Bearer realm="Animal Store", error="invalid_token"'],
  ])("key %j is refused as %s", async (key, code, challenge) => {
    const { status, text, headers } = await mock.send("GET", "/pets", { key });
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ code });
    expect(headers["www-authenticate"]).toBe(challenge);
  });

  test.each(["bearer demo-key", "BEARER demo-key", "Bearer   demo-key"])("accepts %j", async (value) => {
    expect((await mock.send("GET", "/pets", { key: null, headers: { Authorization: value } })).status).toBe(200);
  });

  test.each(["demo-key", "Basic demo-key", "Bearer", "Bearerdemo-key", "Bearer\tdemo-key"])(
    "refuses %j",
    async (value) => {
      expect((await mock.send("GET", "/pets", { key: null, headers: { Authorization: value } })).status).toBe(401);
    },
  );

  test("are checked before anything else on a known path, but not on an unknown one", async () => {
    expect((await mock.send("POST", "/pets", { key: null, body: "{" })).status).toBe(401);
    expect((await mock.send("GET", "/pets?limit=x", { key: null })).status).toBe(401);
    expect((await mock.send("DELETE", "/pets", { key: null })).status).toBe(401);
    expect((await mock.send("GET", "/pets/zzz", { key: null })).status).toBe(401);
    expect((await mock.send("GET", "/nothing", { key: null })).status).toBe(404);
  });

  test("several keys can be valid", async () => {
    const other = await startMock(undefined, { keys: ["one", "zwei-ñ"] });
    expect((await other.send("GET", "/pets", { key: "one" })).status).toBe(200);
    const utf8 = Buffer.from("zwei-ñ", "utf8").toString("latin1");
    expect((await other.send("GET", "/pets", { key: utf8 })).status).toBe(200);
    expect((await other.send("GET", "/pets", { key: "demo-key" })).status).toBe(401);
    await other.close();
  });
});

describe("paths and methods", () => {
  test.each([
    "/",
    "/pet",
    "/pets/",
    "/pets/1/",
    "/pets/1/x",
    "//pets",
    "/PETS",
    "/pets/../pets",
    "/__proto__",
    "/pets%2F1",
  ])("%s is unknown", async (path) => {
    const { status, text } = await mock.send("GET", path);
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ code: "not_found" });
  });

  test("an escaped path is the same path", async () => {
    expect((await mock.send("GET", "/p%65ts/%31")).text).toContain('"id":1,');
  });

  test.each([
    ["DELETE", "/pets", "GET, POST, HEAD, OPTIONS"],
    ["PATCH", "/pets", "GET, POST, HEAD, OPTIONS"],
    ["PUT", "/pets/1", "GET, HEAD, OPTIONS"],
    ["POST", "/pets/1", "GET, HEAD, OPTIONS"],
    ["TRACE", "/pets/1", "GET, HEAD, OPTIONS"],
  ])("%s %s is not allowed, and Allow lists what is", async (method, path, allow) => {
    const { status, headers, text } = await mock.send(method, path, { body: method === "TRACE" ? "" : "{}" });
    expect(status).toBe(405);
    expect(headers["allow"]).toBe(allow);
    expect(JSON.parse(text)).toMatchObject({ code: "method_not_allowed" });
  });

  test("HEAD has the status and headers of GET and no body", async () => {
    for (const path of ["/pets", "/pets/1", "/pets/none", "/pets?limit=x", "/nothing"]) {
      const get = await mock.send("GET", path);
      const head = await mock.send("HEAD", path);
      expect(head.status).toBe(get.status);
      expect(head.text).toBe("");
      const drop = ({ date: _date, ...rest }: Readonly<Record<string, string>>): unknown => rest;
      expect(drop(head.headers)).toEqual(drop(get.headers));
    }
  });

  test("any Accept is answered with JSON", async () => {
    const { status, headers } = await mock.send("GET", "/pets", { headers: { Accept: "application/xml" } });
    expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
    expect((await mock.send("GET", "/pets")).status).toBe(200);
  });
});

test("a plain OPTIONS for an unknown path gets 404", async () => {
  expect((await mock.send("OPTIONS", "/nothing", { key: null })).status).toBe(404);
});

test("an internal error gives the contract's 500, and the server keeps running", async () => {
  const seen: unknown[] = [];
  const broken = await startMock(undefined, { onError: (error) => seen.push(error) });
  const stringify = JSON.stringify;
  try {
    JSON.stringify = ((value: { name?: string }, ...rest: []) => {
      if (value?.name === "burst") throw new Error("boom");
      return stringify(value, ...rest);
    }) as typeof JSON.stringify;
    const { status } = await broken.send("POST", "/pets", { body: '{"name":"burst","categoryId":1}' });
    expect(status).toBe(500);
  } finally {
    JSON.stringify = stringify;
  }
  expect(seen).toHaveLength(1);
  expect((await broken.send("GET", "/pets?limit=100")).text).toBe((await mock.send("GET", "/pets?limit=100")).text);
  await broken.close();
});

/** Some cases contain characters that a client must escape. */
function encodeWide(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, encodeURIComponent);
}
