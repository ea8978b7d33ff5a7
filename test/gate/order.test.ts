// The order of changes: those that affect more operations come first, and the operations of one path stay together.
import { expect, test } from "vitest";
import { compare, documentOf } from "./documents.ts";

const responses = { "200": { description: "OK" } };
const needs = (name: string): object => ({ name, in: "query", required: true, schema: { type: "string" } });

test("the operations of a path are grouped, before those of the paths below it", async () => {
  const paths = (parameters: readonly object[]): Record<string, unknown> =>
    Object.fromEntries(
      ["/items", "/items/all", "/item"].map((path) => [
        path,
        { get: { parameters, responses }, delete: { parameters, responses } },
      ]),
    );
  const { changes } = await compare(documentOf(paths([])), documentOf(paths([needs("kind")])));
  const told = changes.filter(({ verdict }) => verdict === "breaking").map(({ operations }) => operations.join(" "));
  expect(told).toEqual([
    "DELETE /item",
    "GET /item",
    "DELETE /items",
    "GET /items",
    "DELETE /items/all",
    "GET /items/all",
  ]);
});
