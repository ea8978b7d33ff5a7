// Schemas that apply together. `allOf` and `$ref` are resolved here: what remains is a list of the schemas that say
// something, each once. Two places of a document with the same list have the same meaning.
import type { Work } from "../work.ts";

/** One schema of a conjunction: a schema of the document, or a constraint that no schema describes. */
export type Member =
  | { readonly kind: "schema"; readonly id: string; readonly pointer: string }
  /** In 3.0, a schema with `nullable` but no `type` allows null or the rest of what it says. This is the rest. */
  | { readonly kind: "without null"; readonly id: string; readonly pointer: string }
  /** The values of one type. */
  | { readonly kind: "type"; readonly id: string; readonly type: string }
  /** Strings that are not empty, such as those in a path. */
  | { readonly kind: "not empty"; readonly id: string }
  /** Anything but null. */
  | { readonly kind: "not null"; readonly id: string }
  /** Objects with a certain value for one property. */
  | { readonly kind: "tag"; readonly id: string; readonly property: string; readonly value: string }
  | { readonly kind: "value"; readonly id: string; readonly value: string };

/** The cost of inserting a member among the others, in units of work. */
const MEMBER = 3;

/** An immutable set of members, sorted. The empty one allows anything. */
export class Conjunction {
  readonly members: readonly Member[];
  /** Equal for equal conjunctions, also of two documents. Opaque. */
  readonly id: string;

  private constructor(members: readonly Member[]) {
    this.members = members;
    this.id = members.map(({ id }) => id).join("&");
  }

  /** The conjunction of members that are in order: one alone, or some of another conjunction. */
  static ordered(members: readonly Member[]): Conjunction {
    return new Conjunction(members);
  }

  /** The conjunction of some members, with duplicates removed. @throws WorkExceeded */
  static of(members: readonly Member[], work: Work): Conjunction {
    const unique = new Map<string, Member>();
    for (const member of members) unique.set(member.id, member);
    work.spend(MEMBER * unique.size);
    return unique.size === 0 ? ANYTHING_GOES : new Conjunction([...unique.values()].sort(byId));
  }

  static empty(): Conjunction {
    return new Conjunction([]);
  }

  get isEmpty(): boolean {
    return this.members.length === 0;
  }

  /** True if it contains all members of another one. */
  includes(other: Conjunction): boolean {
    return other.members.every(({ id }) => this.members.some((member) => member.id === id));
  }

  toJSON(): string {
    return this.id;
  }
}

/** The conjunction of nothing. */
export const ANYTHING_GOES: Conjunction = Conjunction.empty();

/** Both conjunctions together. @throws WorkExceeded */
export function join(a: Conjunction, b: Conjunction, work: Work): Conjunction {
  if (a.isEmpty || a.id === b.id) return b;
  return b.isEmpty ? a : Conjunction.of([...a.members, ...b.members], work);
}

const byId = (a: Member, b: Member): number => (a.id < b.id ? -1 : 1);

/** The content of the schema at a pointer. */
export function schemaMember(pointer: string): Member {
  return { kind: "schema", id: pointer, pointer };
}

/** The content of the schema at a pointer, without null. */
export function withoutNull(pointer: string): Member {
  return { kind: "without null", id: `rest:${pointer}`, pointer };
}

/**
 * True if one conjunction is the other, ignoring the siblings in a schema that also allows null: a component that may
 * now be null is still the same component.
 */
export function isBesideNull(branch: Conjunction, other: Conjunction): boolean {
  if (branch.id === other.id) return true;
  const named = branch.members.filter(({ kind }) => kind !== "without null");
  return named.length > 0 && named.length < branch.members.length && Conjunction.ordered(named).id === other.id;
}

/** Allows the values of one type. */
export function ofType(type: string): Conjunction {
  return Conjunction.ordered([{ kind: "type", id: `type:${type}`, type }]);
}

/** Allows strings that are not empty. */
export const NOT_EMPTY: Conjunction = Conjunction.ordered([{ kind: "not empty", id: "text:" }]);

/** Allows all values but null. */
export const NOT_NULL: Conjunction = Conjunction.ordered([{ kind: "not null", id: "value:not null" }]);

/** Allows objects whose property has a certain value. */
export function tagged(property: string, value: string): Conjunction {
  return Conjunction.ordered([{ kind: "tag", id: `tag:${JSON.stringify([property, value])}`, property, value }]);
}

/** Allows a single string. */
export function exactText(value: string): Conjunction {
  return Conjunction.ordered([{ kind: "value", id: `value:${value}`, value }]);
}

/** The pointer of a member in the document; undefined for one that no schema describes. */
export function memberPointer(member: Member): string | undefined {
  return member.kind === "schema" || member.kind === "without null" ? member.pointer : undefined;
}
