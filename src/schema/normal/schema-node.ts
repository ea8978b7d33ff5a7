// A schema as its readers see it: what it constrains and annotates, where it stands, and the schemas in it. Whoever
// needs to know what a schema says, and not only whether it allows a value, begins with `schemaAt`.
import { type Document, referenceOf } from "../../document/document.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type Annotations, annotationsOf } from "./annotations.ts";
import { allPartsOf } from "./composition.ts";
import { type Conjunction, join } from "./conjunction.ts";
import { propertyConstraint } from "../families/objects.ts";
import { type NormalForm, allowsType } from "./normal-form.ts";
import { type NormalForms, normalForms } from "./normal-forms.ts";
import { type TypeName, typeOf } from "../types.ts";
import type { Direction } from "../../document/grammar.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { once } from "../../json/once.ts";

/** One schema object, and where it stands. */
export interface SchemaPart {
  readonly pointer: string;
  readonly definition: JsonObject;
}

/** Alternatives of a schema, of which a value must match one (`anyOf`) or exactly one (`oneOf`). */
export interface Alternatives {
  readonly kind: "anyOf" | "oneOf";
  readonly branches: readonly SchemaNode[];
}

/** Pointers of schemas that hold together, the nearest first. */
type Sources = readonly string[];

/** What is made once for all readers of a document. */
interface Made {
  /** By where they stand. */
  readonly nodes: Map<string, SchemaNode>;
  /** By where the properties are named, and what all that names them says: thousands of places may refer to one schema. */
  readonly properties: Map<string, ReadonlyMap<string, SchemaNode>>;
}

const madeOf = once((_forms: NormalForms): Made => ({ nodes: new Map(), properties: new Map() }));

/**
 * The schema at a pointer, read for one direction; nothing has to stand there, and then anything goes. The same node
 * for every reader.
 * @throws DocumentError from any of its members where the schemas are too entangled
 */
export function schemaAt(document: Document, pointer: string, direction: Direction): SchemaNode {
  return nodeOf(normalForms(document, direction), [pointer]);
}

function nodeOf(forms: NormalForms, sources: Sources, conjunction?: Conjunction): SchemaNode {
  const { nodes } = madeOf(forms);
  // Mostly nothing but its own place says what a schema is.
  const own = sources.length === 1 && conjunction?.id === forms.conjunction(sources[0]).id ? undefined : conjunction;
  const key = own === undefined ? sources.join("\n") : [...sources, own.id].join("\n");
  const node = nodes.get(key) ?? new SchemaNode(forms, sources, own);
  nodes.set(key, node);
  return node;
}

export class SchemaNode {
  /** Where the schema is used. */
  readonly pointer: string;
  readonly #forms: NormalForms;
  readonly #sources: Sources;
  readonly #whole: Conjunction;
  /** Without null, where 3.0's `nullable` adds it to a whole schema: that would hide what the rest says. */
  readonly #conjunction: Conjunction;
  #parts: readonly SchemaPart[] | undefined;
  #annotations: Annotations | undefined;
  #properties: ReadonlyMap<string, SchemaNode> | undefined;
  #alternatives: readonly Alternatives[] | undefined;
  /** Null where nothing is said. */
  #types: readonly TypeName[] | null | undefined;
  #items: SchemaNode | null | undefined;

  /** Not to be called but by `schemaAt` and nodes themselves. */
  constructor(forms: NormalForms, sources: Sources, conjunction?: Conjunction) {
    this.pointer = sources[0] ?? "";
    this.#forms = forms;
    this.#sources = sources;
    const isThere = conjunction !== undefined || forms.value(this.pointer) !== undefined;
    this.#whole = conjunction ?? forms.conjunction(isThere ? this.pointer : undefined);
    this.#conjunction = forms.withoutNull(this.#whole);
  }

  /** Where the schema really stands, references followed. */
  get home(): string {
    const passed = new Set<string>();
    let place = this.pointer;
    for (let next = this.#target(place); next !== undefined && !passed.has(next); next = this.#target(place)) {
      passed.add(next);
      place = next;
    }
    return place;
  }

  /** True where the same schemas of the document hold, and nothing else in one of the two places. */
  isSameAs({ parts }: SchemaNode): boolean {
    const own = this.parts;
    return own.length > 0 && own.length === parts.length && own.every((one, at) => one.pointer === parts[at]?.pointer);
  }

  /** What it says about values. */
  get form(): NormalForm {
    return this.#forms.form(this.#conjunction);
  }

