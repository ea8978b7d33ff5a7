// Which values are tried where two schemas differ: the promising ones, and no more than the budget allows.
import { expect, test } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import { drawContext } from "../../src/gate/exchange/draw.ts";
import { Judge } from "../../src/gate/exchange/judge.ts";
import { UNLIMITED } from "../../src/schema/work.ts";
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
  const tried = proposals(context, forms.conjunction("/components/schemas/Code"), ANYTHING_GOES, levels);
  expect(tried).toEqual(codes.slice(0, most));
});
