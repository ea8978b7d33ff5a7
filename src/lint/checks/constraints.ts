// Constraints that the mock, the suite and the gate depend on: page-size bounds, length limits for strings in URLs,
// formats of identifiers.
import type { Document } from "../../document/document.ts";
import { KEYWORDS, subschemas } from "../../schema/keywords.ts";
import { appendPointer, valueAt } from "../../json/pointer.ts";
import { integersOf } from "../../schema/keywords/numbers.ts";
import { type SchemaNode, isType } from "../../schema/normal/schema-node.ts";
import { readOperationHint } from "../../resource/hint.ts";
import { readQuery } from "../../resource/lists/query.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";
import { shown } from "../shown.ts";
import { isObject } from "../../json/value.ts";
import { quoted } from "../../json/quote.ts";

/** Page sizes that lack a lower or an upper bound. */
export function unboundedPages({ contract, document }: LintContext): Complaint[] {
  return contract.operations.flatMap((operation) => {
    if (operation.method !== "GET") return [];
    const { hint } = readOperationHint(operation.resourceHint, "");
    const size = readQuery(document, { operation, hint }, []).pageSize;
    if (size === undefined) return [];
    const lacking = (["minimum", "maximum"] as const).filter((bound) => size[bound] === undefined);
    if (lacking.length === 0) return [];
    const { name, pointer } = size.parameter;
    return [{ pointer, said: `the page size ${quoted(name)} has no ${lacking.join(" and no ")}` }];
  });
}

/**
 * String parameters without any constraint. URLs and header lines have a maximum length in practice, and the document
 * does not say which.
 */
export function unboundedParameters(context: LintContext): Complaint[] {
  return context.of("parameter").flatMap((part) => {
    const { pointer, value } = part;
    if (value["schema"] === undefined) return [];
    if (!isEndless(context.schemaAt(appendPointer(pointer, "schema"), "request"))) return [];
    const place = shown(value["in"]);
    return [{ pointer, said: `the ${place} parameter ${quoted(value["name"])} is a text of any length` }];
  });
}

/**
 * Unconstrained strings in request bodies that have no description either. Bodies imply no limit, and free text is a
 * legitimate choice, but a description should say so.
 */
export function untoldTexts(context: LintContext): Complaint[] {
  const { document } = context;
  const found = new Map<string, Complaint>();
  for (const { pointer, value, directions } of context.of("schema")) {
    if (!directions.has("request")) continue;
    for (const { keyword, steps, schema } of subschemas(value, document.dialect)) {
      if (!isObject(schema) || (keyword !== "properties" && keyword !== "items")) continue;
      const text = context.schemaAt(appendPointer(pointer, ...steps), "request");
      if (text.annotations.readOnly || !isEndless(text) || isTold(document, text)) continue;
      const what = keyword === "items" ? "each text of the list" : `the text ${quoted(steps[1] ?? "")}`;
      found.set(text.home, { pointer: text.home, said: `${what} is of any length, and nothing says what it is` });
    }
  }
  return [...found.values()];
}

function isEndless(schema: SchemaNode): boolean {
  if (!isType(schema, "string") || schema.alternatives.length > 0) return false;
  const { values, formats, patterns, bounds } = schema.form;
  return values === undefined && bounds.maxLength === undefined && formats.length + patterns.length === 0;
}

/** Whether a schema has a description, where it is used or where it is defined. */
function isTold({ root }: Document, { pointer, home }: SchemaNode): boolean {
  return [pointer, home].some((place) => {
    const value = valueAt(root, place);
    return isObject(value) && shown(value["description"]).trim() !== "";
  });
}

/** Constraints on a type that the schema does not allow, which have no effect. */
export function idleConstraints(context: LintContext): Complaint[] {
  return context.of("schema").flatMap(({ pointer, value }) => {
    const { type } = value;
    if (type === undefined) return [];
    const types = (Array.isArray(type) ? type : [type]).map((name) => (name === "integer" ? "number" : name));
    return [...KEYWORDS].flatMap(([keyword, { type: own, family, applies }]) => {
      if (own === undefined || value[keyword] === undefined || types.includes(own)) return [];
      // Content keywords inform readers; no validator checks them.
      if (family === "annotation" || applies === "content") return [];
      const article = own === "object" || own === "array" ? "an" : "a";
      const said = `"${keyword}" constrains ${article} ${own}, and this is ${types.join(" or ")}`;
      return [{ pointer: appendPointer(pointer, keyword), said }];
    });
  });
}

const IDENTIFIER = /^(?:id|.*(?:[a-z]Id|_id|-id|ID))$/;

/** Integer identifiers without a format that says how large they get. */
export function unformattedIdentifiers(context: LintContext): Complaint[] {
  const { document } = context;
  const properties = context
    .of("schema")
    .flatMap(({ pointer, value }) =>
      [...subschemas(value, document.dialect)]
        .filter(({ keyword }) => keyword === "properties")
        .map(({ steps }) => ({ name: String(steps[1]), pointer: appendPointer(pointer, ...steps) })),
    );
  const parameters = context.of("parameter").map(({ pointer, value }) => ({
    name: shown(value["name"]),
    pointer: appendPointer(pointer, "schema"),
  }));
  return [...properties, ...parameters].flatMap(({ name, pointer }) => {
    if (!IDENTIFIER.test(name)) return [];
    const schema = context.schemaAt(pointer, "response");
    if (!isType(schema, "integer") || isSized(schema)) return [];
    return [{ pointer: schema.home, said: `the integer identifier ${quoted(name)} has no format` }];
  });
}

function isSized({ form }: SchemaNode): boolean {
  const { least, most } = integersOf(form);
  return form.values !== undefined || (least !== undefined && most !== undefined);
}
