// The verdicts on alternatives, and on several changes at once.
import { describe, expect, test } from "vitest";
import { bodyOf, compare, documentOf, kinds, withRequest, withResponse, worstOf } from "./documents.ts";
import type { JsonValue } from "../../src/json/value.ts";

type Schema = Record<string, unknown>;

const TEXT = { type: "string" };
const WHOLE = { type: "integer" };
const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
const array = (more: Schema): Schema => ({ type: "array", ...more });

describe("what one alternative refuses now, and another one takes", () => {
  const tool = (name: string | readonly string[], more: Schema = {}): Schema =>
    object({ kind: typeof name === "string" ? { const: name } : { enum: [...name] }, note: TEXT, ...more });
  const [SAWS, NAIL, NAMED] = [tool(["saw", "axe"]), tool("nail"), { $ref: "#/components/schemas/Saws" }];
  const anyOf = (...list: Schema[]): Schema => ({ anyOf: list });
  const inQueue = (schema: Schema): Schema => object({ queue: array({ items: schema }) });

  test.each([
    ["last", [NAMED, NAIL], [NAMED, NAIL, tool("axe")]],
    ["first", [NAMED, NAIL], [tool("axe"), NAMED, NAIL]],
  ])("a value that has its own alternative now, the %s: breaks nothing", async (_, before, after) => {
    for (const put of [(one: Schema) => one, inQueue]) {
      const of = (list: Schema[], Saws: Schema) =>
        withRequest(put(anyOf(...list)), { components: { schemas: { Saws } } });
      const { changes } = await compare(of(before, SAWS), of(after, tool(["saw"])));
      expect(changes.filter(({ verdict }) => verdict !== "compatible")).toEqual([]);
    }
  });

  test.each<[string, Schema, Schema]>([
    [
      "a limit, where another alternative has none",
      anyOf(tool(["saw", "axe"], { size: WHOLE }), object({ note: TEXT })),
      anyOf(tool(["saw", "axe"], { size: { ...WHOLE, maximum: 9 } }), object({ note: TEXT })),
    ],
    [
      "a list inside it",
      anyOf(tool("saw", { parts: array({ items: TEXT }) }), object({ note: TEXT })),
      anyOf(tool("saw", { parts: array({ items: { ...TEXT, maxLength: 3 } }) }), object({ note: TEXT })),
    ],
  ])("%s: breaks nothing, and leaves nothing undecided", async (_, before, after) => {
    for (const put of [(one: Schema) => one, inQueue]) {
      const { changes } = await compare(withRequest(put(before)), withRequest(put(after)));
      expect(changes.filter(({ verdict }) => verdict !== "compatible")).toEqual([]);
    }
  });

  test.each<[string, Schema, Schema]>([
    ["a value that no alternative takes", anyOf(SAWS, NAIL), anyOf(tool(["saw"]), NAIL)],
    [
      "an alternative that takes the value, and not what stands beside it",
      anyOf(tool(["saw", "axe"], { size: WHOLE }), NAIL),
      anyOf(tool(["saw"], { size: WHOLE }), NAIL, tool("axe", { size: { ...WHOLE, maximum: 9 } })),
    ],
    [
      "the same schema outside of the alternatives, too",
      object({
        own: { $ref: "#/components/schemas/Size" },
        either: anyOf(object({ a: { $ref: "#/components/schemas/Size" } }), object({})),
      }),
      object({
        own: { $ref: "#/components/schemas/Less" },
        either: anyOf(object({ a: { $ref: "#/components/schemas/Less" } }), object({})),
      }),
    ],
  ])("is not called harmless: %s", async (_, before, after) => {
    const components = { schemas: { Size: WHOLE, Less: { ...WHOLE, maximum: 9 } } };
    expect(await worstOf(withRequest(before, { components }), withRequest(after, { components }))).toMatch(
      /breaking|unknown/,
    );
  });
});

