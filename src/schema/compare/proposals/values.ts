// Proposals for values: what a producer may send, at the boundaries of what a consumer says. Proposals need not be
// valid; the validators of both documents decide. Smallest first.
import { cases } from "../../normal/cases.ts";
import { ANYTHING_GOES, type Conjunction, join } from "../../form/conjunction.ts";
import { type NormalForm, allowsType, typesOf } from "../../form/normal-form.ts";
import { sideOf } from "../../keywords/conditions.ts";
import { mergeForms } from "../../normal/merge.ts";
import { byDifference } from "../alternatives/order.ts";
import { arrayProposals } from "./arrays.ts";
import { type DrawContext, ODD_VALUES, type Request, interleave, mirrored, taken } from "./context.ts";
import { objectProposals } from "./objects.ts";
import { isExact } from "../../keywords/alternatives.ts";
import { numberProposals } from "./numbers.ts";
import { textProposals } from "./texts.ts";
import { writeJson } from "../../../json/write.ts";
import { fitsType } from "../../keywords/values.ts";
import { Distinct } from "../../distinct.ts";
import type { Work } from "../../work.ts";
import type { JsonValue } from "../../../json/value.ts";

/** Alternatives that are tried. Those that differ come first. */
const MOST_CASES = 64;
/** The maximum number of proposals for a place, by its depth. */
const LIMITS = [4, 6, 12, 40, 160, 400];

/**
 * Values that a producer's schema may allow and a consumer's may reject, each made when it is asked for.
 * @param depth how many levels of objects and arrays may be opened
 */
export function proposals(
  context: DrawContext,
  given: Conjunction,
  wanted: Conjunction,
  depth: number,
): Iterable<JsonValue> {
  return proposalsOf(context, context.producer.form(given), { wanted, depth });
}

interface Target {
  readonly wanted: Conjunction;
  readonly depth: number;
}

/** Like `proposals`, for a shape that is already merged. */
function* proposalsOf(context: DrawContext, shape: NormalForm, { wanted, depth }: Target): Generator<JsonValue> {
  const limit = LIMITS[Math.max(0, Math.min(depth, LIMITS.length - 1))] ?? 4;
  const { producer, consumer, same = () => true } = context;
  const read = consumer.form(wanted);
  const plain = cases(consumer, read, {
    order: byDifference({ own: consumer, other: producer, form: shape, same: (own, other) => same(other, own) }),
  });
  // The content of `not`, `if` or `then` has boundaries that are just as useful.
  const inner = plain.flatMap((hint) => hint.opaque.flatMap(({ schemas }) => schemas));
  const hints = [...plain, ...inner.map((schema) => context.consumer.form(schema))];
  const found = new Distinct(limit);
  const options = strangeFirst(
    cases(producer, shape, {
      most: MOST_CASES,
      order: byDifference({ own: producer, other: consumer, form: read, same }),
    }),
    hints,
  );
  const conditional = depth > 1 ? conditionalProposals(context, shape, { wanted, depth }) : [];
  yield* found.fresh(modest(context, conditional.slice(0, limit / 2)));
  const declared = new Set(options.length === 1 ? [] : options.flatMap((one) => [...one.properties.keys()]));
  // The smallest of each case comes first, so that one case does not use up the limit.
  for (const one of depth > 1 && options.length > 1 ? options.slice(0, limit / 2) : []) {
    const smallest = descend(context, () => taken(caseProposals(context, one, { hints, depth: 0, declared }), 1)) ?? [];
    yield* found.fresh(modest(context, smallest));
  }
  for (const one of options) {
    const proposed = descending(context, () => caseProposals(context, one, { hints, depth, declared }));
    yield* found.fresh(modest(context, proposed));
    if (found.isFull) break;
  }
}

/** Puts cases with types that the consumer does not know first, because there are more values than can be tried. */
function strangeFirst(options: readonly NormalForm[], hints: readonly NormalForm[]): readonly NormalForm[] {
  const isKnown = (one: NormalForm): boolean =>
    [...typesOf(one)].some((type) => hints.some((hint) => allowsType(hint, type)));
  return [...options.filter((one) => !isKnown(one)), ...options.filter(isKnown)];
}

