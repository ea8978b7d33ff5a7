// A place in a generated value and what may be there: a normal form and, if known, the schemas of the document behind
// it with their annotations and order.
import type { Document } from "../../document/document.ts";
import type { Direction } from "../../document/grammar.ts";
import { fragmentPointer } from "../../json/pointer.ts";
import { type JsonValue, equalJson, isObject } from "../../json/value.ts";
import { once } from "../../memo.ts";
import { ANYTHING_GOES, type Conjunction, tagged } from "../form/conjunction.ts";
import { choiceOf } from "../form/tags.ts";
import { mergeForms } from "../normal/merge.ts";
import { sideOf } from "../keywords/conditions.ts";
import { namePatterns, propertyConstraint } from "../keywords/properties.ts";
import { isOneOf } from "../keywords/values.ts";
import { type NormalForm, isOnly } from "../form/normal-form.ts";
import { type NormalForms, normalForms } from "../normal/normal-forms.ts";
import { type SchemaNode, schemaAt } from "../normal/schema-node.ts";

const MOST_CASES = 12;
const MOST_ROUNDS = 4;
/** Branches of one group that are compared with a value. */
const MOST_SUITING = 200;
/** Parts that are cached: there is no end of undescribed names. */
const MOST_PARTS = 1_000;

export class ValuePlace {
  readonly forms: NormalForms;
  readonly form: NormalForm;
  /** The schemas behind the form, nearest first; empty if only the form is known. */
  readonly nodes: readonly SchemaNode[];
  readonly #parts = new Map<string | number, ValuePlace>();
  #names: readonly string[] | undefined;
  #cases: readonly ValuePlace[] | undefined;
  #chosen: readonly ValuePlace[] | undefined;
  #ofKinds: readonly ValuePlace[] | undefined;
  #examples: readonly JsonValue[] | undefined;

  constructor(forms: NormalForms, form: NormalForm, nodes: readonly SchemaNode[] = []) {
    this.forms = forms;
    this.form = form;
    this.nodes = nodes;
  }

  /** The place of a whole value of the schema at a pointer. */
  static at(document: Document, pointer: string, direction: Direction): ValuePlace {
    const forms = normalForms(document, direction);
    const isThere = forms.value(pointer) !== undefined;
    const conjunction = forms.conjunction(isThere ? pointer : undefined);
    return new ValuePlace(forms, forms.form(conjunction), isThere ? [schemaAt(document, pointer, direction)] : []);
  }

  /** The place of a whole value of a schema. */
  static of(node: SchemaNode): ValuePlace {
    return new ValuePlace(node.forms, node.form, [node]);
  }

