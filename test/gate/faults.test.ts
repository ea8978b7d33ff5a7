// Parts of a document that the gate cannot understand: it leaves out as little as possible.
import { describe, expect, test } from "vitest";
import { parseDocumentText } from "../../src/contract/load.ts";
import { faultsOf } from "../../src/gate/faults/find.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { KEYWORDS } from "../../src/schema/keywords.ts";
import { compare, documentOf, withOperation, withRequest } from "./documents.ts";

async function faultsIn(value: JsonObject): Promise<string[]> {
  const document = await parseDocumentText(writeJson(value), "(object)", { lenient: true });
  return faultsOf(document).map(({ pointer, at, message, leaves }) =>
    at === pointer ? `${leaves} ${at}: ${message}` : `${leaves} ${at}, told at ${pointer}: ${message}`,
  );
}

const BODY = "/paths/~1things/post/requestBody/content/application~1json/schema";
const ODD: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  "",
  "(",
  "x",
  [],
  [1],
  ["a", "a"],
  [{}],
  {},
  { a: 5 },
  { a: ["b", 1] },
];

test.each([...KEYWORDS.keys()])("%s", async (keyword) => {
  const told = ODD.map(async (value) => {
    const found = await faultsIn(withRequest({ oneOf: [{ [keyword]: value }, { type: "string" }] }));
    return found.map((fault) => `${JSON.stringify(value)} ${fault.replaceAll(BODY, "")}`);
  });
  expect((await Promise.all(told)).flat()).toMatchSnapshot();
});

const OK = { "200": { description: "OK" } };
const circle = {
  components: {
    parameters: { a: { $ref: "#/components/parameters/a" } },
    schemas: { A: { $ref: "#/components/schemas/A" } },
  },
};

test.each<[string, JsonObject]>([
  ["paths", documentOf([] as never)],
  ["a path", documentOf({ "/a": "x" })],
  ["no path", documentOf({ "/a": null })],
  ["an operation", documentOf({ "/a": { get: [] } })],
  ["responses", documentOf({ "/a": { get: { responses: [] } } })],
  ["a response", withOperation({ responses: { "200": "OK" } })],
  ["content", withOperation({ responses: { "200": { description: "OK", content: [] } } })],
  ["a media type", withOperation({ responses: { "200": { description: "OK", content: { "text/plain": 5 } } } })],
  ["headers", withOperation({ responses: { "200": { description: "OK", headers: "x" } } })],
  ["a header", withOperation({ responses: { "200": { description: "OK", headers: { a: 5 } } } })],
  ["a request body", withOperation({ requestBody: [] })],
  ["encoding", withOperation({ requestBody: { content: { "multipart/form-data": { encoding: [] } } } })],
  ["parameters", withOperation({ parameters: {} })],
  ["a parameter", withOperation({ parameters: ["q"] })],
  ["a parameter without a name", withOperation({ parameters: [{ in: "query" }] })],
  ["a parameter in an unknown place", withOperation({ parameters: [{ name: "q", in: "body" }] })],
  ["a schema", withOperation({ parameters: [{ name: "q", in: "query", schema: "string" }] })],
  ["callbacks", withOperation({ callbacks: [] })],
  ["a callback", withOperation({ callbacks: { a: { "{$url}": { post: "x" } } } })],
  ["a parameter that refers to itself", withOperation({ parameters: [{ $ref: "#/components/parameters/a" }] }, circle)],
  ["a schema that refers to itself", withRequest({ $ref: "#/components/schemas/A" }, circle)],
  ["a reference to nothing", withRequest({ $ref: "#/components/schemas/B" })],
  ["a reference that is not a string", withRequest({ $ref: 5 })],
  ["nothing wrong", withOperation({ responses: OK })],
])("%s", async (_, document) => {
  expect(await faultsIn(document)).toMatchSnapshot();
});

