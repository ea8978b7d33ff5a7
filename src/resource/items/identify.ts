// Reads the identifier of an item and assigns one. It may be nested: metadata.name.
import type { Document } from "../../document/document.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { type JsonObject, type JsonValue, equalJson } from "../../json/value.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { Identifier } from "../model.ts";
import { partAt, withValue } from "../../json/parts.ts";

/** What tells the identifier of an item. */
export type Identifying = Pick<Identifier, "steps" | "under">;

/** The identifier of an item as its path has it; undefined if it has none or does not show it. */
export function idOf(identifier: Identifying, item: JsonValue | undefined): JsonValue | undefined {
  const { steps } = identifier;
  return steps.length === 0 ? undefined : inPath(identifier, partAt(item, steps));
}

/** What the path of an item has of a text: "2" of a name with all steps, such as "projects/1/tenants/2". */
export function inPath<T>({ under }: Identifying, shown: T): T | string {
  const [last, before] = under !== undefined && typeof shown === "string" ? shown.split("/").reverse() : [];
  return last !== undefined && before === under ? last : shown;
}

/** The name of an item that has all steps of its path; undefined if its identifier is no such name. */
export function inFull(identifier: Identifying, item: JsonObject, id: JsonValue): JsonValue | undefined {
  const shown = partAt(item, identifier.steps);
  return shown !== id && inPath(identifier, shown) === id ? shown : undefined;
}

/** The identifier of an item as a text, as a path has it; "null" without one. */
export const idText = (identifier: Identifying, item: JsonValue | undefined): string =>
  showScalar(idOf(identifier, item) ?? null);

/** True for the item with an identifier. */
export const hasId = (identifier: Identifying, item: JsonValue | undefined, id: JsonValue): boolean =>
  isSameId(idOf(identifier, item) ?? null, id);

/** True for one identifier: some services write it as a number in one answer and as a text in another. */
export function isSameId(one: JsonValue, other: JsonValue): boolean {
  return equalJson(one, other) || (isScalar(one) && isScalar(other) && showScalar(one) === showScalar(other));
}

const isScalar = (value: JsonValue): value is string | number | bigint =>
  typeof value === "string" || typeof value === "number" || typeof value === "bigint";

/** An item with an identifier; everything else stays the same. */
export function withId(identifier: Identifying, item: JsonObject, id: JsonValue): JsonObject {
  const { steps } = identifier;
  const isKept = steps.length === 0 || idOf(identifier, item) === id;
  return isKept ? item : (withValue(item, steps, id) as JsonObject);
}

/** True if items show their identifier. */
export function isShown({ steps }: Pick<Identifier, "steps">): boolean {
  return steps.length > 0;
}

/** True if the document lists all identifiers that items may have. */
export function isListed(document: Document, { schema }: Pick<Identifier, "schema">): boolean {
  return schema.origin !== "absent" && schemaAt(document, schema.pointer, "request").form.values !== undefined;
}
