// Proposals for objects: the smallest, the fullest, and with one property at a boundary.
import { ANYTHING_GOES, type Conjunction } from "../../form/conjunction.ts";
import type { NormalForm } from "../../form/normal-form.ts";
import { describedByPattern, namePatterns, propertyConstraint } from "../../keywords/properties.ts";
import { type DrawContext, ODD_VALUES, type Request, interleave } from "./context.ts";
import { boundaryTexts } from "../../pattern/text.ts";
import type { Work } from "../../work.ts";
import type { JsonObject, JsonValue } from "../../../json/value.ts";

/** No object is generated with more properties. */
const MAX_PROPERTIES = 2_000;

/** Objects that differ in one property: no list of proposals has room for more. */
const MOST_VARIED = 2_000;
/** Fewer of a large object, because each is a copy: this many properties in all copies together. */
const MOST_COPIED = 400_000;

/** Objects worth trying. */
export function* objectProposals(
  context: DrawContext,
  shape: NormalForm,
  request: Request,
): Generator<JsonValue, void, undefined> {
  const { hints, depth } = request;
  const minimal = fillObject(context, shape, shape.required);
  if (minimal === undefined) return;
  const padded = pad(context, shape, minimal, Number(shape.bounds.minProperties ?? 0));
  yield padded;
  if (depth < 1) return;
  const optional = sendable(context, shape).filter((name) => !shape.required.has(name));
  const full = fillObject(context, shape, [...shape.required, ...optional]) ?? padded;
  yield full;
  const room = Math.ceil(Math.min(MOST_VARIED, MOST_COPIED / (1 + Object.keys(full).length)));
  function* variants(name: string): Generator<Variant> {
    for (const value of propertyValues(context, shape, { hints, depth, name })) {
      yield { object: padded, name, value };
      if (depth > 3) yield { object: full, name, value };
    }
  }
  function* less(): Generator<JsonValue> {
    for (const name of optional.slice(0, room)) yield without(full, name, context.work);
  }
  const names = [...new Set([...shape.required, ...optional])].slice(0, MOST_VARIED);
  const free = freeObjects(context, shape, { ...request, padded, room });
  yield* interleave<JsonValue>([copies(names.map(variants), room, context.work), free, less()]);
  yield* counted(context, shape, { hints, full });
}

/** Properties that the producer's schema names and sends. */
function sendable(context: DrawContext, shape: NormalForm): string[] {
  return [...shape.properties]
    .filter(([, schema]) => !context.producer.isSilent(schema) && !context.producer.form(schema).never)
    .map(([name]) => name);
}

