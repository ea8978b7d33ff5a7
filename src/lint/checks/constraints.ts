// Constraints that mock, suite and gate live on: bounds of page sizes and of texts in URLs, formats of identifiers.
import type { Document } from "../../document/document.ts";
import { KEYWORDS, subschemas } from "../../schema/keywords.ts";
import { appendPointer, valueAt } from "../../json/pointer.ts";
import { integersOf } from "../../schema/normal/number-bounds.ts";
import { type SchemaNode, isType, schemaAt } from "../../schema/normal/schema-node.ts";
import { readOperationHint } from "../../resource/hint.ts";
import { readQuery } from "../../resource/lists/query.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";
import { shown } from "../shown.ts";
import { isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

/** Page sizes without a bound at either end. */
export function unboundedPages({ contract, document }: LintContext): Complaint[] {
  return contract.operations.flatMap((operation) => {
    if (operation.method !== "GET") return [];
    const { hint } = readOperationHint(operation.resourceHint, "");
    const size = readQuery(document, { operation, hint }, []).pageSize;
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
    const { pointer, value } = part;
    if (value["schema"] === undefined) return [];
    if (!isEndless(schemaAt(context.document, appendPointer(pointer, "schema"), "request"))) return [];
    const place = shown(value["in"]);
    return [{ pointer, said: `the ${place} parameter ${writeJson(value["name"])} is a text of any length` }];
  });
}

/**
 * Texts that clients send in bodies, without any constraint and without a word about them. A bound is not implied
 * there, and free text is a decision: one that a description tells.
 */
export function untoldTexts(context: LintContext): Complaint[] {
  const { document } = context;
  const found = new Map<string, Complaint>();
  for (const { pointer, value, directions } of context.of("schema")) {
    if (!directions.has("request")) continue;
    for (const { keyword, steps, schema } of subschemas(value, document.dialect)) {
      if (!isObject(schema) || (keyword !== "properties" && keyword !== "items")) continue;
      const text = schemaAt(document, appendPointer(pointer, ...steps), "request");
      if (text.annotations.readOnly || !isEndless(text) || isTold(document, text)) continue;
      const what = keyword === "items" ? "each text of the list" : `the text ${writeJson(steps[1] ?? "")}`;
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

/** Whether a schema is described, where it is used or where it stands. */
function isTold({ root }: Document, { pointer, home }: SchemaNode): boolean {
  return [pointer, home].some((place) => {
    const value = valueAt(root, place);
    return isObject(value) && shown(value["description"]).trim() !== "";
  });
}

/** Constraints on a type that the schema does not allow: written down, and without any effect. */
export function idleConstraints(context: LintContext): Complaint[] {
  return context.of("schema").flatMap(({ pointer, value }) => {
    const { type } = value;
    if (type === undefined) return [];
    const types = (Array.isArray(type) ? type : [type]).map((name) => (name === "integer" ? "number" : name));
    return [...KEYWORDS].flatMap(([keyword, { type: own, family, applies }]) => {
      if (own === undefined || value[keyword] === undefined || types.includes(own)) return [];
      // What a text encodes is told to readers and judged by nobody.
      if (family === "annotation" || applies === "content") return [];
      const article = own === "object" || own === "array" ? "an" : "a";
      const said = `"${keyword}" constrains ${article} ${own}, and this is ${types.join(" or ")}`;
      return [{ pointer: appendPointer(pointer, keyword), said }];
    });
  });
}

const IDENTIFIER = /^(?:id|.*(?:[a-z]Id|_id|-id|ID))$/;

/** Integer identifiers of which nothing says how large they get. */
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
    const schema = schemaAt(document, pointer, "response");
    if (!isType(schema, "integer") || isSized(schema)) return [];
    return [{ pointer: schema.home, said: `the integer identifier ${JSON.stringify(name)} has no format` }];
  });
}

function isSized({ form }: SchemaNode): boolean {
  const { least, most } = integersOf(form);
  return form.values !== undefined || (least !== undefined && most !== undefined);
}
