// The schemas of one document in normal form, for one direction. This is the only place where the meaning of a schema
// is determined, once for each. Most readers want `schemaAt` from schema-node.ts, which adds locations and annotations;
// the gate compares conjunctions and forms directly.
import { type Document, refuseWork } from "../../document/document.ts";
import { valueAt } from "../../json/pointer.ts";
import { isSilenced, isSilencedAt } from "./annotations.ts";
import {
  ANYTHING_GOES,
  Conjunction,
  type Member,
  NOT_NULL,
  join,
  memberPointer,
  ofType,
  schemaMember,
  withoutNull,
} from "../form/conjunction.ts";
import { type Kinds, kindsOf } from "../form/tags.ts";
import { isNullable, partsOf, saysSomething, tellingKeywords } from "../form/composition.ts";
import { leafForm } from "./leaf.ts";
import { isWritten, unwrittenForm } from "./unwritten.ts";
import { mergeForms } from "./merge.ts";
import { ANYTHING, type NormalForm } from "../form/normal-form.ts";
import { UNLIMITED, Work } from "../work.ts";
import type { Direction } from "../../document/grammar.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { keptFor, once } from "../../memo.ts";

/** Far more than any real document needs. */
const MOST_SCHEMAS = 10_000_000;

/** The cost of listing a property once more, in schemas. */
const PROPERTY = 10;

const formsOf = once((document: Document): Readonly<Record<Direction, NormalForms>> => ({
  request: new NormalForms(document, "request"),
  response: new NormalForms(document, "response"),
}));

/** The normal forms of a document for one direction: the same object for all readers. */
export function normalForms(document: Document, direction: Direction): NormalForms {
  return formsOf(document)[direction];
}

/** A schema that says something, and its pointer. */
export interface SchemaPart {
  readonly pointer: string;
  readonly definition: JsonObject;
}

export class NormalForms {
  readonly document: Document;
  readonly direction: Direction;
  readonly #conjunctions = new Map<string, Conjunction>();
  readonly #forms = new Map<string, NormalForm>();
  readonly #values = new Map<string, JsonValue | undefined>();
  readonly #definitions = new WeakMap<Conjunction, readonly SchemaPart[]>();
  /** Pays for all that is made of these schemas. */
  readonly work: Work;
  /** Putting a schema into a conjunction or a form costs one unit. */
  readonly #schemas: Work;

  /** @param most schemas that the document may put together */
  constructor(document: Document, direction: Direction, work = UNLIMITED, most = MOST_SCHEMAS) {
    this.document = document;
    this.direction = direction;
    this.work = work;
    this.#schemas = new Work(most, work);
  }

  get dialect(): Document["dialect"] {
    return this.document.dialect;
  }