describe("an alternative that a response gains, and an open object takes", () => {
  const TAGGED = { discriminator: { propertyName: "kind" } };
  const components = {
    schemas: {
      User: object({ kind: { const: "User" }, name: TEXT }, { required: ["kind", "name"] }),
      App: object({ kind: { const: "App" }, name: TEXT }, { required: ["kind", "name"] }),
      Any: object({}, { additionalProperties: {} }),
      Named: object({ kind: TEXT, name: TEXT, size: WHOLE }, { required: ["size"] }),
    },
  };
  const union = (keyword: string, names: readonly string[], more: Schema = {}) =>
    withResponse(
      { [keyword]: names.map((name) => ({ $ref: `#/components/schemas/${name}` })), ...more },
      { components },
    );

  test.each(["oneOf", "anyOf"])("breaks nothing in %s, wherever it stands", async (keyword) => {
    const before = union(keyword, ["User", "Any"]);
    for (const after of [union(keyword, ["User", "Any", "App"]), union(keyword, ["App", "Any", "User"])])
      expect(await worstOf(before, after)).toBe("compatible");
  });

  test("breaks if the object requires what the alternative need not have", async () => {
    const [before, after] = [union("oneOf", ["User", "Named"]), union("oneOf", ["User", "Named", "App"])];
    expect(await worstOf(before, after)).toBe("breaking");
  });

  test("breaks if a tag chooses among them", async () => {
    const [before, after] = [union("oneOf", ["User", "Any"], TAGGED), union("oneOf", ["User", "Any", "App"], TAGGED)];
    expect(await worstOf(before, after)).not.toBe("compatible");
  });
});

test("an alternative that changed inside is not told as removed and added beside one that is new", async () => {
  const part = object({ id: WHOLE }, { required: ["id"] });
  const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
  const of = (User: Schema, ...names: string[]) => {
    const schemas = {
      Part: part,
      User: { allOf: [ref("Part"), User] },
      Team: object({ team: TEXT }, { required: ["team"] }),
    };
    return withResponse(
      { oneOf: names.map(ref) },
      { components: { schemas: { ...schemas, Bot: object({ bot: TEXT }, { required: ["bot"] }) } } },
    );
  };
  const before = of(object({ mail: { ...TEXT, maxLength: 5 } }), "User", "Team");
  const { changes } = await compare(before, of(object({ mail: { ...TEXT, maxLength: 9 } }), "User", "Team", "Bot"));
  const told = changes.filter(({ verdict }) => verdict === "breaking").map(({ edit }) => edit);
  expect(new Set(told)).toEqual(new Set(['alternatives: added "Bot"', "maximum length changed from 5 to 9"]));
});