/** Values that meet a condition of the shape, at the boundaries of what it then requires. */
function conditionalProposals(context: DrawContext, shape: NormalForm, { wanted, depth }: Target): JsonValue[] {
  const lists = shape.opaque.map((one): readonly JsonValue[] => {
    const then = one.keyword === "if" ? sideOf(one, "then") : undefined;
    const [condition] = one.schemas;
    if (condition === undefined || then === undefined) return [];
    const others = { ...shape, opaque: shape.opaque.filter((other) => other !== one) };
    const { producer, work } = context;
    const narrowed = mergeForms(others, producer.form(join(condition, then, work)), work);
    const narrower = { wanted: join(wanted, then, work), depth };
    return descend(context, () => [...proposalsOf(context, narrowed, narrower)]) ?? [];
  });
  return [...interleave(lists)];
}

const MAX_NESTING = 24;

/** A required property that contains itself has no finite value, so the attempt is given up at some depth. */
function descend<T>({ nesting }: DrawContext, draw: () => T): T | undefined {
  if (nesting.levels >= MAX_NESTING) return undefined;
  nesting.levels++;
  try {
    return draw();
  } finally {
    nesting.levels--;
  }
}

/** The same for values that are made when they are asked for. */
function* descending<T>(context: DrawContext, draw: () => Iterable<T>): Generator<T> {
  const values = descend(context, () => draw()[Symbol.iterator]());
  for (;;) {
    const next = values && descend(context, () => values.next());
    if (next === undefined || next.done === true) return;
    yield next.value;
  }
}

const ALONE = { hints: [], declared: new Set<string>() };

/** One value that the schemas most likely allow, or undefined. `turn` chooses among them. */
export function sample(context: DrawContext, conjunction: Conjunction, turn = 0): JsonValue | undefined {
  const shape = context.producer.form(conjunction);
  let options = context.samples.get(shape);
  if (options === undefined) {
    options = descend(context, () => drawSamples(context, conjunction)) ?? [];
    if (options.length > 0) context.samples.set(shape, options);
  }
  return options.length === 0 ? undefined : options[turn % options.length];
}

const MAX_SAMPLES = 6;

function drawSamples(context: DrawContext, conjunction: Conjunction): JsonValue[] {
  const shape = context.producer.form(conjunction);
  const doubtful = shape.opaque.length > 0 || shape.groups.some(isExact);
  if (doubtful) {
    const valid: JsonValue[] = [];
    for (const depth of [0, 2]) {
      for (const value of proposals(context, conjunction, ANYTHING_GOES, depth)) {
        if (context.check(context.producer, conjunction, value) && valid.push(value) >= MAX_SAMPLES) return valid;
      }
      if (valid.length > 0) return valid;
    }
  }
  return cases(context.producer, shape)
    .slice(0, MAX_SAMPLES)
    .flatMap((one) => taken(modest(context, caseProposals(context, one, { ...ALONE, depth: 0 })), MAX_SAMPLES));
}

/** The cost of looking at one hint for one case, and of proposing one value, in units of work. */
const HINTED = 10;
const PROPOSED = 10;

function* caseProposals(context: DrawContext, shape: NormalForm, request: Request): Generator<JsonValue> {
  const { hints } = request;
  context.work.spend(HINTED * (1 + hints.length));
  if (shape.never) return;
  if (shape.values !== undefined) {
    yield* valueProposals(shape.values, hints).filter((value) => fitsType(shape, value));
    return;
  }
  for (const value of interleave([plainProposals(context, shape, request), oddProposals(context, shape, request)])) {
    context.work.spend(PROPOSED);
    yield value;
  }
}

