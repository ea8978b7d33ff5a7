// Changes that owners of published APIs make in every release and that nobody calls breaking, next to ones that are.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { bodyOf, compare, kinds, withOperation, withParameters, withRequest, withResponse } from "./documents.ts";

type Loose = Record<string, unknown>;

const TEXT = { type: "string" };
const query = (schema: unknown, more: Loose = {}): JsonObject =>
  withParameters({ name: "q", in: "query", schema, ...more });
const closed = (properties: Loose): Loose => ({ type: "object", properties, additionalProperties: false });

/** The kinds of breaking changes. */
const breaks = async (base: JsonObject, revision: JsonObject): Promise<string[]> =>
  kinds(await compare(base, revision), "breaking");

describe("scopes of a token", () => {
  const asking = (...scopes: string[]): JsonObject => {
    const flows = { clientCredentials: { tokenUrl: "https://a.test", scopes: {} } };
    const components = { securitySchemes: { o: { type: "oauth2", flows } } };
    return withOperation({ security: [{ o: scopes }] }, { components });
  };

  test("a scope next to one that it includes by its name is unclear and does not fail the run", async () => {
    const { changes } = await compare(asking("files.read"), asking("files", "files.read"));
    expect(changes[0]).toMatchObject({ kind: "security-scope-widened", verdict: "policy", severity: "warning" });
    expect(changes.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("a scope next to one that includes it is not breaking", async () => {
    expect(await breaks(asking("files"), asking("files", "files.read"))).toEqual([]);
  });

  test.each([
    ["another scope", ["files.read"], ["files.read", "mail"]],
    ["another scope that begins with the same letters", ["files.read"], ["file", "files.read"]],
    ["the wider scope in place of the narrower one", ["files.read"], ["files"]],
  ] as const)("%s breaks clients that have the old one", async (_, before, after) => {
    expect(await breaks(asking(...before), asking(...after))).toEqual(["security-changed"]);
  });
});

describe("a new property in a closed object of a response", () => {
  test("is shown with a warning, because clients should ignore unknown properties", async () => {
    const { changes } = await compare(withResponse(closed({ a: TEXT })), withResponse(closed({ a: TEXT, b: TEXT })));
    const worst = changes.filter(({ verdict }) => verdict !== "compatible");
    expect(worst.map(({ kind, severity }) => [kind, severity])).toContainEqual([
      "response-property-allowed",
      "warning",
    ]);
    expect(worst.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(bodyOf(worst.find(({ kind }) => kind === "response-property-allowed"))).toEqual({ b: expect.anything() });
  });

  test("breaks in the profile strict", async () => {
    const documents = [withResponse(closed({ a: TEXT })), withResponse(closed({ a: TEXT, b: TEXT }))] as const;
    expect(kinds(await compare(...documents, "strict"), "breaking")).toEqual(["response-refused"]);
  });

  test("breaks if any name is now allowed", async () => {
    const open = { ...closed({ a: TEXT }), additionalProperties: TEXT };
    expect(await breaks(withResponse(closed({ a: TEXT })), withResponse(open))).toHaveLength(1);
  });
});

describe("a type that other keywords imply", () => {
  const described = { properties: { a: TEXT } };
  const typed = { type: "object", ...described };

  test.each([
    ["added to a request", withRequest(described), withRequest(typed)],
    [
      "added to a request, together with null",
      withRequest(described),
      withRequest({ ...typed, type: ["object", "null"] }),
    ],
    ["added to items", withRequest({ items: TEXT }), withRequest({ type: "array", items: TEXT })],
    ["removed from a response", withResponse(typed), withResponse(described)],
  ])("warns when it is %s", async (_, base, revision) => {
    const { changes } = await compare(base, revision);
    const worst = changes.filter(({ verdict }) => verdict !== "compatible");
    expect(worst.map(({ kind, severity }) => [kind, severity])).toEqual([["implied-type", "warning"]]);
    expect(worst[0]?.witness).toBeDefined();
  });

  test("hides no other break of the same schema", async () => {
    const revision = withRequest({ ...typed, required: ["a"] });
    expect(await breaks(withRequest(described), revision)).toContain("request-required");
    const fails = (await compare(withRequest(described), revision)).changes.filter(
      ({ severity }) => severity === "error",
    );
    expect(fails.map(({ kind }) => kind)).toEqual(["request-required"]);
  });

  test.each([
    ["another type", withRequest(described), withRequest({ ...described, type: "array" })],
    ["a type where nothing implies one", withRequest({ description: "d" }), withRequest({ type: "object" })],
    ["a type where the keywords imply two", withRequest({ ...described, items: TEXT }), withRequest(typed)],
  ])("breaks when it is %s", async (_, base, revision) => {
    const { changes } = await compare(base, revision);
    expect(changes.filter(({ severity }) => severity === "error").map(({ kind }) => kind)).toContain("request-type");
  });

  test("breaks in the profile strict", async () => {
    expect(kinds(await compare(withRequest(described), withRequest(typed), "strict"), "breaking")).toEqual([
      "request-type",
    ]);
  });
});

describe("nullable that is left over from OpenAPI 3.0", () => {
  const old = (schema: Loose): JsonObject => ({
    ...withRequest({ type: "object", properties: { a: schema } }),
    openapi: "3.0.3",
  });
  const now = (schema: Loose): JsonObject => withRequest({ type: "object", properties: { a: schema } });

  test.each([
    ["a type", { ...TEXT, nullable: true }],
    ["alternatives", { anyOf: [TEXT, { type: "integer" }], nullable: true }],
    ["exactly one of several alternatives must match", { oneOf: [TEXT, { type: "integer" }], nullable: true }],
  ])("warns next to %s", async (_, schema) => {
    const { changes } = await compare(old(schema), now(schema));
    const worst = changes.filter(({ verdict }) => verdict === "breaking");
    expect(worst.map(({ kind, severity }) => [kind, severity])).toEqual([["nullable-without-effect", "warning"]]);
    expect(bodyOf(worst[0])).toEqual({ a: null });
  });

  test("null that the base meant, and its revision says, is a warning; one that nobody meant is a break", async () => {
    const of = (schema: object) => withResponse({ type: "object", properties: { a: schema } });
    const now = of({ type: ["string", "null"] });
    const kindOf = async (base: ReturnType<typeof of>) =>
      (await compare(base, now)).changes
        .filter(({ verdict }) => verdict === "breaking")
        .map(({ kind, severity }) => [kind, severity]);
    expect(await kindOf(of({ type: "string", nullable: true }))).toEqual([["nullable-without-effect", "warning"]]);
    expect(await kindOf(of({ type: "string" }))).toEqual([["response-type", "error"]]);
  });

  test.each([
    ["null that is no longer declared", { ...TEXT, nullable: true }, TEXT],
    ["another type", { ...TEXT, nullable: true }, { type: "integer", nullable: true }],
    [
      "a removed alternative",
      { anyOf: [TEXT, { type: "integer" }], nullable: true },
      { anyOf: [TEXT, { type: "boolean" }], nullable: true },
    ],
  ])("hides no break: %s", async (_, before, after) => {
    const { changes } = await compare(old(before), now(after));
    expect(changes.filter(({ severity }) => severity === "error")).not.toEqual([]);
  });
});

describe("null in values that are sent as text", () => {
  test("cannot be sent, so it does not matter whether it is allowed", async () => {
    expect(await breaks(query({ type: ["integer", "null"] }), query({ type: "integer" }))).toEqual([]);
    const old = (schema: Loose): JsonObject => ({ ...query(schema), openapi: "3.0.3" });
    expect(await breaks(old({ type: "boolean", nullable: true }), old({ type: "boolean" }))).toEqual([]);
  });

  test("is not used as the witness of another break", async () => {
    const { changes } = await compare(query({ type: ["string", "null"] }), query({ ...TEXT, pattern: "^[0-9]+$" }));
    expect(changes[0]).toMatchObject({ kind: "request-pattern", verdict: "breaking" });
    expect(JSON.stringify(changes[0]?.witness?.exchange)).not.toContain("null");
  });

  test("breaks in JSON, where it can be sent", async () => {
    expect(await breaks(withRequest({ type: ["integer", "null"] }), withRequest({ type: "integer" }))).toEqual([
      "request-type",
    ]);
  });
});

describe("one value that becomes a list", () => {
  const list = { type: "array", items: TEXT };

  test("is read as a list with that value if each item repeats the name", async () => {
    const { changes } = await compare(query(TEXT), query(list));
    expect(changes.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("is a policy error if commas separate the items", async () => {
    const { changes } = await compare(query(TEXT, { explode: false }), query(list, { explode: false }));
    expect(changes.map(({ kind }) => kind)).toContain("parameter-type-changed");
  });
});

describe("success statuses", () => {
  const answering = (...statuses: string[]): JsonObject =>
    withOperation({ responses: Object.fromEntries(statuses.map((status) => [status, { description: "d" }])) });

  test("removing the description of one of two is a warning", async () => {
    const { changes } = await compare(answering("200", "201"), answering("201"));
    expect(changes.map(({ kind, severity }) => [kind, severity])).toEqual([["success-status-narrowed", "warning"]]);
  });

  test("replacing the only one is an error", async () => {
    const { changes } = await compare(answering("200"), answering("204"));
    expect(changes.map(({ kind, severity }) => [kind, severity])).toContainEqual(["success-status-removed", "error"]);
  });
});

describe("an object with an empty map of properties", () => {
  const settings = (properties: Loose): JsonObject => withRequest({ type: "object", properties });

  test("may get a property", async () => {
    expect(await breaks(settings({}), settings({ mode: { enum: ["a", "b"] } }))).toEqual([]);
  });

  test("is different from one without properties, which may contain anything", async () => {
    const free = withRequest({ type: "object" });
    expect(await breaks(free, settings({ mode: { enum: ["a", "b"] } }))).toEqual(["request-enum"]);
  });
});

describe("alternatives", () => {
  const named = (schemas: Loose): Loose => ({ components: { schemas } });
  const ref = (name: string): Loose => ({ $ref: `#/components/schemas/${name}` });

  test("without a name are described by what they allow", async () => {
    const schema = { anyOf: [{ type: "integer" }, { type: "string", format: "date" }] };
    const { changes } = await compare(withRequest({ type: ["string", "integer"] }), withRequest(schema));
    expect(changes[0]?.text).toContain('only ["integer","string date"] is accepted now');
  });

  test("two with the same name are distinguished, wherever they are and whatever their annotations", async () => {
    const pick = (...list: Loose[]): JsonObject => withRequest({ oneOf: list });
    const [one, two] = [
      { type: "array", maxItems: 1 },
      { type: "array", minItems: 3 },
    ];
    const id = async (base: JsonObject, revision: JsonObject): Promise<string | undefined> =>
      (await compare(base, revision)).changes.find(({ verdict }) => verdict === "breaking")?.id;
    const kept = { type: "boolean" };
    const without = [await id(pick(one, two, kept), pick(two, kept)), await id(pick(one, two, kept), pick(one, kept))];
    expect(new Set(without).size).toBe(2);
    expect(without).not.toContain(undefined);
    const noted = { ...one, description: "Later" };
    expect(await id(pick(kept, two, noted), pick(kept, two))).toBe(without[0]);
  });

  test("that exclude each other are not taken for two versions of one", async () => {
    const kind = (only: number): Loose => ({ type: "object", required: ["k"], properties: { k: { enum: [only] } } });
    const before = withResponse({ oneOf: [ref("A"), ref("B")] }, named({ A: kind(1), B: kind(2) }));
    const after = withResponse({ oneOf: [ref("A"), ref("C")] }, named({ A: kind(1), C: kind(3) }));
    const { changes } = await compare(before, after);
    expect(changes[0]).toMatchObject({ kind: "response-oneOf", verdict: "breaking" });
    expect(changes[0]?.text).toContain('removed "B"; added "C"');
  });

  test("are compared inside the one that remains", async () => {
    const whole = (more: Loose): Loose => ({ type: "object", properties: { a: TEXT }, ...more });
    const before = withResponse({ oneOf: [{ type: "null" }, ref("A")] }, named({ A: whole({ required: ["a"] }) }));
    const after = withResponse(ref("A"), named({ A: whole({}) }));
    const { changes } = await compare(before, after);
    expect(changes.map(({ kind, verdict }) => [kind, verdict])).toContainEqual(["response-required", "breaking"]);
    expect(changes.filter(({ kind, verdict }) => kind === "response-oneOf" && verdict !== "compatible")).toEqual([]);
  });

  test("a value that two alternatives allow is not refused because of the others", async () => {
    const range = (name: string): Loose => ({ type: "object", properties: { [name]: { type: "number" } } });
    const after = { oneOf: [TEXT, range("from"), range("to")] };
    expect(await breaks(withRequest(range("from")), withRequest(after))).toEqual([]);
  });
});

test("a break is not reported at an unrelated place", async () => {
  const kinds = (...values: number[]): Loose => ({ type: "integer", oneOf: values.map((only) => ({ const: only })) });
  const one = (name: string): Loose => ({ type: "object", required: [name], properties: { [name]: TEXT } });
  const page = (values: number[], ...parts: string[]): JsonObject =>
    withResponse({
      type: "object",
      required: ["kind"],
      properties: { kind: kinds(...values), parts: { type: "array", items: { oneOf: parts.map(one) } } },
    });
  const { changes } = await compare(page([1, 2], "a", "b"), page([1, 2, 46], "b"));
  for (const change of changes.filter(({ verdict }) => verdict === "breaking")) {
    expect([change.text, bodyOf(change)]).toEqual([change.text, expect.not.objectContaining({ kind: 46 })]);
  }
});

test("the default of a parameter that must be sent does not matter", async () => {
  const before = query({ type: "integer", default: 1 }, { required: true });
  expect((await compare(before, query({ type: "integer", default: 2 }, { required: true }))).changes).toEqual([]);
  expect((await compare(before, query({ type: "integer" }, { required: true }))).changes).toEqual([]);
  const optional = await compare(query({ type: "integer", default: 1 }), query({ type: "integer", default: 2 }));
  expect(kinds(optional, "policy")).toEqual(["parameter-default-changed"]);
});

test("values that are added while an object becomes an alternative are reported by the policy", async () => {
  const object = (...values: string[]): Loose => ({ type: "object", properties: { a: { enum: values } } });
  const before = { ...object("x"), type: ["object", "number"] };
  const { changes } = await compare(
    withResponse(before),
    withResponse({ oneOf: [{ type: "number" }, object("x", "y")] }),
  );
  const told = changes.filter(({ verdict }) => verdict !== "compatible");
  expect(told.map(({ kind, text }) => [kind, text.endsWith('know: "y"')])).toEqual([["response-enum-grown", true]]);
});

test("a new default is a warning, because it usually documents what the API always did", async () => {
  const { changes } = await compare(query({ type: "integer" }), query({ type: "integer", default: 2 }));
  const severities = changes.map(({ kind, verdict, severity }) => [kind, verdict, severity]);
  expect(severities).toEqual([["parameter-default-added", "policy", "warning"]]);
});
