// A schema as its readers see it: its constraints, annotations, location and subschemas. Start with `schemaAt` if you
// need to know what a schema says, and not only whether it allows a value.
import { type Document, referenceOf } from "../../document/document.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type Annotations, annotationsOf, decides } from "./annotations.ts";
import { allPartsOf } from "../form/composition.ts";
import { type Conjunction, join } from "../form/conjunction.ts";
import { propertyConstraint } from "../keywords/properties.ts";
import { type NormalForm, allowsType } from "../form/normal-form.ts";
import { type NormalForms, type SchemaPart, normalForms } from "./normal-forms.ts";
import { type TypeName, typeOf } from "../types.ts";
import type { Direction } from "../../document/grammar.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { once } from "../../memo.ts";

/** Alternatives of a schema: a value must match one (`anyOf`) or exactly one (`oneOf`) of them. */
export interface Alternatives {
  readonly kind: "anyOf" | "oneOf";
  readonly branches: readonly SchemaNode[];
}

/** A schema that extends another one, and the tag that selects it. */
export interface KindNode {
  readonly property: string;
  readonly tag: string;
  readonly node: SchemaNode;
}

/** Pointers of schemas that apply together, nearest first. */
type Sources = readonly string[];

/** What is made once for all readers of a document. */
interface Made {
  /** By pointer. */
  readonly nodes: Map<string, SchemaNode>;
  /** By the places of `properties` and the conjunction they belong to: thousands of places may refer to one schema. */
  readonly properties: Map<string, ReadonlyMap<string, SchemaNode>>;
}

const madeOf = once((_forms: NormalForms): Made => ({ nodes: new Map(), properties: new Map() }));

/**
 * The schema at a pointer for one direction. If there is none, anything goes. Always the same node for all readers.
 * @throws DocumentError from any of its members if the schemas are too entangled
 */
export function schemaAt(document: Document, pointer: string, direction: Direction): SchemaNode {
  return nodeOf(normalForms(document, direction), [pointer]);
}

/** The same for the forms of one reader, who pays for it. */
export function nodeOf(forms: NormalForms, sources: Sources, conjunction?: Conjunction): SchemaNode {
  const { nodes } = madeOf(forms);
  // Usually, the schema depends only on its own place.
  const own = sources.length === 1 && conjunction?.id === forms.conjunction(sources[0]).id ? undefined : conjunction;
  const key = own === undefined ? sources.join("\n") : [...sources, own.id].join("\n");
  const node = nodes.get(key) ?? new SchemaNode(forms, sources, own);
  nodes.set(key, node);
  return node;
}

export class SchemaNode {
  /** Where the schema is used. */
  readonly pointer: string;
  readonly forms: NormalForms;
  readonly #sources: Sources;
  readonly #whole: Conjunction;
  /** Without the null that 3.0's `nullable` adds to a whole schema, which would hide what the rest says. */
  readonly #conjunction: Conjunction;
  #home: string | undefined;
  #parts: readonly SchemaPart[] | undefined;
  #annotations: Annotations | undefined;
  #properties: ReadonlyMap<string, SchemaNode> | undefined;
  #alternatives: readonly Alternatives[] | undefined;
  /** Null if nothing is said. */
  #types: readonly TypeName[] | null | undefined;
  #items: SchemaNode | null | undefined;
  #kinds: readonly KindNode[] | undefined;

  /** Only for `schemaAt` and the nodes themselves. */
  constructor(forms: NormalForms, sources: Sources, conjunction?: Conjunction) {
    this.pointer = sources[0] ?? "";
    this.forms = forms;
    this.#sources = sources;
    const isThere = conjunction !== undefined || forms.value(this.pointer) !== undefined;
    this.#whole = conjunction ?? forms.conjunction(isThere ? this.pointer : undefined);
    this.#conjunction = forms.withoutNull(this.#whole);
  }

