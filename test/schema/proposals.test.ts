// Which values are tried where two schemas differ: the promising ones, and no more than the budget allows.
import { expect, test } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import { drawContext } from "../../src/gate/exchange/draw.ts";
import { Judge } from "../../src/gate/exchange/judge.ts";
import { UNLIMITED, Work } from "../../src/schema/work.ts";
import { proposals } from "../../src/schema/compare/proposals/values.ts";
import { ANYTHING_GOES } from "../../src/schema/form/conjunction.ts";
import { documentWith } from "../contract/documents.ts";

// The last is more than any search uses, and the first is the minimum, even for a negative number.
test.each([
  [-1, 4],
  [0, 4],
  [1, 6],
  [2, 12],
  [3, 40],
  [4, 160],
  [5, 400],
  [9, 400],
])("if %i more levels can be opened, %i of a thousand values are tried", async (levels, most) => {
  const codes = Array.from({ length: 1_000 }, (_, index) => `code ${index}`);
  const document = await documentOfValue(documentWith({ components: { schemas: { Code: { enum: codes } } } }));
  const judge = new Judge(document, UNLIMITED);
  const forms = judge.space("client");
  const context = drawContext([judge, judge], "client", false);
  const tried = [...proposals(context, forms.conjunction("/components/schemas/Code"), ANYTHING_GOES, levels)];
  expect(tried).toEqual(codes.slice(0, most));
});

test("a long list is only made when it is asked for, and not all of them with the first", async () => {
  const List = { type: "array", minItems: 2_000, items: { type: "array", minItems: 5, items: { type: "integer" } } };
  const document = await documentOfValue(documentWith({ components: { schemas: { List } } }));
  const work = new Work(1_000_000_000);
  const judge = new Judge(document, work);
  const context = drawContext([judge, judge], "client", false);
  const values = proposals(context, judge.space("client").conjunction("/components/schemas/List"), ANYTHING_GOES, 3);
  const [first] = values;
  const spentOnOne = 1_000_000_000 - work.left;
  expect(first).toHaveLength(2_000);
  const all = [...proposals(context, judge.space("client").conjunction("/components/schemas/List"), ANYTHING_GOES, 3)];
  expect(all.length).toBeGreaterThan(10);
  expect(1_000_000_000 - work.left).toBeGreaterThan(5 * spentOnOne);
});
