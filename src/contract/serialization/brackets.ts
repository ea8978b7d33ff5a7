// Nested values in form fields, spelled the way most clients write them: "metadata[order]", "items[0][price]",
// "expand[]". No specification defines this: OpenAPI's `deepObject` goes one level deep and leaves arrays undefined.
// Strings are read as the type of their schema.
import { readJson } from "../../json/read.ts";
import { type JsonValue, exactInteger } from "../../json/value.ts";
import type { SchemaNode } from "../../schema/normal/schema-node.ts";
import { decodeFor } from "./styles.ts";

/** Nobody writes more brackets than this. */
const DEEPEST = 20;

/** By name or index, with "" to append: a nested tree or a string. */
type Tree = Map<string, Tree | string>;

/** The value of one property's fields. @param pairs names and values, percent-encoded */
export function nestedValue(pairs: readonly (readonly [string, string])[], schema: SchemaNode): JsonValue {
  const tree: Tree = new Map();
  for (const [name, text] of pairs) {
    const steps = Array.from(name.matchAll(/\[([^[\]]*)\]/g), ([, step = ""]) => step);
    if (steps.length <= DEEPEST) insert(tree, steps, decodeFor("query", text) ?? text);
  }
  const own = tree.get("");
  return typeof own === "string" && tree.size === 1 && pairs[0]?.[0].includes("[") !== true
    ? typed(own, schema)
    : valueOf(tree, schema);
}

function insert(tree: Tree, [step = "", ...rest]: readonly string[], text: string): void {
  const key = step === "" && tree.has("") ? String(tree.size) : step;
  if (rest.length === 0) {
    tree.set(key, text);
    return;
  }
  const known = tree.get(key);
  const inner: Tree = known instanceof Map ? known : new Map();
  tree.set(key, inner);
  insert(inner, rest, text);
}

function valueOf(tree: Tree, schema: SchemaNode): JsonValue {
  const choices = [schema, ...schema.alternatives.flatMap(({ branches }) => branches)];
  if (isList(tree)) {
    const items = choices.find((one) => one.items !== undefined)?.items;
    return inOrder(tree).map((one) => partOf(one, items));
  }
  const properties = new Map(choices.flatMap((one) => [...one.properties]));
  return Object.fromEntries([...tree].map(([name, one]) => [name, partOf(one, properties.get(name))]));
}

function isList(tree: Tree): boolean {
  return tree.size > 0 && [...tree.keys()].every((key) => key === "" || /^\d{1,6}$/.test(key));
}

/** Indexes may come in any order. */
function inOrder(tree: Tree): (Tree | string)[] {
  return [...tree].sort(([a], [b]) => Number(a) - Number(b)).map(([, part]) => part);
}

function partOf(part: Tree | string, schema: SchemaNode | undefined): JsonValue {
  if (schema === undefined && typeof part !== "string") {
    return isList(part) ? inOrder(part).map((one) => partOf(one, undefined)) : Object.fromEntries([...part].map(loose));
  }
  if (schema === undefined) return part as string;
  return typeof part === "string" ? typed(part, schema) : valueOf(part, schema);
}

function loose([name, part]: readonly [string, Tree | string]): readonly [string, JsonValue] {
  return [name, partOf(part, undefined)];
}

/** A string as the first type of its schema that it can be. */
function typed(text: string, schema: SchemaNode): JsonValue {
  const types = [schema, ...schema.alternatives.flatMap(({ branches }) => branches)].flatMap((one) => one.types ?? []);
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && /^-?(?:0|[1-9]\d{0,30})$/.test(text)) return exactInteger(text);
  if (types.includes("number") && /^-?\d{1,15}\.\d{1,15}$/.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  // A property without a style is written as JSON (OpenAPI 3.1 section 4.8.15.1).
  const isNested =
    (types.includes("object") && text.startsWith("{")) || (types.includes("array") && text.startsWith("["));
  const nested = isNested ? readJson(text) : undefined;
  if (nested !== undefined && "value" in nested) return nested.value;
  // What can only be a list has its items between commas.
  const isList = types.includes("array") && !types.includes("string");
  return isList ? (text === "" ? [] : text.split(",").map((one) => partOf(one, schema.items))) : text;
}
