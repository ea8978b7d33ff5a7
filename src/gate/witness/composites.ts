// Proposals for arrays and objects: the smallest, the fullest, and each with one part at a boundary.
import { type JsonObject, type JsonValue, writeJson } from "../../contract/json.ts";
import { propertyConstraint } from "../schema/merge.ts";
import { type Conjunction, type Shape, matches } from "../schema/shape.ts";
import { patternTexts } from "./pattern.ts";
import { ODD_VALUES } from "./scalars.ts";
import { type DrawContext, type Request, interleave, proposals, sample } from "./values.ts";

const MAX_ITEMS = 300;

/** Arrays worth trying. */
export function arrayProposals(
  context: DrawContext,
  shape: Shape,
  hints: readonly Shape[],
  depth: number,
): JsonValue[] {
  const least = Number(shape.bounds.minItems ?? 0);
  const lengths = new Set([least, Math.max(least, 1), least + 1]);
  for (const { bounds } of [shape, ...hints]) {
    for (const limit of [bounds.minItems, bounds.maxItems]) {
      if (limit !== undefined) for (const near of [-1, 0, 1]) lengths.add(Number(limit) + near);
    }
  }
  const most = Number(shape.bounds.maxItems ?? Number.POSITIVE_INFINITY);
  const sized = [...lengths].filter((length) => length >= least && length <= Math.min(most, MAX_ITEMS));
  const filler = itemFiller(context, shape, depth);
  if (depth < 1) return listOf(filler(least));
  const special = positions(shape, hints).flatMap((index) => withItem(context, shape, { hints, depth, index, filler }));
  const doubled = special.filter((list) => list.length > 0 && !shape.uniqueItems).map((list) => [list[0], ...list]);
  const plain = sized.sort((a, b) => a - b).flatMap((length) => listOf(filler(length)));
  const kinds = counting(context, shape, hints, depth);
  return interleave([plain, kinds, [...special, ...doubled]]) as JsonValue[];
}

type Filler = (length: number) => JsonValue[] | undefined;

/** The array as the only proposal, or no proposal where it could not be filled. */
function listOf(items: JsonValue[] | undefined): JsonValue[][] {
  return items === undefined ? [] : [items];
}

/** Fills an array with valid items, different ones where they must be. */
function itemFiller(context: DrawContext, shape: Shape, depth: number): Filler {
  const pools = new Map<number, readonly JsonValue[]>();
  const pool = (index: number): readonly JsonValue[] => {
    const slot = Math.min(index, shape.prefix.length);
    let values = pools.get(slot);
    if (values === undefined) {
      values = proposals(context, shape.prefix[slot] ?? shape.items, [], Math.max(0, depth - 1));
      pools.set(slot, values);
    }
    return values;
  };
  return (length) => {
    const list: JsonValue[] = contained(context, shape, depth).slice(0, length);
    const used = new Set(list.map((item) => writeJson(item)));
    while (list.length < length) {
      const values = pool(list.length);
      const next = shape.uniqueItems
        ? (values.find((value) => !used.has(writeJson(value))) ?? fresh(values, used))
        : values[0];
      if (next === undefined) return undefined;
      used.add(writeJson(next));
      list.push(next);
    }
    return list;
  };
}

/** One more value of the kind of the others, for arrays whose items must differ. */
function fresh(values: readonly JsonValue[], used: ReadonlySet<string>): JsonValue | undefined {
  const text = values.find((value) => typeof value === "string");
  const number = values.find((value) => typeof value === "number");
  for (let turn = 0; turn < MAX_ITEMS; turn++) {
    const next = text === undefined ? (number as number | undefined) : undefined;
    const value = text !== undefined ? `${text}${turn}` : next === undefined ? undefined : next + turn;
    if (value === undefined) return undefined;
    if (!used.has(writeJson(value))) return value;
  }
  return undefined;
}

/** Items that a `contains` of the producer asks for. */
function contained(context: DrawContext, shape: Shape, depth: number): JsonValue[] {
  const count = Number(shape.bounds.minContains ?? 1);
  return containing(context, shape, depth).flatMap((item) => Array.from({ length: count }, () => item));
}

function containing(context: DrawContext, shape: Shape, depth: number): JsonValue[] {
  return shape.opaque
    .filter(({ keyword }) => keyword === "contains")
    .flatMap(({ schemas }) => schemas.flatMap((schema) => proposals(context, schema, [], depth - 2).slice(0, 1)));
}

/** Arrays in which as many items are of the wanted kind as a bound of either side says. */
function counting(context: DrawContext, shape: Shape, hints: readonly Shape[], depth: number): JsonValue[][] {
  const items = [
    ...containing(context, shape, depth),
    ...hints.flatMap((hint) => containing({ ...context, producer: context.consumer }, hint, depth)),
  ];
  if (items.length === 0) return [];
  const limits = [shape, ...hints].flatMap(({ bounds }) => [bounds.minContains, bounds.maxContains]);
  const counts = limits.flatMap((limit) =>
    limit === undefined ? [] : [Number(limit) - 1, Number(limit), Number(limit) + 1],
  );
  const sizes = new Set([0, 1, ...counts.filter((count) => count > 0 && count <= MAX_ITEMS)]);
  return items.flatMap((item) => [...sizes].map((size) => Array.from({ length: size }, () => item)));
}

function positions(shape: Shape, hints: readonly Shape[]): number[] {
  const longest = Math.max(shape.prefix.length, ...hints.map((hint) => hint.prefix.length));
  return [...Array.from({ length: longest }, (_, index) => index), longest].slice(0, 6);
}

interface ItemRequest {
  readonly hints: readonly Shape[];
  readonly depth: number;
  readonly index: number;
  readonly filler: Filler;
}

function withItem(context: DrawContext, shape: Shape, { hints, depth, index, filler }: ItemRequest): JsonValue[][] {
  const length = Math.max(index + 1, Number(shape.bounds.minItems ?? 0));
  const rest = filler(length);
  if (rest === undefined) return [];
  const given = shape.prefix[index] ?? shape.items;
  const wanted = hints[0]?.prefix[index] ?? hints[0]?.items ?? [];
  return proposals(context, given, wanted, depth - 1).map((value) => rest.with(index, value));
}

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
    const value = sample(context, propertyConstraint(shape, name));
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
    proposals(context, given, one, depth - 1),
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
  for (const name of names) {
    if (shape.properties.has(name)) continue;
    for (const value of propertyValues(context, shape, { hints, depth, name }))
      found.push({ ...padded, [name]: value });
  }
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
      schemas.flatMap((schema) => spaces.flatMap((space) => proposals({ ...context, producer: space }, schema, [], 2))),
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
    return [pad(context, shape, object, Math.min(count, MAX_ITEMS))];
  });
}

/** Adds properties until there are enough: declared ones first, free names where the contract has them. */
function pad(context: DrawContext, shape: Shape, object: JsonObject, count: number): JsonObject {
  const result: Record<string, JsonValue> = { ...object };
  const put = (name: string): void => {
    if (Object.keys(result).length >= count || Object.hasOwn(result, name)) return;
    const value = sample(context, propertyConstraint(shape, name));
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

/** A name for a property that neither side declares. */
export function freeName(shape: Shape, avoided: ReadonlySet<string>): string {
  for (let turn = 1; ; turn++) {
    const name = `key${turn}`;
    const taken = shape.properties.has(name) || avoided.has(name);
    if (!taken && ![...shape.patternProperties.keys()].some((pattern) => matches(pattern, name))) return name;
  }
}
