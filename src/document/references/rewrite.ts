// Rewrites the references of a file's tree. The result is frozen and shares whatever equals an earlier version.
import { besideReference, referenceText } from "../document.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** The changes to one object. */
export interface Edit {
  /** Its new `$ref`. */
  readonly reference?: string;
  /** Its new `$dynamicRef`. */
  readonly dynamicRef?: string;
  /** The list or map that its `$ref` leads to: each member of it becomes a member here that refers to it. */
  readonly members?: JsonValue;
  /** True for a reference that leads nowhere and is removed. */
  readonly isLost?: boolean;
}

export type Edits = Pick<ReadonlyMap<JsonValue, Edit>, "get">;

/** Copies a tree and applies the edits of its objects. @param before the tree of an earlier version */
export function rewrite(tree: JsonValue, edits: Edits, before?: JsonValue): JsonValue {
  if (typeof tree !== "object" || tree === null) return tree;
  const edit = edits.get(tree);
  const edited = edit === undefined ? tree : applied(tree as JsonObject, edit, edits);
  return Array.isArray(edited)
    ? rewriteList(edited, edits, before)
    : rewriteObject(edited as JsonObject, edits, isObject(before) ? before : undefined);
}

function applied(
  tree: JsonObject,
  { reference, dynamicRef, members, isLost }: Edit,
  edits: Edits,
): JsonObject | JsonArray {
  if (isLost === true) return {};
  if (members !== undefined) return expand(tree, edits);
  return {
    ...tree,
    ...(reference !== undefined && { $ref: reference }),
    ...(dynamicRef !== undefined && { $dynamicRef: dynamicRef }),
  };
}

function rewriteList(list: JsonArray, edits: Edits, before: JsonValue | undefined): JsonValue {
  const twin = Array.isArray(before) ? (before as JsonArray) : undefined;
  const copy = list.map((item: JsonValue, index) => rewrite(item, edits, twin?.[index]));
  const alike = copy.length === twin?.length && copy.every((item, index) => item === twin[index]);
  return alike ? twin : Object.freeze(copy);
}

function rewriteObject(tree: JsonObject, edits: Edits, twin: JsonObject | undefined): JsonValue {
  const copy: Record<string, JsonValue> = {};
  const keys = Object.keys(tree);
  let alike = twin !== undefined;
  for (const key of keys) {
    const other = twin !== undefined && Object.hasOwn(twin, key) ? twin[key] : undefined;
    copy[key] = rewrite(tree[key] as JsonValue, edits, other);
    alike &&= copy[key] === other;
  }
  return alike && Object.keys(twin as JsonObject).length === keys.length ? (twin as JsonObject) : Object.freeze(copy);
}

/** The longest chain of references in place of maps that is followed. */
const LONGEST = 32;

/** Replaces a `$ref` to a list or a map by its members. The holder's own members win. */
function expand(holder: JsonObject, edits: Edits): JsonArray | JsonObject {
  const found: Record<string, JsonValue> = { ...besideReference(holder) };
  let at: JsonValue = holder;
  for (let step = 0; step < LONGEST; step++) {
    const edit: Edit | undefined = edits.get(at);
    if (edit?.members === undefined || edit.reference === undefined) break;
    const { reference, members } = edit;
    const to = (name: string): JsonObject => ({ $ref: `#${appendPointer(reference.slice(1), encodeStep(name))}` });
    if (Array.isArray(members)) return members.map((_item, index) => to(String(index)));
    if (!isObject(members)) return holder;
    for (const name of Object.keys(referenceText(members) === undefined ? members : besideReference(members))) {
      if (!Object.hasOwn(found, name)) found[name] = to(name);
    }
    at = members;
  }
  return found;
}

function encodeStep(name: string): string {
  return name.replaceAll("%", "%25");
}
