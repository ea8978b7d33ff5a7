// A cursor is the value of a parameter, whatever its description says; a link is an address.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { list, number, object, text } from "./parts.ts";
import { startMock } from "./support.ts";

const MANUAL = "For more information, see [Pagination](https://developer.example.com/docs/pagination).";

const documentWith = (name: string, property: JsonObject): JsonObject => ({
  openapi: "3.1.0",
  info: { title: "Cursors", version: "1" },
  paths: {
    "/things": {
      get: {
        parameters: [
          { name: "cursor", in: "query", schema: text },
          { name: "limit", in: "query", schema: { ...number, minimum: 1 } },
        ],
        responses: {
          "200": {
            description: "D",
            content: {
              "application/json": { schema: object({ things: list(object({ id: number })), [name]: property }) },
            },
          },
        },
      },
    },
  },
});

test.each<[string, string]>([
  ["cursor", `A pagination cursor. ${MANUAL}`],
  ["cursor", "The URL of the manual is https://developer.example.com/docs"],
  ["next_cursor", MANUAL],
  ["nextPageToken", "A link to the manual: https://developer.example.com/docs"],
  ["next", `What comes next. ${MANUAL}`],
  ["next", "An opaque, URL-safe text for the next page."],
  ["next", "The token to link to the next page"],
  ["continuation_token", "URL encoded"],
])("%s, described as %j, leads from page to page as a parameter", async (name, description) => {
  const mock = await startMock(documentWith(name, { type: ["string", "null"], description }), { auth: false });
  try {
    const seen: unknown[] = [];
    let query = "";
    for (let turn = 0; turn < 12 && (turn === 0 || query !== ""); turn++) {
      const { value } = await mock.send("GET", `/things?limit=5${query}`);
      const page = value as { things: { id: number }[] } & Record<string, string | null | undefined>;
      seen.push(...page.things.map(({ id }) => id));
      expect(page[name] ?? "").not.toMatch(/[/:]/);
      query = page[name] ? `&cursor=${encodeURIComponent(page[name])}` : "";
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  } finally {
    await mock.close();
  }
});

test.each<[string, JsonObject]>([
  ["next", { description: "The URL of the next page." }],
  ["next", { description: "Link to the next page" }],
  ["next", { format: "uri" }],
  ["next", { examples: ["/things?cursor=abc"] }],
  ["next_url", {}],
])("%s, described by %j, is the address of the next page", async (name, more) => {
  const mock = await startMock(documentWith(name, { type: "string", ...more }), { auth: false });
  try {
    const { value } = await mock.send("GET", "/things?limit=5");
    const next = (value as JsonObject)[name] as string;
    expect(new URL(next).origin).toBe(new URL(mock.url).origin);
    expect((await (await fetch(next)).json()) as JsonObject).toMatchObject({ things: [{ id: 6 }, {}, {}, {}, {}] });
  } finally {
    await mock.close();
  }
});
