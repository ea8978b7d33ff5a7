// `--only` and `--except`: one grammar for all commands.
import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import { matchesGlob } from "../../src/selection/glob.ts";
import { operationNames } from "../../src/selection/operation.ts";
import { type Selectable, isSelected, parseSelection, selectionFault } from "../../src/selection/selection.ts";

const LIST: Selectable = {
  family: ["auth"],
  check: ["auth.missing"],
  operation: ["listOrders", "GET /orders"],
  path: ["/orders"],
  tag: ["sales"],
};
const FETCH: Selectable = {
  family: ["fetch"],
  check: ["fetch.unknown"],
  operation: ["GET /orders/{id}"],
  path: ["/orders/{id}"],
};

function selection(flags: Parameters<typeof parseSelection>[0]) {
  const parsed = parseSelection(flags);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.selection;
}

describe("globs", () => {
  it.for([
    ["auth", "auth", true],
    ["auth", "auth.missing", false],
    ["auth.*", "auth.missing", true],
    ["/orders*", "/orders/{id}/lines", true],
    ["GET *", "GET /orders", true],
    ["*lines", "/orders/{id}/lines", true],
    ["*/{id}/*", "/orders/{id}/lines", true],
    ["/order?", "/orders", true],
    ["/order?", "/order", false],
    ["**", "", true],
    ["", "", true],
    ["a.b", "axb", false],
    ["List*", "listOrders", false],
  ] as const)("%s and %s: %s", ([glob, text, expected]) => {
    expect(matchesGlob(glob, text)).toBe(expected);
  });

  it("with many asterisks are matched quickly", () => {
    expect(matchesGlob("*a".repeat(200), "a".repeat(5_000) + "b")).toBe(false);
  });
});

describe("--only and --except", () => {
  it.for([
    ["nothing is said", {}, true, true],
    ["a family", { only: ["family:auth"] }, true, false],
    ["a family that is left out", { except: ["family:auth"] }, false, true],
    ["alternatives, with a comma", { only: ["family:auth,family:fetch"] }, true, true],
    ["alternatives, one a flag", { only: ["family:auth", "check:*"] }, true, false],
    ["two kinds, which must both agree", { only: ["family:*,path:/orders"] }, true, false],
    ["the id of an operation", { only: ["operation:listOrders"] }, true, false],
    ["the name of an operation", { only: ["operation:GET /orders/{id}"] }, false, true],
    ["a tag, which one of them lacks", { only: ["tag:sales"] }, true, false],
    ["a tag that is left out", { except: ["tag:sales"] }, false, true],
    ["both flags", { only: ["path:/orders*"], except: ["check:auth.*"] }, false, true],
  ] as const)("%s", ([, flags, list, fetch]) => {
    expect([isSelected(selection(flags), LIST), isSelected(selection(flags), FETCH)]).toEqual([list, fetch]);
  });

  it("treat a comma in a path as part of it", () => {
    expect(isSelected(selection({ only: ["path:/a,b,family:auth"] }), { path: ["/a,b"], family: ["auth"] })).toBe(true);
  });

  it.for([
    ["auth", /^--only must be a kind and a glob, such as family:auth, not "auth" \(kinds: family:, check:/],
    ["famly:auth", /did you mean family:auth\?$/],
    ["family:", /not "family:"/],
  ] as const)("refuse %s in one sentence", ([text, message]) => {
    const parsed = parseSelection({ only: [text] });
    expect(parsed.ok ? "" : parsed.message).toMatch(message);
  });

  it("refuse an unknown kind", () => {
    const parsed = parseSelection({ except: ["family:auth"] }, ["path", "tag"]);
    expect(parsed.ok ? "" : parsed.message).toMatch(
      /such as path:\/orders\*, not "family:auth" \(kinds: path:, tag:\)/,
    );
  });

  it("name a term that matches nothing, with a suggestion", () => {
    const things = [LIST, FETCH];
    expect(selectionFault(selection({ only: ["family:auht"] }), things)).toBe(
      "--only family:auht names nothing here: did you mean auth?",
    );
    expect(selectionFault(selection({ except: ["tag:inner"] }), things)).toBe(
      "--except tag:inner names nothing here: there are sales",
    );
    expect(selectionFault(selection({ only: ["family:fetch,path:/orders"] }), things)).toMatch(/^nothing is left of/);
    expect(selectionFault(selection({ only: ["family:fetch"] }), things)).toBeUndefined();
  });
});

describe("an operation", () => {
  it("is selected by its id, name, path and tags", async () => {
    const { document, operations } = await loadContract({
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: {
        "/orders": {
          get: { operationId: "listOrders", tags: ["sales", "public"], responses: { 200: { description: "ok" } } },
          post: { responses: { 201: { description: "made" } } },
        },
      },
    });
    expect(operations.map((operation) => operationNames(operation, document))).toEqual([
      { operation: ["listOrders", "GET /orders"], path: ["/orders"], tag: ["sales", "public"] },
      { operation: ["POST /orders"], path: ["/orders"], tag: [] },
    ]);
  });
});
