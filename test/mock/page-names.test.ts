// A size of a page has the same names in the body of a search as in a query.
import { expect, test } from "vitest";
import { createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";
import { carries, itemOf } from "../resource/documents.ts";

const integer = { type: "integer" };
const list = { "200": carries({ type: "array", items: itemOf({ id: integer, text: { type: "string" } }) }) };

test.each(["limit", "perPage", "page_size", "take", "$top", "max", "count", "maxItems"])("%s", async (name) => {
  const sent = { type: "object", properties: { query: { type: "string" }, [name]: integer } };
  const parameters = [{ name, in: "query", schema: integer }];
  const spec = {
    openapi: "3.1.0",
    info: { title: "Lines", version: "1" },
    paths: {
      "/lines": { get: { parameters, responses: list } },
      "/lines/search": { post: { requestBody: carries(sent), responses: list } },
    },
  };
  await using mock = await createMock({ spec: spec as unknown as Spec });
  const countOf = async (path: string, init?: RequestInit): Promise<number> =>
    ((await (await fetch(`${mock.url}${path}`, init)).json()) as unknown[]).length;
  const headers = { "Content-Type": "application/json" };
  const search = (body: object): Promise<number> =>
    countOf("/lines/search", { method: "POST", headers, body: JSON.stringify(body) });
  expect(await search({})).toBeGreaterThan(2);
  expect(await countOf(`/lines?${encodeURIComponent(name)}=2`)).toBe(2);
  expect(await search({ [name]: 2 })).toBe(2);
});
