// Exemptions depend on the ids of changes: no two breaks share one, and a break keeps its id whatever else is edited.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawn } from "../share.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { compare, documentOf, withOperation, withRequest, withResponse } from "./documents.ts";

const NAMES = ["A", "B", "C"];
const FIELDS = ["a", "b/c", "0"];
const PATHS = ["/x", "/y/{id}"];
const BODY = ["requestBody", "content", "application/json", "schema"];
const CHOICE = [...BODY, "properties", "choice", "anyOf"];

/** An alternative without a name, which a constant distinguishes from the others. */
const alternative = (tag: string): JsonObject => ({
  type: "object",
  required: ["tag"],
  properties: { tag: { const: tag }, text: { type: "string", maxLength: 50 } },
});

/** Three components, each used by all of four operations in both directions, and parameters. */
function start(): JsonObject {
  const text = { type: "string", maxLength: 50, enum: ["one", "two", "three"] };
  const component = { type: "object", properties: Object.fromEntries(FIELDS.map((field) => [field, text])) };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schema = { type: "object", properties: { a: ref("A"), b: { type: "array", items: ref("B") }, c: ref("C") } };
  const content = { "application/json": { schema } };
  const sent = { ...schema, properties: { ...schema.properties, choice: { anyOf: FIELDS.map(alternative) } } };
  const operation = {
    parameters: FIELDS.map((name) => ({ name, in: "query", schema: { type: "integer", maximum: 50 } })),
    requestBody: { content: { "application/json": { schema: sent } } },
    responses: { "200": { description: "d", content }, "404": { description: "d", content } },
  };
  const paths = Object.fromEntries(PATHS.map((path) => [path, { put: operation, post: operation }]));
  return documentOf(paths, { components: { schemas: Object.fromEntries(NAMES.map((name) => [name, component])) } });
}

interface Edit {
  readonly name: string;
  readonly make: (document: JsonObject) => JsonObject;
}

type Change = (value: JsonValue | undefined) => JsonValue;

/** A copy of an object with another value at some steps. */
function changed(tree: JsonObject, [step = "", ...below]: readonly string[], change: Change): JsonObject {
  const held = tree[step];
  const inner = isObject(held) ? held : {};
  return { ...tree, [step]: below.length === 0 ? change(held) : changed(inner, below, change) };
}

const edit = (name: string, steps: readonly string[], change: Change): Edit => ({
  name,
  make: (document) => changed(document, steps, change),
});

const listOf = (value: JsonValue | undefined): JsonArray => (Array.isArray(value) ? value : []);
const first =
  (key: string, value: JsonValue): Change =>
  (held) => ({ [key]: value, ...(isObject(held) ? held : {}) });
const schemaOf = (name: string): string[] => ["components", "schemas", name];

const name = fc.constantFrom(...NAMES);
const field = fc.constantFrom(...FIELDS);
const operation = fc
  .tuple(fc.constantFrom(...PATHS), fc.constantFrom("put", "post"))
  .map((steps) => ["paths", ...steps]);

/** Breaking edits, each of one thing, by a description. */
const breaks: fc.Arbitrary<Edit> = fc.oneof(
  fc
    .tuple(name, field)
    .map(([of, at]) => edit(`shorter ${of} ${at}`, [...schemaOf(of), "properties", at, "maxLength"], () => 4)),
  fc
    .tuple(name, field, fc.constantFrom("one", "two"))
    .map(([of, at, value]) =>
      edit(`${value} from ${of} ${at}`, [...schemaOf(of), "properties", at, "enum"], (list) =>
        listOf(list).filter((one: JsonValue) => one !== value),
      ),
    ),
  fc
    .tuple(name, field)
    .map(([of, at]) => edit(`required ${of} ${at}`, [...schemaOf(of), "required"], (list) => [...listOf(list), at])),
  fc
    .tuple(operation, field)
    .map(([steps, at]) =>
      edit(`parameter ${steps.join(" ")} ${at}`, [...steps, "parameters"], (list) =>
        listOf(list).map((one: JsonValue) =>
          isObject(one) && one["name"] === at ? { ...one, schema: { type: "integer", maximum: 5 } } : one,
        ),
      ),
    ),
  fc
    .tuple(operation, field)
    .map(([steps, at]) =>
      edit(`body ${steps.join(" ")} ${at}`, [...steps, ...BODY, "required"], (list) => [...listOf(list), at]),
    ),
  fc
    .tuple(operation, field)
    .map(([steps, at]) =>
      edit(`alternative ${steps.join(" ")} ${at}`, [...steps, ...CHOICE], (list) =>
        listOf(list).map((one: JsonValue) =>
          isObject(one) && isTagged(one, at) ? changed(one, ["properties", "text", "maxLength"], () => 5) : one,
        ),
      ),
    ),
);

function isTagged({ properties }: JsonObject, tag: string): boolean {
  const own = isObject(properties) ? properties["tag"] : undefined;
  return isObject(own) && own["const"] === tag;
}

const PARAMETER = { name: "new", in: "query", schema: {} };

