// Items worth creating: all special values that the document allows, for every property. Each item carries several of
// them, so that a few items test a lot.
import type { Document } from "../../src/document/document.ts";
import type { Operation } from "../../src/contract/model.ts";
import { type SchemaNode, isType, mayBe, schemaAt } from "../../src/schema/normal/schema-node.ts";
import { groupsOf, keptFor } from "../../src/kept.ts";
import { type Plan, type ResourceOperation, bodySchema } from "../plan.ts";
import { sampleBody } from "./body.ts";
import { chosenIdentifier } from "./identifier.ts";
import type { Marks } from "../../src/schema/generate/strategies/plain.ts";
import { sampleValue } from "./sample.ts";
import { paid } from "../../src/schema/judging.ts";
import { Work } from "../../src/schema/work.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";

/** A value of one property that careless code refuses or alters. */
export interface SpecialValue {
  readonly property: string;
  readonly name: string;
  readonly value: (text: string) => JsonValue;
}

/** An item to create: what it carries, and its body. */
export interface Variant {
  readonly name: string;
  readonly carries: readonly SpecialValue[];
  /** The body, with a text that distinguishes the item from others. */
  readonly body: (text: string) => JsonObject;
}

/** As long as the texts that a run puts in its items. */
const USUAL_TEXT = "conformance-00000000-0000";
/** For properties that are too short for it. */
const SHORT_TEXT = "c";

type Named<T> = readonly (readonly [name: string, value: T])[];

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
  ["digits only", () => "0012345"],
  ["the word null", () => "null"],
  ["one character", () => "x"],
  ["one blank", () => " "],
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

/** Every special value of the body's properties. */
function specialValues(document: Document, pointer: string): SpecialValue[] {
  const { properties, form } = schemaAt(document, pointer, "request");
  return [...properties].flatMap(([property, own]) => {
    if (own.annotations.readOnly) return [];
    const found = valuesOf(own).map(([name, value]) => ({ property, name, value }));
    if (found.length > 0 || form.required.has(property)) return found;
    return [{ property, name: "given", value: (text: string) => sampleValue(document, own.pointer, { text }) }];
  });
}

function valuesOf(schema: SchemaNode): Named<SpecialValue["value"]> {
  const fixed = (list: Named<JsonValue>): Named<SpecialValue["value"]> =>
    list.map(([name, value]) => [name, () => value] as const);
  const { values, formats, patterns } = schema.form;
  if (values !== undefined) return fixed(values.map((value) => [writeJson(value), value]));
  if (isType(schema, "boolean")) return fixed([true, false].map((value) => [String(value), value]));
  if (mayBe(schema, "integer") && !mayBe(schema, "string")) return fixed(numbersOf(schema));
  if (isType(schema, "string") && formats.length + patterns.length === 0) return [...TEXTS, ...lengthsOf(schema)];
  return [];
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

/** The plain item, with only what is required; undefined if no valid body can be generated. */
export function plainVariant(plan: Plan, { operation, resource }: ResourceOperation): Variant | undefined {
  const schema = bodySchema(operation);
  if (schema === undefined) return undefined;
  const { document } = plan.contract;
  if (chosenIdentifier(document, resource, USUAL_TEXT) === undefined) return undefined;
  const body = (text: string): JsonObject => ({
    ...asObject(sampleBody(document, operation, { text })),
    ...chosenIdentifier(document, resource, text),
  });
  return schema.validate(body(USUAL_TEXT)).length === 0
    ? { name: "only what is required", carries: [], body }
    : undefined;
}

/** The plain item with one special value. */
export function singleVariant(plain: Variant, special: SpecialValue): Variant {
  const { property, name, value } = special;
  return {
    name: `${property}: ${name}`,
    carries: [special],
    body: (text) => ({ ...plain.body(text), [property]: value(text) }),
  };
}

/** The most values that a property may have to count as a short list. */
const FEW_VALUES = 5;

interface Pack {
  readonly variants: readonly Variant[];
  /** How many special values are in none of them, because validating them takes too much work. */
  readonly untried: number;
}

/** By operation: every operation belongs to one contract. */
const packs = new WeakMap<Operation, Pack>();

/** Units of work for finding out which values an item may have: a second or two. */
const MOST_WORK = 8_000_000;

/** Items that together carry all special values, each as many as possible. Computed once per run. */
export function packedVariants(plan: Plan, creator: ResourceOperation): Pack {
  return keptFor(packs, creator.operation, () => pack(plan, creator));
}

function pack(plan: Plan, creator: ResourceOperation): Pack {
  const schema = bodySchema(creator.operation);
  const plain = plainVariant(plan, creator);
  if (schema === undefined || plain === undefined) return { variants: [], untried: 0 };
  const work = new Work(MOST_WORK);
  // Generated once, because a large body takes as long to generate as to validate.
  const usual = plain.body(USUAL_TEXT);
  const valid = (carried: readonly SpecialValue[]): boolean => {
    const body = { ...usual, ...valuesIn(carried, USUAL_TEXT) };
    return work.rule(() => paid(body, () => schema.validate(body).length === 0));
  };
  const { chosen, kept, steps } = creator.resource.identifier;
  const special = specialValues(plan.contract.document, schema.pointer);
  // An identifier that is the same in each run would already belong to an item of the previous run.
  const free = chosen === true || kept === true ? special.filter(({ property }) => property !== steps[0]) : special;
  let untried = 0;
  const single = free.flatMap((special) => {
    const shorter = { ...special, value: () => special.value(SHORT_TEXT) };
    const found =
      untried > 0 ? undefined : Work.within(() => [special, shorter].filter((one) => valid([one])).slice(0, 1));
    if (found === undefined) untried++;
    return found ?? [];
  });
  const groups = [...groupsOf(single, ({ property }) => property).values()];
  const rounds = Math.max(0, ...groups.map(({ length }) => length));
  const variants = Array.from({ length: rounds }, (_, round) => {
    // A property with fewer values than others repeats them, so that the combinations vary. After two rounds, a short
    // list stays at its first value. Items that fill pages have that one as well, so fewer of them are needed.
    const carries = groups.flatMap((values) => {
      const listed = values.length <= FEW_VALUES && round >= 2 * values.length;
      return (listed ? values[0] : values[round % values.length]) ?? [];
    });
    const packed: Variant = {
      name: `special values, ${round + 1}`,
      carries,
      body: (text) => ({ ...plain.body(text), ...valuesIn(carries, text) }),
    };
    const isValid = Work.within(() => valid(carries)) ?? false;
    return isValid ? [packed] : carries.map((special) => singleVariant(plain, special));
  }).flat();
  return { variants, untried };
}

function valuesIn(carried: readonly SpecialValue[], text: string): JsonObject {
  return Object.fromEntries(carried.map(({ property, value }) => [property, value(text)]));
}

/** A valid body by which the run recognizes an item that should not have been created. */
export function markedBody(plan: Plan, creator: ResourceOperation, marks: Marks): JsonObject | undefined {
  const schema = bodySchema(creator.operation);
  if (schema === undefined) return undefined;
  const body = asObject(sampleBody(plan.contract.document, creator.operation, marks));
  return schema.validate(body).length === 0 ? body : undefined;
}

function asObject(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
}
