// Parameters that say where a page begins: the items after the first page can be reached.
import { afterEach, expect, test } from "vitest";
import { changed, orders } from "./documents.ts";
import { type Mock, startMock } from "./support.ts";
import type { JsonObject } from "../../src/json/value.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

const SIZE = { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 5 } };
const STATE = { name: "state", in: "query", schema: { type: "string", enum: ["open", "done"] } };

/** The identifiers on a page of twelve orders, with a document that has this parameter. */
async function ids(query: string, name: string, schema: JsonObject): Promise<number[]> {
  const parameters = [STATE, SIZE, { name, in: "query", schema }];
  mock = await startMock(changed(orders(), ["paths", "/orders", "get", "parameters"], parameters));
  const { value } = await mock.send("GET", `/orders${query}`);
  return (value as { id: number }[]).map(({ id }) => id);
}

const integer = { type: "integer" };
test.each<[string, string, JsonObject, number[]]>([
  ["", "offset", integer, [1, 2, 3, 4, 5]],
  ["?offset=5", "offset", integer, [6, 7, 8, 9, 10]],
  ["?offset=10&limit=5", "offset", integer, [11, 12]],
  ["?offset=12", "offset", integer, []],
  ["?offset=9007199254740993", "offset", integer, []],
  ["?offset=-3", "offset", integer, [1, 2, 3, 4, 5]],
  ["?skip=3&limit=2", "skip", integer, [4, 5]],
  ["", "offset", { ...integer, default: 7 }, [8, 9, 10, 11, 12]],
  ["?page=1", "page", { ...integer, minimum: 1 }, [1, 2, 3, 4, 5]],
  ["?page=3", "page", { ...integer, minimum: 1 }, [11, 12]],
  ["?page=4", "page", integer, []],
  ["?page=0", "page", integer, [1, 2, 3, 4, 5]],
  ["?page=1", "page", { ...integer, minimum: 0 }, [6, 7, 8, 9, 10]],
  ["", "pageNumber", { ...integer, default: 0 }, [1, 2, 3, 4, 5]],
  ["?page%5Bnumber%5D=2&limit=4", "page[number]", integer, [5, 6, 7, 8]],
  ["?page=zz", "page", { type: "string" }, [1, 2, 3, 4, 5]],
])("%s where %s is %j", async (query, name, schema, expected) => {
  expect(await ids(query, name, schema)).toEqual(expected);
});

test("pages of a filtered list contain only items that match", async () => {
  const all = await ids("?state=open&limit=50", "offset", integer);
  await mock?.close();
  expect(all.length).toBeGreaterThan(2);
  expect(await ids("?state=open&limit=2&offset=1", "offset", integer)).toEqual(all.slice(1, 3));
});

test.each([
  ["A mark, obtained from the `Link` response header.", true],
  ["A mark.", false],
])("a list whose mark is described as %j has links to other pages: %s", async (description, isLinked) => {
  const after = { name: "after", in: "query", description, schema: { type: "string" } };
  mock = await startMock(changed(orders(), ["paths", "/orders", "get", "parameters"], [SIZE, after]));
  const { headers } = await mock.send("GET", "/orders?limit=4");
  expect(/[?&]after=4\b.*>; rel="next"/.test(headers["link"] ?? "")).toBe(isLinked);
});