  /** The value at a pointer. */
  value(pointer: string): JsonValue | undefined {
    if (!this.#values.has(pointer)) this.#values.set(pointer, valueAt(this.document.root, pointer));
    return this.#values.get(pointer);
  }

  /**
   * The schema at a pointer, as the conjunction of its parts. Undefined means no schema, so anything goes.
   * @throws DocumentError if the work exceeds its limit
   */
  conjunction(pointer: string | undefined): Conjunction {
    if (pointer === undefined) return ANYTHING_GOES;
    const known = this.#conjunctions.get(pointer);
    if (known !== undefined) return known;
    // A schema that says nothing itself is what it leads to; a long chain of these is followed only once for all of them.
    let next = this.#leadsTo(pointer);
    if (next === undefined) return keptFor(this.#conjunctions, pointer, () => this.#collect(pointer));
    const passed = new Set([pointer]);
    let place = pointer;
    for (; next !== undefined; next = this.#leadsTo(place)) {
      if (passed.has(next)) break;
      passed.add(next);
      place = next;
    }
    const conjunction = this.#conjunctions.get(place) ?? this.#collect(place);
    for (const one of passed) this.#conjunctions.set(one, conjunction);
    return conjunction;
  }

  /** What all schemas of a conjunction say together. @throws DocumentError like `conjunction` */
  form(conjunction: Conjunction): NormalForm {
    if (conjunction.isEmpty) return ANYTHING;
    let form = this.#forms.get(conjunction.id);
    if (form === undefined) {
      this.#spend(conjunction.members.length, memberPointer(conjunction.members[0] as Member) ?? "");
      form = conjunction.members.map((member) => this.#member(member)).reduce((a, b) => mergeForms(a, b, this.work));
      if (conjunction.members.length > 1) this.pay(form, conjunction);
      this.#forms.set(conjunction.id, form);
    }
    return form;
  }

  /**
   * Pays for lists of all properties of a form, because thousands of schemas may each add one to the same thousands.
   * @throws DocumentError like `conjunction`
   */
  pay({ properties }: NormalForm, { members: [first] }: Conjunction, lists = 1): void {
    this.#spend(PROPERTY * properties.size * lists, (first && memberPointer(first)) ?? "");
  }

  /** The definitions behind a conjunction, with their pointers. For a schema without its null, that of the schema. */
  definitions(conjunction: Conjunction): readonly SchemaPart[] {
    const known = this.#definitions.get(conjunction);
    if (known !== undefined) return known;
    const definitions = conjunction.members.flatMap((member) => {
      const pointer = memberPointer(member);
      const definition = pointer === undefined ? undefined : this.value(pointer);
      return pointer !== undefined && isObject(definition) ? [{ pointer, definition }] : [];
    });
    this.#definitions.set(conjunction, definitions);
    return definitions;
  }

  /** The same without the null that 3.0's `nullable` adds to a schema without a type. */
  withoutNull(conjunction: Conjunction): Conjunction {
    if (!conjunction.members.some((member) => this.#isNullOrRest(member))) return conjunction;
    const kept: Member[] = [];
    const pending = new Set(conjunction.members);
    for (const member of pending) {
      if (!this.#isNullOrRest(member)) kept.push(member);
      else for (const inner of this.#rest(member.pointer).members) pending.add(inner);
    }
    return Conjunction.of(kept, this.work);
  }

  /** The same for values sent as text, which cannot express null: a null value is left out. */
  written(conjunction: Conjunction): Conjunction {
    const rest = this.withoutNull(conjunction);
    const { types } = this.form(rest);
    return types !== undefined && types.size > 1 && types.has("null") ? join(rest, NOT_NULL, this.work) : rest;
  }

  /** True if some schema has a tag that selects among its extensions. */
  get hasKinds(): boolean {
    return kindsOf(this.document.root).size > 0;
  }

  /** The extensions of one schema in a conjunction, selected by a tag. */
  kinds(conjunction: Conjunction): Kinds | undefined {
    const kinds = kindsOf(this.document.root);
    if (kinds.size === 0) return undefined;
    const pointers = conjunction.members.map((member) => (member.kind === "schema" ? member.pointer : ""));
    return pointers.map((pointer) => kinds.get(pointer)).find((one) => one !== undefined);
  }

  /** True if a schema is marked `readOnly` in requests or `writeOnly` in responses, so that its values are not sent. */
  isSilent(conjunction: Conjunction): boolean {
    return this.definitions(conjunction).some(({ definition }) => isSilenced(definition, this.direction));
  }

  /** The same for the schema at a pointer, directly or by reference. */
  isSilentAt(pointer: string): boolean {
    return isSilencedAt(pointer, this.direction, (place) => this.value(place));
  }

  /** Where a schema leads that says nothing itself: to the target of its reference, or to its only part. */
  #leadsTo(pointer: string): string | undefined {
    if (this.#conjunctions.has(pointer) || saysSomething(this, pointer) || isNullable(this, pointer)) return undefined;
    const [part, another] = partsOf(this, pointer);
    return another === undefined ? part : undefined;
  }

  /** Without recursion, because references and `allOf` may form long chains. */
  #collect(start: string): Conjunction {
    const members: Member[] = [];
    const visited = new Set<string>();
    const pending = [start];
    for (let pointer = pending.pop(); pointer !== undefined; pointer = pending.pop()) {
      if (visited.has(pointer)) continue;
      visited.add(pointer);
      // A long chain of schemas that extend each other is followed once, not again from each of them.
      const known = this.#conjunctions.get(pointer);
      this.#spend(1 + (known?.members.length ?? 0), start);
      if (known !== undefined) for (const member of known.members) members.push(member);
      else if (saysSomething(this, pointer)) members.push(schemaMember(pointer));
      if (known === undefined && !isNullable(this, pointer)) pending.push(...partsOf(this, pointer));
    }
    return Conjunction.of(members, this.work);
  }

  /** What a schema with `nullable` allows besides null. */
  #rest(pointer: string): Conjunction {
    return partsOf(this, pointer)
      .map((place) => this.conjunction(place))
      .reduce((a, b) => join(a, b, this.work), Conjunction.ordered([withoutNull(pointer)]));
  }

  #isNullOrRest(member: Member): member is Extract<Member, { kind: "schema" }> {
    return member.kind === "schema" && isNullable(this, member.pointer);
  }

  #member(member: Member): NormalForm {
    if (!isWritten(member)) return unwrittenForm(member);
    const { pointer } = member;
    const definition = this.value(pointer);
    if (definition === false) return { ...ANYTHING, never: true };
    if (!isObject(definition)) return ANYTHING;
    const form = leafForm(this, pointer, definition);
    return this.#isNullOrRest(member) ? this.#orNull(pointer, form) : form;
  }

  /** Null is one more alternative if there are some, which is how 3.1 writes it, or the only other one. */
  #orNull(pointer: string, form: NormalForm): NormalForm {
    const definition = this.value(pointer) as JsonObject;
    const own = tellingKeywords(definition);
    const [kind] = own;
    const [group] = form.groups;
    if (own.length === 1 && group !== undefined && group.kind === kind && definition["allOf"] === undefined) {
      return { ...form, groups: [{ ...group, branches: [...group.branches, ofType("null")] }] };
    }
    return { ...ANYTHING, groups: [{ kind: "anyOf", branches: [ofType("null"), this.#rest(pointer)] }] };
  }

  #spend(schemas: number, pointer: string): void {
    if (schemas > this.#schemas.left) {
      refuseWork(this.document, pointer, "the schemas build upon each other in more ways than can be followed");
    }
    this.#schemas.spend(schemas);
  }
}