describe("alternatives", () => {
  const chosen = (...names: string[]): Schema => ({
    oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
    discriminator: { propertyName: "kind" },
  });
  const tagged = (...names: string[]) => ({
    components: {
      schemas: Object.fromEntries(names.map((name) => [name, object({ kind: TEXT }, { required: ["kind"] })])),
    },
  });

  test("that are removed are reported, although their values would be accepted", async () => {
    const pair = (build: typeof withRequest, ...lists: readonly (readonly string[])[]) =>
      lists.map((names) => build(chosen(...names), tagged("Cat", "Dog", "Cow"))) as [never, never];
    for (const [build, before, after] of [
      [withRequest, ["Cat", "Dog", "Cow"], ["Cat", "Dog"]],
      [withResponse, ["Cat", "Dog"], ["Cat", "Dog", "Cow"]],
    ] as const) {
      const result = await compare(...pair(build, before, after));
      expect(kinds(result, "policy")).toEqual(["discriminator-changed"]);
      expect(kinds(result, "unknown")).toHaveLength(1);
    }
    expect(await worstOf(...pair(withRequest, ["Cat"], ["Cat", "Cow"]))).toBe("compatible");
  });

  test("are selected by their names, which must not change unless they are mapped", async () => {
    const called = (name: string, mapping?: Schema) =>
      withRequest(
        { ...chosen(name, "Dog"), discriminator: { propertyName: "kind", mapping: mapping ?? {} } },
        tagged(name, "Dog"),
      );
    expect(kinds(await compare(called("Cat"), called("Kat")), "policy")).toEqual(["discriminator-changed"]);
    expect(await worstOf(called("Cat", { cat: "Cat" }), called("Kat", { cat: "Kat" }))).toBe("nothing");
    expect(await worstOf(called("Cat", { cat: "Cat" }), called("Kat", { cat: "Dog" }))).toBe("policy");
  });

  test("are mapped by a name or by a reference, written down or not", async () => {
    const mapped = (mapping?: Schema) =>
      withRequest(
        {
          ...chosen("Cat", "Dog"),
          discriminator: { propertyName: "kind", ...(mapping === undefined ? {} : { mapping }) },
        },
        tagged("Cat", "Dog"),
      );
    const written = { Cat: "Cat", Dog: "#/components/schemas/Dog" };
    expect(await worstOf(mapped(), mapped(written))).toBe("nothing");
    expect(kinds(await compare(mapped(written), mapped({ ...written, Cat: "Dog" })), "policy")).toEqual([
      "discriminator-changed",
    ]);
  });

  test("are reported apart from the mapping, unless it only follows them", async () => {
    const own = (name: string) => object({ kind: { const: name }, [name]: WHOLE }, { required: ["kind", name] });
    const types = { components: { schemas: { Cat: own("cat"), Dog: own("dog"), Cow: own("cow") } } };
    const mapped = (mapping: Schema, ...names: string[]) =>
      withRequest({ ...chosen(...names), discriminator: { propertyName: "kind", mapping } }, types);
    const base = mapped({ cat: "Cat", dog: "Dog", cow: "Cow" }, "Cat", "Dog", "Cow");
    const less = await compare(base, mapped({ cat: "Cat", dog: "Dog" }, "Cat", "Dog"));
    expect([kinds(less, "breaking"), kinds(less, "policy")]).toEqual([["request-oneOf"], ["version-not-raised"]]);
    const moved = await compare(base, mapped({ cat: "Dog", dog: "Cat" }, "Cat", "Dog"));
    expect(kinds(moved, "breaking")).toContain("request-oneOf");
    expect(kinds(moved, "policy")).toContain("discriminator-changed");
  });

  test("may lose a discriminator in requests, and get one in responses", async () => {
    const { discriminator: _, ...plain } = chosen("Cat", "Dog");
    const types = tagged("Cat", "Dog");
    const sides = [withRequest(chosen("Cat", "Dog"), types), withRequest(plain, types)] as const;
    const answers = [withResponse(plain, types), withResponse(chosen("Cat", "Dog"), types)] as const;
    for (const [before, after] of [sides, answers]) {
      expect(kinds(await compare(before, after), "policy")).toEqual([]);
      expect(kinds(await compare(after, before), "policy")).toContain("discriminator-changed");
    }
  });

  test("may match the same value as long as a discriminator chooses, in the profile strict too", async () => {
    const own = (name: string) => object({ kind: TEXT, [name]: TEXT }, { required: ["kind"] });
    const types = { components: { schemas: { Cat: own("purrs"), Dog: own("barks") } } };
    const [by, plain] = [chosen("Cat", "Dog"), { oneOf: chosen("Cat", "Dog")["oneOf"] }];
    const more = await compare(withRequest(chosen("Cat"), types), withRequest(by, types), "strict");
    expect(kinds(more, "breaking")).toEqual([]);
    const { changes } = await compare(withRequest(by, types), withRequest(plain, types), "strict");
    const broken = changes.filter(({ verdict }) => verdict === "breaking");
    expect(broken.map(({ witness }) => witness?.violations[0]?.keyword)).toEqual(["oneOf"]);
  });
});

describe("a witness has the tag of its alternative", () => {
  const parts = (schema: Schema) => ({
    components: {
      schemas: {
        Cat: object({ kind: TEXT, lives: WHOLE }, { required: ["kind", "lives"] }),
        Dog: object({ kind: TEXT, barks: schema }, { required: ["kind", "barks"] }),
        Pet: {
          oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
          discriminator: { propertyName: "kind", mapping: { "a cat": "Cat", "a dog": "#/components/schemas/Dog" } },
        },
      },
    },
  });
  const Pet = { $ref: "#/components/schemas/Pet" };
  const witnessOf = async (schema: Schema, revision: Schema): Promise<JsonValue | undefined> => {
    const { changes } = await compare(withRequest(schema, parts(WHOLE)), withRequest(schema, parts(revision)));
    return bodyOf(changes.find(({ verdict }) => verdict === "breaking"));
  };

  test("from the mapping, if it has only one value", async () => {
    expect(await witnessOf(Pet, { type: "integer", maximum: 5 })).toEqual({ kind: "a dog", barks: 6 });
  });

  test("inside other objects, too", async () => {
    const herd = object({ pets: array({ items: Pet, minItems: 1 }) }, { required: ["pets"] });
    expect(await witnessOf(herd, { type: "integer", maximum: 5 })).toEqual({ pets: [{ kind: "a dog", barks: 6 }] });
  });

  test("even if the operation was removed", async () => {
    const { changes } = await compare(withRequest(Pet, parts(WHOLE)), documentOf({}));
    expect(bodyOf(changes[0])).toMatchObject({ kind: "a cat" });
  });

  test("but only if it still shows the break", async () => {
    const schema = { allOf: [Pet, object({ kind: { type: "string", maxLength: 1 } })] };
    expect(await witnessOf(schema, { type: "integer", maximum: 5 })).toMatchObject({ barks: 6 });
  });
});

