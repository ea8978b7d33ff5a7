// Constraints that mock, suite and gate live on: bounds of page sizes and of texts in URLs, formats of identifiers.
import { isObject, writeJson } from "../../contract/json.ts";
import { DocumentError } from "../../contract/document.ts";
import { INTEGER_FORMATS } from "../../contract/keywords.ts";
import { appendPointer, pointerSteps, valueAt } from "../../contract/pointer.ts";
import { type Shape, isType, shapeOf } from "../../contract/shape.ts";
import { findPageSize } from "../../resource/query.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";
import { textOf } from "../text.ts";
import type { Part } from "../walk.ts";

/** Page sizes without a bound at either end. */
export function unboundedPages({ known, document }: LintContext): Complaint[] | "skipped" {
  if (known === undefined) return "skipped";
  return known.contract.operations.flatMap((operation) => {
    const size = operation.method === "GET" ? findPageSize(document, operation, []) : undefined;
    if (size === undefined) return [];
    const lacking = (["minimum", "maximum"] as const).filter((bound) => size[bound] === undefined);
    if (lacking.length === 0) return [];
    const { name, pointer } = size.parameter;
    return [{ pointer, said: `the page size ${JSON.stringify(name)} has no ${lacking.join(" and no ")}` }];
  });
}

/** Texts in parameters without any constraint: a URL or a header line ends somewhere, and the document does not say where. */
export function unboundedParameters(context: LintContext): Complaint[] {
  return context.of("parameter").flatMap((part) => {
    const shape = shapeUnder(context, part);
    if (shape === undefined || !isEndless(shape)) return [];
    const { pointer, value } = part;
    const place = textOf(value["in"]);
    return [{ pointer, said: `the ${place} parameter ${writeJson(value["name"])} is a text of any length` }];
  });
}

/**
 * Texts that clients send in bodies, without any constraint and without a word about them. A bound is not implied
 * there, and free text is a decision: one that a description tells.
 */
export function untoldTexts(context: LintContext): Complaint[] {
  const found = new Map<string, Complaint>();
  for (const { pointer, value, directions } of context.of("schema")) {
    if (!directions.has("request")) continue;
    const names = isObject(value["properties"]) ? Object.keys(value["properties"]) : [];
    const places = [
      ...names.map((name) => ({
        place: appendPointer(pointer, "properties", name),
        what: `the text ${writeJson(name)}`,
      })),
      ...(isObject(value["items"]) ? [{ place: appendPointer(pointer, "items"), what: "each text of the list" }] : []),
    ];
    for (const { place, what } of places) {
      const shape = shapeAt(context, place);
      if (shape === undefined || shape.readOnly || !isEndless(shape) || isTold(context, place)) continue;
      found.set(shape.pointer, {
        pointer: shape.pointer,
        said: `${what} is of any length, and nothing says what it is`,
      });
    }
  }
  return [...found.values()];
}

function isEndless(shape: Shape): boolean {
  if (!isType(shape, "string")) return false;
  const { values, format, patterns, maxLength, alternatives } = shape;
  const said = [values, format, maxLength].some((constraint) => constraint !== undefined);
  return !said && patterns.length === 0 && alternatives.length === 0;
}

/** Whether a schema is described, where it is used or where it stands. */
function isTold(context: LintContext, pointer: string): boolean {
  return [pointer, context.home(pointer)].some((place) => {
    const value = valueAt(context.document.root, place);
    return isObject(value) && textOf(value["description"]).trim() !== "";
  });
}

/** For each type, the keywords that say something about its values and about no others. */
const KEYWORDS = {
  string: ["minLength", "maxLength", "pattern"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  array: ["minItems", "maxItems", "uniqueItems", "items", "contains"],
  object: ["minProperties", "maxProperties", "required", "properties", "additionalProperties", "patternProperties"],
} as const;

/** Constraints on a type that the schema does not allow: written down, and without any effect. */
export function idleConstraints(context: LintContext): Complaint[] {
  return context.of("schema").flatMap(({ pointer, value }) => {
    const { type } = value;
    if (type === undefined) return [];
    const types = (Array.isArray(type) ? type : [type]).map((name) => (name === "integer" ? "number" : name));
    return Object.entries(KEYWORDS)
      .filter(([name]) => !types.includes(name))
      .flatMap(([name, keywords]) =>
        keywords
          .filter((keyword) => value[keyword] !== undefined)
          .map((keyword) => ({
            pointer: appendPointer(pointer, keyword),
            said: `"${keyword}" constrains ${name === "object" || name === "array" ? "an" : "a"} ${name}, and this is ${types.join(" or ")}`,
          })),
      );
  });
}

const IDENTIFIER = /^(?:id|.*(?:[a-z]Id|_id|-id|ID))$/;

/** Integer identifiers of which nothing says how large they get. */
export function unformattedIdentifiers(context: LintContext): Complaint[] {
  const properties = context.of("schema").flatMap(({ pointer, value }) => {
    const names = typeof value["properties"] === "object" ? Object.keys(value["properties"] ?? {}) : [];
    return names.map((name) => ({ name, pointer: appendPointer(pointer, "properties", name) }));
  });
  const parameters = context.of("parameter").map(({ pointer, value }) => ({
    name: textOf(value["name"]),
    pointer: appendPointer(pointer, "schema"),
  }));
  return [...properties, ...parameters].flatMap(({ name, pointer }) => {
    if (!IDENTIFIER.test(name)) return [];
    const shape = shapeAt(context, pointer);
    if (shape === undefined || !isType(shape, "integer") || isSized(shape)) return [];
    return [{ pointer: shape.pointer, said: `the integer identifier ${JSON.stringify(name)} has no format` }];
  });
}

function isSized({ format, minimum, maximum, exclusiveMinimum, exclusiveMaximum, values }: Shape): boolean {
  if (values !== undefined || (format !== undefined && Object.hasOwn(INTEGER_FORMATS, format))) return true;
  return (minimum ?? exclusiveMinimum) !== undefined && (maximum ?? exclusiveMaximum) !== undefined;
}

function shapeUnder(context: LintContext, { pointer, value }: Part): Shape | undefined {
  return value["schema"] === undefined ? undefined : shapeAt(context, appendPointer(pointer, "schema"));
}

/** The shape of a schema; undefined where there is none, or references lead in a circle. */
function shapeAt({ document }: LintContext, pointer: string): Shape | undefined {
  if (pointerSteps(pointer).length === 0) return undefined;
  try {
    return shapeOf(document, pointer);
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}
