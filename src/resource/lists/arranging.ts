// The query parameters that arrange a list: its order, a text to search for, the properties to show. A name alone is
// not enough: a parameter whose meaning is uncertain is ignored and reported.
import type { Operation, Parameter } from "../../contract/model.ts";
import { type Document, descriptionAt } from "../../document/document.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type SchemaNode, isType, presentAt } from "../../schema/normal/schema-node.ts";
import { type ListOperation, queryParameters } from "./query.ts";
import { comparisonOf, leavesOf } from "./comparing.ts";
import { DOWN, UP, directionOf, isRecorded, sortKey } from "./sorting.ts";
import { HINT } from "../hint.ts";
import type { Arranging, HintProblem, ItemProperty, Sort } from "../model.ts";
import { plainName } from "../paths.ts";
import { quoted } from "../../json/quote.ts";

type Purpose = "sort" | "direction" | "search" | "fields" | "more";

/** Usual names of such parameters, normalized, by purpose. */
const NAMES: ReadonlyMap<string, Purpose> = new Map([
  ...`sort sortby sortfield sortkey sorton order orderby ordering orderfield sorting`
    .split(" ")
    .map((name) => [name, "sort"] as const),
  ...`direction dir sortorder sortdirection sortdir sorttype orderdirection orderdir
  desc descending isdesc isdescending sortdesc sortdescending orderdesc orderdescending asc ascending isascending sortascending`
    .split(/\s+/)
    .map((name) => [name, "direction"] as const),
  ...`q query search searchtext searchterm searchquery searchstring keyword keywords text term phrase`
    .split(" ")
    .map((name) => [name, "search"] as const),
  ...`fields select`.split(" ").map((name) => [name, "fields"] as const),
  ...`include includes expand embed with view`.split(" ").map((name) => [name, "more"] as const),
]);

/** What a parameter does to lists, by its name. */
export function purposeOf({ name }: Parameter): Purpose | undefined {
  return NAMES.get(plainName(name));
}

/** The parameters that arrange the lists of a collection, and the x-resource hints that cannot be followed. */
export function arrangingsOf(
  document: Document,
  lists: readonly ListOperation[],
  properties: readonly ItemProperty[],
  taken: ReadonlySet<Parameter>,
): { readonly arranging: ReadonlyMap<Operation, Arranging>; readonly problems: readonly HintProblem[] } {
  const found = lists.flatMap((list) => {
    const own = arrangingOf(document, list, { properties, taken });
    return own === undefined ? [] : [[list.operation, own] as const];
  });
  return { arranging: new Map(found), problems: lists.flatMap(problemsOf) };
}

/** Parameters named by x-resource that do not exist. */
function problemsOf({ operation, hint }: ListOperation): HintProblem[] {
  const { method, path, pointer } = operation;
  const all = queryParameters(operation).map(({ name }) => name);
  const { parameter, direction } = hint.sort === false ? {} : (hint.sort ?? {});
  const said = { sort: [parameter, direction], search: [hint.search], fields: [hint.fields] };
  return Object.entries(said).flatMap(([key, names]) =>
    names.flatMap((name) => {
      if (name === undefined || name === false || all.includes(name)) return [];
      const message = `${key} names the query parameter ${quoted(name)}; ${method} ${path} has ${all.join(", ") || "none"}`;
      return [{ pointer: appendPointer(pointer, HINT, key), message }];
    }),
  );
}

/** What arranges a list, as far as it is certain; undefined if nothing does. */
function arrangingOf(
  document: Document,
  { operation, hint }: ListOperation,
  { properties, taken }: { readonly properties: readonly ItemProperty[]; readonly taken: ReadonlySet<Parameter> },
): Arranging | undefined {
  const names = new Set(properties.map(({ name }) => name));
  const all = queryParameters(operation).filter(({ name }) => hint.filters?.has(name) !== true);
  const free = all.filter((one) => !names.has(one.name) && !taken.has(one));
  const named = (purpose: Purpose): Parameter[] => free.filter((one) => purposeOf(one) === purpose);
  const said = (name: string | false | undefined, guess: () => Parameter | undefined): Parameter | undefined =>
    name === undefined ? guess() : name === false ? undefined : all.find((one) => one.name === name);

  const leaves = leavesOf(document, properties);
  const sortable = leaves.filter(({ isOfMany }) => isOfMany !== true).map(({ path }) => path.join("."));
  const hinted = hint.sort === undefined || hint.sort === false ? undefined : hint.sort.parameter;
  const by = said(hint.sort === false ? false : hinted, () =>
    named("sort").find((one) => !isDirection(document, one) && namesProperties(document, one, sortable)),
  );
  const direction = said(hint.sort === false ? false : hint.sort?.direction, () =>
    [...named("direction"), ...named("sort")].find((one) => one !== by && isDirection(document, one)),
  );
  const texts = properties.filter((one) => !one.hidden && mayHaveText(at(document, one))).map(({ name }) => name);
  const search = said(hint.search, () => named("search").find((one) => !one.required && isText(asked(document, one))));
  const isLoose = properties.some(({ required }) => !required);
  const fields = said(hint.fields, () => named("fields").find((one) => isLoose && isListOfNames(document, one, names)));
  const comparisons = all.flatMap((one) => {
    const { properties: bounds, alternatives } = asked(document, one);
    const isObject =
      bounds.size > 0 || alternatives.some(({ branches }) => branches.some((own) => own.properties.size > 0));
    const isFree = (isObject || !taken.has(one)) && ![by, direction, search, fields].includes(one);
    return (isFree ? comparisonOf(document, one, leaves) : undefined) ?? [];
  });
  const sorted = by ?? direction;
  const arranging: Arranging = {
    comparisons,
    ...(isLatestFirst(document, operation, sorted) ? { isLatestFirst: true as const } : {}),
    ...(sorted === undefined ? {} : { sort: sortOf(document, sorted, direction, sortable) }),
    ...(search === undefined || texts.length === 0 ? {} : { search: { parameter: search, properties: texts } }),
    ...(fields === undefined ? {} : { fields: { parameter: fields, properties: [...names] } }),
  };
  return Object.keys(arranging).length === 1 && comparisons.length === 0 ? undefined : Object.freeze(arranging);
}

