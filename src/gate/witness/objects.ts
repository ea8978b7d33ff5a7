// Proposals for objects: the smallest, the fullest, and each with one property at a boundary.
import { ANYTHING_GOES, type Conjunction } from "../../schema/normal/conjunction.ts";
import type { NormalForm } from "../../schema/normal/normal-form.ts";
import { matches } from "../../schema/pattern/engine.ts";
import { propertyConstraint } from "../../schema/normal/merge.ts";
import { type DrawContext, type Request, interleave } from "./context.ts";
import { boundaryTexts } from "../../schema/pattern/text.ts";
import { ODD_VALUES } from "./scalars.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";

/** No object is drawn with more properties. */
const MAX_PROPERTIES = 2_000;

/** Objects worth trying. */
export function objectProposals(context: DrawContext, shape: NormalForm, request: Request): JsonValue[] {
  const { hints, depth } = request;
  const minimal = fillObject(context, shape, shape.required);
  if (minimal === undefined) return [];
  const padded = pad(context, shape, minimal, Number(shape.bounds.minProperties ?? 0));
  if (depth < 1) return [padded];
  const optional = sendable(context, shape).filter((name) => !shape.required.has(name));
  const full = fillObject(context, shape, [...shape.required, ...optional]) ?? padded;
  const less = optional.map((name) => without(full, name));
  const varied = interleave(
    [...new Set([...shape.required, ...optional])].map((name) =>
      propertyValues(context, shape, { hints, depth, name }).flatMap((value) => [
        { ...padded, [name]: value },
        ...(depth > 3 ? [{ ...full, [name]: value }] : []),
      ]),
    ),
  );
  const free = freeObjects(context, shape, { ...request, padded });
  return [padded, full, ...interleave([varied, free, less]), ...counted(context, shape, { hints, full })];
}

/** Properties that the producer's schema names and that travel. */
function sendable(context: DrawContext, shape: NormalForm): string[] {
  return [...shape.properties]
    .filter(([, schema]) => !context.producer.isSilent(schema) && !context.producer.form(schema).never)
    .map(([name]) => name);
}

/** An object with a valid value for each name; undefined where a required one has none. */
export function fillObject(context: DrawContext, shape: NormalForm, names: Iterable<string>): JsonObject | undefined {
  const object: Record<string, JsonValue> = {};
  for (const name of names) {
    const value = context.draw.sample(context, propertyConstraint(shape, name));
    if (value === undefined && shape.required.has(name)) return undefined;
    if (value !== undefined) object[name] = value;
  }
  return object;
}

interface PropertyRequest {
  readonly hints: readonly NormalForm[];
  readonly depth: number;
  readonly name: string;
}

function propertyValues(
  context: DrawContext,
  shape: NormalForm,
  { hints, depth, name }: PropertyRequest,
): readonly JsonValue[] {
  const given = propertyConstraint(shape, name);
  const wanted = hints.length === 0 ? [] : hints.map((hint) => propertyConstraint(hint, name));
  const isPlain = [shape, ...hints].every(({ opaque }) => opaque.length === 0);
  if (isPlain && wanted.length > 0 && wanted.every((one) => context.unchanged?.(given, one) === true)) {
    return samples(context, given);
  }
  const lists = (wanted.length === 0 ? [ANYTHING_GOES] : wanted.slice(0, 4)).map((one) =>
    context.draw.proposals(context, given, one, depth - 1),
  );
  return interleave(lists);
}

/** Enough of what says nothing by itself, and only stands beside what does. */
function samples(context: DrawContext, conjunction: Conjunction): readonly JsonValue[] {
  return [0, 1].map((turn) => context.draw.sample(context, conjunction, turn)).filter((value) => value !== undefined);
}

interface FreeRequest extends Request {
  readonly padded: JsonObject;
}

