// Schemas used in several places: each finding is true of every place and reported once for each.
import { expect, test } from "vitest";
import { compare, documentOf } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

type Loose = Record<string, unknown>;

const OK = { "200": { description: "OK" } };
const A = { $ref: "#/components/schemas/A" };

/** A document with a schema A beside its paths. */
const sharing = (paths: Loose, schema: Loose): JsonObject =>
  documentOf(paths, { components: { schemas: { A: schema } } });
const taking = (schema: Loose, more: Loose = {}): Loose => ({
  get: { parameters: [{ name: "q", in: "query", schema, ...more }], responses: OK },
});

/** Kind, operations and base place of each policy finding. */
async function judged(base: JsonObject, revision: JsonObject): Promise<string[]> {
  const { changes } = await compare(base, revision);
  return changes
    .filter(({ verdict, kind }) => verdict === "policy" && kind !== "version-not-raised")
    .map(({ kind, operations, base: place }) => `${kind} ${operations.join(" ")} ${place?.pointer}`)
    .toSorted();
}

const WHOLE = { type: "integer" };
/** The policy findings if the default of the shared schema changes. */
const changedDefault = (paths: Loose): Promise<string[]> =>
  judged(sharing(paths, { ...WHOLE, default: 1 }), sharing(paths, { ...WHOLE, default: 2 }));

test.each([
  ["/a", "/b"],
  ["/b", "/a"],
])(
  "the default of a schema that is a parameter of %s and the items of one of %s is compared by the rule for each",
  async (...at) => {
    const [one, other] = at;
    expect(await changedDefault({ [one]: taking(A), [other]: taking({ type: "array", items: A }) })).toEqual([
      `parameter-default-changed GET ${one} /components/schemas/A/default`,
      `property-default-changed GET ${other} /components/schemas/A/default`,
    ]);
  },
);

test.each([
  ["/a", "/b"],
  ["/b", "/a"],
])("the default of a parameter that %s requires and %s does not only matters for the second", async (one, other) => {
  const paths = { [one]: taking(A, { required: true }), [other]: taking(A) };
  expect(await changedDefault(paths)).toEqual([`parameter-default-changed GET ${other} /components/schemas/A/default`]);
});

test.each([
  ["/a", "/b"],
  ["/b", "/a"],
])("a parameter that %s repeats and %s joins only breaks the second if it becomes a list", async (one, other) => {
  const paths = { [one]: taking(A), [other]: taking(A, { explode: false }) };
  const list = { type: "array", items: { type: "string" } };
  expect(await judged(sharing(paths, { type: "string" }), sharing(paths, list))).toEqual([
    `parameter-type-changed GET ${other} /components/schemas/A/type`,
  ]);
});

const encoded = (contentEncoding: string): Loose => ({ type: "string", contentEncoding });
const json = (schema?: Loose): Loose => ({ content: { "application/json": schema === undefined ? {} : { schema } } });
const sending = (schema?: Loose): Loose => ({ post: { requestBody: json(schema), responses: OK } });
const answering = (schema?: Loose): Loose => ({
  post: { responses: { "200": { description: "OK", ...json(schema) } } },
});

test.each([
  ["requests", sending],
  ["responses", answering],
])("a shared schema that is new in %s is reported at each place", async (_, using) => {
  const paths = (schema?: Loose): Loose => ({ "/a": using(schema), "/b": using(schema) });
  expect(await judged(sharing(paths(), encoded("base64")), sharing(paths(A), encoded("base64")))).toEqual([
    expect.stringMatching(/^content-encoding-changed POST \/a \/paths\/~1a\/post\//),
    expect.stringMatching(/^content-encoding-changed POST \/b \/paths\/~1b\/post\//),
  ]);
});

test("a change to a shared schema is reported in requests and in responses", async () => {
  const paths = { "/a": sending(A), "/b": answering(A) };
  expect(await judged(sharing(paths, encoded("base64")), sharing(paths, encoded("base32")))).toEqual([
    "content-encoding-changed POST /a /components/schemas/A/contentEncoding",
    "content-encoding-changed POST /b /components/schemas/A/contentEncoding",
  ]);
});

test("replacing one schema with two is two changes", async () => {
  const base = sharing({ "/a": answering(A), "/b": answering(A) }, encoded("base64"));
  const changed = { "/a": answering(encoded("base32")), "/b": answering(encoded("base32")) };
  expect(await judged(base, documentOf(changed))).toEqual([
    "content-encoding-changed POST /a /components/schemas/A/contentEncoding",
    "content-encoding-changed POST /b /components/schemas/A/contentEncoding",
  ]);
});

test("a change to several operations is reported once, as in the first one by name", async () => {
  const deep = (schema: Loose): Loose => answering({ type: "object", properties: { a: schema } });
  const paths = { "/c": answering(A), "/b": deep(A), "/a": deep({ type: "object", properties: { b: A } }) };
  const { changes } = await compare(sharing(paths, encoded("base64")), sharing(paths, encoded("base32")));
  expect(changes.filter(({ kind }) => kind === "content-encoding-changed")).toMatchObject([
    { operations: ["POST /a", "POST /b", "POST /c"], text: expect.stringMatching(/^body of 200, at a\.b: /) },
  ]);
});

test("if the first place never sends the value, the witness is a response of the second", async () => {
  const paths = {
    "/b": answering({ type: "object", properties: { x: A }, maxProperties: 0 }),
    "/a": answering({ type: "object", properties: { a: { type: "object", properties: { x: A } } } }),
  };
  const most = (maximum: number): JsonObject => sharing(paths, { ...WHOLE, maximum });
  const { changes } = await compare(most(10), most(20));
  expect(changes.find(({ kind }) => kind === "response-maximum")).toMatchObject({
    verdict: "breaking",
    operations: ["POST /a", "POST /b"],
    text: "body of 200, at a.x: maximum changed from 10 to 20",
    witness: { exchange: { body: { value: { a: { x: 11 } } } } },
  });
});
