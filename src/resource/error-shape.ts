// The error body: the schema that most error responses share, and the meaning of its properties. `x-resource` on that
// schema gives the meaning if the names do not.
import { defined } from "../json/defined.ts";
import { isJson } from "../contract/media.ts";
import type { Contract, Header, MediaType } from "../contract/model.ts";
import { isErrorStatus } from "../contract/responses.ts";
import { type Document, resolve } from "../document/document.ts";
import { appendPointer, valueAt } from "../json/pointer.ts";
import { writeJson } from "../json/write.ts";
import { type SchemaNode, isType, mayBe, schemaAt } from "../schema/normal/schema-node.ts";
import { type ErrorFieldName, type ErrorHint, HINT, type InnerHint, type ReadHint, readErrorHint } from "./hint.ts";
import type { ErrorField, ErrorFields, ErrorShape, HintProblem, InnerFields } from "./model.ts";
import { quoted } from "../json/quote.ts";
import { plainName } from "./paths.ts";

const NAMES = {
  code: ["code", "errorcode", "error", "reason", "type"],
  message: [
    "message",
    "detail",
    "description",
    "errordescription",
    "errormessage",
    "title",
    "error",
    "msg",
    "errorsummary",
  ],
  status: ["status", "statuscode", "httpstatus", "httpstatuscode", "httpcode", "code"],
} as const;

/** The error body of a contract, and the parts of its x-resource that cannot be followed. */
export interface InferredError {
  readonly shape?: ErrorShape;
  readonly problems: readonly HintProblem[];
}

/** Finds the shape of most error responses in a contract. */
export function inferError({ document, operations }: Contract): InferredError {
  const pointers = new Set<string>();
  const found = new Map<string, { pointer: string; media: MediaType; headers: readonly Header[]; count: number }>();
  for (const { responses } of operations) {
    for (const { status, content, headers } of responses) {
      if (!isErrorStatus(status)) continue;
      const media = content.find(({ name, schema }) => schema !== undefined && isJson(name));
      if (media?.schema === undefined) continue;
      const { pointer } = resolve(document, media.schema.pointer);
      pointers.add(pointer);
      const kind = kindOf(document, pointer);
      const known = found.get(kind);
      found.set(kind, {
        pointer: known?.pointer ?? pointer,
        media: known?.media ?? media,
        headers: known?.headers ?? headers,
        count: (known?.count ?? 0) + 1,
      });
    }
  }
  const problems = [...pointers].flatMap((pointer) => describeError(document, pointer).problems);
  const [most] = [...found.values()].sort((a, b) => b.count - a.count);
  const schema = most?.media.schema;
  if (most === undefined || schema === undefined) return { problems };
  const { pointer, media, headers } = most;
  const { fields } = describeError(document, pointer);
  return {
    shape: Object.freeze({ media, schema, headers, ...fields }),
    problems: [...new Map(problems.map((problem) => [writeJson({ ...problem }), problem])).values()],
  };
}

/** The same for schemas with the same properties: generators write the one error body at each response. */
function kindOf(document: Document, pointer: string): string {
  const { properties, form } = schemaAt(document, pointer, "response");
  const named = [...properties].map(([name, { types }]) => `${name} ${form.required.has(name)} ${types?.join() ?? ""}`);
  return named.length === 0 ? pointer : named.toSorted().join("\n");
}

/**
 * Which property of an error's schema contains what. If the error itself has no text for people, this includes the
 * properties of one object in it.
 */
export function errorFields(document: Document, pointer: string): ErrorFields {
  return describeError(document, pointer).fields;
}

interface Described extends ReadHint<ErrorHint> {
  readonly fields: ErrorFields;
}

export function describeError(document: Document, pointer: string): Described {
  const schema = schemaAt(document, pointer, "response");
  const at = hintPointer(schema);
  const { hint, problems: unreadable } = readErrorHint(
    at === undefined ? undefined : valueAt(document.root, at),
    at ?? "",
  );
  const problems = [...unreadable];
  const place = appendPointer(at ?? "", "error");
  const own = fieldsOf(schema, { hint, place, problems });
  const inner = innerOf(schema, own.message === undefined, { hint: hint.inner, place, problems });
  return { fields: inner === undefined ? own : { ...own, inner }, hint, problems };
}

/** The location of a schema's x-resource: on the schema itself, or on one that it is composed of. */
function hintPointer({ parts }: SchemaNode): string | undefined {
  const found = parts.find(({ definition }) => definition[HINT] !== undefined);
  return found === undefined ? undefined : appendPointer(found.pointer, HINT);
}