/** Objects with names that are not declared one by one: maps, patterns, and anything where the profile is open. */
function freeObjects(context: DrawContext, shape: NormalForm, request: FreeRequest): JsonValue[] {
  const { hints, depth, declared, padded } = request;
  const found: JsonValue[] = [];
  for (const name of declared) {
    if (!shape.properties.has(name)) for (const value of ODD_VALUES) found.push({ ...padded, [name]: value });
  }
  for (const pattern of shape.patternProperties.keys()) {
    for (const name of boundaryTexts(pattern).slice(0, 3)) {
      for (const value of propertyValues(context, shape, { hints, depth, name }))
        found.push({ ...padded, [name]: value });
    }
  }
  if (!shape.freeNames && !context.open) return found;
  const names = new Set([...keyNames(context, shape), ...hints.flatMap((hint) => keyNames(context, hint)), "extra"]);
  // In turns: a limit must cut off values, not names.
  const byName = [...names]
    .filter((name) => !shape.properties.has(name))
    .map((name) =>
      propertyValues(context, shape, { hints, depth, name }).map((value) => ({ ...padded, [name]: value })),
    );
  found.push(...interleave<JsonValue>(byName));
  if (!context.open && shape.properties.size > 0) return found;
  for (const name of hints.flatMap((hint) => [...hint.properties.keys()])) {
    if (shape.properties.has(name)) continue;
    const values = propertyValues(context, shape, { hints, depth, name });
    for (const value of [...values, ...ODD_VALUES]) found.push({ ...padded, [name]: value });
  }
  return found;
}

function keyNames(context: DrawContext, shape: NormalForm): string[] {
  const spaces = [context.producer, context.consumer];
  const fromRule = shape.opaque
    .filter(({ keyword }) => keyword === "propertyNames")
    .flatMap(({ schemas }) =>
      schemas.flatMap((schema) => [
        ...spaces.flatMap((space) => context.draw.proposals({ ...context, producer: space }, schema, ANYTHING_GOES, 2)),
        // And names that the rule refuses.
        ...context.draw.proposals(context, ANYTHING_GOES, schema, 3),
      ]),
    )
    .filter((name) => typeof name === "string");
  return [...fromRule, ...[...shape.patternProperties.keys()].flatMap((pattern) => boundaryTexts(pattern).slice(0, 2))];
}

interface CountRequest {
  readonly hints: readonly NormalForm[];
  readonly full: JsonObject;
}

/** Objects with as many properties as a bound of either side says. */
function counted(context: DrawContext, shape: NormalForm, { hints, full }: CountRequest): JsonValue[] {
  const counts = [shape, ...hints].flatMap(({ bounds }) => [bounds.minProperties, bounds.maxProperties]);
  const wanted = counts.flatMap((count) =>
    count === undefined ? [] : [Number(count) - 1, Number(count), Number(count) + 1],
  );
  return wanted.flatMap((count) => {
    const required: JsonObject = fillObject(context, shape, shape.required) ?? {};
    const names = Object.keys(full).filter((name) => !Object.hasOwn(required, name));
    const chosen = names.slice(0, Math.max(0, count - Object.keys(required).length));
    const object = { ...required, ...Object.fromEntries(chosen.map((name) => [name, full[name] as JsonValue])) };
    return [pad(context, shape, object, Math.min(count, MAX_PROPERTIES))];
  });
}

/** Adds properties until there are enough: declared ones first, free names where the contract has them. */
function pad(context: DrawContext, shape: NormalForm, object: JsonObject, count: number): JsonObject {
  const result: Record<string, JsonValue> = { ...object };
  const put = (name: string): void => {
    if (Object.keys(result).length >= count || Object.hasOwn(result, name)) return;
    const value = context.draw.sample(context, propertyConstraint(shape, name));
    if (value !== undefined) result[name] = value;
  };
  if (Object.keys(result).length < count) for (const name of sendable(context, shape)) put(name);
  if (!shape.freeNames && !context.open && shape.properties.size > 0) return result;
  const keys = keyNames(context, shape);
  for (let turn = 1; turn <= count && Object.keys(result).length < count; turn++) {
    put(keys[turn - 1] ?? `key${turn}`);
  }
  return result;
}

function without(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = object;
  return rest;
}

/** Names that have little in common, so that a pattern which matches some leaves others. */
const FREE_NAMES: readonly string[] = [
  ...Array.from({ length: 20 }, (_, index) => `key${index + 1}`),
  ...["extra", "other", "free", "Zz", "0", "42", "_", "-", "!", " ", "é", "日", "x.y", "a_b", "UPPER"],
  ..."abcdefghijlmnopqrstuvwxyz".split(""),
  "z".repeat(40),
];

/** A name for a property that the shape does not describe; undefined where its patterns take in all that are tried. */
export function freeName(shape: NormalForm): string | undefined {
  const patterns = [...shape.patternProperties.keys()];
  return FREE_NAMES.find((name) => !shape.properties.has(name) && !patterns.some((pattern) => matches(pattern, name)));
}
