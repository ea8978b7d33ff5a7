// Whether a document can be understood at all, what both sides have alike included. What is written in a way that no
// validator reads would pass for a schema that allows everything, and a change to it for a harmless one: better no
// verdict than that.
import { type Document, refuseDocument, resolve } from "../../document/document.ts";
import { GRAMMAR, type PartKind } from "../../document/grammar.ts";
import type { DocumentPart, Stray } from "../../document/visited.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { clip } from "../../report/text.ts";
import { KEYWORDS } from "../../schema/keywords.ts";
import { TYPES } from "../../schema/types.ts";
import { readPattern } from "../../schema/pattern/syntax.ts";
import { walk } from "../../schema/walk.ts";
import { isParameterPlace } from "../../contract/read/parameters.ts";

type Expectation = readonly [wanted: string, fits: (value: JsonValue) => boolean];

const isNumber = (value: JsonValue): boolean => typeof value === "number" || typeof value === "bigint";
const isText = (value: JsonValue): boolean => typeof value === "string";
const isFlag = (value: JsonValue): boolean => typeof value === "boolean";
const isType = (value: JsonValue): boolean => typeof value === "string" && TYPES.has(value);

const NUMBER: Expectation = ["a number", isNumber];
const BOUND: Expectation = ["a number, or true or false in OpenAPI 3.0", (value) => isNumber(value) || isFlag(value)];
const COUNT: Expectation = ["a whole number, 0 or more", (value) => isNumber(value) && Number(value) >= 0];
const FLAG: Expectation = ["true or false", isFlag];
const TEXT: Expectation = ["a text", isText];
const SCHEMA: Expectation = ["a schema: an object, true or false", (value) => isObject(value) || isFlag(value)];
const SCHEMAS: Expectation = ["a list of schemas", Array.isArray];
const NAMED: Expectation = ["an object that maps names to schemas", isObject];
const HELD = { schema: SCHEMA, list: SCHEMAS, map: NAMED } as const;

const EXPECTATIONS: ReadonlyMap<string, Expectation> = new Map<string, Expectation>([
  [
    "type",
    [
      `one of ${[...TYPES].join(", ")}, or a list of them`,
      (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
    ],
  ],
  ["enum", ["a list of values", (value) => Array.isArray(value)]],
  ["required", ["a list of names", (value) => Array.isArray(value) && value.every(isText)]],
  ["pattern", ["a regular expression", (value) => typeof value === "string" && readPattern(value) !== undefined]],
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
  ...[...KEYWORDS].flatMap(([keyword, { holds }]): [string, Expectation][] =>
    holds === undefined ? [] : [[keyword, HELD[holds]]],
  ),
]);

/** What requests and responses depend on. */
const MEANINGFUL: ReadonlySet<PartKind> = new Set<PartKind>([
  ...(["paths", "path-item", "operation", "callback", "parameter", "request-body", "responses", "response"] as const),
  ...(["header", "media-type", "encoding", "schema"] as const),
]);

/**
 * Looks at every part that the operations lead to, each once.
 * @throws DocumentError at the first one that says nothing
 */
export function refuseUnsound(document: Document): void {
  const followed = new Set<string>();
  for (const visit of walk(document, { enters: (kind) => MEANINGFUL.has(kind) })) {
    if (visit.what === "stray") refuseStray(document, visit);
    if (visit.what !== "part") continue;
    const { kind, value, reference } = visit;
    if (reference !== undefined && !followed.has(`${kind} ${reference}`)) {
      followed.add(`${kind} ${reference}`);
      // Says so where it leads in a circle.
      resolve(document, visit.pointer);
    }
    if (reference === undefined && value["$ref"] !== undefined) refuseKeyword(document, visit, ["$ref", TEXT]);
    // Beside a reference, only schemas say something, and not in 3.0.
    if (kind === "schema" && (reference === undefined || document.dialect !== "3.0")) refuseKeywords(document, visit);
    if (kind === "parameter" && reference === undefined) refuseNameless(document, visit);
  }
}

/** An empty place says as much as none, but for that of a schema, where it would allow everything. */
function refuseStray(document: Document, { wanted, kind, value, pointer, steps }: Stray): void {
  const isSchema = kind === "schema" && wanted === "object";
  if (value === undefined || (isSchema ? typeof value === "boolean" : value === null)) return;
  if (wanted === "object" && (kind === "schema" || GRAMMAR[kind].entries === undefined)) {
    const message = isSchema ? "a schema must be an object or a boolean" : "there must be an object here";
    refuseDocument(document, pointer, message);
  }
  const what = wanted === "list" ? "a list" : "an object that maps names to their descriptions";
  refuseDocument(document, pointer, `${steps.at(-1) ?? "it"} must be ${what}`);
}

function refuseNameless(document: Document, part: DocumentPart): void {
  const { name, in: place } = part.value;
  if (typeof name !== "string") refuseDocument(document, part.pointer, "the parameter has no name");
  if (isParameterPlace(place)) return;
  refuseDocument(document, part.pointer, `the parameter's "in" must be path, query, header or cookie`);
}

function refuseKeywords(document: Document, part: DocumentPart): void {
  for (const [keyword, value] of Object.entries(part.value)) {
    const shape = EXPECTATIONS.get(keyword);
    if (shape !== undefined && !shape[1](value)) refuseKeyword(document, part, [keyword, shape]);
  }
}

function refuseKeyword(
  document: Document,
  part: DocumentPart,
  [keyword, [wanted]]: readonly [string, Expectation],
): never {
  const shown = clip(writeJson(part.value[keyword] ?? null), LONGEST);
  refuseDocument(document, appendPointer(part.pointer, keyword), `${keyword} must be ${wanted}, not ${shown}`);
}

const LONGEST = 60;