/** An object with a valid value for each name; undefined if a required one has none. */
export function fillObject(context: DrawContext, shape: NormalForm, names: Iterable<string>): JsonObject | undefined {
  const object: Record<string, JsonValue> = {};
  for (const name of names) {
    context.work.spend(COPIED);
    const value = context.draw.sample(context, propertyConstraint(shape, name, context.work));
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
): Iterable<JsonValue> {
  const given = propertyConstraint(shape, name, context.work);
  const wanted = hints.map((hint) => propertyConstraint(hint, name, context.work));
  const isPlain = [shape, ...hints].every(({ opaque }) => opaque.length === 0);
  if (isPlain && wanted.length > 0 && wanted.every((one) => context.unchanged?.(given, one) === true)) {
    return samples(context, given);
  }
  const lists = (wanted.length === 0 ? [ANYTHING_GOES] : wanted.slice(0, 4)).map((one) =>
    context.draw.proposals(context, given, one, depth - 1),
  );
  return interleave(lists);
}

/** Enough values of a part that only accompanies the one that matters. */
function samples(context: DrawContext, conjunction: Conjunction): readonly JsonValue[] {
  return [0, 1].map((turn) => context.draw.sample(context, conjunction, turn)).filter((value) => value !== undefined);
}

interface FreeRequest extends Request {
  readonly padded: JsonObject;
  /** How many objects may be made. */
  readonly room: number;
}

/** Objects with undeclared names: for maps, patterns, and anything in an open profile. */
function* freeObjects(context: DrawContext, shape: NormalForm, request: FreeRequest): Generator<JsonValue> {
  const { hints, depth, declared, padded, room } = request;
  function* variants(name: string, values: Iterable<JsonValue>): Generator<Variant> {
    for (const value of values) yield { object: padded, name, value };
  }
  const valuesOf = (name: string): Iterable<JsonValue> => propertyValues(context, shape, { hints, depth, name });
  function* first(): Generator<Variant> {
    for (const name of declared) if (!shape.properties.has(name)) yield* variants(name, ODD_VALUES);
    const names = namePatterns(shape).flatMap((pattern) => boundaryTexts(pattern, context.work).slice(0, 3));
    for (const name of names) yield* variants(name, valuesOf(name));
  }
  yield* copies([first()], room, context.work);
  if (!shape.freeNames && !context.open) return;
  const names = new Set([...keyNames(context, shape), ...hints.flatMap((hint) => keyNames(context, hint)), "extra"]);
  function* lazily(name: string): Generator<Variant> {
    yield* variants(name, valuesOf(name));
  }
  // In turns, because a limit should cut off values, not names.
  yield* copies([...names].filter((name) => !shape.properties.has(name)).map(lazily), room, context.work);
  if (!context.open && shape.properties.size > 0) return;
  function* last(): Generator<Variant> {
    for (const name of hints.flatMap((hint) => [...hint.properties.keys()])) {
      if (shape.properties.has(name)) continue;
      yield* variants(name, valuesOf(name));
      yield* variants(name, ODD_VALUES);
    }
  }
  yield* copies([last()], room, context.work);
}

function keyNames(context: DrawContext, shape: NormalForm): string[] {
  const spaces = [context.producer, context.consumer];
  const fromRule = shape.opaque
    .filter(({ keyword }) => keyword === "propertyNames")
    .flatMap(({ schemas }) =>
      schemas.flatMap((schema) => {
        context.work.spend(NAMED);
        return [
          ...spaces.flatMap((space) => [
            ...context.draw.proposals({ ...context, producer: space }, schema, ANYTHING_GOES, 2),
          ]),
          // Names that the rule rejects are worth trying, too.
          ...context.draw.proposals(context, ANYTHING_GOES, schema, 3),
        ];
      }),
    )
    .filter((name) => typeof name === "string");
  return [...fromRule, ...namePatterns(shape).flatMap((pattern) => boundaryTexts(pattern, context.work).slice(0, 2))];
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

/** Adds properties until there are enough: declared ones first, then free names if the contract allows them. */
function pad(context: DrawContext, shape: NormalForm, object: JsonObject, count: number): JsonObject {
  const result: Record<string, JsonValue> = { ...object };
  let size = Object.keys(result).length;
  const put = (name: string): void => {
    context.work.spend(COPIED);
    if (size >= count || Object.hasOwn(result, name)) return;
    const value = context.draw.sample(context, propertyConstraint(shape, name, context.work));
    if (value === undefined) return;
    result[name] = value;
    size++;
  };
  if (size < count) for (const name of sendable(context, shape)) put(name);
  if (!shape.freeNames && !context.open && shape.properties.size > 0) return result;
  const keys = size < count ? keyNames(context, shape) : [];
  for (let turn = 1; turn <= Math.min(count, MAX_PROPERTIES); turn++) {
    if (size >= count) break;
    put(keys[turn - 1] ?? `key${turn}`);
  }
  return result;
}

/** The cost of copying a property, in units of work. */
const COPIED = 1;
/** The cost of drawing names by a rule, which may have a rule of its own for names. */
const NAMED = 100;

/** An object with another value for one property. */
interface Variant {
  readonly object: JsonObject;
  readonly name: string;
  readonly value: JsonValue;
}

/** Makes variants from each list in turn, as many as there is room for. */
function* copies(lists: readonly Iterable<Variant>[], room: number, work: Work): Generator<JsonObject> {
  let made = 0;
  for (const { object, name, value } of interleave(lists)) {
    if (made >= room) return;
    made += 1;
    const copy = { ...object, [name]: value };
    work.spend(COPIED * Object.keys(copy).length);
    yield copy;
  }
}

function without(object: JsonObject, name: string, work: Work): JsonObject {
  work.spend(COPIED * Object.keys(object).length);
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

/** A name for a property that the shape does not describe; undefined if its patterns match all candidates. */
export function freeName(shape: NormalForm, work: Work): string | undefined {
  return FREE_NAMES.find((name) => !shape.properties.has(name) && !describedByPattern(shape, name, work));
}
