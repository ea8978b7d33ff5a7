// Which property of an item identifies it.
import type { Document } from "../contract/document.ts";
import { appendPointer } from "../contract/pointer.ts";
import type { Parameter, Schema } from "../contract/model.ts";
import { INTEGER_FORMATS } from "../contract/keywords.ts";
import { type Shape, isType, shapeOf } from "../contract/shape.ts";
import type { Identifier, ItemProperty } from "./model.ts";

interface Search {
  readonly item: Schema;
  readonly collection: string;
  /** The path parameter of the item path, where there is one. */
  readonly parameter: Parameter | undefined;
  /** The schema of the body of a creation, where there is one. */
  readonly body: Schema | undefined;
  /** The property that `x-resource` names. */
  readonly wanted: string | undefined;
}

/** The properties of an item, each with a validator of its own. */
export function itemProperties(document: Document, item: Schema): ItemProperty[] {
  const shape = shapeOf(document, item.pointer);
  const described = [...shape.properties];
  // What is required without being described may be anything, but it has to be there.
  const others = [...shape.required].filter((name) => !shape.properties.has(name));
  const pointers = [
    ...described,
    ...others.map((name) => [name, appendPointer(shape.pointer, "properties", name)] as const),
  ];
  return pointers.map(([name, pointer]) => ({
    name,
    required: shape.required.has(name),
    hidden: shapeOf(document, pointer).writeOnly,
    schema: propertySchema(item, name, pointer),
  }));
}

/**
 * Finds the identifying property: the one named like the path parameter; "id"; the parameter's name
 * without the item's ("itemId" in /items gives "id"); a few common names.
 */
export function findIdentifier(document: Document, search: Search): Identifier | undefined {
  const shape = shapeOf(document, search.item.pointer);
  const property = candidates(search).find((name) => shape.properties.has(name));
  if (property === undefined) return undefined;
  const pointer = shape.properties.get(property) as string;
  const own = shapeOf(document, pointer);
  const kind = kindOf(own);
  if (kind === undefined) return undefined;
  const asked = search.parameter === undefined ? undefined : shapeOf(document, search.parameter.schema.pointer);
  return Object.freeze({
    property,
    schema: propertySchema(search.item, property, pointer),
    kind,
    ...(isChosen(document, search.body, property) ? { chosen: true } : {}),
    ...(kind === "integer" ? rangeOf(own, asked) : {}),
    ...(search.parameter === undefined ? {} : { parameter: search.parameter }),
  });
}

/** What a body must have, and what is not for responses alone, is the client's to choose. */
function isChosen(document: Document, body: Schema | undefined, property: string): boolean {
  const shape = body === undefined ? undefined : shapeOf(document, body.pointer);
  const pointer = shape?.properties.get(property);
  if (shape?.required.has(property) !== true || pointer === undefined) return false;
  return !shapeOf(document, pointer).readOnly;
}

function candidates({ wanted, parameter, collection }: Search): string[] {
  if (wanted !== undefined) return [wanted];
  const names: string[] = [];
  const singular = (collection.split("/").at(-1) ?? "").replace(/ies$/, "y").replace(/s$/, "");
  if (parameter !== undefined) {
    names.push(parameter.name, camel(parameter.name), snake(parameter.name));
    const tail = /(?:^|[a-z_-])(id|uuid|key|code|number|slug|name)$/i.exec(parameter.name)?.[1];
    if (tail !== undefined) names.push(tail.toLowerCase());
  }
  names.push("id", "uuid", "_id", "ID", `${singular}Id`, `${singular}_id`);
  return names;
}

function camel(name: string): string {
  return name.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function kindOf(shape: Shape): Identifier["kind"] | undefined {
  if (isType(shape, "integer") || isType(shape, "number")) return "integer";
  if (isType(shape, "string") || shape.types === undefined) return shape.format === "uuid" ? "uuid" : "text";
  return undefined;
}

/** The integers of the schema, and of them those that the path parameter allows. */
function rangeOf(own: Shape, asked: Shape | undefined): Pick<Identifier, "maximum" | "least" | "reach"> {
  const maximum = largest(own);
  const ends = [maximum, asked === undefined ? undefined : largest(asked)].filter((end) => end !== undefined);
  const reach = ends.reduce<bigint | undefined>((low, end) => (low === undefined || end < low ? end : low), undefined);
  const starts = [own, ...(asked === undefined ? [] : [asked])].map(smallest);
  const least = starts.reduce((high, start) => (start > high ? start : high), 1n);
  return {
    ...(maximum === undefined ? {} : { maximum }),
    ...(least > 1n && (reach === undefined || least <= reach) ? { least } : {}),
    ...(reach === undefined ? {} : { reach }),
  };
}

function largest({ format, maximum, exclusiveMaximum }: Shape): bigint | undefined {
  const ends = [
    INTEGER_FORMATS[format ?? ""]?.maximum,
    maximum === undefined ? undefined : floor(maximum),
    exclusiveMaximum === undefined ? undefined : -floor(-exclusiveMaximum) - 1n,
  ].filter((end) => end !== undefined);
  return ends.reduce<bigint | undefined>((low, end) => (low === undefined || end < low ? end : low), undefined);
}

function smallest({ minimum, exclusiveMinimum }: Shape): bigint {
  const start = minimum === undefined ? 1n : -floor(-minimum);
  const after = exclusiveMinimum === undefined ? start : floor(exclusiveMinimum) + 1n;
  return after > start ? after : start;
}

function floor(value: number | bigint): bigint {
  return typeof value === "bigint" ? value : BigInt(Math.floor(value));
}

/** Judges one property through the item's validator, so that no second compilation is needed. */
function propertySchema(item: Schema, name: string, pointer: string): Schema {
  const prefix = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const validate: Schema["validate"] = (value) =>
    item
      .validate({ [name]: value })
      .filter(({ at }) => at === prefix || at.startsWith(`${prefix}/`))
      .map((violation) => ({ ...violation, at: violation.at.slice(prefix.length) }));
  return Object.freeze({ pointer, definition: true, validate });
}
