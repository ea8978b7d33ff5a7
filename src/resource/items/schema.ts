// Chooses the schema of an item among those used by the operations of a collection.
import type { Operation } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import type { Schema } from "../../schema/model.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { successMedia } from "./bodies.ts";
import { type Naming, isFreeForm, listIn, partAt, partOf, itemsOf } from "./envelope.ts";
import type { Role, Shape } from "../model.ts";
import { isVerb, stepsOf } from "../paths.ts";

/** The roles of operations on one item, best source of the item schema first. */
export const ITEM_ROLES = ["fetch", "replace", "update", "remove"] as const;

/** The schema of the items; undefined if no response shows one. */
export function itemSchema(
  document: Document,
  byRole: ReadonlyMap<Role, Operation>,
  shapes: ReadonlyMap<Operation, Shape>,
  { naming, isCertain }: { readonly naming: Naming; readonly isCertain: boolean },
): Schema | undefined {
  const isSent = byRole.has("create") || byRole.has("replace");
  const found: { readonly schema: Schema; readonly size: number }[] = [];
  for (const role of ["fetch", "create", "replace", "update", "list"] as const) {
    const operation = byRole.get(role);
    const schema = operation === undefined ? undefined : successMedia(operation)?.schema;
    const shape = operation === undefined ? undefined : shapes.get(operation);
    if (operation === undefined || schema === undefined || shape?.shown === undefined) continue;
    const whole = schemaAt(document, schema.pointer, "response");
    const isMany = role === "list" || shape.showsMany;
    const listed = isMany ? listIn(whole, naming, isCertain) : undefined;
    // An item may be one of several kinds, so the place with all alternatives counts.
    const place = listed === undefined ? shape.shown : { ...listed.place, inList: false };
    const part = partAt(whole, place);
    const node = isMany ? listed && part && itemsOf(part) : part;
    const size = node === undefined ? 0 : propertiesIn(node).size;
    if (node === undefined || (size === 0 && !(isSent && isFreeForm(node)))) continue;
    const item = partOf(schema, shape.shown, isMany, richest(document, node));
    if (role === "fetch" && size > 0) return item;
    // What a search shows of free things is not all that they are.
    if (role === "list" && found.length > 1 && isVerb(stepsOf(operation.path).at(-1) ?? "")) continue;
    found.push({ schema: item, size });
  }
  // The response to a creation may be just an identifier.
  return found.toSorted((a, b) => b.size - a.size)[0]?.schema;
}

/** Among the places that describe the same value, the one that says the most. */
export function richest(document: Document, node: SchemaNode): string {
  // An item may be one of several kinds, with properties that only these kinds have.
  const size = (pointer: string): number => propertiesIn(schemaAt(document, pointer, "response")).size;
  if (size(node.pointer) >= propertiesIn(node).size) return node.pointer;
  return node.parts.map(({ pointer }) => pointer).toSorted((a, b) => size(b) - size(a))[0] ?? node.pointer;
}
