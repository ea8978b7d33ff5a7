// The property names of a body, by which envelopes are recognized. Read once for all operations that share a schema,
// which may be thousands.
import { type SchemaNode, isType } from "../../schema/normal/schema-node.ts";
import { plainName, wordsOf, thingOf } from "../paths.ts";

/** Words in properties that describe a list or how it continues. */
const ABOUT_LISTS = new Set(
  `cursor cursors next previous prev first last page pages paging pagination per size limit offset start total totals count
  more has links link meta metadata url href object kind type version api etag self marker token truncated response
  includes included result status success ok code message error errors warnings request id req provider date time timestamp
  updated skip index number usage took elapsed duration timing`.split(/\s+/),
);

/** A property and its normalized name. */
export interface NamedProperty {
  readonly name: string;
  readonly schema: SchemaNode;
  /** The name, regardless of spelling. */
  readonly plain: string;
  /** The thing it names, in singular or plural. */
  readonly thing: string;
}

/** A property with a list of objects, and the schema of these. */
export interface ListProperty extends NamedProperty {
  readonly items: SchemaNode;
}

/** The properties of a schema by name, in document order. */
export class NamedProperties {
  readonly #all: readonly NamedProperty[];
  readonly #itemsOf: (property: SchemaNode) => SchemaNode | undefined;
  readonly #kindOf: (property: SchemaNode) => SchemaNode;
  readonly #spellings: ReadonlySet<string>;
  #lists: readonly ListProperty[] | undefined;
  #objects: readonly NamedProperty[] | undefined;
  #others: ReadonlySet<string> | undefined;

  /**
   * @param itemsOf gives the schema of the objects in a list; undefined if it is not a list of objects
   * @param kindOf gives the schema that stands for all kinds of an object
   */
  constructor(
    properties: SchemaNode["properties"],
    itemsOf: (property: SchemaNode) => SchemaNode | undefined,
    kindOf: (property: SchemaNode) => SchemaNode,
  ) {
    this.#all = [...properties].map(([name, schema]) => ({
      name,
      schema,
      plain: plainName(name),
      thing: thingOf(name),
    }));
    this.#itemsOf = itemsOf;
    this.#kindOf = kindOf;
    this.#spellings = new Set(this.#all.map(({ plain }) => plain));
  }

  /** True if a property has the name, in any spelling. */
  has(name: string): boolean {
    return this.#spellings.has(plainName(name));
  }

  /** The properties that name the same thing as a collection. */
  called(collection: string): readonly NamedProperty[] {
    const wanted = thingOf(collection);
    return this.#all.filter(({ thing }) => thing === wanted);
  }

  /** The properties with lists of objects. */
  get lists(): readonly ListProperty[] {
    return (this.#lists ??= this.#all.flatMap((property) => {
      const items = this.#itemsOf(property.schema);
      return items === undefined ? [] : [{ ...property, items }];
    }));
  }

  /** The properties with an object that is described. */
  get objects(): readonly NamedProperty[] {
    return (this.#objects ??= this.#all.filter(({ schema }) => {
      const kind = this.#kindOf(schema);
      return isType(kind, "object") && kind.properties.size > 0;
    }));
  }

  /** True if all properties but one describe how a list continues. */
  saysNothingBeside(name: string): boolean {
    const isAbout = ({ name: one }: NamedProperty): boolean => wordsOf(one).every((word) => ABOUT_LISTS.has(word));
    this.#others ??= new Set(this.#all.filter((one) => !isAbout(one)).map((one) => one.name));
    return this.#others.size === (this.#others.has(name) ? 1 : 0);
  }
}
