// Whether a document can be understood at all, what both sides have alike included. What is written in a way that no
// validator reads would pass for a schema that allows everything, and a change to it for a harmless one: better no
// verdict than that.
import { type Document, refuseDocument, resolve } from "../../contract/document.ts";
import { type JsonObject, type JsonValue, isObject, writeJson } from "../../contract/json.ts";
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS, TYPES } from "../../contract/keywords.ts";
import { CHILDREN, type Child, type PartKind } from "../../contract/parts.ts";
import { appendPointer, fragmentPointer, valueAt } from "../../contract/pointer.ts";
import { clip } from "../../report/text.ts";
import { DEFAULT_STYLES } from "./names.ts";

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

/** What no request or response depends on. */
const IDLE: ReadonlySet<PartKind> = new Set(["example", "link", "server"]);

/** A part on the way. Its pointer is put together only where something is to be said of it. */
interface Node {
  readonly kind: PartKind;
  readonly value: JsonValue | undefined;
  /** Where it stands, or below which other node and by which steps. */
  readonly at: string | { readonly above: Node; readonly steps: readonly (string | number)[] };
}

function pointerOf({ at }: Node): string {
  return typeof at === "string" ? at : appendPointer(pointerOf(at.above), ...at.steps);
}

/**
 * Looks at every part that the operations lead to, each once.
 * @throws DocumentError at the first one that says nothing
 */
export function refuseUnsound(document: Document): void {
  new Walk(document).run();
}

class Walk {
  readonly #document: Document;
  readonly #pending: Node[] = [];
  /** What a part was looked at as; what is written once is rarely used as two things. */
  readonly #seen = new Map<JsonValue, PartKind>();
  readonly #followed = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  run(): void {
    const { root } = this.#document;
    const document: Node = { kind: "document", value: root, at: "" };
    for (const child of CHILDREN.document) if (child.kind === "path-item") this.#push(document, child, root);
    for (let node = this.#pending.pop(); node !== undefined; node = this.#pending.pop()) this.#look(node);
  }

  #look(node: Node): void {
    const { kind, value } = node;
    if (kind === "schema" ? typeof value === "boolean" : value === null) return;
    if (!isObject(value)) {
      const wanted = kind === "schema" ? "a schema must be an object or a boolean" : "there must be an object here";
      refuseDocument(this.#document, pointerOf(node), wanted);
    }
    if (this.#seen.get(value) === kind) return;
    this.#seen.set(value, kind);
    const reference = value["$ref"];
    if (reference !== undefined) {
      if (typeof reference !== "string") this.#refuseKeyword(node, ["$ref", TEXT]);
      this.#follow(node, reference);
      // Beside a reference, only schemas say something, and not in 3.0.
      if (kind !== "schema" || this.#document.dialect === "3.0") return;
    }
    if (kind === "schema") return this.#keywords(node, value);
    if (kind === "parameter") this.#refuseNameless(node, value);
    for (const child of CHILDREN[kind]) if (!IDLE.has(child.kind)) this.#push(node, child, value);
  }

  /** Loading saw to it that something is there; it may be another reference. */
  #follow(node: Node, reference: string): void {
    const id = `${node.kind} ${reference}`;
    if (this.#followed.has(id)) return;
    this.#followed.add(id);
    // Says so where it leads in a circle.
    resolve(this.#document, pointerOf(node));
    const at = fragmentPointer(reference) ?? "";
    this.#pending.push({ kind: node.kind, value: valueAt(this.#document.root, at), at });
  }

  #push(above: Node, { key, how, kind }: Child, part: JsonObject): void {
    const held = key === undefined ? part : part[key];
    // An empty place says as much as none, but for that of a schema, where it would allow everything.
    if (held === undefined || (held === null && (kind !== "schema" || how !== "one"))) return;
    const own = key === undefined ? [] : [key];
    if (how === "one" || held === null) {
      this.#pending.push({ kind, value: held, at: { above, steps: own } });
      return;
    }
    if (how === "list" ? !Array.isArray(held) : !isObject(held)) {
      const wanted = how === "list" ? "a list" : "an object that maps names to their descriptions";
      refuseDocument(this.#document, appendPointer(pointerOf(above), ...own), `${key ?? "it"} must be ${wanted}`);
    }
    for (const [step, value] of Object.entries(held)) {
      if (how === "extensible-map" && step.startsWith("x-")) continue;
      this.#pending.push({ kind, value, at: { above, steps: [...own, step] } });
    }
  }

  #refuseNameless(node: Node, { name, in: place }: JsonObject): void {
    if (typeof name !== "string") refuseDocument(this.#document, pointerOf(node), "the parameter has no name");
    if (typeof place === "string" && Object.hasOwn(DEFAULT_STYLES, place)) return;
    refuseDocument(this.#document, pointerOf(node), `the parameter's "in" must be path, query, header or cookie`);
  }

  /** Judges the keywords of one schema, and goes on to the schemas that it holds. */
  #keywords(node: Node, schema: JsonObject): void {
    for (const [keyword, value] of Object.entries(schema)) {
      const shape = SHAPES.get(keyword);
      if (shape === undefined) continue;
      if (!shape[1](value)) this.#refuseKeyword(node, [keyword, shape]);
      if (shape === SCHEMA) this.#pending.push({ kind: "schema", value, at: { above: node, steps: [keyword] } });
      else if (shape === SCHEMAS || shape === NAMED) {
        for (const [step, member] of Object.entries(value as JsonObject)) {
          this.#pending.push({ kind: "schema", value: member, at: { above: node, steps: [keyword, step] } });
        }
      }
    }
  }

  #refuseKeyword(node: Node, [keyword, [wanted]]: readonly [string, Shape]): never {
    const value = (node.value as JsonObject)[keyword] as JsonValue;
    refuseDocument(
      this.#document,
      appendPointer(pointerOf(node), keyword),
      `${keyword} must be ${wanted}, not ${clip(writeJson(value), LONGEST)}`,
    );
  }
}

const LONGEST = 60;
