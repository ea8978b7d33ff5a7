// Finds the parts of a document that cannot be understood. A schema that no validator can read would look like one that
// allows everything, and a change to it would look harmless. Such parts are left out, and whatever they affect gets no
// verdict.
import { type Document, DocumentError, resolve } from "../../document/document.ts";
import { GRAMMAR, type ObjectField, type PartKind } from "../../document/grammar.ts";
import type { DocumentPart, Stray } from "../../document/references/visited.ts";
import { appendPointer, fragmentPointer, lastStep, parentPointer, valueAt } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isNumeric, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { clip } from "../../report/text.ts";
import { isDynamicAnchor } from "../../schema/dynamic-anchors.ts";
import { KEYWORDS, type KeywordFamily } from "../../schema/keywords.ts";
import { namePatternsIn } from "../../schema/keywords/properties.ts";
import { TYPES } from "../../schema/types.ts";
import { readPattern } from "../../schema/pattern/syntax.ts";
import { walk } from "../../schema/walk.ts";
import { closedParts } from "./closed-parts.ts";
import { type Fault, saysMore } from "./fault.ts";
import { Extents } from "./repeated.ts";
import { isParameterPlace } from "../../contract/read/parameters.ts";
import { undeclared } from "../../contract/read/security.ts";

type Expectation = readonly [wanted: string, fits: (value: JsonValue) => boolean];

const isText = (value: JsonValue): boolean => typeof value === "string";
const isFlag = (value: JsonValue): boolean => typeof value === "boolean";
const isType = (value: JsonValue): boolean => typeof value === "string" && TYPES.has(value);

const NUMBER: Expectation = ["a number", isNumeric];
const BOUND: Expectation = ["a number, or true or false in OpenAPI 3.0", (value) => isNumeric(value) || isFlag(value)];
const COUNT: Expectation = ["a whole number, 0 or more", (value) => isNumeric(value) && Number(value) >= 0];
const FLAG: Expectation = ["true or false", isFlag];
const TEXT: Expectation = ["a text", isText];
const SCHEMA: Expectation = ["a schema: an object, true or false", (value) => isObject(value) || isFlag(value)];
const SCHEMAS: Expectation = ["a list of schemas", Array.isArray];
const ALTERNATIVES: Expectation = [
  "a list of schemas, one or more",
  (value) => Array.isArray(value) && value.length > 0,
];
const NAMED: Expectation = ["an object that maps names to schemas", isObject];
const HELD = { schema: SCHEMA, list: SCHEMAS, map: NAMED } as const;

