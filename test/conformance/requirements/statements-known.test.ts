// The list of requirements knows every OpenAPI field and every JSON Schema keyword, so only really unknown ones are
// called "unknown field".
import { expect, it } from "vitest";
import { statedByKeyword } from "../../../conformance/requirements/statements.ts";
import { type GrammarField, GRAMMAR, type PartKind } from "../../../src/document/grammar.ts";
import { KEYWORDS } from "../../../src/schema/keywords.ts";

type ObjectKind = Exclude<PartKind, "schema">;

/** The kinds of objects to search. */
function kindsLookedInto(): ReadonlySet<ObjectKind> {
  const found = new Set<ObjectKind>(["document"]);
  for (const kind of found) {
    for (const [, field] of fieldsOf(kind)) {
      if (isEntered(field) && field.of !== "schema") found.add(field.of);
    }
  }
  return found;
}

function fieldsOf(kind: ObjectKind): (readonly [string, GrammarField])[] {
  const { fields, entries } = GRAMMAR[kind];
  return [...fields, ...(entries === undefined ? [] : ([["a-name", entries]] as const))];
}

function isEntered(field: GrammarField): field is Extract<GrammarField, { of: PartKind }> {
  return "of" in field && field.states === undefined;
}

it.for([...kindsLookedInto()])("each field of the kind %s states something", (kind) => {
  const unknown = fieldsOf(kind)
    .filter(([name, field]) => name !== "$ref" && !isEntered(field) && field.states === undefined)
    .map(([name]) => name);
  expect(unknown).toEqual([]);
});

it("each keyword that constrains something by itself states something", () => {
  const stated = [...KEYWORDS.keys()].map((keyword) => [keyword, statedByKeyword(keyword)] as const);
  expect(stated.filter(([, states]) => states === "unknown field")).toEqual([]);
  expect(stated.filter(([, states]) => states === undefined).map(([keyword]) => keyword)).toEqual([
    ...["items", "properties", "allOf", "$defs", "definitions"],
  ]);
});