  /** The examples of the schemas, nearest first. */
  get examples(): readonly JsonValue[] {
    return (this.#examples ??= this.nodes.flatMap(({ annotations }) => annotations.examples));
  }

  /** The named properties that are sent, in document order. */
  get names(): readonly string[] {
    return (this.#names ??= this.#readNames());
  }

  /** The patterns that describe further properties by name. */
  get namePatterns(): readonly string[] {
    return namePatterns(this.form);
  }

  /** What a property must be, described or not. */
  property(name: string): ValuePlace {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const nodes = this.nodes.flatMap(({ properties }) => properties.get(name) ?? []);
    return this.#inside(name, propertyConstraint(this.form, name, this.forms.work), nodes);
  }

  /** What the item at an index must be. */
  item(index: number): ValuePlace {
    const slot = Math.min(index, this.form.prefix.length);
    const known = this.#parts.get(slot);
    if (known !== undefined) return known;
    const listed = this.form.prefix[slot];
    const nodes = listed === undefined ? this.nodes.flatMap(({ items }) => items ?? []) : [];
    return this.#inside(slot, listed ?? this.form.items, nodes);
  }

  /** The same place with an additional constraint. */
  and(form: NormalForm, nodes: readonly SchemaNode[] = []): ValuePlace {
    return new ValuePlace(this.forms, mergeForms(this.form, form, this.forms.work), [...this.nodes, ...nodes]);
  }

  /**
   * Every way to choose a branch of each group of alternatives and a side of each condition, as places without groups.
   * Null, which is the least informative, comes last. Limited in number.
   */
  get cases(): readonly ValuePlace[] {
    return (this.#cases ??= this.#choose(MOST_ROUNDS)
      .flatMap((place) => (place.#kinds.length > 0 ? place.#kinds : place.#conditioned()).slice(0, MOST_CASES))
      .sort((a, b) => Number(a.#isNull) - Number(b.#isNull)));
  }

  /** The place with the branch of each group that has the highest score, without making the others. */
  suiting(score: (place: ValuePlace) => number): ValuePlace | undefined {
    return this.#suiting(score, MOST_ROUNDS);
  }

  /** The place with the branches that suit a value best. */
  holding(value: JsonValue): ValuePlace {
    return this.form.groups.length === 0 && this.#kinds.length === 0
      ? this
      : (this.suiting((one) => suits(one, value)) ?? this);
  }

  #suiting(score: (place: ValuePlace) => number, rounds: number): ValuePlace | undefined {
    if (rounds === 0 || this.form.groups.length === 0) return highest([...this.#conditioned(), ...this.#kinds], score);
    const best = highest(this.#branches(), score);
    return best === undefined ? undefined : best.#suiting(score, rounds - 1);
  }

  /** The places with each branch of the first group. */
  #branches(): readonly ValuePlace[] {
    const [group, ...groups] = this.form.groups;
    const rest = this.#replaced({ ...this.form, groups });
    return (this.#chosen ??= (group?.branches ?? [])
      .slice(0, MOST_SUITING)
      .map((branch) => rest.#branch(this, branch))
      .filter(({ form }) => !form.never));
  }

  /** The place with a branch of a group of a place, and the tag that selects it. */
  #branch(whole: ValuePlace, branch: Conjunction): ValuePlace {
    const nodes = whole.#branchNodes(branch);
    return whole.#tagged(this.and(this.forms.form(branch), nodes), nodes);
  }

  /** The places of the schemas that extend this one, each with the tag that selects it. */
  get #kinds(): readonly ValuePlace[] {
    return (this.#ofKinds ??= this.nodes.flatMap(({ kinds }) =>
      kinds.slice(0, MOST_SUITING).flatMap(({ property, tag, node }) => {
        const place = this.and(node.form, [node]).and(this.forms.form(tagged(property, tag)));
        return place.form.never || place.property(property).form.never ? [] : [place];
      }),
    ));
  }

  /** The place as it is and, if it has a condition, the place with the condition and its consequence. */
  #conditioned(): ValuePlace[] {
    const found: ValuePlace[] = [this];
    for (const part of this.form.opaque) {
      if (part.keyword !== "if") continue;
      const [condition, then, otherwise] = [part.schemas[0], sideOf(part, "then"), sideOf(part, "else")].map(
        (schema) => schema && this.forms.form(schema),
      );
      if (condition !== undefined && then !== undefined) found.push(this.and(condition).and(then));
      if (otherwise !== undefined) found.push(this.and(otherwise));
    }
    return found.filter(({ form }) => !form.never);
  }

  /** True if only null is allowed. */
  get #isNull(): boolean {
    return isOnly(this.form, "null");
  }

  #choose(rounds: number): ValuePlace[] {
    const [group, ...groups] = this.form.groups;
    if (group === undefined || rounds === 0) return [this.#replaced({ ...this.form, groups: [] })];
    const rest = this.#replaced({ ...this.form, groups });
    const found: ValuePlace[] = [];
    for (const branch of group.branches) {
      const place = rest.#branch(this, branch);
      if (!place.form.never) found.push(...place.#choose(rounds - 1));
      if (found.length >= MOST_CASES) break;
    }
    return found.slice(0, MOST_CASES);
  }

  #readNames(): string[] {
    const names = new Set([
      ...this.nodes.flatMap(({ properties }) => [...properties.keys()]),
      ...this.form.properties.keys(),
    ]);
    return [...names].filter((name) => {
      const schema = this.form.properties.get(name) ?? ANYTHING_GOES;
      return this.form.properties.has(name) && !this.forms.isSilent(schema) && !this.forms.form(schema).never;
    });
  }

  #inside(step: string | number, conjunction: Conjunction, nodes: readonly SchemaNode[]): ValuePlace {
    const place = new ValuePlace(this.forms, this.forms.form(conjunction), nodes);
    if (this.#parts.size < MOST_PARTS) this.#parts.set(step, place);
    return place;
  }

  #replaced(form: NormalForm): ValuePlace {
    return new ValuePlace(this.forms, form, this.nodes);
  }

  #branchNodes(branch: Conjunction): SchemaNode[] {
    const all = this.nodes.flatMap(({ alternatives }) => alternatives.flatMap(({ branches }) => branches));
    return all.filter(({ pointer }) => this.forms.conjunction(pointer).id === branch.id).slice(0, 1);
  }

  /**
   * A branch with the tag that selects its value. Without a mapping, the tag is the name of the branch, which many
   * documents do not intend: if their branches constrain the property themselves, only that applies.
   */
  #tagged(chosen: ValuePlace, [branch]: readonly SchemaNode[]): ValuePlace {
    if (branch === undefined) return chosen;
    for (const { definition } of this.nodes.flatMap(({ parts }) => parts)) {
      const choice = choiceOf(definition);
      const tag = [...(choice?.mapping ?? [])].find(([, target]) => fragmentPointer(target) === branch.home);
      if (choice === undefined || tag === undefined) continue;
      const place = chosen.and(this.forms.form(tagged(choice.property, tag[0])));
      return place.property(choice.property).form.never ? chosen : place;
    }
    return chosen;
  }
}

function highest(places: readonly ValuePlace[], score: (place: ValuePlace) => number): ValuePlace | undefined {
  // Where there is no choice, nothing has to be compared.
  if (places.length < 2) return places[0];
  let best: readonly [place: ValuePlace, score: number] | undefined;
  for (const place of places) {
    const own = score(place);
    if (best === undefined || own > best[1]) best = [place, own];
  }
  return best?.[0];
}

/**
 * How well a value suits a place without alternatives. What contradicts it weighs most, then what it does not describe;
 * what is missing weighs little, because only the service may give it.
 */
export function suits(place: ValuePlace, value: JsonValue): number {
  const { form, forms } = place;
  if (!isOfForm(form, value)) return -1_000;
  if (!isObject(value)) return 0;
  const gone = goneBy(place);
  let score = gone === null || Object.hasOwn(value, gone) ? 0 : -100;
  for (const name of form.required) if (!Object.hasOwn(value, name)) score -= 2;
  for (const [name, part] of Object.entries<JsonValue>(value)) {
    const property = form.properties.get(name);
    if (property === undefined) score -= 10;
    // Null says that there is nothing, which a thing may say by leaving it out.
    else if (part !== null || form.required.has(name)) score += isOfForm(forms.form(property), part) ? 1 : -100;
  }
  return score;
}

/** The property by which all values of a place say that the thing was deleted; null if they do not. */
export const goneBy = once(({ form, forms }: ValuePlace): string | null => {
  for (const [name, schema] of form.properties) {
    if (!GONE.test(name)) continue;
    const { values } = forms.form(schema);
    if (values?.length === 1 && values[0] === true) return name;
  }
  return null;
});

const GONE = /^(is_?)?(deleted|removed|destroyed)$/i;

export function isOfForm({ types, values, never }: NormalForm, value: JsonValue): boolean {
  if (never || (values !== undefined && !values.some((one) => equalJson(one, value)))) return false;
  return types === undefined || isOneOf(types, value);
}
