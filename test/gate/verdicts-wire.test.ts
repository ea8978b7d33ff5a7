// Pairs of documents whose verdict was wrong once, or could easily be: parameters, bodies, responses, credentials.
import { describe, expect, test } from "vitest";
import { type Worst, compare, documentOf, kinds, said, withOperation, withParameters, worstOf } from "./documents.ts";

type Loose = Record<string, unknown>;

const OK = { responses: { "200": { description: "OK" } } };
const TEXT = { type: "string" };
const body = (content: Loose) => documentOf({ "/a": { post: { ...OK, requestBody: { content } } } });
const responses = (list: Loose) => withOperation({ responses: list });
const json = (schema?: Loose) => ({
  description: "d",
  ...(schema === undefined ? {} : { content: { "application/json": { schema } } }),
});

describe("media types", () => {
  test.each([
    ["the order of parameters", "application/x;a=1;b=2", "application/x; b=2; a=1"],
    ["quotes", "application/x;a=1", 'application/x; a="1"'],
  ])("are not distinguished by %s", async (_what, before, after) => {
    expect(await worstOf(body({ [before]: { schema: TEXT } }), body({ [after]: { schema: TEXT } }))).toBe("nothing");
  });

  test("a type that is now described next to its range is compared by that description", async () => {
    const range = { "application/*": { schema: TEXT } };
    const special = { "application/vnd.x+json": { schema: { type: "integer" } } };
    const { changes } = await compare(body(range), body({ ...range, ...special }));
    expect(changes[0]).toMatchObject({ kind: "request-type", verdict: "breaking" });
    expect(changes[0]?.witness?.exchange.body?.mediaType).toBe("application/vnd.x+json");
    expect(await worstOf(body({ ...range, ...special }), body(range))).toBe("breaking");
  });
});

test("a range of types with a suffix that is gone is shown with a type that it describes", async () => {
  const own = { "application/json": { schema: TEXT } };
  const { changes } = await compare(body({ ...own, "application/*+json": { schema: TEXT } }), body(own));
  expect(changes[0]).toMatchObject({ verdict: "breaking" });
  expect(changes[0]?.witness?.exchange.body?.mediaType).toBe("application/x-other+json");
});

test("a range describes the types that have no description of their own", async () => {
  const own = { "application/json": { schema: TEXT }, "text/plain": { schema: TEXT } };
  for (const range of ["application/*", "text/*", "*/*"]) {
    const loose = body({ ...own, [range]: { schema: {} } });
    const strict = body({ ...own, [range]: { schema: { type: "string", maxLength: 1 } } });
    expect([range, await worstOf(loose, strict)]).toEqual([range, "breaking"]);
  }
});

describe("statuses", () => {
  const STATUSES: readonly (readonly [what: string, before: Loose, after: Loose, worst: Worst])[] = [
    ["a range in lower case", { "2XX": json(TEXT) }, { "2xx": json(TEXT) }, "nothing"],
    ["a range becomes one status", { "2XX": json(TEXT) }, { "200": json(TEXT) }, "nothing"],
    [
      "a range becomes one status with a different schema",
      { "2XX": json(TEXT) },
      { "200": json({ type: "integer" }) },
      "breaking",
    ],
    ["one status becomes a range", { "200": json(TEXT) }, { "2XX": json(TEXT) }, "policy"],
    [
      "one status is left to a range with a different schema",
      { "200": json(), "404": json(TEXT) },
      { "200": json(), "4XX": json({ type: "integer" }) },
      "breaking",
    ],
    [
      "one status is left to a default with a different schema",
      { "200": json(), "404": json(TEXT) },
      { "200": json(), default: json({ type: "integer" }) },
      "breaking",
    ],
    [
      "one status is left to a default with the same schema",
      { "200": json(), "404": json(TEXT) },
      { "200": json(), default: json(TEXT) },
      "compatible",
    ],
  ];

  test.each(STATUSES)("%s", async (_what, before, after, worst) => {
    expect(await worstOf(responses(before), responses(after))).toBe(worst);
  });

  test("the witness has the status that is no longer described", async () => {
    const before = responses({ "200": json(), "404": json(TEXT) });
    const { changes } = await compare(before, responses({ "200": json(), default: json({ type: "integer" }) }));
    expect(changes[0]?.witness?.exchange).toMatchObject({ kind: "response", status: "404" });
  });
});