  /** Where the schema is defined, after following references. */
  get home(): string {
    return (this.#home ??= this.#findHome());
  }

  #findHome(): string {
    const passed = new Set<string>();
    let place = this.pointer;
    for (let next = this.#target(place); next !== undefined && !passed.has(next); next = this.#target(place)) {
      passed.add(next);
      place = next;
    }
    return place;
  }

  /** True if the same schemas of the document apply in both places, and nothing else that judges or hides a value. */
  isSameAs(other: SchemaNode): boolean {
    const [own, others] = [this, other].map(({ parts }) => parts.filter(({ definition }) => decides(definition)));
    if (own === undefined || others === undefined || own.length === 0 || own.length !== others.length) return false;
    return own.every(({ pointer }, at) => pointer === others[at]?.pointer);
  }

  /** What it says about values. */
  get form(): NormalForm {
    return this.forms.form(this.#conjunction);
  }

  /** The allowed types, or those of the listed values if no type is named; all if absent. */
  get types(): readonly TypeName[] | undefined {
    if (this.#types === undefined) this.#types = this.#readTypes() ?? null;
    return this.#types ?? undefined;
  }

  #readTypes(): readonly TypeName[] | undefined {
    const { types, values } = this.form;
    const named = types ?? (values === undefined ? undefined : new Set(values.map(typeOf)));
    if (named === undefined) return undefined;
    const found = [...named] as TypeName[];
    return this.#isNullable && !found.includes("null") ? [...found, "null"] : found;
  }

  /** The schema objects that apply together here, nearest first. */
  get parts(): readonly SchemaPart[] {
    return (this.#parts ??= allPartsOf(this.forms, this.#sources));
  }

  get annotations(): Annotations {
    return (this.#annotations ??= annotationsOf(this.parts.map(({ definition }) => definition)));
  }

  /** The named properties, in document order. */
  get properties(): ReadonlyMap<string, SchemaNode> {
    return (this.#properties ??= this.#readProperties());
  }

  /**
   * Pays for work on each property.
   * @param times how much work, in list entries
   * @throws DocumentError if thousands of readers work on thousands of properties
   */
  pay(times = 1): void {
    this.forms.pay(this.form, this.#conjunction, times);
  }

  /** What the items of an array must be, except for those of a tuple; absent if nothing is said. */
  get items(): SchemaNode | undefined {
    if (this.#items === undefined) {
      const sources = this.#under("items");
      this.#items = sources.length === 0 ? null : nodeOf(this.forms, sources, this.form.items);
    }
    return this.#items ?? undefined;
  }

  /** What an item of an array must be, by its place. */
  itemAt(index: number): SchemaNode | undefined {
    const sources = this.parts.flatMap(({ pointer, definition: { prefixItems } }) =>
      Array.isArray(prefixItems) && index < prefixItems.length ? [appendPointer(pointer, "prefixItems", index)] : [],
    );
    return sources.length === 0 ? this.items : nodeOf(this.forms, sources, this.form.prefix[index]);
  }

  /** True if only described properties are allowed. */
  get closed(): boolean {
    const { additional, opaque } = this.form;
    const rest = opaque.filter(({ keyword }) => keyword === "unevaluatedProperties").flatMap(({ schemas }) => schemas);
    return [additional, ...rest].some((conjunction) => this.forms.form(conjunction).never);
  }

  get alternatives(): readonly Alternatives[] {
    return (this.#alternatives ??= this.parts.flatMap(({ pointer, definition }) =>
      (["oneOf", "anyOf"] as const).flatMap((kind) => {
        const list = definition[kind];
        if (!Array.isArray(list)) return [];
        return { kind, branches: list.map((_, index) => nodeOf(this.forms, [appendPointer(pointer, kind, index)])) };
      }),
    ));
  }

  /** The schemas that extend this one, for each value of the tag that selects them. */
  get kinds(): readonly KindNode[] {
    return (this.#kinds ??= this.#readKinds());
  }

  #readKinds(): KindNode[] {
    const { property, targets = [] } = this.forms.kinds(this.#whole) ?? {};
    if (property === undefined) return [];
    return [...targets].map(([tag, pointer]) => ({ property, tag, node: nodeOf(this.forms, [pointer]) }));
  }

  /** The schema of the values that both this one and another one allow. */
  and(other: SchemaNode): SchemaNode {
    return nodeOf(this.forms, [...this.#sources, ...other.#sources], join(this.#whole, other.#whole, this.forms.work));
  }

  get #isNullable(): boolean {
    if (this.#whole === this.#conjunction) return false;
    return allowsType(this.forms.form(this.#whole), "null");
  }

  #target(pointer: string): string | undefined {
    return referenceOf(this.forms.value(pointer));
  }

  /** The pointers of what is under a keyword in any of the parts. */
  #under(keyword: string): string[] {
    return this.parts.flatMap(({ pointer, definition }) =>
      isObject(definition[keyword]) ? [appendPointer(pointer, keyword)] : [],
    );
  }

  #readProperties(): ReadonlyMap<string, SchemaNode> {
    const { properties } = madeOf(this.forms);
    const places = this.#under("properties");
    const key = [...places, this.#conjunction.id].join("\n");
    const known = properties.get(key);
    if (known !== undefined) return known;
    this.pay();
    const made = this.#propertiesAt(places);
    properties.set(key, made);
    return made;
  }

  #propertiesAt(places: readonly string[]): ReadonlyMap<string, SchemaNode> {
    const sources = new Map<string, string[]>();
    for (const place of places) {
      for (const name of Object.keys(this.forms.value(place) as JsonObject)) {
        sources.set(name, [...(sources.get(name) ?? []), appendPointer(place, name)]);
      }
    }
    const { form, forms } = this;
    return new Map(
      [...sources].map(([name, own]) => [name, nodeOf(forms, own, propertyConstraint(form, name, forms.work))]),
    );
  }
}

/** True if a value of that type may be allowed; `integer` is also a number. */
export function mayBe({ types }: Pick<SchemaNode, "types">, type: TypeName): boolean {
  return types === undefined || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** The schema of a value that is there: of `anyOf` with null, the other alternative. */
export function presentAt(document: Document, pointer: string, direction: Direction): SchemaNode {
  const node = schemaAt(document, pointer, direction);
  const [only, another] = node.alternatives;
  if (only === undefined || another !== undefined || node.properties.size > 0) return node;
  const [one, other] = only.branches.filter(({ types }) => types?.length !== 1 || types[0] !== "null");
  return one === undefined || other !== undefined ? node : one;
}

/** True for a schema whose only type besides null is the given one. */
export function isType({ types }: SchemaNode, type: TypeName): boolean {
  const others = types?.filter((name) => name !== "null");
  return others?.length === 1 && others[0] === type;
}

/** The depth to which nested alternatives are followed. */
const MOST_LEVELS = 4;

/** The properties that a schema names, including those of its alternatives, and of what extends it: an item is one of these. */
export function propertiesIn(schema: SchemaNode): ReadonlyMap<string, SchemaNode> {
  return schema.alternatives.length + schema.kinds.length === 0 ? schema.properties : propertiesOfAll(schema);
}

const propertiesOfAll = once((schema: SchemaNode): ReadonlyMap<string, SchemaNode> => {
  // The nearest definition wins. Alternatives may lead to each other, so visit each once.
  const found = new Map(schema.properties);
  const seen = new Set([schema.home]);
  let level = [schema];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    const branches = level.flatMap(({ alternatives, kinds }) => [
      ...alternatives.flatMap((one) => one.branches),
      ...kinds.map(({ node }) => node),
    ]);
    level = branches.filter(({ home }) => !seen.has(home) && seen.add(home));
    for (const { properties } of level)
      for (const [name, property] of properties) if (!found.has(name)) found.set(name, property);
  }
  return found;
});