describe("a fault inside one response of an operation", () => {
  const answer = (schema: unknown, headers?: unknown) => ({
    description: "D",
    content: { "application/json": { schema } },
    ...(headers !== undefined && { headers }),
  });
  const text = { type: "string", maxLength: 5 };
  const longer = { type: "string", maxLength: 9 };

  test.each<[string, unknown]>([
    ["the response itself", "OK"],
    ["its content", { description: "D", content: [] }],
    ["a media type", { description: "D", content: { "application/json": 5 } }],
    ["its headers", answer(text, "x")],
    ["a header", answer(text, { a: 5 })],
  ])("does not keep the other responses from being compared: %s", async (_, faulty) => {
    const base = withOperation({ responses: { "200": answer(text), "404": faulty, default: answer(text) } });
    const revision = withOperation({ responses: { "200": answer(longer), "404": faulty, default: answer(longer) } });
    const { changes } = await compare(base, revision);
    const told = changes.map(({ verdict, kind, base: from }) => `${verdict} ${kind} ${from?.pointer ?? ""}`);
    const at = (status: string): string =>
      `/paths/~1things/get/responses/${status}/content/application~1json/schema/maxLength`;
    expect(told).toEqual(
      expect.arrayContaining([
        `breaking response-maxLength ${at("200")}`,
        `breaking response-maxLength ${at("default")}`,
        expect.stringMatching(/document-fault .*404/),
      ]),
    );
  });
});

describe("a security scheme that is used and not declared", () => {
  const key = { components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } } };
  const security = [{ key: [] }];
  const text = { type: "string", maxLength: 5 };
  const ofDocument = (more: JsonObject = {}, schema: JsonObject = text): JsonObject => ({
    ...withRequest(schema),
    security,
    ...more,
  });
  const ofOperation = (more: JsonObject = {}): JsonObject => ({
    ...withOperation({ responses: OK, security }),
    ...more,
  });

  test.each([
    ["the document", ofDocument, "/security/0/key"],
    ["an operation", ofOperation, "/paths/~1things/get/security/0/key"],
  ] as const)("by %s: declaring it breaks nothing, and no longer declaring it fails the run", async (_, with_, at) => {
    const [mended, broken] = [await compare(with_(), with_(key)), await compare(with_(key), with_())];
    const told = (changes: typeof mended.changes) =>
      changes.map(({ kind, verdict, severity, base, revision }) => [
        ...[kind, verdict, severity, base?.pointer, revision?.pointer],
      ]);
    expect(told(mended.changes)).toEqual([["document-fault", "unknown", "none", at, undefined]]);
    expect(told(broken.changes)).toEqual([["document-fault", "unknown", "error", undefined, at]]);
  });

  test("is one that is declared as something else than an object, too", async () => {
    const { changes } = await compare(ofDocument({ components: { securitySchemes: { key: 5 } } }), ofDocument(key));
    expect(changes.map(({ kind, verdict }) => `${verdict} ${kind}`)).toEqual(["unknown document-fault"]);
  });

  test("leaves the rest of the operations to be judged", async () => {
    const { changes } = await compare(ofDocument(), ofDocument({}, { ...text, maxLength: 4 }));
    expect(changes.map(({ kind, verdict }) => `${verdict} ${kind}`)).toEqual([
      "breaking request-maxLength",
      "policy version-not-raised",
      "compatible document-fault",
    ]);
  });
});