test("a removed alternative is shown, even if the first remaining one explains much", async () => {
  const named = (type: string, more: Schema) =>
    object({ type: { enum: [type] }, ...more }, { required: ["type", ...Object.keys(more).slice(0, 1)] });
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`p${index}`, WHOLE]));
  const schemas = {
    Row: named("row", { cells: array({ items: object(many) }), ...many }),
    Button: named("button", { style: WHOLE, label: TEXT, url: TEXT, emoji: TEXT, disabled: TEXT }),
  };
  const parts = { components: { schemas } };
  const [Row, Button] = ["Row", "Button"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const list = (items: unknown) => withRequest(object({ parts: array({ items }) }), parts);
  const { changes } = await compare(list({ oneOf: [Row, Button] }), list(Row));
  expect(changes[0]).toMatchObject({ verdict: "breaking", edit: 'alternatives: removed "Button"' });
  expect(bodyOf(changes[0])).toEqual({ parts: [{ type: "button", style: 0 }] });
});

describe("exactly one alternative, in the profile strict", () => {
  const tagged = (kind: string, more: Schema = {}) =>
    object({ kind: { const: kind }, ...more }, { required: ["kind"] });

  test("can be added if a tag distinguishes it", async () => {
    const [one, both] = [{ oneOf: [tagged("a")] }, { oneOf: [tagged("a"), tagged("b")] }];
    expect(await worstOf(withRequest(one), withRequest(both), "strict")).toBe("compatible");
    expect(await worstOf(withRequest(both), withRequest(one), "strict")).toBe("breaking");
    const open = { oneOf: [object({ a: TEXT }), object({ b: TEXT })] };
    expect(await worstOf(withRequest({ oneOf: [object({ a: TEXT })] }), withRequest(open), "strict")).toBe("breaking");
  });

  test("that became stricter is one change", async () => {
    const alternatives = (more: Schema) =>
      withRequest({ oneOf: [tagged("a", { x: { ...TEXT, ...more } }), tagged("b")] });
    const result = await compare(alternatives({}), alternatives({ maxLength: 3 }), "strict");
    expect(kinds(result, "breaking")).toEqual(["request-maxLength"]);
  });
});

describe("several changes at once", () => {
  test("an undecided change is not proved by the witness of another", async () => {
    const text = (maxLength: number, pattern: string) =>
      withRequest({ ...TEXT, maxLength, anyOf: [{ pattern }, { pattern: "b" }] });
    const result = await compare(text(9, "a"), text(5, "a|x"));
    expect(kinds(result, "breaking")).toEqual(["request-maxLength"]);
  });

  test("the violation that the witness is about comes first", async () => {
    const before = object({ name: TEXT, list: array({ contains: WHOLE, minContains: 0 }) });
    const after = object({ name: TEXT, list: array({ contains: WHOLE }) }, { required: ["name"] });
    const { changes } = await compare(withRequest(before), withRequest(after));
    const first = (kind: string) => changes.find((change) => change.kind === kind)?.witness?.violations[0]?.keyword;
    expect(first("request-minContains")).toBe("contains");
    expect(first("request-required")).toBe("required");
  });
});

describe("keywords next to each other", () => {
  test("a value with enum and const is only what both allow", async () => {
    expect(await worstOf(withRequest({ const: 1 }), withRequest({ const: 1, enum: [2] }))).toBe("breaking");
    expect(await worstOf(withRequest({ const: 1 }), withRequest({ const: 1, enum: [2, 1] }))).toBe("nothing");
  });

  test("properties that only alternatives declare count too", async () => {
    const anyOf = [object({ b: TEXT }), object({ c: TEXT })];
    const before = withRequest(object({ a: TEXT }, { anyOf }));
    const after = withRequest(object({ a: TEXT }, { anyOf, maxProperties: 1 }));
    expect(["breaking", "unknown"]).toContain(await worstOf(before, after));
  });
});