/** True for a list that begins with what was created last, as the document says. @param sorted what sorts it */
export function isLatestFirst(document: Document, operation: Operation, sorted?: Parameter): boolean {
  const told = [operation, ...(sorted === undefined ? [] : [sorted])].map((one) =>
    descriptionAt(document, one.pointer),
  );
  const answered = operation.responses.map(({ description }) => description);
  return LATEST_FIRST.test([operation.summary, ...told, ...answered].join(". "));
}

const LATEST_FIRST =
  /\b(?:newest|latest|most recent(?:ly)?)\b[^.]{0,40}\bfirst\b|\bnewest to oldest\b|\breverse[- ]chronological|\bcreat\w+[^.]{0,30} (?:in )?descending\b/i;

/** The parameters with a known meaning. */
export function arrangingParameters({ sort, search, fields, comparisons }: Arranging): Parameter[] {
  const all = [sort?.parameter, sort?.direction, search?.parameter, fields?.parameter];
  return [...all.flatMap((one) => one ?? []), ...comparisons.map(({ parameter }) => parameter)];
}

function sortOf(
  document: Document,
  parameter: Parameter,
  direction: Parameter | undefined,
  properties: readonly string[],
): Sort {
  const { annotations } = asked(document, parameter);
  const usual =
    parameter === direction
      ? usualOrder(`${descriptionAt(document, parameter.pointer)} ${annotations.description ?? ""}`, properties)
      : annotations.default;
  return {
    parameter,
    properties,
    ...(direction === undefined ? {} : { direction }),
    ...(typeof usual === "string" ? { usual } : {}),
  };
}

/** What a list is sorted by if only the direction can be chosen: what its description names, or the order of creation. */
function usualOrder(description: string, properties: readonly string[]): string {
  const words = new Set(description.match(/\w+(?:\.\w+)*/g));
  // What is created has an order of its own, and what is recorded has a time.
  const recorded = properties.some((one) => /creat/i.test(one)) ? undefined : properties.find(isRecorded);
  return properties.find((one) => words.has(one)) ?? recorded ?? "";
}

const at = (document: Document, { schema }: ItemProperty): SchemaNode =>
  presentAt(document, schema.pointer, "response");
const asked = (document: Document, { schema }: Parameter): SchemaNode => presentAt(document, schema.pointer, "request");

/** Formats that add nothing to the type. */
const ANY_TEXT = new Set(["string", "text"]);

/** True for a property whose texts are searched, and for what may have such texts inside. */
function mayHaveText(node: SchemaNode): boolean {
  return node.properties.size > 0 || node.items !== undefined || (isType(node, "string") && !isTimed(node));
}

const isTimed = ({ form }: SchemaNode): boolean => form.formats.some((format) => format.startsWith("date"));

/** Searches are for strings without a closed set of values. */
function isText(node: SchemaNode): boolean {
  const { values, formats } = node.form;
  return isType(node, "string") && values === undefined && formats.every((format) => ANY_TEXT.has(format));
}

/** True if the values that the document allows for a parameter are property names. A free string may be one. */
function namesProperties(document: Document, parameter: Parameter, properties: readonly string[]): boolean {
  const node = asked(document, parameter);
  const one = isType(node, "array") ? node.items : node;
  if (one === undefined || !isType(one, "string") || properties.length === 0) return false;
  const given = one.form.values ?? [...one.annotations.examples, ...node.annotations.examples];
  return (
    given.length === 0 ||
    given.some((value) => sortKey(showScalar(value).split(",")[0] ?? "", properties) !== undefined)
  );
}

function isDirection(document: Document, parameter: Parameter): boolean {
  const node = asked(document, parameter);
  const { values } = node.form;
  if (purposeOf(parameter) === "direction" && values === undefined)
    return isType(node, "string") || (isType(node, "boolean") && directionOf(parameter.name) !== undefined);
  const said = (values ?? []).map((value) => showScalar(value).toLowerCase());
  const [up, down] = [UP, DOWN].map((words) => said.filter((value) => words.has(value)).length) as [number, number];
  // Beside both there may be another word for one of them, such as "normal".
  return said.length > 0 && (up + down === said.length || (up > 0 && down > 0));
}

function isListOfNames(document: Document, parameter: Parameter, names: ReadonlySet<string>): boolean {
  const node = asked(document, parameter);
  const one = isType(node, "array") ? node.items : node;
  if (one === undefined || !isType(one, "string")) return false;
  return one.form.values === undefined || one.form.values.some((value) => names.has(showScalar(value)));
}
