// Schemas that all hold together. `allOf` and `$ref` are gone here: what is left is the list of the schemas that say
// something, each once. Two places of a document with the same list mean the same.
import { Work } from "../work.ts";

/** One schema of a conjunction: a schema of the document, or what stands for values that no schema describes. */
export type Member =
  | { readonly kind: "schema"; readonly id: string; readonly pointer: string }
  /** In 3.0, a schema with `nullable` and no `type` is null or the rest of what it says; this is the rest. */
  | { readonly kind: "without null"; readonly id: string; readonly pointer: string }
  /** The values of one type. */
  | { readonly kind: "type"; readonly id: string; readonly type: string }
  /** Texts that are not empty, as those of a path are. */
  | { readonly kind: "not empty"; readonly id: string }
  /** Anything but null. */
  | { readonly kind: "not null"; readonly id: string }
  /** Objects of which a property has one value, and that value. */
  | { readonly kind: "tag"; readonly id: string; readonly property: string; readonly value: string }
  | { readonly kind: "value"; readonly id: string; readonly value: string };

/** What a member costs to put in its place among the others, in units of work. */
const MEMBER = 3;

/** An immutable set of members, sorted. The empty one allows anything. */
export class Conjunction {
  readonly members: readonly Member[];
  /** Equal for equal conjunctions, also of two documents. Nothing is to be read out of it. */
  readonly id: string;

  private constructor(members: readonly Member[]) {
    this.members = members;
    this.id = members.map(({ id }) => id).join("&");
  }

  /** The conjunction of some members, which may be repeated. */
  static of(members: Iterable<Member>): Conjunction {
    const unique = new Map<string, Member>();
    for (const member of members) unique.set(member.id, member);
    Work.charge(MEMBER * unique.size);
    return unique.size === 0 ? ANYTHING_GOES : new Conjunction([...unique.values()].sort(byId));
  }

  static empty(): Conjunction {
    return new Conjunction([]);
  }

  get isEmpty(): boolean {
    return this.members.length === 0;
  }

  /** True where it holds all members of another one. */
  includes(other: Conjunction): boolean {
    return other.members.every(({ id }) => this.members.some((member) => member.id === id));
  }

  toJSON(): string {
    return this.id;
  }
}

/** The conjunction of nothing. */
export const ANYTHING_GOES: Conjunction = Conjunction.empty();

/** Both conjunctions at once. */
export function join(a: Conjunction, b: Conjunction): Conjunction {
  if (a.isEmpty || a.id === b.id) return b;
  return b.isEmpty ? a : Conjunction.of([...a.members, ...b.members]);
}

const byId = (a: Member, b: Member): number => (a.id < b.id ? -1 : 1);

/** What the schema at a pointer says. */
export function schemaMember(pointer: string): Member {
  return { kind: "schema", id: pointer, pointer };
}

/** What the schema at a pointer says, less that null is allowed. */
export function withoutNull(pointer: string): Member {
  return { kind: "without null", id: `rest:${pointer}`, pointer };
}

/**
 * True where one conjunction is the other, whatever stands beside it in a schema that allows null as well: a component
 * that may be null now is the same component.
 */
export function isBesideNull(branch: Conjunction, other: Conjunction): boolean {
  if (branch.id === other.id) return true;
  const named = branch.members.filter(({ kind }) => kind !== "without null");
  return named.length > 0 && named.length < branch.members.length && Conjunction.of(named).id === other.id;
}

/** Holds for the values of one type. */
export function ofType(type: string): Conjunction {
  return Conjunction.of([{ kind: "type", id: `type:${type}`, type }]);
}

/** Holds for texts that are not empty. */
export const NOT_EMPTY: Conjunction = Conjunction.of([{ kind: "not empty", id: "text:" }]);

/** Holds for all values but null. */
export const NOT_NULL: Conjunction = Conjunction.of([{ kind: "not null", id: "value:not null" }]);

/** Holds for the objects whose property has a value. */
export function tagged(property: string, value: string): Conjunction {
  return Conjunction.of([{ kind: "tag", id: `tag:${JSON.stringify([property, value])}`, property, value }]);
}

/** Holds for one text. */
export function exactText(value: string): Conjunction {
  return Conjunction.of([{ kind: "value", id: `value:${value}`, value }]);
}

/** Where a member stands in the document; undefined for one that no schema says. */
export function memberPointer(member: Member): string | undefined {
  return member.kind === "schema" || member.kind === "without null" ? member.pointer : undefined;
}