/** The hint about one object's fields, where it is, and the list of problems to add to. */
interface Said<Hint> {
  readonly hint: Hint;
  readonly place: string;
  readonly problems: HintProblem[];
}

function innerOf(
  schema: SchemaNode,
  isNeeded: boolean,
  { hint, place, problems }: Said<InnerHint | false | undefined>,
): InnerFields | undefined {
  if (hint === false || (hint === undefined && !isNeeded)) return undefined;
  const objects = innerObjects(schema);
  if (hint === undefined) return innerFields(objects);
  const at = appendPointer(place, "inner");
  const object = objects.find(({ property }) => property === hint.property);
  if (object === undefined) {
    const names = objects.map(({ property }) => property).join(", ") || "none";
    const message = `inner names the property ${quoted(hint.property)}; the objects in the error are ${names}`;
    problems.push({ pointer: at, message });
    return undefined;
  }
  const { property, isList } = object;
  return { property, isList, ...fieldsOf(object.schema, { hint, place: at, problems }) };
}

interface InnerObject {
  readonly property: string;
  readonly isList: boolean;
  readonly schema: SchemaNode;
}

/** The objects, and lists of objects, in an error. */
function innerObjects({ properties }: SchemaNode): InnerObject[] {
  return [...properties].flatMap(([property, whole]) => {
    const items = isType(whole, "array") ? whole.items : undefined;
    const schema = items ?? whole;
    return mayBe(schema, "object") ? [{ property, isList: items !== undefined, schema }] : [];
  });
}

/** The first object in an error that has a text for people, or else the first with a code. */
function innerFields(objects: readonly InnerObject[]): InnerFields | undefined {
  const described = objects.map(({ property, isList, schema }) => ({ property, isList, ...fieldsOf(schema) }));
  return described.find(({ message }) => message !== undefined) ?? described.find(({ code }) => code !== undefined);
}

/** The alternatives of a field that is a text, or several. */
function branchesOf({ alternatives }: SchemaNode): readonly SchemaNode[] {
  const [only, another] = alternatives;
  return only === undefined || another !== undefined ? [] : only.branches;
}

const TYPES = {
  code: ["string"],
  message: ["string"],
  status: ["integer", "number"],
} as const satisfies Record<ErrorFieldName, readonly ErrorField["type"][]>;

function fieldsOf(
  { properties, form }: SchemaNode,
  said: Said<Readonly<Partial<Record<ErrorFieldName, string | false>>>> = { hint: {}, place: "", problems: [] },
): Omit<ErrorFields, "inner"> {
  const taken = new Set(Object.values(said.hint));
  const typeOf = (kind: ErrorFieldName, own: SchemaNode): ErrorField["type"] | undefined =>
    TYPES[kind].find((name) => isType(own, name) || branchesOf(own).some((one) => isType(one, name)));
  const field = (kind: ErrorFieldName): ErrorField | undefined => {
    const named = said.hint[kind];
    if (named === false) return undefined;
    const property = named ?? guess(kind);
    const own = property === undefined ? undefined : properties.get(property);
    const type = own === undefined ? undefined : typeOf(kind, own);
    if (property !== undefined && type !== undefined) return { property, type, required: form.required.has(property) };
    if (named !== undefined) {
      const why =
        own === undefined ? "the error has no such property" : `it is not of type ${TYPES[kind].join(" or ")}`;
      said.problems.push({
        pointer: appendPointer(said.place, kind),
        message: `${kind} names the property ${quoted(named)}, but ${why}`,
      });
    }
    return undefined;
  };
  const guess = (kind: ErrorFieldName): string | undefined => {
    for (const wanted of NAMES[kind]) {
      for (const [property, own] of properties) {
        if (plainName(property) !== wanted || taken.has(property)) continue;
        // "type" in problem details is a URI, not a code.
        if (own.form.formats.some((format) => format.startsWith("uri"))) continue;
        if (typeOf(kind, own) === undefined) continue;
        // A single allowed value is for one response and says nothing about others.
        if (kind === "status" && own.form.values?.length === 1) continue;
        // The service's own numbers: 4 for a wrong key.
        if (kind === "status" && own.annotations.examples.some((one) => !/^[1-5]\d\d$/.test(writeJson(one)))) continue;
        taken.add(property);
        return property;
      }
    }
    return undefined;
  };
  const [status, code, message] = [field("status"), field("code"), field("message")];
  const only = code === undefined ? undefined : properties.get(code.property);
  // The one text of an error is for people, whatever it is called.
  const isText = said.hint.code === undefined && only !== undefined && only.form.values === undefined;
  if (message === undefined && said.hint.message === undefined && isText && code?.property.toLowerCase() === "error")
    return defined({ message: code, status });
  return defined({ code, message, status });
}
