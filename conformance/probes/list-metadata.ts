// The properties next to a list in a response that describe it (totals, next pages): where they are, and their values.
import type { Operation } from "../../src/contract/model.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { successes } from "../../src/contract/responses.ts";
import { TOP, valueIn } from "../../src/resource/items/envelope.ts";
import {
  type MetadataKind,
  isHolder,
  pointingOf,
  metadataKind,
  headerMetadata,
} from "../../src/resource/lists/list-metadata.ts";
import { type SchemaNode, isType, schemaAt } from "../../src/schema/normal/schema-node.ts";
import { type Exchange, headerOf, valueOf } from "../client/exchange.ts";
import { keptFor } from "../../src/memo.ts";
import type { Plan } from "../plan.ts";
import { successSchema } from "../operations.ts";
import { shapeOf } from "../places.ts";

/** A property that describes a list. */
export interface ListMetadata {
  readonly metadata: MetadataKind;
  /** The path to it in the body, the outermost property first; the name of the header, if it is one. */
  readonly steps: readonly string[];
  readonly isHeader?: true;
  readonly node: SchemaNode;
}

const known = new WeakMap<Operation, readonly ListMetadata[]>();

/** The documented properties of an answer that describe its list. */
export function listMetadataOf({ contract }: Plan, operation: Operation): readonly ListMetadata[] {
  return keptFor(known, operation, () => {
    const pointer = successSchema(operation)?.pointer;
    const place = shapeOf(operation)?.shown ?? TOP;
    const headers = headersOf(contract, operation);
    if (pointer === undefined || place.steps.length === 0) return headers;
    return [...metadataIn(schemaAt(contract.document, pointer, "response"), [], place.steps), ...headers];
  });
}

/** The headers of a list that count its items: `X-Total-Count`. */
function headersOf({ document }: Plan["contract"], operation: Operation): ListMetadata[] {
  const own = successes(operation).flatMap(({ headers }) => headers);
  return own.flatMap(({ name, schema }): ListMetadata[] => {
    const metadata = headerMetadata(name);
    if (metadata !== "total" || schema === undefined) return [];
    return [{ metadata, steps: [name], isHeader: true, node: schemaAt(document, schema.pointer, "response") }];
  });
}

/** @param list the remaining path to the list, whose properties describe it too; empty if the list is elsewhere */
function metadataIn({ properties }: SchemaNode, before: readonly string[], list: readonly string[]): ListMetadata[] {
  const names = [...properties.keys()];
  return [...properties].flatMap(([name, node]): ListMetadata[] => {
    const steps = [...before, name];
    if (name === list[0]) return list.length > 1 ? metadataIn(node, steps, list.slice(1)) : [];
    if (isType(node, "object") && isHolder(name)) return metadataIn(node, steps, []);
    const metadata = metadataKind(name, names);
    if (metadata === undefined) return [];
    const { cursor, address } = isType(node, "object") ? pointingOf(metadata, [...node.properties.keys()]) : {};
    const found = [cursor, address].flatMap((one): ListMetadata[] => {
      const inner = one === undefined ? undefined : node.properties.get(one);
      return inner === undefined || one === undefined ? [] : [{ metadata, steps: [...steps, one], node: inner }];
    });
    return found.length === 0 ? [{ metadata, steps, node }] : found;
  });
}

/** The value of such a property in an answer; undefined if it is missing, or a header that is no number. */
export function valueAt(exchange: Exchange, { steps, isHeader }: ListMetadata): JsonValue | undefined {
  if (isHeader === true) {
    const text = headerOf(exchange, steps[0] ?? "");
    // What its schema does not allow is for schema.header-values to tell.
    return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  }
  return valueIn(valueOf(exchange), { steps, inList: false });
}

/** "meta.next_cursor". */
export function showMetadata({ steps }: ListMetadata): string {
  return steps.join(".");
}
