// The envelope of a list, in documents with properties of every usual name and of several types: totals, cursors, links
// and flags match the position of the page.
import { afterAll, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import { createFetchHandler } from "../../src/http/fetch/handler.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { serve, textOf } from "../http/kinds.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const flag = { type: "boolean" };
const link = { type: "string", format: "uri-reference" };
const objectOf = (properties: JsonObject): JsonObject => ({ type: "object", properties });

/** Properties next to the list. Those with the same name in several envelopes say the same in a different type. */
const PLAIN = {
  total: integer,
  count: integer,
  remaining: integer,
  hasMore: flag,
  isLast: flag,
  hasPrevious: flag,
  isFirst: flag,
  first: link,
  last: link,
  self: link,
  nextCursor: { type: ["string", "null"] },
  prevCursor: { type: ["string", "null"] },
  nextUrl: link,
  previous: { type: "string", description: "A link to the page before." },
  perPage: integer,
  offset: integer,
  totalPages: integer,
} satisfies JsonObject;

const INNER = {
  pagination: objectOf({
    count: integer,
    totalItems: { type: "string" },
    first: flag,
    last: flag,
    limit: { type: "string" },
    "per-page": integer,
    next: objectOf({ after: text, link: text }),
    previous: objectOf({ before: integer, href: text }),
  }),
  links: objectOf({ self: objectOf({ href: text }), next: objectOf({ href: text }), last: objectOf({ url: text }) }),
  cursors: { ...objectOf({ next: text, previous: text }), required: ["next", "previous"] },
  info: objectOf({ note: text }),
  count: integer,
} satisfies JsonObject;

/** Page numbers of other pages, with and without a page parameter. */
const NUMBERED = { page: integer, nextPage: { type: ["integer", "null"] }, prevPage: integer };
const MARKED = { endCursor: { type: ["integer", "null"] }, before: integer };

const THING = { type: "object", required: ["id", "name"], properties: { id: { ...integer, minimum: 1 }, name: text } };

/** A document with one list in this envelope, with these query parameters. */
function documentOf(envelope: JsonObject, query: Readonly<Record<string, JsonValue>>): JsonObject {
  const parameters = Object.entries(query).map(([name, schema]) => ({ name, in: "query", schema }));
  const schema = { ...objectOf({ ...envelope, data: { type: "array", items: THING } }), required: ["data", "count"] };
  const responses = { "200": { description: "A page.", content: { "application/json": { schema } } } };
  return {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/things": { get: { parameters, responses } } },
  };
}

const size = { ...integer, minimum: 1, maximum: 50, default: 5 };
const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

test.each<[string, Readonly<Record<string, JsonValue>>, readonly string[]]>([
  ["an offset", { limit: size, offset: integer }, ["", "?offset=5", "?offset=10&limit=4", "?offset=99"]],
  [
    "the number of the page",
    { perPage: size, page: { ...integer, minimum: 1 } },
    ["", "?page=2", "?page=3&perPage=4", "?page=9"],
  ],
  [
    "the number of the page, counted from 0",
    { size, page: { ...integer, minimum: 0, default: 0 } },
    ["", "?page=1", "?page=2"],
  ],
  [
    "cursors",
    { limit: size, after: text, before: text },
    ["", "?after=5", "?after=10", "?before=6", "?before=3&limit=1"],
  ],
  ["no parameter", {}, [""]],
])("describes the page, in a list that is paged by %s", async (_, query, asked) => {
  const plain = { ...PLAIN, ...("page" in query ? NUMBERED : MARKED) };
  for (const envelope of asked.length > 3 && !("page" in query) ? [plain, INNER] : [plain]) {
    const handler = createFetchHandler(await loadContract(documentOf(envelope, query)));
    closing.push(() => handler.worlds.close());
    const told: string[] = [];
    for (const one of asked) {
      const response = await handler(new Request(`http://localhost/things${one}`));
      const { data, ...beside } = (await response.json()) as { data: { id: number }[] };
      told.push(`${one} has ${data.map(({ id }) => id).join(" ")}: ${JSON.stringify(beside)}`);
    }
    expect(told.join("\n")).toMatchSnapshot();
  }
});

test("errors beside the list are no items, and a success has none", async () => {
  const failures = { type: "array", items: { ...objectOf({ id: text, detail: text }), required: ["detail"] } };
  const things = [THING, { type: "object" }].map((items) => ({ type: "array", items }));
  const envelope = {
    ...objectOf({ data: { anyOf: things }, errors: failures, warnings: failures, error: { type: ["string", "null"] } }),
    required: ["data", "warnings", "error"],
  };
  const refused = { "application/json": { schema: { ...objectOf({ errors: failures }), required: ["errors"] } } };
  const handler = createFetchHandler(
    await loadContract({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: {
        "/links": {
          get: {
            parameters: [{ name: "limit", in: "query", schema: integer }],
            responses: {
              "200": { description: "All.", content: { "application/json": { schema: envelope } } },
              "400": { description: "No.", content: refused },
            },
          },
        },
      },
    }),
  );
  const ask = async (query: string): Promise<Record<string, JsonValue>> =>
    (await handler(new Request(`http://localhost/links${query}`))).json() as never;
  const shown = await ask("");
  expect((shown["data"] as JsonValue[]).length).toBeGreaterThan(2);
  expect(Object.keys(shown)).not.toContain("errors");
  expect(shown).toMatchObject({ warnings: expect.any(Array) as unknown, error: null });
  expect(((await ask("?limit=none"))["errors"] as JsonValue[]).length).toBe(1);
});

test("an answer of which nothing is said shows the item where a fetch shows it", async () => {
  const item = { $ref: "#/components/schemas/Item" };
  const answer = (schema: JsonObject): JsonObject => ({
    "200": { description: "D", content: { "application/json": { schema: objectOf({ data: schema }) } } },
  });
  await using mock = await serve(
    {
      "/items/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get: { responses: answer(item) },
        patch: {
          requestBody: { content: { "application/json": { schema: objectOf({ title: text }) } } },
          responses: answer({ type: "object" }),
        },
      },
      "/items": {
        get: { responses: answer({ type: "array", items: item }) },
        post: {
          requestBody: { content: { "application/json": { schema: objectOf({ title: text, place: text }) } } },
          responses: answer(item),
        },
      },
    },
    { Item: objectOf({ id: text, title: text, place: text }) },
  );
  const made = (await mock.ask("POST /items", { title: "A", place: "B" }))["data"] as JsonObject;
  const changed = await mock.ask(`PATCH /items/${textOf(made["id"])}`, { title: "C" });
  expect(changed["data"]).toEqual({ ...made, title: "C" });
});
