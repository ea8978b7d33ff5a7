// Headers of the parts of multipart bodies, in requests and answers.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { type Mock, startMock } from "./support.ts";

const problem: JsonObject = { type: "object", properties: { detail: { type: "string" } } };
const OK: JsonObject = {
  "202": { description: "ok" },
  "400": { description: "no", content: { "application/problem+json": { schema: problem } } },
};
const SUM: JsonObject = { $ref: "#/components/headers/Sum" };
const LIMIT: JsonObject = { schema: { type: "integer", maximum: 9 } };
const MIXED: JsonObject = {
  itemSchema: { type: "string" },
  prefixEncoding: [{ headers: { "X-Sum": SUM } }],
  itemEncoding: { contentType: "text/plain", headers: { "X-Limit": { ...LIMIT, required: true } } },
};
const upload = (headers: JsonObject): JsonObject => ({
  schema: {
    type: "object",
    properties: { picture: { type: "string", format: "binary" }, note: { type: "string" } },
  },
  encoding: { picture: { headers } },
});
const taking = (content: JsonObject): JsonObject => ({
  post: { requestBody: { required: true, content }, responses: OK },
});
// A header whose own description leads back to it.
const LOOP: JsonObject = {
  required: true,
  content: { "multipart/mixed": { itemEncoding: { headers: { "X-Loop": { $ref: "#/components/headers/Loop" } } } } },
};
const DOCUMENT: JsonObject = {
  openapi: "3.2.0",
  info: { title: "Parts", version: "1" },
  components: {
    headers: { Sum: { required: true, schema: { type: "string", pattern: "^[0-9a-f]{4}$" } }, Loop: LOOP },
  },
  paths: {
    "/upload": taking({ "multipart/form-data": upload({ "X-Sum": SUM, "X-Limit": LIMIT, "Content-Type": SUM }) }),
    "/broken": taking({ "multipart/form-data": upload({ "X-A": 5 }) }),
    "/loop": taking({ "multipart/form-data": upload({ "X-Loop": LOOP }) }),
    "/parts": taking({ "multipart/mixed": MIXED }),
    "/all": {
      get: { responses: { "200": { description: "ok", content: { "multipart/mixed": MIXED } } } },
    },
  },
};

let mock: Mock;
beforeAll(async () => {
  mock = await startMock(DOCUMENT);
});
afterAll(() => mock.close());

async function sent(path: string, type: string, ...parts: readonly string[]): Promise<string> {
  const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join("")}--b--\r\n`;
  const headers = { "Content-Type": `${type}; boundary=b` };
  const answer = await fetch(mock.url + path, { method: "POST", headers, body });
  const text = await answer.text();
  return answer.ok ? String(answer.status) : `${answer.status} ${(JSON.parse(text) as { detail: string }).detail}`;
}

describe("a part of a form", () => {
  const picture = (...lines: readonly string[]): string => {
    const head = ['Content-Disposition: form-data; name="picture"; filename="a.png"', ...lines];
    return `${head.join("\r\n")}\r\n\r\nbytes`;
  };
  test.each<[string, readonly string[], string]>([
    ["with what it must have", [picture("X-Sum: 00ff")], "202"],
    ["with it in other letters", [picture("x-SUM:00ff  ", "X-Limit: 9")], "202"],
    ["that is left out", ['Content-Disposition: form-data; name="note"\r\n\r\nhi'], "202"],
    ["without it", [picture()], "400 picture: header X-Sum is missing"],
    ["with a wrong one", [picture("X-Sum: secret")], "400 picture: header X-Sum must match"],
    ["with a wrong one that may be absent", [picture("X-Sum: 00ff", "X-Limit: 10")], "400 picture: header X-Limit "],
    ["with no number", [picture("X-Sum: 00ff", "X-Limit: ten")], "400 picture: header X-Limit must be"],
    ["of which the second lacks it", [picture("X-Sum: 00ff"), picture()], "400 picture: header X-Sum is missing"],
  ])("%s", async (_what, parts, expected) => {
    const said = await sent("/upload", "multipart/form-data", ...parts);
    expect(said.slice(0, expected.length)).toBe(expected);
    expect(said).not.toContain("secret");
  });

  test("is taken if nobody can know what its headers are, and lint tells of that", async () => {
    expect(await sent("/broken", "multipart/form-data", picture())).toBe("202");
    expect(await sent("/loop", "multipart/form-data", picture("X-Loop: a"))).toBe("202");
    expect(await sent("/loop", "multipart/form-data", picture())).toBe("400 picture: header X-Loop is missing");
  });
});

describe("a part without a name", () => {
  test.each<[readonly string[], string]>([
    [["X-Sum: 00ff\r\n\r\na"], "202"],
    [["X-Sum: 00ff\r\n\r\na", "X-Limit: 9\r\n\r\nb"], "202"],
    [["X-Sum: 00ff\r\n\r\na", "X-Sum: 00ff\r\n\r\nb"], "400 part 1: header X-Limit is missing"],
    [["\r\na"], "400 part 0: header X-Sum is missing"],
  ])("%# has those of its place", async (parts, expected) => {
    expect(await sent("/parts", "multipart/mixed", ...parts)).toBe(expected);
  });
});

test("the parts of an answer have the headers that they must have", async () => {
  const answer = await fetch(`${mock.url}/all`);
  const text = await answer.text();
  const [first = "", ...others] = text.split(/--[\w-]+\r\n/).filter((part) => part !== "");
  expect(first).toMatch(/^X-Sum: [0-9a-f]{4}\r$/m);
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) expect(other).toMatch(/^X-Limit: -?\d\r$/m);
  const parts = text
    .replace(/--[\w-]+--\s*$/, "")
    .split(/--[\w-]+\r\n/)
    .filter((part) => part !== "");
  expect(await sent("/parts", "multipart/mixed", ...parts.map((part) => part.slice(0, -2)))).toBe("202");
});
