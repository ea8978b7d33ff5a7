// Proofs that no value satisfies a schema: bounds that cross, types that exclude each other, parts that are
// demanded and impossible, demands without end. What is not proved here may still be impossible.
import { mergeShapes, propertyConstraint } from "../gate/schema/merge.ts";
import type { BoundKeyword, Conjunction, NumberValue, Shape } from "../gate/schema/shape.ts";
import { typesOf } from "../gate/schema/shape.ts";
import { type SchemaSpace, memberPointer } from "../gate/schema/space.ts";

export interface Contradiction {
  /** Why, in one line. */
  readonly why: string;
  /** Set where it only follows from other schemas: those, which hold together. */
  readonly inner?: Conjunction;
}

/** How many shapes are looked at for one schema; beyond, nothing is claimed. */
const MOST_SHAPES = 2000;

/** From below and from above: where the first is greater than the second, nothing is left between. */
const CROSSING: Readonly<Record<string, readonly (readonly [BoundKeyword, BoundKeyword])[]>> = {
  string: [["minLength", "maxLength"]],
  number: [
    ["minimum", "maximum"],
    ["exclusiveMinimum", "maximum"],
    ["minimum", "exclusiveMaximum"],
    ["exclusiveMinimum", "exclusiveMaximum"],
  ],
  array: [["minItems", "maxItems"]],
  object: [["minProperties", "maxProperties"]],
};

/** Schemas on the way, by their keys: those of the values around this one, and those of this one itself. */
interface Path {
  /** One that comes again here demands a value without end. */
  readonly above: ReadonlySet<string>;
  /** One that comes again here refers to itself, which says nothing about values. */
  readonly here: ReadonlySet<string>;
}

export class ContradictionSearch {
  readonly #space: SchemaSpace;
  #shapes = 0;

  constructor(space: SchemaSpace) {
    this.#space = space;
  }

  /** Why nothing satisfies the schema at a pointer; undefined where that is not proved. */
  of(pointer: string): Contradiction | undefined {
    this.#shapes = 0;
    return this.#conjunction(this.#space.conjunction(pointer), { above: new Set(), here: new Set() });
  }

  #conjunction(conjunction: Conjunction, path: Path): Contradiction | undefined {
    if (conjunction.length === 0 || ++this.#shapes > MOST_SHAPES) return undefined;
    const key = conjunction.join("&");
    if (path.above.has(key)) return { why: "it demands itself without end" };
    if (path.here.has(key)) return undefined;
    if (conjunction.some((member) => this.#space.value(memberPointer(member) ?? "") === false)) {
      return { why: "false allows none" };
    }
    return this.#shape(this.#space.shape(conjunction), { ...path, here: new Set([...path.here, key]) });
  }

  #shape(shape: Shape, path: Path): Contradiction | undefined {
    if (shape.never) return { why: "its parts exclude each other" };
    let last: Contradiction | undefined;
    for (const type of typesOf(shape)) {
      last = this.#type(shape, type, path);
      if (last === undefined) break;
    }
    return last ?? this.#groups(shape, path);
  }

  /** Why no value of one type is allowed. */
  #type(shape: Shape, type: string, path: Path): Contradiction | undefined {
    const crossed = crossedBounds(shape, type);
    if (crossed !== undefined) return { why: crossed };
    if (type === "array" && Number(shape.bounds.minItems ?? 0) > 0) {
      return this.#demanded(shape.prefix[0] ?? shape.items, "its items", path);
    }
    if (type !== "object") return undefined;
    const most = shape.bounds.maxProperties;
    if (most !== undefined && shape.required.size > most) {
      return { why: `it requires ${shape.required.size} properties and allows ${String(most)}` };
    }
    for (const name of shape.required) {
      const found = this.#demanded(propertyConstraint(shape, name), `the property ${JSON.stringify(name)}`, path);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #demanded(conjunction: Conjunction, what: string, { above, here }: Path): Contradiction | undefined {
    const found = this.#conjunction(conjunction, { above: new Set([...above, ...here]), here: new Set() });
    if (found === undefined) return undefined;
    // An endless demand is told by each schema that takes part in it: none of them is more to blame.
    const endless = found.why.includes("without end");
    const why = endless ? found.why : `${what} must be there and can have no value: ${found.why}`;
    return endless ? { why } : { why, inner: found.inner ?? conjunction };
  }

  /** Alternatives none of which is possible together with the rest. */
  #groups(shape: Shape, path: Path): Contradiction | undefined {
    for (const group of shape.groups) {
      const others = { ...shape, groups: shape.groups.filter((other) => other !== group) };
      const possible = group.branches.some((branch) => {
        const key = branch.join("&");
        if (path.above.has(key)) return false;
        if (path.here.has(key) || ++this.#shapes > MOST_SHAPES) return true;
        const merged = mergeShapes(others, this.#space.shape(branch));
        return this.#shape(merged, { ...path, here: new Set([...path.here, key]) }) === undefined;
      });
      if (!possible) return { why: `none of the alternatives of its ${group.kind} is possible` };
    }
    return undefined;
  }
}

/** The bounds between which nothing is left for values of a type, in words. */
function crossedBounds({ bounds, formats }: Shape, type: string): string | undefined {
  const pairs = CROSSING[type === "integer" ? "number" : type] ?? [];
  for (const [low, high] of pairs) {
    const [least, most] = [bounds[low], bounds[high]];
    if (least === undefined || most === undefined) continue;
    const strict = low.startsWith("exclusive") || high.startsWith("exclusive");
    if (least > most || (strict && sameNumber(least, most))) {
      return `${low} is ${String(least)} and ${high} is ${String(most)}`;
    }
  }
  return type === "integer" && formats.length === 0 ? withoutInteger(bounds) : undefined;
}

function sameNumber(a: NumberValue, b: NumberValue): boolean {
  return !(a < b) && !(a > b);
}

/** Bounds between which there are numbers and no integer. */
function withoutInteger(bounds: Shape["bounds"]): string | undefined {
  const low = bounds.exclusiveMinimum === undefined ? bounds.minimum : Math.floor(Number(bounds.exclusiveMinimum)) + 1;
  const high = bounds.exclusiveMaximum === undefined ? bounds.maximum : Math.ceil(Number(bounds.exclusiveMaximum)) - 1;
  if (low === undefined || high === undefined) return undefined;
  return Math.ceil(Number(low)) > Math.floor(Number(high)) ? "there is no integer between its bounds" : undefined;
}