  /** The types allowed, those of the listed values where none is named; absent: all. */
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

  /** The schema objects that hold together here, the nearest first. */
  get parts(): readonly SchemaPart[] {
    return (this.#parts ??= allPartsOf(this.#forms, this.#sources));
  }

  get annotations(): Annotations {
    return (this.#annotations ??= annotationsOf(this.parts.map(({ definition }) => definition)));
  }

  /** The properties that it names, in the order of the document. */
  get properties(): ReadonlyMap<string, SchemaNode> {
    return (this.#properties ??= this.#readProperties());
  }

  /**
   * Pays for something to be made of each property.
   * @param times how much it is, in entries of a list
   * @throws DocumentError where thousands of readers make something of thousands
   */
  pay(times = 1): void {
    this.#forms.pay(this.form, this.#conjunction, times);
  }

  /** What the items of an array have to be, those of a tuple aside; absent where nothing is said. */
  get items(): SchemaNode | undefined {
    if (this.#items === undefined) {
      const sources = this.#under("items");
      this.#items = sources.length === 0 ? null : nodeOf(this.#forms, sources, this.form.items);
    }
    return this.#items ?? undefined;
  }

  /** True where no property is allowed but those that are described. */
  get closed(): boolean {
    const { additional, opaque } = this.form;
    const rest = opaque.filter(({ keyword }) => keyword === "unevaluatedProperties").flatMap(({ schemas }) => schemas);
    return [additional, ...rest].some((conjunction) => this.#forms.form(conjunction).never);
  }

  get alternatives(): readonly Alternatives[] {
    return (this.#alternatives ??= this.parts.flatMap(({ pointer, definition }) =>
      (["oneOf", "anyOf"] as const).flatMap((kind) => {
        const list = definition[kind];
        if (!Array.isArray(list)) return [];
        return { kind, branches: list.map((_, index) => nodeOf(this.#forms, [appendPointer(pointer, kind, index)])) };
      }),
    ));
  }

  /** The schema of the values that this one and another one allow. */
  and(other: SchemaNode): SchemaNode {
    return nodeOf(this.#forms, [...this.#sources, ...other.#sources], join(this.#whole, other.#whole));
  }

  get #isNullable(): boolean {
    if (this.#whole === this.#conjunction) return false;
    return allowsType(this.#forms.form(this.#whole), "null");
  }

  #target(pointer: string): string | undefined {
    return referenceOf(this.#forms.value(pointer));
  }

  /** The pointers of what stands under a keyword in any of them. */
  #under(keyword: string): string[] {
    return this.parts.flatMap(({ pointer, definition }) =>
      isObject(definition[keyword]) ? [appendPointer(pointer, keyword)] : [],
    );
  }

  #readProperties(): ReadonlyMap<string, SchemaNode> {
    const { properties } = madeOf(this.#forms);
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
      for (const name of Object.keys(this.#forms.value(place) as JsonObject)) {
        sources.set(name, [...(sources.get(name) ?? []), appendPointer(place, name)]);
      }
    }
    return new Map(
      [...sources].map(([name, own]) => [name, nodeOf(this.#forms, own, propertyConstraint(this.form, name))]),
    );
  }
}

/** True where a value of that type may be allowed; `integer` is also a number. */
export function mayBe({ types }: SchemaNode, type: TypeName): boolean {
  return types === undefined || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** True for a schema whose only type beside null is the given one. */
export function isType({ types }: SchemaNode, type: TypeName): boolean {
  const others = types?.filter((name) => name !== "null");
  return others?.length === 1 && others[0] === type;
}

/** So deep do alternatives lie in one another. */
const MOST_LEVELS = 4;

/** The properties that a schema names, those of its alternatives among them: an item is one of these. */
export function propertiesIn(schema: SchemaNode): ReadonlyMap<string, SchemaNode> {
  if (schema.alternatives.length === 0) return schema.properties;
  // What is nearer says it; alternatives may lead to each other, and each is looked at once.
  const found = new Map(schema.properties);
  const seen = new Set([schema.home]);
  let level = [schema];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    const branches = level.flatMap(({ alternatives }) => alternatives.flatMap((one) => one.branches));
    level = branches.filter(({ home }) => !seen.has(home) && seen.add(home));
    for (const { properties } of level)
      for (const [name, property] of properties) if (!found.has(name)) found.set(name, property);
  }
  return found;
}
