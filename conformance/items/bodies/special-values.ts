// The special values that the document allows for the properties of an item.
import type { Document } from "../../../src/document/document.ts";
import { type SchemaNode, isType, mayBe, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import type { JsonValue } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { TRIMS } from "../../judgements/same.ts";
import type { IsIdentity } from "./identities.ts";
import { marksFor } from "./marks.ts";
import { contentOf } from "./parts.ts";
import { sampleValue } from "./sample.ts";
import { tellingValues } from "./telling-values.ts";

/** A value of one property that careless code refuses or alters. */
export interface SpecialValue {
  readonly property: string;
  /** Where in the property it stands, if that is an object with the content of the item: its value is the object then. */
  readonly within?: readonly string[];
  readonly name: string;
  readonly value: (text: string) => JsonValue;
  /** A service may have rules for it that no schema can state, such as that a day is past or that a number adds up. */
  readonly mayBeRefused?: true;
  /** No service need keep it as it is: it must only not make the service fail. */
  readonly isEdge?: true;
}

type Named<T> = readonly (readonly [name: string, value: T])[];

const BLANK = "one blank";

const TEXTS: Named<(text: string) => string> = [
  ["letters of many scripts", (text) => `${text} Zoë Ñandú Łódź Ωμέγα 犬 ネコ`],
  ["characters beyond 2^16", (text) => `${text} 🐕‍🦺 𝒳 and more`],
  ["combining characters, not normalised", (text) => `${text} e\u0301 n\u0303 \u1100\u1161 ﬁ`],
  ["quotes and backslashes", (text) => `${text} "double" 'single' \\back\\ /slash/ \\n \\u0041`],
  ["line breaks and control characters", (text) => `${text} \t tab \n line \r\n both \u0001 \u007f`],
  ["spaces around it", (text) => `  ${text}  two  inside  `],
  ["markup and entities", (text) => `${text} <b>bold</b> &amp; &lt;i&gt; <script>x</script> <!-- x -->`],
  ["invisible and right-to-left characters", (text) => `${text} \u200bz\u200d \u202el\u202c \ufeffb \u00a0 \u2028`],
  ["placeholders and escapes", (text) => `${text} 100% %41 %s {0} \${x} $1 +a+b ; -- {{x}}`],
  ["300 characters", (text) => `${text} `.padEnd(300, "long text ")],
  ["4,000 characters", (text) => `${text} `.padEnd(4000, "very long text ")],
  ["digits only", (text) => `00${marksFor(text).integer}`],
  ["the word null", () => "null"],
  ["one character", () => "x"],
  [BLANK, () => " "],
  ["no characters at all", () => ""],
];

const INTEGERS: Named<number | bigint> = [
  ["zero", 0],
  ["a negative number", -1],
];
const WIDE: Named<number | bigint> = [
  ["2^31", 2 ** 31],
  ["-2^31-1", -(2 ** 31) - 1],
  ["2^53+1", 2n ** 53n + 1n],
  ["2^63-1, the largest int64", 2n ** 63n - 1n],
  ["-2^63, the smallest int64", -(2n ** 63n)],
];
const NARROW: Named<number | bigint> = [
  ["2^31-1, the largest int32", 2 ** 31 - 1],
  ["-2^31, the smallest int32", -(2 ** 31)],
];

/** What an integer may be that has no bound and no format: more than 32 bits hold, and more than 64. */
const EDGES: readonly Omit<SpecialValue, "property">[] = [
  { name: "2^31", value: () => 2 ** 31, mayBeRefused: true },
  { name: "2^63", value: () => 2n ** 63n, mayBeRefused: true, isEdge: true },
];

/** The most values of one list that are tried: each may cost an item, and one country is treated like another. */
const MOST_LISTED = 12;

/** The first value, the last one, and some between them. */
function someOf<T>(values: readonly T[]): readonly T[] {
  if (values.length <= MOST_LISTED) return values;
  const step = (values.length - 1) / (MOST_LISTED - 1);
  return Array.from({ length: MOST_LISTED }, (_, index) => values[Math.round(index * step)] as T);
}

/** How many of the listed values of a property are not tried. */
export const untriedIn = ({ form }: SchemaNode): number => Math.max(0, (form.values?.length ?? 0) - MOST_LISTED);

/** The place of a special value: "name", "attributes.name". */
export const placeOf = ({ property, within = [] }: Pick<SpecialValue, "property" | "within">): string =>
  [property, ...within].join(".");

/** Every special value of the body's properties, and some of those that a long list has. */
export function specialValues(document: Document, pointer: string, isIdentity: IsIdentity): SpecialValue[] {
  const node = schemaAt(document, pointer, "request");
  const { properties, form } = node;
  const content = contentOf(node, isIdentity);
  return [...properties].flatMap(([property, own]) => {
    if (own.annotations.readOnly) return [];
    if (content.has(property)) return valuesWithin(document, property, own, isIdentity);
    const found: SpecialValue[] = [
      ...[...valuesOf(own), ...nullOf(own)].map(([name, value]) => ({
        property,
        name,
        value,
        // What is left of a blank that is trimmed is no text, which a service may refuse.
        ...(name === BLANK && TRIMS.test(own.annotations.description ?? "") ? { mayBeRefused: true as const } : {}),
      })),
      ...tellingValues(document, own).map(([name, value]) => ({ property, name, value, mayBeRefused: true as const })),
      ...(isUnbounded(own) ? EDGES.map((edge) => ({ property, ...edge })) : []),
    ];
    if (found.length > 0 || form.required.has(property)) return found;
    return [{ property, name: "given", value: (text: string) => sampleValue(document, own.pointer, { text }) }];
  });
}

/** The special values of what stands in an object. */
function valuesWithin(document: Document, property: string, node: SchemaNode, isIdentity: IsIdentity): SpecialValue[] {
  return specialValues(document, node.pointer, isIdentity)
    .filter((one) => !isIdentity(one.property) && !/(?:[_-]id|Ids?)$/.test(one.property))
    .map((one) => ({
      ...one,
      property,
      within: [one.property, ...(one.within ?? [])],
      value: (text) => ({ [one.property]: one.value(text) }),
    }));
}

function isUnbounded(node: SchemaNode): boolean {
  const { values, bounds, formats } = node.form;
  return isType(node, "integer") && values === undefined && bounds.maximum === undefined && formats.length === 0;
}

function valuesOf(schema: SchemaNode): Named<SpecialValue["value"]> {
  const fixed = (list: Named<JsonValue>): Named<SpecialValue["value"]> =>
    list.map(([name, value]) => [name, () => value] as const);
  const { values, formats, patterns } = schema.form;
  if (values !== undefined) return fixed(someOf(values).map((value) => [writeJson(value), value]));
  if (isType(schema, "boolean")) return fixed([true, false].map((value) => [String(value), value]));
  if (mayBe(schema, "integer") && !mayBe(schema, "string")) return fixed(numbersOf(schema));
  if (isType(schema, "string") && formats.length + patterns.length === 0) return [...TEXTS, ...lengthsOf(schema)];
  return [];
}

/** A value of its own: not the same as no value. */
function nullOf(node: SchemaNode): Named<SpecialValue["value"]> {
  return node.types?.includes("null") === true && node.form.values === undefined ? [["null", () => null]] : [];
}

function numbersOf(schema: SchemaNode): Named<number | bigint> {
  const { bounds, formats } = schema.form;
  const { minimum, maximum } = bounds;
  return [
    ...INTEGERS,
    ...(formats.includes("int64") ? WIDE : []),
    ...(formats.includes("int32") ? NARROW : []),
    ...(minimum === undefined ? [] : [["the minimum", inDigits(minimum)] as const]),
    ...(maximum === undefined ? [] : [["the maximum", inDigits(maximum)] as const]),
    ...(isType(schema, "number") ? [["a fraction", 0.125] as const] : []),
  ];
}

/** An integer with all its digits: 1.8446744073709552e19 would be written as 18446744073709552000, which is larger. */
function inDigits(bound: number | bigint): number | bigint {
  return typeof bound === "number" && Number.isInteger(bound) && !Number.isSafeInteger(bound) ? BigInt(bound) : bound;
}

function lengthsOf({ form }: SchemaNode): Named<(text: string) => string> {
  const minLength = Number(form.bounds.minLength ?? 0);
  const maxLength = Number(form.bounds.maxLength ?? 0);
  return [
    ...(minLength > 1 ? [["as short as may be", () => "x".repeat(minLength)] as const] : []),
    ...(maxLength > 0 && maxLength <= 20_000 ? [["as long as may be", () => "y".repeat(maxLength)] as const] : []),
  ];
}
