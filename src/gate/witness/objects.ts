// Proposals for objects: the smallest, the fullest, and each with one property at a boundary.
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { propertyConstraint } from "../schema/merge.ts";
import { type Conjunction, type Shape, matches } from "../schema/shape.ts";
import { type DrawContext, type Request, interleave } from "./context.ts";
import { patternTexts } from "./pattern.ts";
import { ODD_VALUES } from "./scalars.ts";

/** No object is drawn with more properties. */
const MAX_PROPERTIES = 300;

/** Objects worth trying. */
export function objectProposals(context: DrawContext, shape: Shape, request: Request): JsonValue[] {
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
function sendable(context: DrawContext, shape: Shape): string[] {
  return [...shape.properties]
    .filter(([, schema]) => !context.producer.isSilent(schema) && !context.producer.shape(schema).never)
    .map(([name]) => name);
}

/** An object with a valid value for each name; undefined where a required one has none. */
export function fillObject(context: DrawContext, shape: Shape, names: Iterable<string>): JsonObject | undefined {
  const object: Record<string, JsonValue> = {};
  for (const name of names) {
    const value = context.draw.sample(context, propertyConstraint(shape, name));
    if (value === undefined && shape.required.has(name)) return undefined;
    if (value !== undefined) object[name] = value;
  }
  return object;
}

interface PropertyRequest {
  readonly hints: readonly Shape[];
  readonly depth: number;
  readonly name: string;
}

function propertyValues(
  context: DrawContext,
  shape: Shape,
  { hints, depth, name }: PropertyRequest,
): readonly JsonValue[] {
  const given = propertyConstraint(shape, name);
  const wanted = hints.length === 0 ? [] : hints.map((hint) => propertyConstraint(hint, name));
  const lists = (wanted.length === 0 ? [[] as Conjunction] : wanted.slice(0, 4)).map((one) =>
    context.draw.proposals(context, given, one, depth - 1),
  );
  return interleave(lists);
}

interface FreeRequest extends Request {
  readonly padded: JsonObject;
}

/** Objects with names that are not declared one by one: maps, patterns, and anything where the profile is open. */
function freeObjects(context: DrawContext, shape: Shape, request: FreeRequest): JsonValue[] {
  const { hints, depth, declared, padded } = request;
  const found: JsonValue[] = [];
  for (const name of declared) {
    if (!shape.properties.has(name)) for (const value of ODD_VALUES) found.push({ ...padded, [name]: value });
  }
  for (const pattern of shape.patternProperties.keys()) {
    for (const name of patternTexts(pattern).slice(0, 3)) {
      for (const value of propertyValues(context, shape, { hints, depth, name }))
        found.push({ ...padded, [name]: value });
    }
  }
  if (!shape.mapped && !context.open) return found;
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

function keyNames(context: DrawContext, shape: Shape): string[] {
  const spaces = [context.producer, context.consumer];
  const fromRule = shape.opaque
    .filter(({ keyword }) => keyword === "propertyNames")
    .flatMap(({ schemas }) =>
      schemas.flatMap((schema) => [
        ...spaces.flatMap((space) => context.draw.proposals({ ...context, producer: space }, schema, [], 2)),
        // And names that the rule refuses.
        ...context.draw.proposals(context, [], schema, 3),
      ]),
    )
    .filter((name) => typeof name === "string");
  return [...fromRule, ...[...shape.patternProperties.keys()].flatMap((pattern) => patternTexts(pattern).slice(0, 2))];
}

interface CountRequest {
  readonly hints: readonly Shape[];
  readonly full: JsonObject;
}

/** Objects with as many properties as a bound of either side says. */
function counted(context: DrawContext, shape: Shape, { hints, full }: CountRequest): JsonValue[] {
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
function pad(context: DrawContext, shape: Shape, object: JsonObject, count: number): JsonObject {
  const result: Record<string, JsonValue> = { ...object };
  const put = (name: string): void => {
    if (Object.keys(result).length >= count || Object.hasOwn(result, name)) return;
    const value = context.draw.sample(context, propertyConstraint(shape, name));
    if (value !== undefined) result[name] = value;
  };
  if (Object.keys(result).length < count) for (const name of sendable(context, shape)) put(name);
  if (!shape.mapped && !context.open && shape.properties.size > 0) return result;
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
export function freeName(shape: Shape): string | undefined {
  const patterns = [...shape.patternProperties.keys()];
  return FREE_NAMES.find((name) => !shape.properties.has(name) && !patterns.some((pattern) => matches(pattern, name)));
}
