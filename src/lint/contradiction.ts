// Proves that no value satisfies a schema: bounds that cross, types that exclude each other, required parts that are
// impossible, infinite nesting. A schema without a proof may still be impossible.
import type { Work } from "../schema/work.ts";
import { type Conjunction, memberPointer } from "../schema/form/conjunction.ts";
import { type NormalForm, typesOf } from "../schema/form/normal-form.ts";
import type { NormalForms } from "../schema/normal/normal-forms.ts";
import type { NumberValue } from "../schema/decimal.ts";
import { type BoundKeyword, type Bounds, NUMBER_ENDS, type Side, isBeyond } from "../schema/form/bounds.ts";
import { boundedIntegers } from "../schema/keywords/numbers.ts";
import { emptyChoice } from "../schema/keywords/alternatives.ts";
import { patternsOf, textWithin } from "../schema/pattern/inclusion.ts";
import { mergeForms } from "../schema/normal/merge.ts";
import { propertyConstraint } from "../schema/keywords/properties.ts";
import { quoted } from "../json/quote.ts";

export interface Contradiction {
  /** The reason, in one line. */
  readonly why: string;
  /** Set if it only follows from other schemas, which apply together. */
  readonly inner?: Conjunction;
  /** Set if a value would have to contain itself. */
  readonly endless?: true;
}

/** Shapes examined for one schema. Beyond this, nothing is claimed. */
const MOST_SHAPES = 2000;
/** The nesting depth examined. Nobody could send a value that has to be deeper. */
const DEEPEST = 64;

/** The keys of the schemas on the way here, for the enclosing values and for this value itself. */
interface Path {
  /** Reaching one of these again means infinite nesting. */
  readonly above: ReadonlySet<string>;
  /** Reaching one of these again means that a schema refers to itself, which says nothing about values. */
  readonly here: ReadonlySet<string>;
}

export class ContradictionSearch {
  readonly #space: NormalForms;
  #shapes = 0;

  constructor(space: NormalForms) {
    this.#space = space;
  }

  /** Why nothing satisfies the schema at a pointer; undefined if there is no proof. */
  of(pointer: string): Contradiction | undefined {
    this.#shapes = 0;
    return this.#conjunction(this.#space.conjunction(pointer), { above: new Set(), here: new Set() });
  }

  #conjunction(conjunction: Conjunction, path: Path): Contradiction | undefined {
    if (conjunction.isEmpty || ++this.#shapes > MOST_SHAPES) return undefined;
    const key = conjunction.id;
    if (path.above.has(key)) return { why: "it demands itself without end", endless: true };
    if (path.here.has(key)) return undefined;
    if (conjunction.members.some((member) => this.#space.value(memberPointer(member) ?? "") === false)) {
      return { why: "false allows none" };
    }
    const empty = this.#space.definitions(conjunction).flatMap(({ definition }) => emptyChoice(definition) ?? []);
    if (empty.length > 0)
      return { why: empty[0] === "enum" ? "its enum is empty" : `its ${empty[0]} has no alternatives` };
    return this.#shape(this.#space.form(conjunction), { ...path, here: new Set([...path.here, key]) });
  }

  #shape(shape: NormalForm, path: Path): Contradiction | undefined {
    if (shape.never) return { why: "its parts exclude each other" };
    let last: Contradiction | undefined;
    for (const type of typesOf(shape)) {
      last = this.#type(shape, type, path);
      if (last === undefined) break;
    }
    return last ?? this.#groups(shape, path);
  }

