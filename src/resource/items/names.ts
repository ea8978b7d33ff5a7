// What the properties of a body are called, as envelopes are told by it: read once for all operations that share a schema,
// of which there may be thousands.
import { type SchemaNode, isType } from "../../schema/normal/schema-node.ts";
import { plainName, singular, wordsOf } from "../paths.ts";

/** Words of the properties that say how a list goes on, or what it is about. */
const ABOUT_LISTS = new Set(
  `cursor cursors next previous prev first last page pages paging pagination per size limit offset start total totals count
  more has links link meta metadata url href object kind type version api etag self marker token truncated response
  includes included result status success ok code message error errors warnings request id req provider date time timestamp
  updated skip index number`.split(/\s+/),
);

/** A property, and what its name comes to. */
export interface NamedProperty {
  readonly name: string;
  readonly schema: SchemaNode;
  /** The name however it is spelled. */
  readonly plain: string;
  /** What it names, be it one or several. */
  readonly thing: string;
}

/** A property that holds a list of objects, and what these are. */
export interface ListProperty extends NamedProperty {
  readonly items: SchemaNode;
}

/** The properties of a schema with their names, in the order of the document. */
export class NamedProperties {
  readonly #all: readonly NamedProperty[];
  readonly #itemsOf: (property: SchemaNode) => SchemaNode | undefined;
  readonly #spellings: ReadonlySet<string>;
  #lists: readonly ListProperty[] | undefined;
  #objects: readonly NamedProperty[] | undefined;
  #others: ReadonlySet<string> | undefined;

  /** @param itemsOf what the objects of a list are; undefined for what is no list of objects */
  constructor(properties: SchemaNode["properties"], itemsOf: (property: SchemaNode) => SchemaNode | undefined) {
    this.#all = [...properties].map(([name, schema]) => ({
      name,
      schema,
      plain: plainName(name),
      thing: thingOf(name),
    }));
    this.#itemsOf = itemsOf;
    this.#spellings = new Set(this.#all.map(({ plain }) => plain));
  }

  /** True where one has a name, in whatever spelling. */
  has(name: string): boolean {
    return this.#spellings.has(plainName(name));
  }

  /** Those that name what a collection does. */
  called(collection: string): readonly NamedProperty[] {
    const wanted = thingOf(collection);
    return this.#all.filter(({ thing }) => thing === wanted);
  }

  /** Those that hold lists of objects. */
  get lists(): readonly ListProperty[] {
    return (this.#lists ??= this.#all.flatMap((property) => {
      const items = this.#itemsOf(property.schema);
      return items === undefined ? [] : [{ ...property, items }];
    }));
  }

  /** Those that hold an object of which something is said. */
  get objects(): readonly NamedProperty[] {
    return (this.#objects ??= this.#all.filter(({ schema }) => isType(schema, "object") && schema.properties.size > 0));
  }

  /** True where all properties but one say how a list goes on. */
  saysNothingBeside(name: string): boolean {
    const isAbout = ({ name: one }: NamedProperty): boolean => wordsOf(one).every((word) => ABOUT_LISTS.has(word));
    this.#others ??= new Set(this.#all.filter((one) => !isAbout(one)).map((one) => one.name));
    return this.#others.size === (this.#others.has(name) ? 1 : 0);
  }
}

/** What a name names: `Categories` and `category` are the same. */
export function thingOf(name: string): string {
  return singular(plainName(name));
}
