// Keywords that apply schemas in ways that no rule analyzes: `not`, `if`, `contains` and similar ones. They are kept as
// they are, with the schemas in them.
import { fragmentPointer } from "../../json/pointer.ts";
import { excludedTypes } from "./values.ts";
import { boundOfNot } from "../form/bounds.ts";
import { ANYTHING, type Opaque } from "../form/normal-form.ts";
import { MAP, NEWER, type Keywords, SCHEMA } from "./keyword.ts";
import { type At, isSchema } from "./reading.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { quoted } from "../../json/quote.ts";
import { writeJson } from "../../json/write.ts";

/** Keywords whose schemas are not compared part by part. */
const OPAQUE_SCHEMAS = ["not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems"] as const;
const JUDGING_SCHEMAS = [...OPAQUE_SCHEMAS, "unevaluatedProperties", "additionalItems"] as const;

/** What a schema object says in these keywords. */
export function readOpaque(pointer: string, definition: JsonObject, at: At, old: boolean): readonly Opaque[] {
  const found: Opaque[] = [];
  for (const keyword of JUDGING_SCHEMAS) {
    if (!isSchema(definition[keyword])) continue;
    if (keyword === "not" && (excludedTypes(definition, old) ?? boundOfNot(definition)) !== undefined) continue;
    const counts = [definition["minContains"] ?? 1, definition["maxContains"] ?? null];
    const scope = keyword.startsWith("unevaluated") ? { scope: pointer } : {};
    found.push({ keyword, schemas: [at(keyword)], value: keyword === "contains" ? counts : null, ...scope });
  }
  const dependent = definition["dependentSchemas"];
  if (isObject(dependent)) {
    const names = Object.keys(dependent).sort();
    const schemas = names.map((name) => at("dependentSchemas", name));
    found.push({ keyword: "dependentSchemas", schemas, value: names });
  }
  const needed = readDependentRequired(definition["dependentRequired"]);
  if (needed.length > 0) {
    found.push({ keyword: "dependentRequired", schemas: [], value: Object.fromEntries(needed) });
  }
  const { $dynamicRef: value } = definition;
  // A reference with a pointer is followed.
  if (value !== undefined && !(typeof value === "string" && fragmentPointer(value) !== undefined))
    found.push({ keyword: "$dynamicRef", schemas: [], value });
  if (found.length === 0) return ANYTHING.opaque;
  // A conditional is one unit: `then` without `if` says nothing.
  const conditional = found.filter(({ keyword }) => keyword === "if" || keyword === "then" || keyword === "else");
  const others = found.filter((part) => !conditional.includes(part));
  if (!conditional.some(({ keyword }) => keyword === "if")) return others;
  const schemas = conditional.flatMap((part) => part.schemas);
  return [...others, { keyword: "if", schemas, value: conditional.map(({ keyword }) => keyword) }];
}

/** The names that each property requires, sorted; a property that requires none says nothing. */
function readDependentRequired(value: JsonValue | undefined): [string, JsonValue][] {
  if (!isObject(value)) return [];
  const entries = Object.entries(value).map(([name, names]): [string, string[]] => [
    name,
    Array.isArray(names) ? [...new Set(names.filter((one) => typeof one === "string"))].sort() : [],
  ]);
  return entries.filter(([, names]) => names.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Equal for parts with the same meaning. */
export function opaqueKey({ keyword, schemas, value, scope = "" }: Opaque): string {
  return `${keyword} ${JSON.stringify(schemas)} ${writeJson(value)} ${scope}`;
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