describe("a closed object that requires what it does not describe", () => {
  const closed = (tools: readonly string[], required = ["thread", "agent"]): JsonObject => ({
    type: "object",
    required,
    additionalProperties: false,
    properties: { agent: { type: "string" }, tool: { enum: [...tools] } },
  });
  const [wide, narrow] = [closed(["saw", "drill"]), closed(["saw"])];
  const told = async (base: JsonObject, revision: JsonObject): Promise<string[]> =>
    (await compare(base, revision)).changes
      .filter(({ kind }) => kind !== "version-not-raised")
      .map(({ kind, verdict, severity }) => `${verdict} ${kind} ${severity}`);

  test.each<[string, (schema: JsonObject) => JsonObject]>([
    ["a body", withRequest],
    ["a property of it", (schema) => withRequest({ type: "object", properties: { job: schema } })],
    ["an item of it", (schema) => withRequest({ type: "array", items: schema })],
    ["a part of an allOf", (schema) => withRequest({ allOf: [{ type: "object", properties: { agent: {} } }, schema] })],
    ["an alternative", (schema) => withRequest({ oneOf: [schema, { type: "string" }] })],
    ["a component", (A) => withRequest({ $ref: "#/components/schemas/A" }, { components: { schemas: { A } } })],
  ])("as %s, is judged without it", async (_, put) => {
    expect(await told(put(wide), put(narrow))).toEqual([
      "breaking request-enum error",
      "compatible document-fault none",
    ]);
  });

  test("is the same fault in another order, a new one in the revision only, and none if names match a pattern", async () => {
    const reordered = closed(["saw", "drill"], ["agent", "thread"]);
    expect(await told(withRequest(wide), withRequest(reordered))).toEqual(["compatible document-fault none"]);
    const sound = closed(["saw", "drill"], ["agent"]);
    expect(await told(withRequest(sound), withRequest(wide))).toEqual(["unknown document-fault error"]);
    expect(await told(withRequest(wide), withRequest(sound))).toEqual(["unknown document-fault none"]);
    const matched = { ...wide, patternProperties: { "^thr": {} } };
    expect(await told(withRequest(matched), withRequest(matched))).toEqual([]);
  });
});

describe("a closed part of an allOf that does not allow what another part requires", () => {
  const base = (tools: readonly string[], isClosed = true): JsonObject => ({
    type: "object",
    required: ["agent"],
    properties: { agent: { type: "string" }, tool: { enum: [...tools] } },
    ...(isClosed ? { additionalProperties: false } : {}),
  });
  const job = (id: string): JsonObject => ({
    type: "object",
    required: ["id"],
    properties: { id: { type: id } },
  });
  const whole = (tools: readonly string[], id = "integer", isClosed = true): JsonObject =>
    withRequest(
      { allOf: [{ $ref: "#/components/schemas/Base" }, job(id)] },
      { components: { schemas: { Base: base(tools, isClosed) } } },
    );
  const told = async (before: JsonObject, after: JsonObject): Promise<string[]> =>
    (await compare(before, after)).changes
      .filter(({ kind }) => kind !== "version-not-raised")
      .map(({ kind, verdict, severity }) => `${verdict} ${kind} ${severity}`);

  test("is taken to close the whole where both documents have it, and everything else is judged", async () => {
    const wide = whole(["saw", "drill"]);
    expect(await told(wide, wide)).toEqual(["compatible document-fault none"]);
    expect(await told(wide, whole(["saw"]))).toEqual(["breaking request-enum error", "compatible document-fault none"]);
    expect(await told(wide, whole(["saw", "drill"], "string"))).toEqual([
      "breaking request-type error",
      "compatible document-fault none",
    ]);
  });

  test("fails a run that brings it, and does not fail one that takes it away", async () => {
    const open = whole(["saw"], "integer", false);
    expect(await told(open, whole(["saw"]))).toContain("unknown document-fault error");
    expect(await told(whole(["saw"]), open)).toContain("unknown document-fault none");
  });

  test.each<[string, JsonObject]>([
    ["the whole that is closed", { ...job("integer"), additionalProperties: false, allOf: [base(["saw"], false)] }],
    ["a part of a part", { allOf: [{ allOf: [base(["saw"])] }, job("integer")] }],
    ["closed as the other part is", { allOf: [base(["saw"]), { ...job("integer"), additionalProperties: false }] }],
  ])("as %s", async (_, schema) => {
    expect(await told(withRequest(schema), withRequest(schema))).toContain("compatible document-fault none");
  });

  test.each<[string, JsonObject]>([
    ["may be absent", { type: "object", properties: { id: {} } }],
    ["is described in both", { type: "object", required: ["agent"] }],
  ])("is no fault if what the other part says %s", async (_, other) => {
    const schema = withRequest({ allOf: [base(["saw"]), other] });
    expect(await told(schema, schema)).toEqual([]);
  });
});
