// Reads the parameters of an operation and its path item.
import { appendPointer } from "../../json/pointer.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { URLENCODED, isJson, plainMedia } from "../media.ts";
import type { Example, Parameter, ParameterPlace, SecurityAlternative } from "../model.ts";
import { readContent } from "./content.ts";
import { readExamples } from "./examples.ts";
import { type Reading, type ObjectAt, plainText, freezeList } from "./reading.ts";
import { namesInPath } from "../parameters.ts";

/** The default style for each place (OpenAPI 3.1 section 4.8.12.2). */
const DEFAULT_STYLES: Readonly<Record<ParameterPlace, string>> = {
  path: "simple",
  header: "simple",
  query: "form",
  cookie: "form",
};

/** Headers that OpenAPI describes in other ways (OpenAPI 3.1 section 4.8.12.1). */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/** What has parameters: an operation, its path item, and its path as written, "" if it has none. */
export interface ParameterHolders {
  readonly item: ObjectAt;
  readonly operation: ObjectAt;
  readonly path: string;
  readonly security: readonly SecurityAlternative[];
  /** Each is read as it is written, rather than as a query has it. */
  readonly asWritten: boolean;
}

/**
 * The parameters of the path item, overridden by name and place by those of the operation (OpenAPI 3.1 section 4.8.10).
 * Leaves out what the operation's security describes, and adds what only its path mentions.
 */
