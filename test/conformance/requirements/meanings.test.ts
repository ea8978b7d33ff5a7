// The list of requirements knows every OpenAPI field and every JSON Schema keyword, so only really unknown ones are
// called "unknown field".
import { expect, it } from "vitest";
import { meaningOf, meaningOfKeyword, isLookedInto } from "../../../conformance/requirements/meanings.ts";
import { type GrammarField, GRAMMAR, type PartKind } from "../../../src/document/grammar.ts";
import { KEYWORDS } from "../../../src/schema/keywords.ts";

type ObjectKind = Exclude<PartKind, "schema">;

/** The kinds of objects to search. */
function kindsLookedInto(): ReadonlySet<ObjectKind> {
  const found = new Set<ObjectKind>(["document"]);
  for (const kind of found) {
    for (const [, field] of fieldsOf(kind)) {
      if (isEntered(field, kind) && field.of !== "schema") found.add(field.of);
    }
  }
  return found;
}

function fieldsOf(kind: ObjectKind): (readonly [string, GrammarField])[] {
  const { fields, entries } = GRAMMAR[kind];
  return [...fields, ...(entries === undefined ? [] : ([["a-name", entries]] as const))];
}

function isEntered(field: GrammarField, holder: PartKind): field is Extract<GrammarField, { of: PartKind }> {
  return "of" in field && isLookedInto(field.of, holder);
}

it.for([...kindsLookedInto()])("each field of the kind %s has a meaning", (kind) => {
  const unknown = fieldsOf(kind)
    .filter(([name, field]) => name !== "$ref" && !isEntered(field, kind))
    .map(([name]) => name)
    .filter((name) => meaningOf(kind, name) === "unknown field");
  expect(unknown).toEqual([]);
});

it("each keyword that constrains something by itself has a meaning", () => {
  const meanings = [...KEYWORDS.keys()].map((keyword) => [keyword, meaningOfKeyword(keyword)] as const);
  expect(meanings.filter(([, meaning]) => meaning === "unknown field")).toEqual([]);
  expect(meanings.filter(([, meaning]) => meaning === undefined).map(([keyword]) => keyword)).toEqual([
    ...["items", "properties", "allOf", "$defs", "definitions"],
  ]);
});