/** Values of each type that the shape allows. */
function* plainProposals(context: DrawContext, shape: NormalForm, request: Request): Generator<JsonValue> {
  const { hints, depth } = request;
  const types = ORDER.filter((type) => typesOf(shape).has(type));
  const valuesOf = (type: string): Iterable<JsonValue> => typeProposals(context, shape, { ...request, type });
  // One value of each type that the consumer does not know comes first, because there are more values than can be
  // tried.
  const isUnknown = (type: string): boolean => hints.length > 0 && !hints.some((hint) => allowsType(hint, type));
  if (depth > 1) for (const type of types.filter(isUnknown)) yield* taken(valuesOf(type), 1);
  function* allOf(types: readonly string[]): Generator<JsonValue> {
    for (const type of types) yield* valuesOf(type);
  }
  // Where any type may come and properties are named, it is objects that are meant: texts must not use up the limit.
  const isMeant = types.length > 1 && types.includes("object") && shape.properties.size > 0;
  yield* isMeant ? interleave([valuesOf("object"), allOf(types.filter((type) => type !== "object"))]) : allOf(types);
}

/** Values that only the consumer names, or that its conditions are about, or of any type if the shape says none. */
function* oddProposals(context: DrawContext, shape: NormalForm, { hints, depth }: Request): Generator<JsonValue> {
  yield* hints.flatMap((hint) => hint.values ?? []).filter((value) => fitsType(shape, value));
  yield* negatedProposals(context, hints, depth);
  if (shape.types === undefined) yield* ODD_VALUES;
}

const ORDER = ["string", "integer", "number", "boolean", "object", "array", "null"];

function typeProposals(
  context: DrawContext,
  shape: NormalForm,
  request: Request & { type: string },
): Iterable<JsonValue> {
  const { hints, depth, declared, type } = request;
  const related = hints.filter((hint) => allowsType(hint, type) || hint.types === undefined);
  switch (type) {
    case "string":
      return textProposals(shape, related, context.work);
    case "integer":
    case "number":
      return numberProposals(shape, hints, type);
    case "boolean":
      return [true, false];
    case "null":
      return [null];
    case "array":
      return arrayProposals(context, shape, related, depth);
    default:
      return objectProposals(context, shape, { hints: related, depth, declared });
  }
}

/** What a consumer's `not` or `if` describes is worth trying, because it may be rejected. */
function negatedProposals(context: DrawContext, hints: readonly NormalForm[], depth: number): JsonValue[] {
  if (depth < 1) return [];
  return hints.flatMap((hint) =>
    hint.opaque
      .filter(({ keyword }) => keyword === "not" || keyword === "if" || keyword === "contains")
      .flatMap(({ schemas }) =>
        schemas.flatMap((schema) => taken(proposals(mirrored(context), schema, ANYTHING_GOES, depth - 2), 8)),
      ),
  );
}

/** Larger values are not proposed: if each level contains the next one twice, a value doubles with each. */
const MOST_PARTS = 20_000;
/** Items of a long list may have this many parts each, and no list more than these in all. */
const ITEM_PARTS = 100;
const LISTED_PARTS = 800_000;
/** The cost of counting a part, and of writing it down to recognize repeated proposals. */
const WRITTEN = 3;

function* modest({ work }: DrawContext, values: Iterable<JsonValue>): Generator<JsonValue> {
  for (const value of values) if (isModest(value, work)) yield value;
}

function isModest(value: JsonValue, work: Work): boolean {
  let parts = 0;
  const most = Math.max(MOST_PARTS, Array.isArray(value) ? Math.min(LISTED_PARTS, ITEM_PARTS * value.length) : 0);
  const pending: JsonValue[] = [value];
  for (let part = pending.pop(); part !== undefined && parts <= most; part = pending.pop()) {
    parts++;
    if (typeof part === "object" && part !== null) for (const inner of Object.values(part)) pending.push(inner);
  }
  work.spend(WRITTEN * parts);
  return parts <= most;
}

/** Of many values, those that the other side does not list are worth trying. */
function valueProposals(values: readonly JsonValue[], hints: readonly NormalForm[]): readonly JsonValue[] {
  const known = new Set(hints.flatMap((hint) => hint.values ?? []).map((value) => writeJson(value)));
  if (known.size === 0) return values;
  const isKnown = (value: JsonValue): boolean => known.has(writeJson(value));
  return [...values.filter((value) => !isKnown(value)), ...values.filter(isKnown)];
}
