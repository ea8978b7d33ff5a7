// Parts of multipart bodies that have parts themselves (OpenAPI 3.2, nested encoding), in requests and answers.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { type Mock, startMock } from "./support.ts";

const problem: JsonObject = { type: "object", properties: { detail: { type: "string" } } };
const OK: JsonObject = {
  "202": { description: "ok" },
  "400": { description: "no", content: { "application/problem+json": { schema: problem } } },
};
const taking = (content: JsonObject): JsonObject => ({
  post: { requestBody: { required: true, content }, responses: OK },
});
const giving = (content: JsonObject): JsonObject => ({ get: { responses: { "200": { description: "ok", content } } } });
const reading: JsonObject = { type: "object", required: ["value"], properties: { value: { type: "integer" } } };
const SUM: JsonObject = { required: true, schema: { type: "string", pattern: "^[0-9a-f]{4}$" } };

/** The same example as TUPLE, with schemas that say more. */
const NESTED: JsonObject = {
  schema: {
    type: "array",
    minItems: 2,
    prefixItems: [
      { type: "array", items: { type: "integer" } },
      {
        type: "array",
        minItems: 2,
        prefixItems: [
          { ...reading, xml: { name: "reading" } },
          { type: "string", maxLength: 5 },
        ],
        items: { type: "integer" },
      },
    ],
  },
  prefixEncoding: [
    {},
    {
      contentType: "multipart/mixed",
      headers: { "X-Sum": SUM },
      prefixEncoding: [{ contentType: "application/xml" }, { headers: { "X-Sum": SUM } }],
      itemEncoding: { contentType: "text/plain" },
    },
  ],
};
const ITEMS: JsonObject = {
  itemSchema: { type: "array", items: { type: "array", items: reading } },
  itemEncoding: {
    contentType: "multipart/related",
    itemEncoding: { contentType: "multipart/mixed", itemEncoding: { contentType: "application/json" } },
  },
};
const FORM: JsonObject = {
  schema: {
    type: "object",
    required: ["files"],
    properties: {
      title: { type: "string" },
      files: { type: "array", minItems: 2, items: { type: "string", maxLength: 3 } },
      pairs: { type: "array", items: { type: "array", maxItems: 2, items: { type: "integer" } } },
      card: { type: "object", required: ["age"], properties: { age: { type: "integer" }, name: { type: "string" } } },
    },
  },
  encoding: {
    files: { contentType: "multipart/mixed", itemEncoding: { contentType: "text/plain, text/csv" } },
    pairs: { contentType: "multipart/mixed", itemEncoding: {} },
    card: { contentType: "multipart/form-data", encoding: { name: { headers: { "X-Sum": SUM } } } },
  },
};
/** The specification's own example. */
const TUPLE: JsonObject = {
  schema: {
    type: "array",
    prefixItems: [{ type: "array" }, { type: "array", prefixItems: [{ type: "object" }, { type: "string" }, {}] }],
  },
  prefixEncoding: [
    {},
    {
      contentType: "multipart/mixed",
      prefixEncoding: [{ contentType: "application/xml" }, {}, { contentType: "image/png" }],
    },
  ],
};
const LIST: JsonObject = { itemSchema: { type: "array" }, itemEncoding: { contentType: "multipart/mixed" } };
const DOCUMENT: JsonObject = {
  openapi: "3.2.0",
  info: { title: "Parts in parts", version: "1" },
  paths: {
    "/nested": { ...taking({ "multipart/mixed": NESTED }), ...giving({ "multipart/mixed": NESTED }) },
    "/items": { ...taking({ "multipart/mixed": ITEMS }), ...giving({ "multipart/mixed": ITEMS }) },
    "/form": { ...taking({ "multipart/form-data": FORM }), ...giving({ "multipart/form-data": FORM }) },
    "/tuple": giving({ "multipart/mixed": TUPLE }),
    "/list": taking({ "multipart/mixed": LIST }),
  },
};

let mock: Mock;
beforeAll(async () => {
  mock = await startMock(DOCUMENT);
});
afterAll(() => mock.close());

