// Keywords that apply schemas in ways that no rule analyzes: `not`, `if`, `contains` and similar ones. They are kept as
// they are, with the schemas in them.
import { fragmentPointer } from "../../json/pointer.ts";
import { excludedTypes } from "./values.ts";
import { boundOfNot } from "../form/bounds.ts";
import type { Conjunction } from "../form/conjunction.ts";
import { ANYTHING, type Contains, type Named, type Opaque } from "../form/normal-form.ts";
import { MAP, NEWER, type Keywords, SCHEMA } from "./keyword.ts";
import { type At, isSchema } from "./reading.ts";
import { type JsonObject, type JsonValue, isNumeric, isObject } from "../../json/value.ts";
import { quoted } from "../../json/quote.ts";
import { writeJson } from "../../json/write.ts";

const SCHEMAS = [
  ...(["not", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "additionalItems"] as const),
];

/** What a schema object says in these keywords. */
export function readOpaque(pointer: string, definition: JsonObject, at: At, old: boolean): readonly Opaque[] {
  const found: Opaque[] = [];
  for (const keyword of SCHEMAS) {
    if (!isSchema(definition[keyword])) continue;
    if (keyword === "not" && (excludedTypes(definition, old) ?? boundOfNot(definition)) !== undefined) continue;
    if (keyword === "contains") found.push({ keyword, schemas: [at(keyword)], ...countsIn(definition) });
    else if (!keyword.startsWith("unevaluated")) found.push({ keyword, schemas: [at(keyword)] });
    else found.push({ keyword, schemas: [at(keyword)], scope: pointer });
  }
  const dependent = definition["dependentSchemas"];
  if (isObject(dependent)) {
    const names = Object.keys(dependent).sort();
    found.push({ keyword: "dependentSchemas", schemas: names.map((name) => at("dependentSchemas", name)), names });
  }
  const needs = readDependentRequired(definition["dependentRequired"]);
  if (needs.length > 0) found.push({ keyword: "dependentRequired", schemas: [], needs: Object.fromEntries(needs) });
  const { $dynamicRef: reference } = definition;
  // A reference with a pointer is followed.
  if (reference !== undefined && !(typeof reference === "string" && fragmentPointer(reference) !== undefined))
    found.push({ keyword: "$dynamicRef", schemas: [], reference });
  // A conditional is one unit: `then` without `if` says nothing.
  if (isSchema(definition["if"])) {
    const names = ["if", "then", "else"].filter((name) => isSchema(definition[name]));
    found.push({ keyword: "if", schemas: names.map((name) => at(name)), names });
  }
  return found.length === 0 ? ANYTHING.opaque : found;
}

/** How many items `contains` asks for: one or more by default. */
function countsIn({ minContains, maxContains }: JsonObject): Pick<Contains, "least" | "most"> {
  const least = isNumeric(minContains) ? minContains : 1;
  return isNumeric(maxContains) ? { least, most: maxContains } : { least };
}

/** The names that each property requires, sorted; a property that requires none says nothing. */
function readDependentRequired(value: JsonValue | undefined): [string, string[]][] {
  if (!isObject(value)) return [];
  const entries = Object.entries(value).map(([name, names]): [string, string[]] => [
    name,
    Array.isArray(names) ? [...new Set(names.filter((one) => typeof one === "string"))].sort() : [],
  ]);
  return entries.filter(([, names]) => names.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What a keyword says besides its schemas, wherever it stands. */
export function saidBy(part: Opaque): JsonObject {
  return { ...part, schemas: [], scope: "" };
}

/** Equal for parts with the same meaning. */
export function opaqueKey(part: Opaque): string {
  const scope = "scope" in part ? part.scope : "";
  return `${JSON.stringify(part.schemas)} ${writeJson(saidBy(part))} ${scope}`;
}

/** The side of a condition with a name; undefined if it has none. */
export function sideOf({ names, schemas }: Named, side: "then" | "else"): Conjunction | undefined {
  return schemas[names.indexOf(side)];
}

/** True for a schema that rejects all values. */
export function excludesAll({ not }: JsonObject): boolean {
  return not === true || (isObject(not) && Object.keys(not).length === 0);
}

const OBJECT = { type: "object" } as const;

/** What is named here applies if something else does. */
export const CONDITION_KEYWORDS: Keywords = {
  dependentRequired: {
    family: "presence",
    ...OBJECT,
    ...NEWER,
    refusal: ({ property }) => `must have the property ${quoted(property)}, which another of its properties requires`,
    noun: "a rule for what a property requires",
    change: ["has a property that requires different ones", "keep what each property requires"],
  },
  dependentSchemas: {
    ...MAP,
    applies: "in place",
    ...OBJECT,
    ...NEWER,
    // Its refusals come from the schemas inside it.
    refusedBy: "any",
    noun: "a rule for what a property requires",
    change: ["has a property with a different dependent schema", "keep what each property requires"],
  },
  not: {
    ...SCHEMA,
    applies: "in place",
    refusal: () => "must not match what is excluded",
    noun: "an exclusion",
    change: ["has different exclusions", "do not exclude more"],
  },
  if: {
    ...SCHEMA,
    applies: "in place",
    ...NEWER,
    refusal: () => "must match what its condition asks for",
    noun: "a condition",
    change: ["has a different condition", "keep the condition and what it requires"],
  },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword
  then: { ...SCHEMA, applies: "in place", ...NEWER },
  else: { ...SCHEMA, applies: "in place", ...NEWER },
};
