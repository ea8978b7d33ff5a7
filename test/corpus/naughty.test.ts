// Each naughty string as a name, in a path, as both query parameters, as a key and as a header: either it comes back
// exactly or it is refused, and nothing breaks.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, exchangeRaw, startMock } from "../http/support.ts";
import { RawClient } from "../http/raw-client.ts";
import { naughtyStrings } from "./data.ts";
import { type JsonValue, isObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";

const STRINGS = naughtyStrings();

let mock: Mock;
let client: RawClient;
beforeAll(async () => {
  mock = await startMock();
  client = new RawClient(mock);
});
afterAll(async () => {
  client.close();
  await mock.close();
});

function nameOf(value: JsonValue | undefined): unknown {
  return isObject(value) ? value["name"] : undefined;
}

test("there are 515", () => {
  expect(STRINGS).toHaveLength(515);
});

test("as a name: what went in comes out, from the creation, the fetch and the list", async () => {
  const wrong: string[] = [];
  for (const name of STRINGS) {
    const created = await client.send("POST", "/pets", { body: JSON.stringify({ name, categoryId: 1 }) });
    const id = isObject(created.value) ? writeJson(created.value["id"]) : "";
    const fetched = await client.send("GET", `/pets/${id}`);
    if (created.status !== 201 || nameOf(created.value) !== name || nameOf(fetched.value) !== name) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});

describe("elsewhere", () => {
  test.each([
    ["path", (text: string) => `/pets/${text}`, [404, 200, 405]],
    ["status", (text: string) => `/pets?status=${text}`, [400, 200]],
    ["limit", (text: string) => `/pets?limit=${text}`, [400, 200]],
    ["an unknown parameter", (text: string) => `/pets?${text}=${text}`, [200]],
  ])("as %s", async (_place, path, allowed) => {
    const wrong: string[] = [];
    for (const text of STRINGS) {
      const { status } = await client.send("GET", path(encodeURIComponent(text)));
      if (!allowed.includes(status)) wrong.push(`${status}: ${text}`);
    }
    expect(wrong).toEqual([]);
  });

  test("as bytes in the path, not escaped", async () => {
    for (const text of STRINGS) {
      const bytes = Buffer.from(
        `GET /v1/pets/${text} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
        "utf8",
      );
      const [answer] = await exchangeRaw(mock.port, bytes, 500);
      expect([400, 401, 404]).toContain(answer?.status);
    }
  });

  test.each(["Authorization: Bearer ", "X-Other: "])("as bytes after %j", async (head) => {
    const key = head.startsWith("X") ? "Authorization: Bearer demo-key\r\n" : "";
    for (const text of STRINGS) {
      const line = Buffer.from(`${head}${text}\r\n${key}Connection: close\r\n\r\n`, "utf8");
      const bytes = Buffer.concat([Buffer.from("GET /v1/pets/1 HTTP/1.1\r\nHost: localhost\r\n"), line]);
      const [answer] = await exchangeRaw(mock.port, bytes, 500);
      expect([200, 400, 401]).toContain(answer?.status);
    }
  });

  test("as a key that is accepted, wherever it can be sent at all", async () => {
    // A header value has no leading or trailing spaces and no control characters (RFC 9110 section 5.5).
    const keys = STRINGS.filter(
      (text) => !/\p{Cc}/u.test(text) && text.trim() !== "" && /^[^ \t].*[^ \t]$/s.test(text),
    );
    expect(keys.length).toBeGreaterThan(450);
    const lenient = await startMock(undefined, { keys });
    const wrong: string[] = [];
    for (const key of keys) {
      const bytes = Buffer.from(
        `GET /v1/pets/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
        "utf8",
      );
      const [answer] = await exchangeRaw(lenient.port, bytes, 500);
      if (answer?.status !== 200) wrong.push(`${answer?.status}: ${key}`);
    }
    await lenient.close();
    expect(wrong).toEqual([]);
  });
});

test("the server still answers", async () => {
  expect((await client.send("GET", "/pets/1")).status).toBe(200);
});