/** Edits that break nothing. */
const others: fc.Arbitrary<Edit> = fc.oneof(
  fc.constantFrom(
    edit("a path first", ["paths"], first("/0", { get: { responses: {} } })),
    edit("a component first", ["components", "schemas"], first("Zero", { type: "null" })),
    edit("a description", ["info", "description"], () => "d"),
  ),
  operation.map((at) => edit("a parameter first", [...at, "parameters"], (list) => [PARAMETER, ...listOf(list)])),
  operation.map((at) => edit("parameters turned", [...at, "parameters"], (list) => [...listOf(list)].reverse())),
  operation.map((at) =>
    edit("an alternative first", [...at, ...CHOICE], (list) => [alternative("new"), ...listOf(list)]),
  ),
  operation.map((at) =>
    edit("a property more in each alternative", [...at, ...CHOICE], (list) =>
      listOf(list).map((one) => (isObject(one) ? changed(one, ["properties"], first("more", {})) : one)),
    ),
  ),
  operation.map((at) => edit("alternatives turned", [...at, ...CHOICE], (list) => [...listOf(list)].reverse())),
  name.map((of) => edit("a property first", [...schemaOf(of), "properties"], first("zero", { type: "boolean" }))),
);

/** The ids of the findings after these edits. */
async function idsOf(edits: readonly Edit[]): Promise<string[]> {
  const revision = edits.reduce((document, { make }) => make(document), start());
  const { changes } = await compare(start(), revision);
  expect(changes.filter(({ verdict }) => verdict === "unknown")).toEqual([]);
  const wrong = changes.filter(({ verdict, kind }) => verdict !== "compatible" && kind !== "version-not-raised");
  return wrong.map(({ id }) => id).sort();
}

/** The list that loses a value, or the edit itself: a list that loses two values is one change. */
function subjectOf({ name: said }: Edit): string {
  return said.replace(/^\w+ from /, "");
}

test("two different breaks never share an id, alone or together", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(breaks, breaks, async (one, other) => {
      fc.pre(one.name !== other.name);
      const [own, its] = [await idsOf([one]), await idsOf([other])];
      const both = await idsOf([one, other]);
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter((id) => its.includes(id))).toEqual([]);
      // If a list loses two values, this is a different change from losing either of them.
      const shared = both.filter((id) => [...own, ...its].includes(id));
      expect(shared).toEqual(subjectOf(one) === subjectOf(other) ? [] : [...own, ...its].sort());
    }),
    { numRuns: drawn({ each: 4, proof: 1_000 }) },
  );
});

test("a break keeps its id after unrelated edits anywhere", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(breaks, fc.array(others, { minLength: 1, maxLength: 5 }), async (one, more) => {
      expect(await idsOf([...more, one])).toEqual(await idsOf([one]));
    }),
    { numRuns: drawn({ each: 4, proof: 1_000 }) },
  );
});

type Loose = Record<string, unknown>;

const TEXT = { type: "string" };
const object = (properties: Loose): Loose => ({ type: "object", properties });

describe("ids of edits as in published APIs", () => {
  test.each([
    ["next to a component", [{ $ref: "#/components/schemas/User" }]],
    ["alone", []],
    ["next to another type", [{ type: "integer" }]],
  ])("stay the same if more is edited in an unnamed schema: %s", async (_, beside) => {
    const of = (names: readonly string[]): JsonObject =>
      withResponse(
        { anyOf: [...beside, { ...object(Object.fromEntries(names.map((name) => [name, TEXT]))), required: names }] },
        user,
      );
    const before = of(["id", "owner", "author"]);
    const [one, other] = [await ids(before, of(["id", "author"])), await ids(before, of(["id", "owner"]))];
    expect([one.length, other.length]).toEqual([1, 1]);
    expect((await ids(before, of(["id"]))).sort()).toEqual([...one, ...other].sort());
  });

  const user = { components: { schemas: { User: object({ name: TEXT }) } } };
  const ref = { $ref: "#/components/schemas/User" };
  const ids = async (base: JsonObject, revision: JsonObject): Promise<string[]> =>
    (await compare(base, revision)).changes
      .filter(({ verdict }) => verdict === "policy" || verdict === "breaking")
      .filter(({ kind }) => kind !== "version-not-raised")
      .map(({ id }) => id);

  test("two removed properties of one component are two changes", async () => {
    const before = withResponse(object({ owner: ref, author: ref, kept: TEXT }), user);
    expect((await ids(before, withResponse(object({ kept: TEXT }), user))).length).toBe(2);
  });

  test("two properties that shared a component and now differ are two changes", async () => {
    const before = withResponse(object({ owner: ref, author: ref }), user);
    const one = await ids(before, withResponse(object({ owner: TEXT, author: ref }), user));
    const other = await ids(before, withResponse(object({ owner: ref, author: TEXT }), user));
    expect([one.length, other.length]).toEqual([1, 1]);
    expect(one).not.toEqual(other);
  });

  test("stay the same when parameters, alternatives or lines are inserted before their subject", async () => {
    const query = (name: string, schema: Loose): Loose => ({ name, in: "query", schema });
    const of = (...parameters: Loose[]): JsonObject => withOperation({ parameters });
    const [q, wide, narrow] = ["q", { type: "integer" }, { type: "integer", maximum: 3 }];
    const alone = await ids(of(query(q, wide)), of(query(q, narrow)));
    const among = await ids(
      of(query("a", TEXT), query(q, wide)),
      of(query("b", TEXT), query("a", TEXT), query(q, narrow)),
    );
    expect(alone.length).toBe(1);
    expect(among).toEqual(alone);
    const all = (...parts: Loose[]): JsonObject => withRequest({ allOf: parts });
    const [titled, limited] = [
      { title: "T", maxLength: 9 },
      { title: "T", maxLength: 5 },
    ];
    expect(await ids(all({ minLength: 1 }, titled), all({ minLength: 1 }, limited))).toEqual(
      await ids(all(titled), all(limited)),
    );
  });
});