describe("parameters", () => {
  const query = (more: Loose) => withParameters({ name: "q", in: "query", schema: TEXT, ...more });
  const whole = { type: "integer" };
  const numbers = { type: "object", required: ["a"], properties: { a: whole } };
  const texts = { type: "array", items: TEXT };

  test.each([
    ["a number as a string", { schema: whole }, { schema: TEXT }],
    ["true and false as strings", { schema: { type: "boolean" } }, { schema: { ...TEXT, enum: ["true", "false"] } }],
    ["values as strings", { schema: { enum: [1, 2] } }, { schema: { enum: ["2", "1"] } }],
    ["explode of one value", {}, { explode: false }],
    [
      "a delimiter between exploded values",
      { schema: texts },
      { schema: texts, style: "pipeDelimited", explode: true },
    ],
    ["an empty value that its schema allows", { allowEmptyValue: true }, {}],
    ["a number with a length", { schema: whole }, { schema: { ...whole, minLength: 0, maxLength: 0 } }],
  ] as const)("are compatible if they are read the same way: %s", async (_what, before, after) => {
    expect(["nothing", "compatible"]).toContain(await worstOf(query(before), query(after)));
  });

  test.each([
    ["a string too short for a number", { schema: whole }, { schema: { ...TEXT, maxLength: 2 } }],
    ["an empty value that its schema refuses", { schema: whole, allowEmptyValue: true }, { schema: whole }],
    [
      "JSON that is no longer read as such",
      { schema: undefined, content: { "application/json": { schema: numbers } } },
      { schema: numbers },
    ],
  ] as const)("are breaking if old requests are refused: %s", async (_what, before, after) => {
    expect(await worstOf(query(before), query(after))).toBe("breaking");
  });

  test.each([
    ["a list that is now one string", { schema: texts, explode: false }, { schema: texts }],
    ["properties under other names", { schema: numbers }, { schema: numbers, style: "deepObject" }],
  ] as const)("are a policy error if old requests are read differently: %s", async (_what, before, after) => {
    const { changes } = await compare(query(before), query(after));
    expect(changes[0]).toMatchObject({ kind: "request-style", verdict: "policy", severity: "error" });
  });
});

test("a parameter of a beta operation with a different meaning is a warning", async () => {
  const listed = (more: Loose) =>
    withOperation({
      "x-stability-level": "beta",
      parameters: [{ name: "q", in: "query", schema: { type: "array", items: TEXT }, ...more }],
    });
  const { changes } = await compare(listed({ explode: false }), listed({}));
  expect(changes[0]).toMatchObject({ kind: "request-style", verdict: "policy", severity: "warning" });
});

describe("paths", () => {
  const path = (schema: Loose) =>
    documentOf({ "/a/{id}": { get: { ...OK, parameters: [{ name: "id", in: "path", required: true, schema }] } } });

  test("no request has an empty segment, which would be a different path", async () => {
    expect(await worstOf(path(TEXT), path({ ...TEXT, minLength: 1 }))).toBe("nothing");
    expect(await worstOf(path(TEXT), path({ ...TEXT, minLength: 2 }))).toBe("breaking");
  });

  test.each(["integer", "number", "boolean"])("an identifier of the type %s can become a string", async (type) => {
    const { changes } = await compare(path({ type }), path(TEXT));
    expect(changes.map(({ kind, verdict }) => [kind, verdict])).toEqual([["request-type", "compatible"]]);
  });
});

