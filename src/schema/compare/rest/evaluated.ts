// What a schema evaluates in a value, itself and through what applies in its place: alternatives, conditions, dependent
// schemas. `unevaluatedItems` and `unevaluatedProperties` judge the rest.
import type { Graph } from "../graph.ts";
import { ANYTHING_GOES, type Conjunction } from "../../form/conjunction.ts";
import type { Fact } from "../../keywords/fact.ts";
import { BY_PATTERN } from "../../keywords/properties.ts";
import type { Opaque } from "../../form/normal-form.ts";
import { saidBy } from "../../keywords/conditions.ts";
import { matches } from "../../pattern/engine.ts";
import type { NormalForms } from "../../normal/normal-forms.ts";
import type { Work } from "../../work.ts";
import { equalJson, isObject } from "../../../json/value.ts";

export type Rest = "unevaluatedItems" | "unevaluatedProperties";

interface Evaluated {
  /** True if nothing is left over. */
  readonly all: boolean;
  readonly prefix: number;
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
}

/** A schema that evaluates a value, or the one that judges the rest. */
export interface Evaluator {
  readonly space: NormalForms;
  readonly conjunction: Conjunction;
  /** The pointer of the schema that judges the rest: its own keyword leaves nothing over. */
  readonly judgeOfRest?: string;
}

/** The depth to which nested alternatives are followed; beyond it, anything may be evaluated. */
const MAX_DEPTH = 8;

/** What a schema evaluates in every value. */
function evaluatedBy({ space, conjunction, judgeOfRest }: Evaluator, rest: Rest): Evaluated {
  const all = space.definitions(conjunction);
  const lists = all.map(({ definition: { prefixItems } }) => (Array.isArray(prefixItems) ? prefixItems.length : 0));
  const keyword = rest === "unevaluatedItems" ? "items" : "additionalProperties";
  const names = (key: string): Set<string> =>
    new Set(all.flatMap(({ definition: { [key]: named } }) => (isObject(named) ? Object.keys(named) : [])));
  return {
    all: all.some(
      ({ pointer, definition }) =>
        definition[keyword] !== undefined || (definition[rest] !== undefined && pointer !== judgeOfRest),
    ),
    prefix: Math.max(0, ...lists),
    names: names("properties"),
    patterns: names(BY_PATTERN),
  };
}

/** Decides whether one schema evaluates everything in a value that another one does. */
export class Covering {
  readonly #rest: Rest;
  readonly #work: Work;
  /** Whether one schema allows everything that the other allows. */
  readonly #fits: (own: Conjunction, other: Conjunction) => boolean;
  readonly #same: (own: Conjunction, other: Conjunction) => boolean;

  /** @param turned true to ask whether the consumer's schema evaluates no more than the producer's */
  constructor(graph: Graph, rest: Rest, turned: boolean) {
    const { exact } = graph;
    this.#rest = rest;
    this.#work = graph.sides.work;
    this.#same = turned ? (own, other) => exact.equal(other, own) : (own, other) => exact.equal(own, other);
    this.#fits = turned
      ? (own, other) => exact.mirror?.contained(own, other) ?? exact.equal(other, own)
      : (own, other) => exact.contained(own, other);
  }

