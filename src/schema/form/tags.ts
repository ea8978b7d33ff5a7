// Tags: the property that distinguishes alternatives, and which of its values selects which. This is the only place
// that reads `discriminator`.
import { referenceText } from "../../document/document.ts";
import { FILES_KEY } from "../../document/references/model.ts";
import { appendPointer, fragmentPointer, valueAt } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { keptFor, once } from "../../memo.ts";

const SCHEMAS = "#/components/schemas/";
const WHOLE_FILE = new RegExp(`^#/${FILES_KEY}/\\d+$`);

export interface Choice {
  readonly property: string;
  /** Each value with the reference of the alternative that it selects. */
  readonly mapping: ReadonlyMap<string, string>;
  /** The alternative that all other values select, and values without the property (OpenAPI 3.2 section 4.25). */
  readonly other?: string;
}

/** The property that distinguishes alternatives, which readers depend on. */
export function tagOf(definition: JsonObject): string | undefined {
  const { discriminator } = definition;
  if (definition["oneOf"] === undefined && definition["anyOf"] === undefined) return undefined;
  return isTag(discriminator) ? discriminator.propertyName : undefined;
}

function isTag(value: JsonValue | undefined): value is JsonObject & { readonly propertyName: string } {
  return isObject(value) && typeof value["propertyName"] === "string";
}

/**
 * True if any schema of a document has a discriminator. Most documents have none, so their values need not be searched.
 */
export const hasTags = once((root: JsonObject): boolean => holdsTag(root));

function holdsTag(tree: JsonValue): boolean {
  if (typeof tree !== "object" || tree === null) return false;
  if (Array.isArray(tree)) return tree.some((item: JsonValue) => holdsTag(item));
  const object = tree as JsonObject;
  for (const key in object) {
    const value = object[key] as JsonValue;
    if ((key === TAG && isTag(value)) || (typeof value === "object" && holdsTag(value))) return true;
  }
  return false;
}

/** The keyword for it. */
export const TAG = "discriminator";

/** The pointer of the keyword in the schema at a pointer. */
export function tagPlace(pointer: string): string {
  return appendPointer(pointer, TAG, "propertyName");
}

/** True for alternatives that are selected by the names in their references. */
export function choosesByName({ discriminator }: JsonObject): boolean {
  return discriminator !== undefined;
}

/** True if a tag selects one of the alternatives. */
export function isChosen({ discriminator }: JsonObject): boolean {
  return isObject(discriminator) && typeof discriminator["propertyName"] === "string";
}

/** What the discriminator of a schema selects; undefined if it has none. */
export function choiceOf(schema: JsonObject): Choice | undefined {
  const { discriminator } = schema;
  if (!isTag(discriminator)) return undefined;
  const mapping = new Map<string, string>();
  // An alternative without a mapping is selected by its own name (OpenAPI 3.1 section 4.8.25).
  for (const target of [schema["oneOf"], schema["anyOf"]].flatMap(referencesOf)) {
    // The number of a file is our own, and no value chooses by it.
    if (WHOLE_FILE.test(target)) continue;
    mapping.set(target.split("/").at(-1) ?? "", target);
  }
  const written = isObject(discriminator["mapping"]) ? Object.entries(discriminator["mapping"]) : [];
  const explicit = written.map(([value, target]): [string, string] => [value, targetOf(target)]);
  for (const [, target] of explicit) mapping.delete(target.split("/").at(-1) ?? "");
  for (const [value, target] of explicit) mapping.set(value, target);
  const { propertyName: property, defaultMapping } = discriminator;
  return { property, mapping, ...(defaultMapping === undefined ? {} : { other: targetOf(defaultMapping) }) };
}

/** The extensions of a schema that has a discriminator but no alternatives; the tag says which of them is meant. */
export interface Kinds {
  readonly property: string;
  /** For each value of the property, the pointer of the schema that applies as well. */
  readonly targets: ReadonlyMap<string, string>;
}

/** Indirect extensions that are followed in a whole document; beyond this, only direct ones. */
const MOST_DESCENDANTS = 10_000;

/** The components that others extend with `allOf`, by pointer (OpenAPI 3.1 section 4.8.25). */
export const kindsOf = once((root: JsonObject): ReadonlyMap<string, Kinds> => {
  const kinds = new Map<string, Kinds>();
  const schemas = valueAt(root, "/components/schemas");
  const children = childrenOf(schemas);
  let left = MOST_DESCENDANTS;
  for (const [name, schema] of isObject(schemas) ? Object.entries(schemas) : []) {
    if (!isObject(schema) || tagOf(schema) !== undefined) continue;
    const choice = choiceOf(schema);
    if (choice === undefined) continue;
    const pointer = appendPointer("/components/schemas", name);
    const explicit = [...choice.mapping].map(([tag, target]) => [tag, fragmentPointer(target) ?? ""] as const);
    const mapped = new Set(explicit.map(([, target]) => target));
    const below = left > 0 ? descendants(pointer, children) : (children.get(pointer) ?? []);
    left -= below.length;
    const implied = below.filter((one) => !mapped.has(one));
    const named = implied.map((one) => [one.slice(one.lastIndexOf("/") + 1), one] as const);
    const targets = [...named, ...explicit].filter(
      ([, target]) => target !== pointer && valueAt(root, target) !== undefined,
    );
    if (targets.length > 0) kinds.set(pointer, { property: choice.property, targets: new Map(targets) });
  }
  return kinds;
});

/** For each component in the `allOf` of others, the pointers of those. */
function childrenOf(schemas: JsonValue | undefined): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const [name, schema] of isObject(schemas) ? Object.entries(schemas) : []) {
    for (const reference of isObject(schema) ? referencesOf(schema["allOf"]) : []) {
      const parent = fragmentPointer(reference) ?? "";
      keptFor(children, parent, () => []).push(appendPointer("/components/schemas", name));
    }
  }
  return children;
}

function descendants(pointer: string, children: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set([pointer]);
  for (const one of found) for (const child of children.get(one) ?? []) found.add(child);
  found.delete(pointer);
  return [...found];
}

function referencesOf(alternatives: JsonValue | undefined): string[] {
  if (!Array.isArray(alternatives)) return [];
  return alternatives.flatMap((one) => referenceText(one) ?? []);
}

/** A mapping names a schema by its reference, or by its name among the components. */
function targetOf(value: JsonValue): string {
  if (typeof value !== "string") return "";
  return /^[A-Za-z0-9._-]+$/.test(value) && !/\.(?:json|ya?ml)$/i.test(value) ? `${SCHEMAS}${value}` : value;
}
