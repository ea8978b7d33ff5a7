// Orders alternatives by what differs, and never by where they stand: only some of many can be tried, and a verdict must
// not depend on which of them a document names first.
import { canonical } from "../../../json/value-set.ts";
import { type JsonObject, isObject } from "../../../json/value.ts";
import { keptFor } from "../../../memo.ts";
import { type Conjunction, memberPointer } from "../../form/conjunction.ts";
import type { Group, NormalForm } from "../../form/normal-form.ts";
import type { NormalForms } from "../../normal/normal-forms.ts";
import type { Sides } from "../graph.ts";
import { isNamed } from "./branch-names.ts";

const texts = new WeakMap<JsonObject, string>();

/** What an alternative is, wherever it stands: its component, or else what it says. Equal in both documents. */
export function contentOf(space: NormalForms, { members }: Conjunction): string {
  const told = members.map((member) => {
    const pointer = memberPointer(member);
    if (pointer === undefined || isNamed(member)) return member.id;
    const definition = space.value(pointer);
    if (!isObject(definition)) return canonical(definition ?? null);
    let text = texts.get(definition);
    if (text === undefined) texts.set(definition, (text = `${member.kind} ${canonical(definition)}`));
    return text;
  });
  return told.toSorted().join("&");
}

/** Puts the alternatives of a group in an order that does not depend on the document's: those that say least first. */
export function byContent(space: NormalForms): (group: Pick<Group, "branches">) => readonly Conjunction[] {
  return ({ branches }) => sortedBy(branches, (branch) => plainFirst(branch, contentOf(space, branch)));
}

function plainFirst({ members }: Conjunction, content: string): string {
  return `${String(members.length).padStart(3, "0")} ${String(content.length).padStart(9, "0")} ${content}`;
}

/** True if what the members of two conjunctions of the same content refer to is the same as well. */
export function sameMembers(
  { producer, consumer, sameness }: Pick<Sides, "producer" | "consumer" | "sameness">,
  given: Conjunction,
  wanted: Conjunction,
): boolean {
  if (producer.document.dialect !== consumer.document.dialect) return false;
  return given.members.every((member, index) => {
    const [pointer, twin] = [member, wanted.members[index]].map((one) => one && memberPointer(one));
    if (pointer === undefined || twin === undefined) return pointer === twin;
    return sameness.same(producer.value(pointer), consumer.value(twin), pointer === twin ? pointer : undefined);
  });
}

/** One side's alternatives, and the other's that they are compared with. */
export interface Opposite {
  readonly own: NormalForms;
  readonly other: NormalForms;
  readonly form: NormalForm;
  /** Whether two alternatives with the same content say the same, references included. */
  readonly same: (own: Conjunction, other: Conjunction) => boolean;
}

/** The same, with those first that the other side does not have, then those that changed. */
export function byDifference({ own, other, form, same }: Opposite): (group: Group) => readonly Conjunction[] {
  const known = new Map<string, Conjunction>();
  const collect = ({ groups }: NormalForm, levels: number): void => {
    for (const branch of groups.flatMap(({ branches }) => branches)) {
      keptFor(known, contentOf(other, branch), () => branch);
      if (levels > 0) collect(other.form(branch), levels - 1);
    }
  };
  return ({ branches }) => {
    if (branches.length < 2) return branches;
    if (known.size === 0) collect(form, 1);
    return sortedBy(branches, (branch) => {
      const content = contentOf(own, branch);
      const twin = known.get(content);
      return `${twin === undefined ? 0 : same(branch, twin) ? 2 : 1} ${plainFirst(branch, content)}`;
    });
  };
}

function sortedBy<T>(list: readonly T[], keyOf: (one: T) => string): readonly T[] {
  if (list.length < 2) return list;
  const keyed = list.map((one) => [keyOf(one), one] as const);
  return keyed.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
}
