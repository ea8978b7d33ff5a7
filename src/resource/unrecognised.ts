// Reports what inference could not interpret although it may have a meaning, with the x-resource that would declare it:
// anything that depends on it (pages, filters, error texts) is otherwise neither mocked nor checked.
import type { Contract, Operation, Parameter } from "../contract/model.ts";
import { type Document, resolve } from "../document/document.ts";
import { writeJson } from "../json/write.ts";
import { type SchemaNode, isType, schemaAt } from "../schema/normal/schema-node.ts";
import { describeError } from "./error-shape.ts";
import { type ErrorHint, readOperationHint } from "./hint.ts";
import { arrangingParameters, purposeOf } from "./lists/arranging.ts";
import type { ErrorFields, Inference, ItemProperty, Resource, Unrecognised } from "./model.ts";
import { isFilter, queryParameters } from "./lists/query.ts";

/** How many parameters of one list a sentence names. */
const MOST_NAMED = 8;

/** What inference could not interpret, for those who tell it: the mock does without. */
export function unrecognisedIn({ document }: Contract, { resources, error }: Inference): readonly Unrecognised[] {
  const lists = resources.flatMap((one) => {
    const { list } = one.operations;
    return list === undefined ? [] : unrecognisedQuery(document, list, one);
  });
  if (error === undefined) return lists;
  const { pointer } = resolve(document, error.schema.pointer);
  const { fields, hint } = describeError(document, pointer);
  return [...lists, ...unrecognisedError(document, pointer, fields, hint)];
}

/** The query parameters of a list with no known meaning. */
function unrecognisedQuery(document: Document, operation: Operation, resource: Resource): Unrecognised[] {
  const { pageSize, pageStart, filters, cursors, properties } = resource;
  const arranged = resource.arranging.get(operation);
  const { hint } = readOperationHint(operation.resourceHint, operation.pointer);
  const known = [
    ...[pageSize, pageStart, ...filters, ...cursors].map((meaning) => meaning?.parameter),
    ...(arranged === undefined ? [] : arrangingParameters(arranged)),
  ];
  const left = queryParameters(operation).filter(
    (one) =>
      !known.includes(one) && !(isFilter(one) && one.name.startsWith("$")) && hint.filters?.get(one.name) !== false,
  );
  const isInteger = ({ schema }: Parameter): boolean =>
    isType(schemaAt(document, schema.pointer, "request"), "integer");
  const size = pageSize === undefined && hint.pageSize === undefined ? left.find(isInteger) : undefined;
  const others = left.filter((parameter) => parameter !== size);
  const start =
    pageStart === undefined && cursors.length === 0 && hint.pageStart === undefined
      ? others.find(isInteger)
      : undefined;
  const at = `${operation.method} ${operation.path}`;
  const found: Unrecognised[] = [];
  const add = (kind: Unrecognised["kind"], message: string, ignored: readonly Parameter[] = []): void =>
    void found.push({
      kind,
      pointer: operation.pointer,
      message,
      ...(ignored.length === 0 ? {} : { ignored: ignored.map(({ name }) => `${name} of ${at}`) }),
    });
  if (size !== undefined)
    add(
      "page size",
      `no parameter of ${at} sets the page size; if one does, name it with x-resource: { pageSize: ${key(size.name)} }`,
    );
  const ordering = others.filter((one) => purposeOf(one) !== undefined);
  if (ordering.length > 0) {
    const names = ordering.map((one) => `${one.name} (${whyIgnored(one)})`).join(", ");
    add(
      "ignored parameters",
      `of ${at}, the mock does not follow ${names}; to say more, add x-resource: { sort: … }, { search: … } or { fields: … }`,
      ordering,
    );
  }
  const unknown = others.filter((parameter) => !ordering.includes(parameter));
  const [other] = unknown;
  if (other !== undefined) {
    const left = unknown.length > MOST_NAMED + 1 ? `, and ${unknown.length - MOST_NAMED} more` : "";
    const shown = left === "" ? unknown : unknown.slice(0, MOST_NAMED);
    const names = `${shown.map(({ name }) => name).join(", ")}${left}`;
    const filter = `{ filters: { ${key(other.name)}: ${key(likeliest(document, other, properties))} } } for a filter`;
    const begins = start === undefined ? "" : `, { pageStart: ${key(start.name)} } for where a page begins`;
    add(
      "query parameters",
      `of ${at}, the meaning of ${names} is not known; to say it, add x-resource: ${filter}${begins}, or { filters: { ${key(other.name)}: false } } for neither`,
      unknown,
    );
  }
  return found;
}

/** The property that a filter most likely compares: one with the same values, or else one of the same type. */
function likeliest(document: Document, { schema }: Parameter, properties: readonly ItemProperty[]): string {
  const own = schemaAt(document, schema.pointer, "request");
  const same = (test: (property: SchemaNode) => boolean): string | undefined =>
    properties.find((property) => test(schemaAt(document, property.schema.pointer, "response")))?.name;
  const values = writeJson(own.form.values ?? null);
  const type = writeJson(own.types ?? null);
  return (
    (own.form.values === undefined ? undefined : same(({ form }) => writeJson(form.values ?? null) === values)) ??
    same(({ types }) => writeJson(types ?? null) === type) ??
    "PROPERTY"
  );
}

/** What is unknown about an error body: its text for people, and the HTTP status in it. */
function unrecognisedError(document: Document, pointer: string, fields: ErrorFields, hint: ErrorHint): Unrecognised[] {
  const { properties } = schemaAt(document, pointer, "response");
  const taken = [fields.code, fields.message, fields.status].map((field) => field?.property);
  const free = [...properties].filter(([name]) => !taken.includes(name));
  const ofType = (...types: readonly ("string" | "integer")[]): string | undefined =>
    free.find(([, property]) => types.some((type) => isType(property, type)))?.[0];
  const has = (field: "message" | "status"): boolean =>
    fields[field] !== undefined || fields.inner?.[field] !== undefined || hint[field] !== undefined;
  const found: Unrecognised[] = [];
  const note = (field: "message" | "status", what: string, name: string | undefined): void => {
    if (has(field) || name === undefined) return;
    const message = `no property of the error body carries ${what}; if one does, name it on the schema of the error with x-resource: { error: { ${field}: ${key(name)} } }`;
    found.push({ kind: `error ${field}`, pointer, message });
  };
  note("message", "the text for people", ofType("string"));
  note("status", "the HTTP status", ofType("integer"));
  return found;
}

/** A name as a key in YAML flow style. */
function key(name: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(name) ? name : JSON.stringify(name);
}

/** Why such a parameter is ignored. */
function whyIgnored(parameter: Parameter): string {
  const purpose = purposeOf(parameter);
  if (purpose === "more") return "items are always shown whole";
  if (purpose === "sort" || purpose === "direction") return "its values name no property of the items";
  if (purpose === "fields") return "items need all properties, or it names none";
  return parameter.required
    ? "it is required, so it may be a query language"
    : "items have no text to search, or it is none";
}
