// The query parameters that set the item after or before which a page begins: its identifier, or a token from a
// response.
import type { Parameter } from "../../contract/model.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { type Document, descriptionAt } from "../../document/document.ts";
import { presentAt, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Cursor, ItemProperty } from "../model.ts";
import { plainName } from "../paths.ts";
import { type ListOperation, queryParameters } from "./query.ts";
import { isLatestFirst } from "./arranging.ts";
import { CURSORS } from "./page-names.ts";

/** Names of numbers that are tokens if they are texts. */
const TOKENS_AS_TEXT = /^(?:offset|start)$/;

const TIMED = /\b(?:older|newer|earlier|later)\b|\b(?:sent|posted|created|written) (?:before|after)\b/i;
const OTHER = { after: "before", before: "after" } as const;

/** Finds the cursors of a list. Ignores parameters that x-resource explains, and those named like a property. */
export function cursorsOf(document: Document, list: ListOperation, properties: readonly ItemProperty[]): Cursor[] {
  const names = new Set(properties.map(({ name }) => name));
  return queryParameters(list.operation).flatMap((parameter): Cursor[] => {
    const { types } = presentAt(document, parameter.schema.pointer, "request");
    const isToken =
      TOKENS_AS_TEXT.test(plainName(parameter.name)) && types?.every((type) => type === "string") === true;
    // "Provide an ID to start from. This allows you to paginate the result set."
    const isFrom =
      plainName(parameter.name) === "from" && /\bpaginat/i.test(descriptionAt(document, parameter.pointer));
    const side = isToken || isFrom ? "after" : CURSORS.get(plainName(parameter.name));
    if (side === undefined || names.has(parameter.name) || !isText(document, parameter)) return [];
    if (list.hint.filters?.has(parameter.name) === true) return [];
    // Where the newest are first, what was "older than" comes later.
    const isTimed = TIMED.test(descriptionAt(document, parameter.pointer)) && isLatestFirst(document, list.operation);
    const usual = schemaAt(document, parameter.schema.pointer, "request").annotations.default;
    const isSaid = typeof usual === "string" || typeof usual === "number";
    return [{ parameter, side: isTimed ? OTHER[side] : side, ...(isSaid ? { first: showScalar(usual) } : {}) }];
  });
}

/** A date is a filter (changed after that day), not a cursor. */
function isText(document: Document, { schema }: Parameter): boolean {
  const { types, form } = presentAt(document, schema.pointer, "request");
  if (form.values !== undefined || form.formats.some((format) => format.startsWith("date"))) return false;
  return types === undefined || types.some((type) => type === "string" || type === "integer");
}