  /** Why no value of one type is allowed. */
  #type(shape: NormalForm, type: string, path: Path): Contradiction | undefined {
    const crossed = crossedBounds(shape, type);
    if (crossed !== undefined) return { why: crossed };
    if (type === "string") {
      const why = unmatched(shape, this.#space.work);
      return why === undefined ? undefined : { why };
    }
    if (type === "array" && Number(shape.bounds.minItems ?? 0) > 0) {
      return this.#demanded(shape.prefix[0] ?? shape.items, "its items", path);
    }
    if (type !== "object") return undefined;
    const most = shape.bounds.maxProperties;
    if (most !== undefined && shape.required.size > most) {
      return { why: `it requires ${shape.required.size} properties and allows ${String(most)}` };
    }
    for (const name of shape.required) {
      const found = this.#demanded(
        propertyConstraint(shape, name, this.#space.work),
        `the property ${quoted(name)}`,
        path,
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #demanded(conjunction: Conjunction, what: string, { above, here }: Path): Contradiction | undefined {
    if (above.size > DEEPEST) return undefined;
    this.#space.work.spend(above.size + here.size);
    const found = this.#conjunction(conjunction, { above: new Set([...above, ...here]), here: new Set() });
    if (found === undefined) return undefined;
    // Every schema in an infinite cycle reports it, because none is more to blame than the others.
    if (found.endless === true) return { why: found.why, endless: true };
    const why = `${what} must be there and can have no value: ${found.why}`;
    return { why, inner: found.inner ?? conjunction };
  }

  /** Alternatives none of which is compatible with the rest. */
  #groups(shape: NormalForm, path: Path): Contradiction | undefined {
    for (const group of shape.groups) {
      const others = { ...shape, groups: shape.groups.filter((other) => other !== group) };
      const possible = group.branches.some((branch) => {
        const key = branch.id;
        if (path.above.has(key)) return false;
        if (path.here.has(key) || ++this.#shapes > MOST_SHAPES) return true;
        const merged = mergeForms(others, this.#space.form(branch), this.#space.work);
        return this.#shape(merged, { ...path, here: new Set([...path.here, key]) }) === undefined;
      });
      if (!possible) return { why: `none of the alternatives of its ${group.kind} is possible` };
    }
    return undefined;
  }
}

/** A pattern as some languages write it. */
const SLASHED = /^\/(.+)\/[a-z]*$/s;

/** Why no text matches the patterns of a schema. */
function unmatched(form: NormalForm, work: Work): string | undefined {
  const { patterns } = form;
  if (patterns.length === 0 || textWithin(patternsOf(form), work) !== null) return undefined;
  const alone = patterns.find((pattern) => textWithin([pattern], work) === null);
  if (alone === undefined) {
    return patterns.length > 1
      ? "no text of its length matches all its patterns"
      : `no text of its length matches the pattern ${quoted(patterns[0])}`;
  }
  const [, inner] = SLASHED.exec(alone) ?? [];
  const slashes = inner === undefined ? "" : `: the slashes are part of it, so write ${quoted(inner)}`;
  return `no text matches the pattern ${quoted(alone)}${slashes}`;
}

/** The bounds that leave no value of a type, in words. */
function crossedBounds(form: NormalForm, type: string): string | undefined {
  const isNumber = type === "number" || type === "integer";
  return isNumber ? crossedNumbers(form, type === "integer") : crossedCounts(form.bounds, type);
}

/** Pairs of lengths and counts that exclude each other if the first is greater than the second. */
const CROSSING: ReadonlyMap<string, readonly [BoundKeyword, BoundKeyword]> = new Map([
  ["string", ["minLength", "maxLength"]],
  ["array", ["minItems", "maxItems"]],
  ["object", ["minProperties", "maxProperties"]],
]);

/** The bounds that leave no text, list or object of any length, in words. */
function crossedCounts(bounds: Bounds, type: string): string | undefined {
  const [low, high] = CROSSING.get(type) ?? [];
  const [least, most] = [low && bounds[low], high && bounds[high]];
  if (least === undefined || most === undefined || least <= most) return undefined;
  return `${low} is ${String(least)} and ${high} is ${String(most)}`;
}

/** The bounds that leave no number, in words. */
function crossedNumbers(form: NormalForm, isInteger: boolean): string | undefined {
  const [lower, upper] = [narrowest(form.bounds, "lower"), narrowest(form.bounds, "upper")];
  if (lower === undefined || upper === undefined) return undefined;
  if (lower.limit > upper.limit || ((lower.excluded || upper.excluded) && lower.limit >= upper.limit))
    return `${lower.keyword} is ${String(lower.limit)} and ${upper.keyword} is ${String(upper.limit)}`;
  const { least, most } = boundedIntegers(form);
  const isEmpty = isInteger && least !== undefined && most !== undefined && least > most;
  return isEmpty ? "there is no integer between its bounds" : undefined;
}

interface Narrowest {
  readonly keyword: BoundKeyword;
  readonly limit: NumberValue;
  readonly excluded: boolean;
}

/** Of an inclusive and an exclusive bound, the one that decides. */
function narrowest(bounds: Bounds, side: Side): Narrowest | undefined {
  const { inclusive, exclusive } = NUMBER_ENDS[side];
  const [at, limit] = [bounds[inclusive], bounds[exclusive]];
  if (limit !== undefined && !isBeyond(side, at, limit)) return { keyword: exclusive, limit, excluded: true };
  return at === undefined ? undefined : { keyword: inclusive, limit: at, excluded: false };
}