  covers(own: Evaluator, other: Evaluator, depth = 0): boolean {
    const whole = evaluatedBy(other, this.#rest);
    if (whole.all) return true;
    if (depth > MAX_DEPTH || !this.#within(evaluatedBy(own, this.#rest), whole)) return false;
    const [shape, wanted] = [own.space.form(own.conjunction), other.space.form(other.conjunction)];
    const known = (branch: Conjunction): boolean => this.#within(this.#deep(own.space, branch), whole);
    const branches = wanted.groups.flatMap((group) => group.branches);
    const answered = (branch: Conjunction): boolean =>
      branches.some(
        (twin) =>
          this.#fits(branch, twin) &&
          this.covers({ space: own.space, conjunction: branch }, { space: other.space, conjunction: twin }, depth + 1),
      );
    return (
      shape.groups.every((group) => group.branches.every((branch) => known(branch) || answered(branch))) &&
      shape.opaque
        .filter((part) => this.#evaluates(part))
        .every((part) => this.#isPlain(part, known) || wanted.opaque.some((twin) => this.#isTwin(part, twin)))
    );
  }

  #within(own: Evaluated, other: Evaluated): boolean {
    if (other.all) return true;
    if (own.all) return false;
    if (this.#rest === "unevaluatedItems") return own.prefix <= other.prefix;
    const patterns = [...other.patterns];
    const isKnown = (name: string): boolean =>
      other.names.has(name) || patterns.some((one) => matches(one, name, this.#work));
    return [...own.patterns].every((one) => other.patterns.has(one)) && [...own.names].every(isKnown);
  }

  /** What a schema evaluates in some values, if not in all. */
  #deep(space: NormalForms, conjunction: Conjunction, depth = 0): Evaluated {
    const own = evaluatedBy({ space, conjunction }, this.#rest);
    const { groups, opaque } = space.form(conjunction);
    const parts = opaque.filter((part) => this.#evaluates(part));
    const all = own.all || depth > MAX_DEPTH || parts.some((part) => !IN_PLACE.has(part.keyword));
    if (all) return { ...own, all };
    const inner = [...groups.flatMap(({ branches }) => branches), ...parts.flatMap(({ schemas }) => schemas)];
    return inner
      .map((branch) => this.#deep(space, branch, depth + 1))
      .reduce(
        (one, other) => ({
          all: one.all || other.all,
          prefix: Math.max(one.prefix, other.prefix),
          names: new Set([...one.names, ...other.names]),
          patterns: new Set([...one.patterns, ...other.patterns]),
        }),
        own,
      );
  }

  #evaluates({ keyword }: Opaque): boolean {
    if (IN_PLACE.has(keyword) || keyword === "$dynamicRef") return true;
    return keyword === "contains" && this.#rest === "unevaluatedItems";
  }

  /** What applies in place of the schema and evaluates nothing that is not evaluated anyway. */
  #isPlain({ keyword, schemas }: Opaque, known: (branch: Conjunction) => boolean): boolean {
    return IN_PLACE.has(keyword) && schemas.every(known);
  }

  #isTwin(part: Opaque, twin: Opaque): boolean {
    return (
      equalJson(saidBy(part), saidBy(twin)) &&
      part.schemas.length === twin.schemas.length &&
      part.schemas.every((schema, index) => this.#same(schema, twin.schemas[index] ?? ANYTHING_GOES))
    );
  }
}

/** Keywords that contain schemas for the same value. */
const IN_PLACE = new Set(["if", "dependentSchemas"]);

/** The schema that judges the rest, with what it evaluates. */
export function restJudge(space: NormalForms, part: Opaque): Evaluator {
  const scope = ("scope" in part ? part.scope : undefined) ?? "";
  return { space, conjunction: space.conjunction(scope), judgeOfRest: scope };
}

/** What one schema evaluates in any value and another does not, so that the latter judges it as a rest. */
export function lostFacts(rest: Rest, given: Evaluator, wanted: Evaluator): Fact[] {
  return rest === "unevaluatedItems" ? itemFacts(given, wanted) : propertyFacts(given, wanted);
}

function itemFacts(given: Evaluator, wanted: Evaluator): Fact[] {
  const [own, other] = [evaluatedBy(given, "unevaluatedItems"), evaluatedBy(wanted, "unevaluatedItems")];
  if (own.all) return [{ keyword: "items", producer: true, consumer: undefined }];
  return own.prefix > other.prefix ? [{ keyword: "prefixItems", producer: own.prefix, consumer: other.prefix }] : [];
}

function propertyFacts(given: Evaluator, wanted: Evaluator): Fact[] {
  const [own, other] = [evaluatedBy(given, "unevaluatedProperties"), evaluatedBy(wanted, "unevaluatedProperties")];
  if (own.all) return [{ keyword: "additionalProperties", producer: true, consumer: undefined }];
  const lost = [...own.patterns].filter((pattern) => !other.patterns.has(pattern));
  return lost.length === 0 ? [] : [{ keyword: BY_PATTERN, producer: lost, consumer: undefined }];
}