describe("a number that becomes a string", () => {
  const query = (schema: Loose) => withParameters({ name: "q", in: "query", schema });
  const both = ["integer", "string"];

  test.each([
    ["pattern", "^a", "^a"],
    ["pattern", "^a", "^[ab]"],
    ["maxLength", 1, 1],
    ["maxLength", 1, 5],
    ["minLength", 2, 2],
    ["format", "uuid", "uuid"],
  ])("was not subject to the %s %j for strings, and is now subject to %j", async (keyword, before, after) => {
    const base = query({ type: both, [keyword]: before });
    expect(await worstOf(base, query({ type: "string", [keyword]: after }))).toBe("breaking");
    expect(await worstOf(base, query({ type: [...both, "null"], [keyword]: after }))).not.toMatch(/breaking|unknown/);
  });

  test("is never an empty string", async () => {
    const text = query({ ...TEXT, minLength: 1 });
    expect(kinds(await compare(query({ type: "integer" }), query(TEXT)), "compatible")).toEqual(["request-type"]);
    expect(await worstOf(query({ type: "integer" }), text)).toBe("compatible");
    expect(await worstOf(query({ type: both, minLength: 3 }), text)).toBe("compatible");
    expect(await worstOf(query({ type: both }), text)).toBe("breaking");
    expect(await worstOf(query({ type: "integer" }), query({ ...TEXT, minLength: 2 }))).toBe("breaking");
  });

  test("is not a string and a boolean at the same time", async () => {
    const added = query({ type: "boolean", anyOf: [{ type: "string" }, { type: "integer" }] });
    expect(await worstOf(query({ type: "boolean" }), added)).toMatch(/breaking|unknown/);
    const either = query({ type: "boolean", anyOf: [{ type: "boolean" }, { type: "integer" }] });
    expect(await worstOf(query({ type: "boolean" }), either)).not.toMatch(/breaking|unknown/);
  });

  test("is not one of the values that are listed as numbers", async () => {
    const numbers = { enum: [1, 2] };
    expect(await worstOf(query({ type: "integer", ...numbers }), query({ type: "string", ...numbers }))).toBe(
      "breaking",
    );
    const texts = query({ type: "string", enum: ["1", "2", "3"] });
    expect(await worstOf(query({ type: "integer", ...numbers }), texts)).not.toMatch(/breaking|unknown/);
  });

  test("must satisfy the keywords for strings, in a form field that can also be null", async () => {
    const form = (schema: Loose) =>
      body({ "application/x-www-form-urlencoded": { schema: { type: "object", properties: { q: schema } } } });
    const base = form({ type: ["integer", "null"] });
    const text = (more: Loose) => form({ type: ["string", "null"], ...more });
    expect(await said(base, text({ maxLength: 1 }))).toEqual(["breaking request-maxLength"]);
    expect(await said(base, text({ enum: ["1", "2"] }))).toEqual(["breaking request-enum"]);
    expect(await said(base, text({}))).toEqual([]);
  });

  test("is not allowed by alternatives that are numbers", async () => {
    const anyOf = [{ type: "integer" }, { type: "boolean" }];
    expect(await worstOf(query({ anyOf }), query({ type: "string", anyOf }))).toMatch(/breaking|unknown/);
    expect(await worstOf(query({ anyOf }), query({ type: ["integer", "boolean"], anyOf }))).not.toMatch(
      /breaking|unknown/,
    );
  });

  test("is excluded by a schema that excludes strings", async () => {
    const not = { not: { type: "string", maxLength: 1 } };
    expect(await worstOf(query({ type: "integer", ...not }), query({ type: "string", ...not }))).toBe("breaking");
  });
});

test.each([
  ["a plain description", {}, "compatible"],
  ["the style that it already has", { style: "simple", explode: false }, "compatible"],
  ["another style", { style: "label" }, "breaking"],
])("describing a path parameter that had no description, with %s, is %s", async (_what, more, worst) => {
  const at = (...parameters: Loose[]) => documentOf({ "/a/{id}": { get: { ...OK, parameters } } });
  const described = { name: "id", in: "path", required: true, schema: {}, ...more };
  expect(await worstOf(at(), at(described))).toBe(worst);
});

test("an object that becomes a string is one change in JSON and in a form, without changes inside it", async () => {
  const both = (schema: Loose) => {
    const content = { schema: { type: "object", properties: { envelope: schema } } };
    return body({ "application/json": content, "application/x-www-form-urlencoded": content });
  };
  const before = both({ type: ["null", "object"], required: ["id"], properties: { id: TEXT } });
  const { changes } = await compare(before, both({ type: ["null", "string"], pattern: "^env_" }));
  const told = new Set(changes.map(({ verdict, kind }) => `${verdict} ${kind}`));
  expect(told).toEqual(new Set(["breaking request-type", "policy version-not-raised"]));
});
