// The parts of answers are judged with what is inside them, and by the headers that the document gives them.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { contractOf, documentOfValue } from "../../../src/contract/load.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import type { OpenApiDocument } from "../../../src/library/contracts.ts";
import { createMock } from "../../../src/library/create-mock.ts";
import { complaints, judge } from "../side-by-side.ts";

const SUM: JsonObject = { required: true, schema: { type: "string", pattern: "^[0-9a-f]{4}$" } };
const LEFT: JsonObject = { schema: { type: "integer", minimum: 0 } };
const headers: JsonObject = { "X-Sum": SUM, "X-Left": LEFT };
const LIST: JsonObject = {
  "multipart/mixed": {
    itemSchema: { type: "array", items: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } },
    itemEncoding: {
      contentType: "multipart/related",
      headers: { "X-Left": LEFT },
      itemEncoding: { contentType: "application/json", headers },
    },
  },
};
const FORM: JsonObject = {
  "multipart/form-data": {
    schema: {
      type: "object",
      required: ["note"],
      properties: { note: { type: "string", maxLength: 40 }, page: { type: "integer" } },
    },
    encoding: { note: { headers } },
  },
};
const documentWith = (content: JsonObject, status = "200"): JsonObject => ({
  openapi: "3.2.0",
  info: { title: "Parts", version: "1" },
  paths: {
    "/parts": {
      get: {
        responses: {
          ...(status === "200" ? {} : { "200": { description: "ok" } }),
          [status]: { description: "ok", content },
        },
      },
    },
  },
});

/** What the suite says about the answer of a service. */
async function said(content: JsonObject, type: string, text: string, status = 200): Promise<string[]> {
  const server = createServer((_, res) => res.writeHead(status, { "Content-Type": type }).end(text));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => void (await new Promise((done) => server.close(done)));
  const contract = contractOf(await documentOfValue(documentWith(content, String(status))));
  const run = await judge(contract, { url, key: "k", close });
  const all = run.results.filter(({ check: { id } }) => /^(?:schema|errors)\./.test(id));
  return all.flatMap(({ check, outcome }) =>
    outcome.verdict === "fail" ? [`${check.level} ${check.id}: ${outcome.seen}`] : [],
  );
}

const multipart = (boundary: string, ...parts: readonly string[]): string =>
  `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`;
const item = (value: string, ...lines: readonly string[]): string =>
  `${["Content-Type: application/json", ...lines].join("\r\n")}\r\n\r\n${value}`;
const inner = (parts: readonly string[], ...lines: readonly string[]): string =>
  `${["Content-Type: multipart/related; boundary=c", ...lines].join("\r\n")}\r\n\r\n${multipart("c", ...parts)}`;

describe("parts inside parts", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["as described", [inner([item('{"id":1}', "X-Sum: 00ff")]), inner([])], []],
    [
      "wrong inside",
      [inner([item('{"id":"1"}', "X-Sum: 00ff")])],
      ["must schema.body: part 0: /0/id must be an integer"],
    ],
    [
      "in another media type",
      [inner(["Content-Type: text/html\r\nX-Sum: 00ff\r\n\r\na"])],
      ['must schema.body: part 0 of part 0 is "text/html"; allowed is application/json'],
    ],
    [
      "that are not complete",
      ["Content-Type: multipart/related; boundary=c\r\n\r\n--c\r\n\r\na"],
      ["must schema.body: the body has a part 0 that ends before its last boundary"],
    ],
    [
      "without a header that they must have",
      [inner([item('{"id":1}')])],
      ["must schema.required-headers: part 0 of part 0: header X-Sum is missing on a 200"],
    ],
    [
      "with a wrong header",
      [inner([item('{"id":1}', "X-Sum: 00ff", "X-Left: -1")])],
      ["must schema.header-values: part 0 of part 0: header X-Left must be 0 or more"],
    ],
    [
      "whose own header is wrong",
      [inner([], "X-Left: none")],
      [expect.stringMatching(/^must schema\.header-values: part 0: header X-Left must be an integer/) as string],
    ],
  ])("%s", async (_, parts, expected) => {
    expect(await said(LIST, "multipart/mixed; boundary=b", multipart("b", ...parts))).toEqual(expected);
  });
});

describe("a form in an answer", () => {
  const field = (name: string, text: string, ...lines: readonly string[]): string =>
    `${[`Content-Disposition: form-data; name="${name}"`, ...lines].join("\r\n")}\r\n\r\n${text}`;
  test.each<[string, readonly string[], readonly string[]]>([
    ["as described", [field("note", "hi", "X-Sum: 00ff"), field("page", "3")], []],
    ["without a part", [field("page", "3")], ['must schema.body: must have the property "note"']],
    [
      "with a wrong part",
      [field("note", "hi", "X-Sum: 00ff"), field("page", "three")],
      [expect.stringMatching(/^must schema\.body: the body has page, which must be an integer/) as string],
    ],
    [
      "without a header",
      [field("note", "hi")],
      ["must schema.required-headers: note: header X-Sum is missing on a 200"],
    ],
    [
      "with a wrong header",
      [field("note", "hi", "X-Sum: 00fg")],
      [expect.stringMatching(/^must schema\.header-values: note: header X-Sum must match/) as string],
    ],
  ])("%s", async (_, parts, expected) => {
    expect(await said(FORM, "multipart/form-data; boundary=b", multipart("b", ...parts))).toEqual(expected);
  });

  test("a header that an error lacks is a smaller matter", async () => {
    const text = multipart("b", field("note", "hi"));
    expect(await said(FORM, "multipart/form-data; boundary=b", text, 503)).toContain(
      "should schema.error-headers: note: header X-Sum is missing on a 503",
    );
  });
});

const LINES: JsonObject = { "application/json-seq": { schema: { type: "array", items: { type: "integer" } } } };
const TUPLE: JsonObject = {
  "multipart/mixed": { schema: { type: "array", prefixItems: [{ type: "object" }, { type: "string" }] } },
};

test.each<[string, JsonObject]>([
  ["list", LIST],
  ["form", FORM],
  ["lines", LINES],
  ["tuple", TUPLE],
])("answers to generated requests are judged in the same way: %s", async (_, content) => {
  const document = documentWith(content);
  const mock = await createMock({ spec: document as unknown as OpenApiDocument });
  const store = { url: mock.url, key: mock.key, close: () => mock.close() };
  const contract = contractOf(await documentOfValue(document));
  expect(complaints(await judge(contract, store, { explore: { count: 3, seed: 1 } }))).toEqual([]);
});

test.each<[string, JsonObject]>([
  ["list", LIST],
  ["form", FORM],
])("the mock keeps what it describes: %s", async (_, content) => {
  const document = documentWith(content);
  const mock = await createMock({ spec: document as unknown as OpenApiDocument });
  const store = { url: mock.url, key: mock.key, close: () => mock.close() };
  const run = await judge(contractOf(await documentOfValue(document)), store);
  expect(complaints(run)).toEqual([]);
  const passed = run.results.filter(({ outcome }) => outcome.verdict === "pass").map(({ check }) => check.id);
  expect(passed).toEqual(expect.arrayContaining(["schema.body", "schema.required-headers", "schema.header-values"]));
});
