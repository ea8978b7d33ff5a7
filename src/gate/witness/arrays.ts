// Proposals for arrays: as short and as long as allowed, and each with one item at a boundary.
import { type JsonValue, writeJson } from "../../contract/json.ts";
import type { Shape } from "../schema/shape.ts";
import { type DrawContext, interleave } from "./context.ts";

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
      values = context.draw.proposals(context, shape.prefix[slot] ?? shape.items, [], Math.max(0, depth - 1));
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
    const value = text === undefined ? (number === undefined ? undefined : number + turn) : `${text}${turn}`;
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
    .flatMap(({ schemas }) =>
      schemas.flatMap((schema) => context.draw.proposals(context, schema, [], depth - 2).slice(0, 1)),
    );
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
  return context.draw.proposals(context, given, wanted, depth - 1).map((value) => rest.with(index, value));
}
