// The keywords of JSON Schema in one table. A row says where a keyword stands, what it means and what it is called
// (`keywords/keyword.ts`); rows of one kind are in a file of their own, with all that is known about them. Code that reads
// raw schemas looks keywords up here and walks with `subschemas`; code that needs their meaning uses the normal form.
import { type Dialect, referenceText } from "../document/document.ts";
import type { JsonObject, JsonValue } from "../json/value.ts";
import { keptFor } from "../memo.ts";
import { TAG } from "./form/tags.ts";
import { CONDITION_KEYWORDS } from "./keywords/conditions.ts";
import { ITEM_KEYWORDS } from "./keywords/items.ts";
import { type Application, type Keyword, type KeywordFamily, LIST, MAP, NEWER, SCHEMA } from "./keywords/keyword.ts";
import { MULTIPLE } from "./keywords/multiple.ts";
import { NUMBER_BOUNDS } from "./keywords/numbers.ts";
import { PROPERTY_KEYWORDS } from "./keywords/properties.ts";
import { TEXT_KEYWORDS } from "./keywords/texts.ts";
import { VALUE_KEYWORDS } from "./keywords/values.ts";

export type { Keyword, KeywordFamily } from "./keywords/keyword.ts";

const annotation = { family: "annotation" } as const;
const marker = { ...annotation, matters: true } as const;
const text = { ...annotation, type: "string", ...NEWER } as const;
const identity = { family: "identity", ...NEWER } as const;
const choice = { ...LIST, applies: "in place" } as const;
const definitions = { ...MAP, applies: "definition", states: "nothing", ...NEWER } as const;

/** Every keyword by name (JSON Schema 2020-12 Core and Validation; OpenAPI 3.0.3 section 4.7.24). */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  Object.entries<Keyword>({
    $ref: { family: "reference" },
    $dynamicRef: {
      family: "reference",
      ...NEWER,
      // Its refusals come from the schemas that it leads to.
      refusedBy: "any",
      kind: "dynamicRef",
      noun: "a dynamic reference",
      change: ["has a different dynamic reference", "keep its target"],
    },

    ...VALUE_KEYWORDS,
    ...NUMBER_BOUNDS,
    ...MULTIPLE,
    ...TEXT_KEYWORDS,
    // Validators treat these as annotations; to a reader they state what is allowed.
    contentEncoding: { ...text, states: "keyword" },
    contentMediaType: { ...text, states: "keyword" },
    contentSchema: { ...text, ...SCHEMA, applies: "content" },
    ...ITEM_KEYWORDS,
    ...PROPERTY_KEYWORDS,

    allOf: { ...choice, states: "nothing" },
    anyOf: {
      ...choice,
      refusal: () => "must match one of its alternatives",
      noun: "alternatives",
      change: ["has different alternatives", "keep every alternative"],
    },
    oneOf: {
      ...choice,
      refusal: ({ matching = [] }) =>
        matching.length === 0 ? "must match one of its alternatives" : "must match only one of its alternatives",
      noun: "alternatives",
      change: ["has different alternatives, of which exactly one applies", "keep every alternative"],
    },
    ...CONDITION_KEYWORDS,

    $defs: definitions,
    definitions: definitions,
    $id: identity,
    $anchor: identity,
    $dynamicAnchor: {
      ...identity,
      kind: "dynamicAnchor",
      noun: "a name for dynamic references",
      change: ["has a different dynamic anchor", "keep the schema that it names"],
    },
    $schema: identity,
    $vocabulary: identity,

    title: { ...annotation, states: "label" },
    description: { ...annotation, states: "prose" },
    default: { ...marker, states: "default" },
    example: { ...annotation, states: "example" },
    examples: { ...annotation, states: "example", ...NEWER },
    deprecated: { ...marker, states: "deprecation" },
    readOnly: { ...marker, states: "access", silences: "request" },
    writeOnly: { ...marker, states: "access", silences: "response" },
    [TAG]: { ...marker, change: ["has a different discriminator", "keep the discriminator property"] },
    externalDocs: { ...annotation, states: "reading aid" },
    xml: annotation,
    $comment: { ...annotation, ...NEWER },
  }),
);

/** The keyword names of some families, in table order. */
export function keywordsOf(...families: readonly KeywordFamily[]): string[] {
  return [...KEYWORDS].filter(([, { family }]) => families.includes(family)).map(([name]) => name);
}

/** A keyword, and those that are compared in its terms. */
export function inTermsOf(keyword: string): readonly string[] {
  return [keyword, ...(COMPARED_AS.get(keyword) ?? [])];
}

const COMPARED_AS = new Map<string, string[]>();
for (const [keyword, { comparedAs }] of KEYWORDS)
  if (comparedAs !== undefined) keptFor(COMPARED_AS, comparedAs, () => []).push(keyword);

/** The annotations that programs act on. */
export const MARKERS: ReadonlySet<string> = new Set(
  [...KEYWORDS].flatMap(([name, { matters }]) => (matters ? [name] : [])),
);

/** An immediate subschema. */
export interface Subschema {
  readonly keyword: string;
  /** The path from the outer schema: `["properties", "name"]`, `["allOf", 0]`. */
  readonly steps: readonly (string | number)[];
  /** An object or a boolean, unless the document is wrong. */
  readonly schema: JsonValue;
  readonly applies: Application;
}

/**
 * The immediate subschemas of a schema object, in the order in which they are written. The target of `$ref` is not one
 * of them, and 3.0 ignores siblings of `$ref`. A keyword that needs a list or a map but has something else contains
 * nothing.
 */
export function* subschemas(definition: JsonObject, dialect: Dialect): Generator<Subschema, void, undefined> {
  if (dialect === "3.0" && referenceText(definition) !== undefined) return;
  for (const keyword of Object.keys(definition)) {
    const { holds, applies } = KEYWORDS.get(keyword) ?? {};
    const held = definition[keyword];
    if (holds === undefined || applies === undefined || held === undefined) continue;
    if (holds === "schema") yield { keyword, steps: [keyword], schema: held, applies };
    else if (typeof held === "object" && held !== null && Array.isArray(held) === (holds === "list")) {
      for (const [step, inner] of Object.entries(held)) {
        yield {
          keyword,
          steps: [keyword, holds === "list" ? Number(step) : step],
          schema: inner,
          applies,
        };
      }
    }
  }
}
