// Proofs that no value satisfies a schema: bounds that cross, types that exclude each other, parts that are
// demanded and impossible, demands without end. What is not proved here may still be impossible.
import { Work } from "../schema/work.ts";
import type { BoundKeyword } from "../schema/keywords.ts";
import { type Conjunction, memberPointer } from "../schema/normal/conjunction.ts";
import { type NormalForm, typesOf } from "../schema/normal/normal-form.ts";
import type { NormalForms } from "../schema/normal/normal-forms.ts";
import { boundedIntegers, numbersOf } from "../schema/normal/number-bounds.ts";
import { emptyChoice } from "../schema/families/alternatives.ts";
import { mergeForms } from "../schema/normal/merge.ts";
import { propertyConstraint } from "../schema/families/objects.ts";

export interface Contradiction {
  /** Why, in one line. */
  readonly why: string;
  /** Set where it only follows from other schemas: those, which hold together. */
  readonly inner?: Conjunction;
  /** Set where a value would have to hold itself. */
  readonly endless?: true;
}

/** How many shapes are looked at for one schema; beyond, nothing is claimed. */
const MOST_SHAPES = 2000;
/** How many values deep it is looked; what lies deeper has no value that could be sent. */
const DEEPEST = 64;

/** Pairs of counts and lengths: where the first is greater than the second, nothing is left between. */
const CROSSING: ReadonlyMap<string, readonly [BoundKeyword, BoundKeyword]> = new Map([
  ["string", ["minLength", "maxLength"]],
  ["array", ["minItems", "maxItems"]],
  ["object", ["minProperties", "maxProperties"]],
]);

/** Schemas on the way, by their keys: those of the values around this one, and those of this one itself. */
interface Path {
  /** One that comes again here demands a value without end. */
  readonly above: ReadonlySet<string>;
  /** One that comes again here refers to itself, which says nothing about values. */
  readonly here: ReadonlySet<string>;
}

export class ContradictionSearch {
  readonly #space: NormalForms;
  #shapes = 0;

  constructor(space: NormalForms) {
    this.#space = space;
  }

  /** Why nothing satisfies the schema at a pointer; undefined where that is not proved. */
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
    if (above.size > DEEPEST) return undefined;
    Work.charge(above.size + here.size);
    const found = this.#conjunction(conjunction, { above: new Set([...above, ...here]), here: new Set() });
    if (found === undefined) return undefined;
    // An endless demand is told by each schema that takes part in it: none of them is more to blame.
    if (found.endless === true) return { why: found.why, endless: true };
    const why = `${what} must be there and can have no value: ${found.why}`;
    return { why, inner: found.inner ?? conjunction };
  }

  /** Alternatives none of which is possible together with the rest. */
  #groups(shape: NormalForm, path: Path): Contradiction | undefined {
    for (const group of shape.groups) {
      const others = { ...shape, groups: shape.groups.filter((other) => other !== group) };
      const possible = group.branches.some((branch) => {
        const key = branch.id;
        if (path.above.has(key)) return false;
        if (path.here.has(key) || ++this.#shapes > MOST_SHAPES) return true;
        const merged = mergeForms(others, this.#space.form(branch));
        return this.#shape(merged, { ...path, here: new Set([...path.here, key]) }) === undefined;
      });
      if (!possible) return { why: `none of the alternatives of its ${group.kind} is possible` };
    }
    return undefined;
  }
}

/** The bounds between which nothing is left for values of a type, in words. */
function crossedBounds(form: NormalForm, type: string): string | undefined {
  if (type === "number" || type === "integer") return crossedNumbers(form, type === "integer");
  const [low, high] = CROSSING.get(type) ?? [];
  const [least, most] = [low && form.bounds[low], high && form.bounds[high]];
  if (least === undefined || most === undefined || least <= most) return undefined;
  return `${low} is ${String(least)} and ${high} is ${String(most)}`;
}

function crossedNumbers(form: NormalForm, isInteger: boolean): string | undefined {
  const { lower, upper } = numbersOf(form);
  if (lower === undefined || upper === undefined) return undefined;
  const isLeft = lower.included && upper.included ? lower.limit <= upper.limit : lower.limit < upper.limit;
  if (!isLeft) return `${lower.keyword} is ${String(lower.limit)} and ${upper.keyword} is ${String(upper.limit)}`;
  const { least, most } = boundedIntegers(form);
  const isEmpty = isInteger && least !== undefined && most !== undefined && least > most;
  return isEmpty ? "there is no integer between its bounds" : undefined;
}
