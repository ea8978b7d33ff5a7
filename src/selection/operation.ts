// The names that an operation can be selected by.
import type { Document } from "../document/document.ts";
import { isObject } from "../json/value.ts";
import { valueAt } from "../json/pointer.ts";
import type { DescribedOperation } from "../contract/model.ts";
import type { Selectable } from "./selection.ts";
import { tagsWithParents } from "./tags.ts";

/** The names of an operation: its id and "GET /items", its path, its tags and their parents. */
export function operationNames(
  { id, name, path, pointer }: Pick<DescribedOperation, "id" | "name" | "path" | "pointer">,
  document: Document,
): Selectable {
  const found = valueAt(document.root, pointer);
  const tags = isObject(found) ? found["tags"] : undefined;
  return {
    operation: id === name ? [name] : [id, name],
    path: [path],
    tag: tagsWithParents(document.root, tags),
  };
}