describe("a component that was an alternative next to null", () => {
  const thing = (more: Schema = {}): Schema => ({
    A: { type: "object", properties: { a: TEXT, ...more }, required: ["a"] },
  });
  const A = { $ref: "#/components/schemas/A" };
  const holding = (schema: Schema, more?: Schema): readonly [Schema, Schema] => [
    { type: "object", properties: { x: schema } },
    { components: { schemas: thing(more) } },
  ];

  test("may no longer be null, which is the only change", async () => {
    const before = withResponse(...holding({ oneOf: [{ type: "null" }, A] }));
    const { changes } = await compare(before, withResponse(...holding(A)));
    expect(changes.map(({ verdict, text }) => [verdict, text])).toEqual([
      ["compatible", "body of 200, at x: may no longer be null"],
    ]);
  });

  test("is compared with itself, so that only new parts are reported", async () => {
    const before = withResponse(...holding({ oneOf: [{ type: "null" }, A] }));
    const { changes } = await compare(before, withResponse(...holding(A, { b: TEXT })));
    expect(changes.map(({ text }) => text).sort()).toEqual([
      "body of 200, at x: may no longer be null",
      'body of 200, at x: the property "b" was added',
    ]);
  });

  test("can become one of several alternatives", async () => {
    const after = withRequest(...holding({ oneOf: [TEXT, A] }));
    const { changes } = await compare(withRequest(...holding(A)), after);
    expect(changes.filter(({ verdict }) => verdict !== "compatible")).toEqual([]);
  });

  test("breaks in a response if it requires less", async () => {
    const loose = { components: { schemas: { A: { type: "object", properties: { a: TEXT } } } } };
    const before = withResponse(...holding({ oneOf: [{ type: "null" }, A] }));
    const after = withResponse({ type: "object", properties: { x: A } }, loose);
    expect(kinds(await compare(before, after), "breaking")).toEqual(["response-required"]);
  });
});

test("null that is no longer allowed in a list is breaking, whatever else breaks in the same operation", async () => {
  const components = { components: { schemas: { S: { ...TEXT, pattern: "^[0-9]+$" } } } };
  const S = { $ref: "#/components/schemas/S" };
  const before = object({ a: TEXT, ids: array({ items: { oneOf: [{ type: "null" }, S] } }) });
  const after = object({ a: { ...TEXT, maxLength: 3 }, ids: array({ items: S }) });
  const { changes } = await compare(withRequest(before, components), withRequest(after, components));
  const told = changes.filter(({ verdict }) => verdict === "breaking").map(({ edit }) => edit);
  expect(new Set(told)).toEqual(new Set(["maximum length 3 was added", "may no longer be null"]));
});

describe("a value that becomes a new alternative in a response", () => {
  const before = withResponse({ oneOf: [WHOLE, { const: "x" }] });

  test("is one more value, as in an enum", async () => {
    const { changes } = await compare(before, withResponse({ oneOf: [WHOLE, { const: "x" }, { const: "y" }] }));
    const told = changes.filter(({ verdict }) => verdict !== "compatible");
    expect(told.map(({ kind, text }) => [kind, text])).toEqual([
      ["response-enum-grown", 'body of 200: responses may hold values that clients do not know: "y"'],
    ]);
  });

  test.each([
    ["of another type", true],
    ["null", null],
  ])("breaks if it is %s", async (_, value) => {
    const after = withResponse({ oneOf: [WHOLE, { const: "x" }, { const: value }] });
    expect(kinds(await compare(before, after), "breaking")).toEqual(["response-oneOf"]);
  });

  test("is reported once if an alternative lists it", async () => {
    const [own, other] = [["x"], ["x", "y"]].map((list) => withResponse({ oneOf: [WHOLE, { enum: list }] }));
    expect(kinds(await compare(own as never, other as never), "policy")).toEqual(["response-enum-grown"]);
  });
});

test("the string null is distinguished from null by its quotes", async () => {
  const of = (...values: JsonValue[]) =>
    withRequest({ anyOf: [array({}), WHOLE, ...values.map((value) => ({ const: value }))] });
  const { changes } = await compare(of("a", "null"), of("a"));
  expect(changes.find(({ verdict }) => verdict === "breaking")?.text).toBe(
    String.raw`body: alternatives: removed "\"null\""`,
  );
});