const NAMES: Expectation = ["a list of names", (value) => Array.isArray(value) && value.every(isText)];
const TYPE: Expectation = [
  `one of ${[...TYPES].join(", ")}, or a list of them`,
  (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
];

/** The values that the keywords of a family take. */
const BY_FAMILY: Partial<Readonly<Record<KeywordFamily, Expectation>>> = {
  "number bound": NUMBER,
  multiple: ["a number above 0", (value) => isNumeric(value) && Number(value) > 0],
  length: COUNT,
  count: COUNT,
  unique: FLAG,
  format: TEXT,
  pattern: ["a regular expression", (value) => typeof value === "string" && readPattern(value) !== undefined],
};

/** The values of keywords that differ from the others of their family. */
const OWN: ReadonlyMap<string, Expectation> = new Map<string, Expectation>([
  ["type", TYPE],
  ["nullable", FLAG],
  ["enum", ["a list of values", (value) => Array.isArray(value)]],
  ["required", NAMES],
  // An empty list here allows nothing, which nobody means; an empty `allOf` adds no constraint.
  ["oneOf", ALTERNATIVES],
  ["anyOf", ALTERNATIVES],
]);

const EXPECTATIONS: ReadonlyMap<string, Expectation> = new Map(
  [...KEYWORDS].flatMap(([keyword, { family, holds, mayBeFlag }]): [string, Expectation][] => {
    const usual = mayBeFlag === true ? BOUND : holds === undefined ? BY_FAMILY[family] : HELD[holds];
    const shape = OWN.get(keyword) ?? usual;
    return shape === undefined ? [] : [[keyword, shape]];
  }),
);

/** The parts that requests and responses depend on. */
const MEANINGFUL: ReadonlySet<PartKind> = new Set<PartKind>([
  ...(["paths", "path-item", "operation", "callback", "parameter", "request-body", "responses", "response"] as const),
  ...(["header", "media-type", "encoding", "schema"] as const),
]);

const MEANT = { enters: ({ of }: ObjectField): boolean => MEANINGFUL.has(of) };

/**
 * Checks every part that the operations lead to, once each. Keeps the first fault at each place.
 * @param references collects the parts that are references
 */
export function faultsOf(document: Document, references: DocumentPart[] = []): readonly Fault[] {
  const found = new Map<string, Fault>();
  const note = (fault: Fault | undefined): void => {
    if (fault === undefined) return;
    const known = found.get(fault.pointer);
    if (known === undefined) found.set(fault.pointer, withAlternatives(fault, document));
    // A part of several wholes has to allow what is in any of them.
    else if (known.leaves === "closing") for (const name of fault.names ?? []) known.names?.add(name);
  };
  for (const { pointer, message, kind, isMap } of document.lost ?? []) {
    note({ pointer, at: pointer, message, leaves: kind !== "schema" ? "part" : isMap ? "keyword" : "schema" });
  }
  const extents = new Extents(document);
  const followed = new Set<string>();
  for (const visit of walk(document, MEANT)) {
    if (visit.what === "stray") note(strayFault(visit));
    if (visit.what !== "part") continue;
    extents.visit(visit);
    const { kind, value, pointer, reference } = visit;
    if (reference !== undefined) references.push(visit);
    if (reference !== undefined && !followed.has(`${kind} ${reference}`)) {
      followed.add(`${kind} ${reference}`);
      note(circle(document, visit));
    }
    if (reference === undefined && value["$ref"] !== undefined) note(keywordFault(visit, ["$ref", TEXT]));
    // Keywords next to a reference count only in schemas, and not in 3.0.
    if (kind === "schema" && (reference === undefined || document.dialect !== "3.0")) {
      for (const fault of keywordFaults(visit)) note(fault);
      note(deadEnd(document, visit));
      note(impossible(visit));
      for (const fault of closedParts(document, visit)) note(fault);
    }
    if (kind === "parameter" && reference === undefined) note(nameless(visit));
    if (kind === "operation") for (const fault of undeclaredSchemes(document.root, value, pointer)) note(fault);
  }
  for (const fault of [...undeclaredSchemes(document.root, document.root, ""), ...extents.faults()]) note(fault);
  return [...found.values()];
}

/**
 * A fault in an alternative becomes one of the whole list: leaving out one alternative would make the schema allow too
 * little, and replacing it with one that allows everything would make it allow too much.
 */
function withAlternatives(fault: Fault, { root }: Document): Fault {
  const holder = parentPointer(fault.at);
  const keyword = lastStep(holder);
  if (fault.leaves !== "schema" || (keyword !== "oneOf" && keyword !== "anyOf")) return fault;
  const schema = valueAt(root, parentPointer(holder));
  if (!Array.isArray(valueAt(root, holder)) || !isObject(schema)) return fault;
  return saysMore(schema, keyword)
    ? { ...fault, at: holder, leaves: "keyword" }
    : { ...fault, at: parentPointer(holder) };
}

/**
 * Refuses a document with faults, for callers that do not compare it with another.
 * @throws DocumentError listing all faults
 */
export function refuseFaults(document: Document): void {
  const faults = faultsOf(document);
  if (faults.length === 0) return;
  throw new DocumentError(
    faults.map(({ pointer, message }) => ({ pointer, message, location: document.locate(pointer) })),
  );
}

/** A dynamic reference to a name that no schema has. A name that one schema has became a pointer. */
function deadEnd({ root }: Document, { value, pointer }: DocumentPart): Fault | undefined {
  const reference = value["$dynamicRef"];
  if (typeof reference !== "string" || fragmentPointer(reference) !== undefined || isDynamicAnchor(root, reference))
    return undefined;
  const at = appendPointer(pointer, "$dynamicRef");
  return { pointer: at, at: pointer, message: `$dynamicRef "${reference}" leads to no schema`, leaves: "schema" };
}

/** A closed object that requires what it does not allow: by the letter, no object fits, and nobody means that. */
function impossible({ value, pointer }: DocumentPart): Fault | undefined {
  const { required, properties = {}, additionalProperties } = value;
  if (additionalProperties !== false || !Array.isArray(required) || !isObject(properties)) return undefined;
  if (namePatternsIn(value).length > 0) return undefined;
  const names = required.filter((name) => typeof name === "string" && !Object.hasOwn(properties, name)) as string[];
  if (names.length === 0) return undefined;
  const at = appendPointer(pointer, "required");
  const said = names.map((name) => writeJson(name)).join(", ");
  const message = `${said} must be there, and the closed object does not allow it: no value fits, so that this was taken as optional`;
  return { pointer: at, at, message, leaves: "names", names: new Set(names) };
}

/** A reference that leads back to itself. */
function circle(document: Document, { pointer, kind }: DocumentPart): Fault | undefined {
  try {
    resolve(document, pointer);
    return undefined;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const [problem] = error.problems;
    const leaves = kind === "schema" ? "schema" : "part";
    const at = problem?.pointer ?? pointer;
    return { pointer: at, at, message: problem?.message ?? error.message, leaves };
  }
}

/** An empty value means the same as an absent one, except for a schema, where it would allow everything. */
function strayFault({ wanted, kind, value, pointer, steps, holder }: Stray): Fault | undefined {
  const isSchema = kind === "schema" && wanted === "object";
  if (value === undefined || (isSchema ? typeof value === "boolean" : value === null)) return undefined;
  if (wanted === "object" && (kind === "schema" || GRAMMAR[kind].entries === undefined)) {
    const message = isSchema ? "a schema must be an object or a boolean" : "there must be an object here";
    return { pointer, at: pointer, message, leaves: isSchema ? "schema" : "part" };
  }
  const what = wanted === "list" ? "a list" : "an object that maps names to their descriptions";
  const message = `${steps.at(-1) ?? "it"} must be ${what}`;
  return { pointer, at: pointer, message, leaves: holder?.kind === "schema" ? "keyword" : "part" };
}

function nameless({ value, pointer }: DocumentPart): Fault | undefined {
  const { name, in: place } = value;
  const whole = { pointer, at: pointer, leaves: "part" as const };
  if (typeof name !== "string") return { ...whole, message: "the parameter has no name" };
  // A form is read as one parameter for each property, and anything else as a whole.
  if (isParameterPlace(place) || (place === "querystring" && hasContent(value))) return undefined;
  if (place === "querystring") return { ...whole, message: "the querystring has no content" };
  return { ...whole, message: `the parameter's "in" must be path, query, querystring, header or cookie` };
}

function hasContent({ content }: JsonObject): boolean {
  return isObject(content) && Object.keys(content).length > 0;
}

/** The schemes that the `security` of an operation or of the document uses and nothing declares. */
function undeclaredSchemes(root: JsonObject, holder: JsonObject, pointer: string): Fault[] {
  const at = appendPointer(pointer, "security");
  const list = holder["security"];
  if (!Array.isArray(list)) return [];
  return list.flatMap((alternative: JsonValue, index) =>
    Object.keys(isObject(alternative) ? alternative : {}).flatMap((name): Fault[] => {
      const message = undeclared(root, name);
      return message === undefined ? [] : [{ pointer: appendPointer(at, index, name), at, message, leaves: "part" }];
    }),
  );
}

function keywordFaults(part: DocumentPart): Fault[] {
  return Object.entries(part.value).flatMap(([keyword, value]) => {
    const shape = EXPECTATIONS.get(keyword);
    return shape === undefined || shape[1](value) ? [] : [keywordFault(part, [keyword, shape])];
  });
}

function keywordFault(
  { kind, value, pointer }: DocumentPart,
  [keyword, [wanted]]: readonly [string, Expectation],
): Fault {
  const message = `${keyword} must be ${wanted}, not ${clip(writeJson(value[keyword] ?? null), LONGEST)}`;
  const own = { pointer: appendPointer(pointer, keyword), message };
  if (kind !== "schema") return { ...own, at: pointer, leaves: "part" };
  return saysMore(value, keyword)
    ? { ...own, at: own.pointer, leaves: "keyword" }
    : { ...own, at: pointer, leaves: "schema" };
}

const LONGEST = 60;
