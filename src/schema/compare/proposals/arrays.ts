// Proposals for arrays: as short and as long as allowed, and with one item at a boundary.
import { ANYTHING_GOES } from "../../form/conjunction.ts";
import type { Contains, NormalForm } from "../../form/normal-form.ts";
import { type DrawContext, interleave, mirrored, taken } from "./context.ts";
import { differentValues } from "./different.ts";
import type { JsonValue } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";

/** If more are required, no array is generated, and what depends on it is unknown. */
const MAX_ITEMS = 100_000;

/** Arrays worth trying. */
export function* arrayProposals(
  context: DrawContext,
  shape: NormalForm,
  hints: readonly NormalForm[],
  depth: number,
): Generator<JsonValue, void, undefined> {
  const least = Number(shape.bounds.minItems ?? 0);
  const filler = itemFiller(context, shape, depth);
  if (depth < 1) {
    yield* listOf(filler(least));
    return;
  }
  function* plain(): Generator<JsonValue[]> {
    for (const length of lengthsOf(shape, hints)) yield* listOf(filler(length));
  }
  function* special(): Generator<JsonValue[]> {
    const found: JsonValue[][] = [];
    for (const index of positions(shape, hints)) {
      for (const list of withItem(context, shape, { hints, depth, index, filler })) {
        found.push(list);
        yield list;
      }
    }
    if (!shape.uniqueItems)
      for (const [first, ...rest] of found) if (first !== undefined) yield [first, first, ...rest];
  }
  yield* interleave([plain(), counting(context, shape, hints, depth), special()]);
}

/** Lengths at the bounds of both sides that the shape allows, the shortest first. */
function lengthsOf(shape: NormalForm, hints: readonly NormalForm[]): number[] {
  const least = Number(shape.bounds.minItems ?? 0);
  const lengths = new Set([least, Math.max(least, 1), least + 1]);
  // The consumer takes no lists. Written as text, a list of one may pass for its item.
  if (hints.length === 0) lengths.add(least + 2);
  for (const { bounds } of [shape, ...hints]) {
    for (const limit of [bounds.minItems, bounds.maxItems]) {
      if (limit !== undefined) for (const near of [-1, 0, 1]) lengths.add(Number(limit) + near);
    }
  }
  const most = Math.min(Number(shape.bounds.maxItems ?? Number.POSITIVE_INFINITY), MAX_ITEMS);
  return [...lengths].filter((length) => length >= least && length <= most).toSorted((a, b) => a - b);
}

type Filler = (length: number) => JsonValue[] | undefined;

/** The array as the only proposal, or no proposal if it could not be filled. */
function listOf(items: JsonValue[] | undefined): JsonValue[][] {
  return items === undefined ? [] : [items];
}

/** Fills an array with valid items, all different if required. */
function itemFiller(context: DrawContext, shape: NormalForm, depth: number): Filler {
  const pools = new Map<number, readonly JsonValue[]>();
  const pool = (index: number): readonly JsonValue[] => {
    const slot = Math.min(index, shape.prefix.length);
    let values = pools.get(slot);
    if (values === undefined) {
      const item = shape.prefix[slot] ?? shape.items;
      values = [...context.draw.proposals(context, item, ANYTHING_GOES, Math.max(0, depth - 1))];
      pools.set(slot, values);
    }
    return values;
  };
  const filled = contained(context, shape, depth);
  const source = shape.uniqueItems ? differentItems(context, shape, { start: [...filled], pool }) : undefined;
  return (length) => {
    if (length > MAX_ITEMS) return undefined;
    while (filled.length < length) {
      const next = source === undefined ? pool(filled.length)[0] : source.next().value;
      if (next === undefined) return undefined;
      filled.push(next);
    }
    return filled.slice(0, length);
  };
}

interface Start {
  readonly start: readonly JsonValue[];
  readonly pool: (index: number) => readonly JsonValue[];
}

/** Items of which no two are equal, for one index after another. Those after a tuple come from one source. */
function* differentItems(
  { check, producer }: DrawContext,
  { prefix, items }: NormalForm,
  { start, pool }: Start,
): Generator<JsonValue, undefined> {
  const used = new Set(start.map((item) => writeJson(item)));
  const after = differentValues(
    () => pool(prefix.length),
    (value) => check(producer, items, value),
  );
  for (let index = start.length; ; index++) {
    const given = prefix[index];
    const source =
      given === undefined
        ? after
        : differentValues(
            () => pool(index),
            (value) => check(producer, given, value),
          );
    let step = source.next();
    while (step.done !== true && used.has(writeJson(step.value))) step = source.next();
    if (step.done === true) return undefined;
    used.add(writeJson(step.value));
    yield step.value;
  }
}

/** Items that a `contains` of the producer requires. */
function contained(context: DrawContext, shape: NormalForm, depth: number): JsonValue[] {
  return containing(context, shape, depth).flatMap(([item, { least }]) =>
    Array.from({ length: Math.min(Number(least), MAX_ITEMS) }, () => item),
  );
}

/** An item that each `contains` counts. */
function containing(context: DrawContext, { opaque }: NormalForm, depth: number): (readonly [JsonValue, Contains])[] {
  return opaque
    .filter((part) => part.keyword === "contains")
    .flatMap((part) =>
      taken(context.draw.proposals(context, part.schemas[0], ANYTHING_GOES, depth - 2), 1).map(
        (item) => [item, part] as const,
      ),
    );
}

/** Arrays with as many items of the wanted kind as a bound of either side says. */
function counting(context: DrawContext, shape: NormalForm, hints: readonly NormalForm[], depth: number): JsonValue[][] {
  const items = [
    ...containing(context, shape, depth),
    ...hints.flatMap((hint) => containing(mirrored(context), hint, depth)),
  ];
  if (items.length === 0) return [];
  const limits = items.flatMap(([, { least, most }]) => [least, most]);
  const counts = limits.flatMap((limit) =>
    limit === undefined ? [] : [Number(limit) - 1, Number(limit), Number(limit) + 1],
  );
  const sizes = new Set([0, 1, ...counts.filter((count) => count > 0 && count <= MAX_ITEMS)]);
  return items.flatMap(([item]) => [...sizes].map((size) => Array.from({ length: size }, () => item)));
}

function positions(shape: NormalForm, hints: readonly NormalForm[]): number[] {
  const longest = Math.max(shape.prefix.length, ...hints.map((hint) => hint.prefix.length));
  return [...Array.from({ length: longest }, (_, index) => index), longest].slice(0, 6);
}

interface ItemRequest {
  readonly hints: readonly NormalForm[];
  readonly depth: number;
  readonly index: number;
  readonly filler: Filler;
}

function* withItem(
  context: DrawContext,
  shape: NormalForm,
  { hints, depth, index, filler }: ItemRequest,
): Generator<JsonValue[]> {
  const length = Math.max(index + 1, Number(shape.bounds.minItems ?? 0));
  const rest = filler(length);
  if (rest === undefined) return;
  const given = shape.prefix[index] ?? shape.items;
  const wanted = hints[0]?.prefix[index] ?? hints[0]?.items ?? ANYTHING_GOES;
  for (const value of context.draw.proposals(context, given, wanted, depth - 1)) yield rest.with(index, value);
}
