// Whether the schemas of operations can be understood at all. What is written in a way that no validator reads would
// pass for a schema that allows everything, and a change to it for a harmless one: better no verdict than that.
import { type Document, refuseDocument, resolve } from "../../contract/document.ts";
import { type JsonObject, type JsonValue, isObject, writeJson } from "../../contract/json.ts";
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS, TYPES } from "../../contract/keywords.ts";
import { appendPointer, fragmentPointer, valueAt } from "../../contract/pointer.ts";
import { clip } from "../../report/text.ts";
import type { SurfaceOperation } from "./model.ts";

type Shape = readonly [wanted: string, fits: (value: JsonValue) => boolean];

const isNumber = (value: JsonValue): boolean => typeof value === "number" || typeof value === "bigint";
const isText = (value: JsonValue): boolean => typeof value === "string";
const isFlag = (value: JsonValue): boolean => typeof value === "boolean";
const isType = (value: JsonValue): boolean => typeof value === "string" && TYPES.has(value);

/** Unicode first, as validators read it, and then as older documents mean it. */
function isPattern(text: string): boolean {
  return ["u", ""].some((flags) => {
    try {
      return new RegExp(text, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

const NUMBER: Shape = ["a number", isNumber];
const BOUND: Shape = ["a number, or true or false in OpenAPI 3.0", (value) => isNumber(value) || isFlag(value)];
const COUNT: Shape = ["a whole number, 0 or more", (value) => isNumber(value) && Number(value) >= 0];
const FLAG: Shape = ["true or false", isFlag];
const TEXT: Shape = ["a text", isText];
const SCHEMA: Shape = ["a schema: an object, true or false", (value) => isObject(value) || isFlag(value)];
const SCHEMAS: Shape = ["a list of schemas", (value) => Array.isArray(value) && value.length > 0];
const NAMED: Shape = ["an object that maps names to schemas", isObject];

const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  [
    "type",
    [
      `one of ${[...TYPES].join(", ")}, or a list of them`,
      (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
    ],
  ],
  ["enum", ["a list of values", (value) => Array.isArray(value)]],
  ["required", ["a list of names", (value) => Array.isArray(value) && value.every(isText)]],
  ["pattern", ["a regular expression", (value) => typeof value === "string" && isPattern(value)]],
  ["format", TEXT],
  ["minimum", NUMBER],
  ["maximum", NUMBER],
  ["exclusiveMinimum", BOUND],
  ["exclusiveMaximum", BOUND],
  ["multipleOf", ["a number above 0", (value) => isNumber(value) && Number(value) > 0]],
  ["minLength", COUNT],
  ["maxLength", COUNT],
  ["minItems", COUNT],
  ["maxItems", COUNT],
  ["minProperties", COUNT],
  ["maxProperties", COUNT],
  ["uniqueItems", FLAG],
  ["nullable", FLAG],
  ...SCHEMA_KEYWORDS.map((keyword): [string, Shape] => [keyword, SCHEMA]),
  ...SCHEMA_LIST_KEYWORDS.map((keyword): [string, Shape] => [keyword, SCHEMAS]),
  ...SCHEMA_MAP_KEYWORDS.map((keyword): [string, Shape] => [keyword, NAMED]),
]);

/** A schema on the way. Its pointer is put together only where something is to be said of it. */
interface Node {
  readonly value: JsonValue | undefined;
  /** Where it stands, or below which other node and by which steps. */
  readonly at: string | { readonly above: Node; readonly steps: readonly (string | number)[] };
}

function pointerOf({ at }: Node): string {
  return typeof at === "string" ? at : appendPointer(pointerOf(at.above), ...at.steps);
}

/**
 * Looks at every schema that the operations lead to, each once.
 * @throws DocumentError at the first keyword whose value says nothing
 */
export function refuseUnsound(document: Document, operations: readonly SurfaceOperation[]): void {
  const nodeAt = (pointer: string): Node => ({ value: valueAt(document.root, pointer), at: pointer });
  const pending = [...new Set(operations.flatMap(schemasOf))].map(nodeAt);
  const seen = new Set<JsonValue>();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { value } = node;
    if (typeof value === "boolean") continue;
    if (!isObject(value)) refuseDocument(document, pointerOf(node), "a schema must be an object or a boolean");
    if (seen.has(value)) continue;
    seen.add(value);
    const reference = value["$ref"];
    if (reference !== undefined) {
      if (typeof reference !== "string") refuseKeyword(document, node, ["$ref", TEXT]);
      // Says so where it leads in a circle.
      pending.push(nodeAt(resolve(document, pointerOf(node)).pointer), nodeAt(fragmentPointer(reference) ?? ""));
      // In 3.0, nothing beside a reference counts.
      if (document.dialect === "3.0") continue;
    }
    pending.push(...membersOf(document, node, value));
  }
}

function schemasOf({ parameters, body, responses }: SurfaceOperation): string[] {
  const holders = [
    ...parameters,
    ...(body?.content ?? []),
    ...responses.flatMap(({ content, headers }) => [...content, ...headers]),
  ];
  return holders.flatMap(({ schema }) => schema ?? []);
}

/** Judges the keywords of one schema. @returns the schemas that it holds */
function membersOf(document: Document, node: Node, schema: JsonObject): Node[] {
  const members: Node[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = SHAPES.get(keyword);
    if (shape === undefined) continue;
    if (!shape[1](value)) refuseKeyword(document, node, [keyword, shape]);
    if (shape === SCHEMA) members.push({ value, at: { above: node, steps: [keyword] } });
    else if (shape === SCHEMAS || shape === NAMED) {
      for (const [step, member] of Object.entries(value as JsonObject)) {
        members.push({ value: member, at: { above: node, steps: [keyword, step] } });
      }
    }
  }
  return members;
}

function refuseKeyword(document: Document, node: Node, [keyword, [wanted]]: readonly [string, Shape]): never {
  const value = (node.value as JsonObject)[keyword] as JsonValue;
  refuseDocument(
    document,
    appendPointer(pointerOf(node), keyword),
    `${keyword} must be ${wanted}, not ${clip(writeJson(value), LONGEST)}`,
  );
}

const LONGEST = 60;
