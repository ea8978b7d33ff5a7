// What a schema object consists of: the schemas that apply together with it, and whether it says something itself.
import { type Dialect, referenceOf } from "../../document/document.ts";
import { appendPointer, fragmentPointer } from "../../json/pointer.ts";
import { KEYWORDS, MARKERS, keywordsOf } from "../keywords.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** Where schemas are looked up. */
export interface Schemas {
  readonly dialect: Dialect;
  value(pointer: string): JsonValue | undefined;
}

/** Keywords that a conjunction already contains, or that are for people. */
const SILENT: ReadonlySet<string> = new Set([
  ...keywordsOf("annotation").filter((name) => !MARKERS.has(name) && KEYWORDS.get(name)?.type === undefined),
  ...keywordsOf("reference"),
  ...["allOf", "$defs", "definitions", "$id", "$schema"],
]);

/** Whether a schema says something besides what it refers to and extends. */
export function saysSomething(schemas: Schemas, pointer: string): boolean {
  const definition = schemas.value(pointer);
  if (!isObject(definition)) return definition !== true;
  if (isOnlyReference(schemas, definition)) return false;
  const isDynamic = definition["$dynamicRef"] !== undefined && dynamicTarget(definition) === undefined;
  return isDynamic || Object.keys(definition).some((key) => !SILENT.has(key));
}

/** True for an alternative `{ nullable: true }` of 3.0, by which generators write null. */
export function isNullAlternative(dialect: Dialect, definition: JsonValue | undefined): boolean {
  if (dialect !== "3.0" || !isObject(definition) || definition["nullable"] !== true) return false;
  return (
    referenceOf(definition) === undefined &&
    definition["allOf"] === undefined &&
    tellingKeywords(definition).length === 0
  );
}

/** The pointers of the schemas that apply together with one: the target of its reference, and its `allOf`. */
export function partsOf(schemas: Schemas, pointer: string): string[] {
  const definition = schemas.value(pointer);
  if (!isObject(definition)) return [];
  const target = referenceOf(definition);
  const found = target === undefined ? [] : [target];
  if (isOnlyReference(schemas, definition)) return found;
  const dynamic = dynamicTarget(definition);
  if (dynamic !== undefined) found.push(dynamic);
  const parts = Array.isArray(definition["allOf"]) ? [...definition["allOf"].keys()] : [];
  return [...found, ...parts.map((index) => appendPointer(pointer, "allOf", index))];
}

/**
 * The schema objects that apply together at some places, each once with its pointer, nearest first, which is the order
 * for annotations and properties. Ignores what 3.0's `nullable` adds.
 * @param most places to look at
 */
export function allPartsOf(
  schemas: Schemas,
  starts: readonly string[],
  most = Infinity,
): { readonly pointer: string; readonly definition: JsonObject }[] {
  const places = new Set<string>();
  const pending = [...starts];
  for (const start of pending) {
    for (let place: string | undefined = start; place !== undefined && !places.has(place);) {
      if (places.size >= most) break;
      places.add(place);
      const target = referenceOf(schemas.value(place));
      pending.push(...partsOf(schemas, place).filter((inner) => inner !== target));
      place = target;
    }
  }
  return [...places].flatMap((pointer) => {
    const definition = schemas.value(pointer);
    return isObject(definition) && !isOnlyReference(schemas, definition) ? [{ pointer, definition }] : [];
  });
}

/** True for a 3.0 schema without a type that adds null to everything it says. */
export function isNullable(schemas: Schemas, pointer: string): boolean {
  const definition = schemas.dialect === "3.0" ? schemas.value(pointer) : undefined;
  if (!isObject(definition) || definition["nullable"] !== true) return false;
  return definition["type"] === undefined && !isOnlyReference(schemas, definition);
}

/** The keywords of a schema with `nullable` that say something about values. */
export function tellingKeywords(definition: JsonObject): string[] {
  return Object.keys(definition).filter((key) => key !== "nullable" && !SILENT.has(key) && !MARKERS.has(key));
}

/** In 3.0, siblings of a reference do not count. */
function isOnlyReference({ dialect }: Schemas, definition: JsonObject): boolean {
  return dialect === "3.0" && referenceOf(definition) !== undefined;
}

/** A dynamic reference to a name that only one schema has is an ordinary reference. */
function dynamicTarget({ $dynamicRef: reference }: JsonObject): string | undefined {
  return typeof reference === "string" ? fragmentPointer(reference) : undefined;
}