export function readParameters(reading: Reading, holders: ParameterHolders): Parameter[] {
  const { item, operation, path, security, asWritten } = holders;
  const merged = new Map<string, Parameter>();
  for (const holder of [item, operation]) {
    const list = holder.value["parameters"];
    if (list === undefined) continue;
    if (!Array.isArray(list)) {
      reading.report(appendPointer(holder.pointer, "parameters"), "parameters must be a list");
      continue;
    }
    for (const index of list.keys()) {
      for (const parameter of readParametersAt(reading, holder, index, asWritten)) {
        const isHeader = parameter.in === "header";
        // Header names are case-insensitive (RFC 9110 section 5.1).
        const name = isHeader ? parameter.name.toLowerCase() : parameter.name;
        if (isHeader && IGNORED_HEADERS.has(name)) continue;
        if (!isCredential(parameter, security)) merged.set(`${parameter.in} ${name}`, parameter);
      }
    }
  }
  for (const name of namesInPath(path.replace(/[?#].*$/s, "")).filter((one) => one !== "")) {
    if (!merged.has(`path ${name}`)) merged.set(`path ${name}`, undescribed(reading, operation, name));
  }
  return [...merged.values()];
}

/** True if a security scheme already describes the parameter, such as a key header that a generator lists again. */
function isCredential({ name, in: place }: Parameter, security: readonly SecurityAlternative[]): boolean {
  const plain = (text = ""): string => (place === "header" ? text.toLowerCase() : text);
  return security
    .flat()
    .some((scheme) => scheme.type === "apiKey" && scheme.in === place && plain(scheme.key) === plain(name));
}

/** A path parameter that the document does not describe. Every request must send it anyway. */
function undescribed(reading: Reading, operation: ObjectAt, name: string): Parameter {
  const part = { value: {}, pointer: appendPointer(operation.pointer, "parameters", name) };
  const { pointer } = part;
  const layout = { style: DEFAULT_STYLES.path, explode: false, deprecated: false, examples: freezeList<Example>([]) };
  return Object.freeze({
    name,
    in: "path",
    required: true,
    pointer,
    schema: reading.schema(part, "request"),
    undescribed: true,
    ...layout,
  });
}

function readParametersAt(reading: Reading, holder: ObjectAt, index: number, asWritten: boolean): readonly Parameter[] {
  const part = reading.object(holder, ["parameters", index], "a parameter");
  if (part === undefined) return [];
  if (part.value["in"] === "querystring") return readQuerystring(reading, part);
  const parameter = readParameter(reading, part);
  if (parameter === undefined) return [];
  return (asWritten ? undefined : readProperties(reading, part, parameter)) ?? [parameter];
}

/**
 * A whole query (OpenAPI 3.2 section 4.12.4): a form with one parameter for each property of its schema, JSON, or a text of
 * another media type.
 */
function readQuerystring(reading: Reading, part: ObjectAt): readonly Parameter[] {
  const content = reading.map(part, "content", "content must map media types to their descriptions");
  const names = Object.keys(content.value);
  const whole = names.find(isJson) ?? names.find((name) => plainMedia(name) !== URLENCODED);
  if (whole !== undefined && !Object.hasOwn(content.value, URLENCODED)) {
    const described = reading.object(content, [whole], "a media type");
    return described === undefined
      ? []
      : [
          Object.freeze({
            name: plainText(part.value["name"]) || "the query",
            in: "query" as const,
            isWhole: true as const,
            required: part.value["required"] === true,
            pointer: part.pointer,
            mediaType: plainMedia(whole),
            schema: reading.schema(described, "request"),
            style: DEFAULT_STYLES.query,
            explode: false,
            deprecated: part.value["deprecated"] === true,
            examples: freezeList(readExamples(reading, described)),
          }),
        ];
  }
  const media = Object.hasOwn(content.value, URLENCODED)
    ? reading.object(content, [URLENCODED], "a media type")
    : undefined;
  const form = media === undefined ? undefined : reading.schemaValue(media);
  const properties = form?.value["properties"];
  if (form === undefined || !isObject(properties)) {
    reading.report(
      part.pointer,
      `a querystring in ${URLENCODED} needs a schema of type object, with a property for each parameter`,
    );
    return [];
  }
  return propertiesOf(reading, form, { ...part.value, examples: [] });
}

/** What the parameter of an object says about each of its properties, besides their schemas. */
interface Whole {
  readonly required?: JsonValue;
  readonly deprecated?: JsonValue;
  readonly examples: readonly Example[];
}

/** Each property of an object as a parameter of its own. */
function propertiesOf(reading: Reading, { value, pointer }: ObjectAt, whole: Whole): Parameter[] {
  const properties = { value: value["properties"] as JsonObject, pointer: appendPointer(pointer, "properties") };
  const required = Array.isArray(value["required"]) ? (value["required"] as JsonArray) : [];
  return Object.keys(properties.value).map((name) => {
    const examples = whole.examples.flatMap((one): Example[] => {
      const own = isObject(one.value) ? ownValue(one.value, name) : undefined;
      return own === undefined ? [] : [{ ...one, value: own }];
    });
    return Object.freeze({
      name,
      in: "query" as const,
      required: whole.required === true && required.includes(name),
      pointer: appendPointer(properties.pointer, name),
      schema: reading.schema(properties, "request", name),
      style: DEFAULT_STYLES.query,
      explode: true,
      deprecated: whole.deprecated === true,
      examples: freezeList(examples),
    });
  });
}

/** What a schema of an object may say if a query that has its properties one by one is to mean the same. */
const PLAIN = new Set([
  "type",
  "properties",
  "required",
  "title",
  "description",
  "example",
  "examples",
  "additionalProperties",
  "nullable",
  "deprecated",
  "default",
]);

/** A query with more parts is judged as one object, which has a limit. */
const MOST_PROPERTIES = 100;

/**
 * The properties of an object that a query has one by one: `?page=1&size=20` for `{ page, size }` (OpenAPI 3.1 section
 * 4.8.12.3, `form` with `explode`). Undefined if they are more than single values and lists of these, for which no style is
 * defined, or if the schema says something about them together.
 */
function readProperties(
  reading: Reading,
  part: ObjectAt,
  { in: place, style, explode, mediaType, examples }: Parameter,
) {
  if (place !== "query" || style !== "form" || !explode || mediaType !== undefined) return undefined;
  const form = reading.schemaValue(part);
  const properties = form?.value["properties"];
  const count = isObject(properties) ? Object.keys(properties).length : 0;
  if (form === undefined || !isObject(properties) || count === 0 || count > MOST_PROPERTIES) return undefined;
  if (!Object.keys(form.value).every((name) => PLAIN.has(name) || name.startsWith("x-"))) return undefined;
  if (isObject(form.value["additionalProperties"])) return undefined;
  const held = { value: properties, pointer: appendPointer(form.pointer, "properties") };
  const isSent = Object.keys(properties).every((name) => isListOrLeaf(reading, reading.schemaValue(held, name)));
  return isSent ? propertiesOf(reading, form, { ...part.value, examples }) : undefined;
}

const LEAVES: readonly (JsonValue | undefined)[] = ["string", "integer", "number", "boolean", "null"];

/** True for the schema of a single value, or of a list of single values. */
function isListOrLeaf(reading: Reading, schema: ObjectAt | undefined): boolean {
  const { type } = schema?.value ?? {};
  const isLeaf = Array.isArray(type) ? type.every((one: JsonValue) => LEAVES.includes(one)) : LEAVES.includes(type);
  if (isLeaf || schema === undefined || type !== "array") return isLeaf;
  const items = reading.schemaValue(schema, "items");
  return items?.value["type"] !== "array" && isListOrLeaf(reading, items);
}

function readParameter(reading: Reading, part: ObjectAt): Parameter | undefined {
  const { value, pointer } = part;
  const name = plainText(value["name"]);
  const place = value["in"];
  if (!isParameterPlace(place)) {
    reading.report(pointer, `the parameter's "in" must be path, query, querystring, header or cookie`);
    return undefined;
  }
  if (name === "") {
    reading.report(pointer, "the parameter has no name");
    return undefined;
  }
  const style = plainText(value["style"]) || DEFAULT_STYLES[place];
  const [media] = readContent(reading, part, "request");
  return Object.freeze({
    name,
    in: place,
    required: place === "path" || value["required"] === true,
    pointer,
    schema: media?.schema ?? reading.schema(part, "request"),
    style,
    explode: typeof value["explode"] === "boolean" ? value["explode"] : style === "form" || style === "cookie",
    deprecated: value["deprecated"] === true,
    ...(value["allowEmptyValue"] === true && place === "query" ? { allowsEmpty: true as const } : {}),
    ...(media === undefined ? {} : { mediaType: media.name }),
    examples: freezeList(readExamples(reading, part)),
  });
}

/** True for a valid place of parameters. */
export function isParameterPlace(value: JsonValue | undefined): value is ParameterPlace {
  return typeof value === "string" && Object.hasOwn(DEFAULT_STYLES, value);
}