async function sent(path: string, type: string, body: string): Promise<string> {
  const answer = await fetch(mock.url + path, { method: "POST", headers: { "Content-Type": type }, body });
  const text = await answer.text();
  return answer.ok ? String(answer.status) : `${answer.status} ${(JSON.parse(text) as { detail: string }).detail}`;
}

const multipart = (boundary: string, ...parts: readonly string[]): string =>
  `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--`;
const part = (type: string, text: string, ...lines: readonly string[]): string =>
  `${[`Content-Type: ${type}`, ...lines].join("\r\n")}\r\n\r\n${text}`;
const within = (boundary: string, parts: readonly string[], ...lines: readonly string[]): string =>
  part(`multipart/mixed; boundary=${boundary}`, multipart(boundary, ...parts), ...lines);

describe("parts without names", () => {
  const outer = (...parts: readonly string[]): Promise<string> =>
    sent("/nested", "multipart/mixed; boundary=b", multipart("b", part("application/json", "[1]"), ...parts));
  const xml = part("application/xml", "<reading><value>5</value></reading>");
  const text = part("text/plain", "hello", "X-Sum: 00ff");
  const sum = "X-Sum: 00ff";

  test.each<[string, readonly string[], string]>([
    ["as described", [within("c", [xml, text, part("text/plain", "7")], sum)], "202"],
    ["inside a boundary that begins alike", [within("bc", [xml, text], sum)], "202"],
    ["that are no number", [within("c", [xml, text, part("text/plain", "x")], sum)], "400 1.2 is "],
    ["whose XML is wrong", [within("c", [part("application/xml", "<reading/>"), text], sum)], "400 1.0 must have"],
    ["whose text is too long", [within("c", [xml, part("text/plain", "too long", sum)], sum)], "400 1.1 is "],
    ["of which there are too few", [within("c", [xml], sum)], "400 1 must have 2 items or more"],
    [
      "without a header of theirs",
      [within("c", [xml, part("text/plain", "a")], sum)],
      "400 part 1 of part 1: header X-Sum is missing",
    ],
    ["in one without a header", [within("c", [xml, text])], "400 part 1: header X-Sum is missing"],
    [
      "with a wrong header",
      [within("c", [xml, part("text/plain", "a", "X-Sum: q")], sum)],
      "400 part 1 of part 1: header X-Sum must match",
    ],
    [
      "in another media type",
      [within("c", [part("text/html", "<p>"), text], sum)],
      '400 part 0 of part 1 is "text/html"; allowed is application/xml',
    ],
    [
      "in one that is no multipart",
      [part("text/plain", "a", sum)],
      '400 part 1 is "text/plain"; allowed is multipart/mixed',
    ],
    [
      "that do not end",
      [part("multipart/mixed; boundary=c", "--c\r\n\r\na", sum)],
      "400 the body has a part 1 that ends before its last boundary",
    ],
    ["without a boundary", [part("multipart/mixed", "--c--", sum)], "400 the body has a part 1 that has no boundary"],
    [
      "that are no XML",
      [within("c", [part("application/xml", "<a"), text], sum)],
      "400 the body has a part 0 of part 1 that is not XML",
    ],
  ])("%s", async (_what, parts, expected) => {
    const said = await outer(...parts);
    expect(said.slice(0, expected.length)).toBe(expected);
  });

  test("are read three levels deep", async () => {
    const deep = (value: string): string =>
      multipart(
        "b",
        part("multipart/related; boundary=c", multipart("c", within("d", [part("application/json", value)]))),
      );
    expect(await sent("/items", "multipart/mixed; boundary=b", deep('{"value":1}'))).toBe("202");
    const said = await sent("/items", "multipart/mixed; boundary=b", deep('{"value":"1"}'));
    expect(said).toMatch(/^400 0\.0\.0\.value is "1": must be/);
  });

  test.each(["/nested", "/items"])("are sent as they are taken: %s", async (path) => {
    const answer = await fetch(mock.url + path);
    const type = answer.headers.get("content-type") ?? "";
    const body = await answer.text();
    expect(body.match(/^Content-Type: multipart\//gm)?.length).toBeGreaterThan(0);
    expect(await sent(path, type, body)).toBe("202");
  });
});

test("the parts of a tuple are all there", async () => {
  const answer = await fetch(`${mock.url}/tuple`);
  const types = [...(await answer.text()).matchAll(/^Content-Type: ([^;\r]*)/gm)].map(([, type]) => type);
  expect(types).toEqual(["application/json", "multipart/mixed", "application/xml", "text/plain", "image/png"]);
});

describe("a form", () => {
  const field = (name: string, type: string, text: string): string =>
    part(type, text, `Content-Disposition: form-data; name="${name}"`);
  const files = (...types: readonly string[]): string =>
    field("files", "multipart/mixed; boundary=c", multipart("c", ...types.map((type) => part(type, "abc"))));
  const pair = (...numbers: readonly string[]): string =>
    field("pairs", "multipart/mixed; boundary=c", multipart("c", ...numbers.map((one) => part("text/plain", one))));
  const card = (...parts: readonly string[]): string =>
    field("card", "multipart/form-data; boundary=c", multipart("c", ...parts));
  const age = field("age", "text/plain", "5");
  const form = (...parts: readonly string[]): Promise<string> =>
    sent("/form", "multipart/form-data; boundary=b", multipart("b", ...parts));

  test.each<[string, readonly string[], string]>([
    ["a list in one part", [files("text/plain", "text/csv")], "202"],
    ["several lists", [files("text/plain", "text/csv"), pair("1", "2"), pair("3")], "202"],
    ["an object in one part", [files("text/plain", "text/csv"), card(age)], "202"],
    ["too few", [files("text/plain")], "400 files must have 2 items or more"],
    [
      "another media type",
      [files("text/plain", "image/png")],
      '400 part 1 of files is "image/png"; allowed is text/plain, text/csv',
    ],
    [
      "too many in one of them",
      [files("text/plain", "text/csv"), pair("1"), pair("1", "2", "3")],
      "400 pairs.1 must have 2 items or fewer",
    ],
    ["no number", [files("text/plain", "text/csv"), pair("x")], "400 pairs.0.0 is "],
    ["an object without a property", [files("text/plain", "text/csv"), card()], "400 card must have the property"],
    [
      "a header that is missing",
      [files("text/plain", "text/csv"), card(age, field("name", "text/plain", "a"))],
      "400 name of card: header X-Sum is missing",
    ],
    [
      "a part without a name",
      [files("text/plain", "text/csv"), card(part("text/plain", "5"))],
      "400 the body has a card that has a part without a name",
    ],
  ])("%s", async (_what, parts, expected) => {
    const said = await form(...parts);
    expect(said.slice(0, expected.length)).toBe(expected);
  });

  test("is sent as it is taken", async () => {
    const answer = await fetch(`${mock.url}/form`);
    const type = answer.headers.get("content-type") ?? "";
    const body = await answer.text();
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toMatch(/name="files"(?:; filename="[^"]*")?\r\nContent-Type: multipart\/mixed; boundary=/);
    expect(await sent("/form", type, body)).toBe("202");
  });
});

describe("bounds", () => {
  const nested = (depth: number, inner: string): string =>
    depth === 0 ? inner : within(`b${depth}-`, [nested(depth - 1, inner)]);
  const list = (body: string): Promise<string> => sent("/list", "multipart/mixed; boundary=b", multipart("b", body));

  test("what lies deeper than the document says is text", async () => {
    expect(await list(within("c", [part("text/plain", "a")]))).toBe("202");
    expect(await list(nested(50, part("text/plain", "a")))).toBe("202");
  });

  test("no more than 10,000 parts are read in all", async () => {
    const many = within(
      "c",
      Array.from({ length: 2000 }, () => "\r\n"),
    );
    const body = (times: number): string => multipart("b", ...Array.from({ length: times }, () => many));
    expect(await sent("/list", "multipart/mixed; boundary=b", body(4))).toBe("202");
    expect(await sent("/list", "multipart/mixed; boundary=b", body(5))).toBe(
      "400 the body has a part 4 that has more than 10000 parts, with those inside them",
    );
  });
});
