// The OpenAPI document in the browser: follows references, finds operations, and reads schemas as far as a form needs.
import { type Json, type JsonObject, get, isObject, list, parse, show, text } from "./json.ts";
import { FOLDER } from "./plane.ts";
import type { Operation } from "./served.ts";

let loaded: Promise<Json> | undefined;

/** The served document; loaded once. */
export function loadSpec(): Promise<Json> {
  return (loaded ??= fetch(new URL("openapi.json", FOLDER)).then(async (response) => parse(await response.text())));
}

/** Follows references to the end, up to a limit. */
export function follow(spec: Json, part: Json | undefined): Json | undefined {
  let found = part;
  for (let steps = 0; steps < 20; steps++) {
    const pointer = referenceOf(found);
    if (pointer === undefined) return found;
    found = at(spec, pointer);
  }
  return undefined;
}

/** The pointer that a part refers to; undefined if it is not a reference. A served document refers only to itself. */
export function referenceOf(part: Json | undefined): string | undefined {
  const reference = get(part, "$ref");
  return typeof reference === "string" ? reference.replace(/^#/, "") : undefined;
}

/** The value at a JSON pointer. */
export function at(spec: Json, pointer: string): Json | undefined {
  let found: Json | undefined = spec;
  for (const step of pointer.split("/").slice(1)) {
    const name = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
    found = Array.isArray(found) ? (found as readonly Json[])[Number(name)] : get(found, name);
  }
  return found;
}

/** A part of a URL, decoded; unchanged if its encoding is invalid. */
export function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** The pointer of an operation. */
export function pointerOf({ path, method }: Pick<Operation, "path" | "method">): string {
  return `/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method.toLowerCase()}`;
}

/** One property of an object, with its own schema. */
export interface Property {
  readonly name: string;
  readonly schema: Json | undefined;
  readonly required: boolean;
}

/** One parameter of an operation. */
export interface Parameter extends Property {
  readonly place: string;
  readonly description: string;
  readonly example: Json | undefined;
}

/** The parameters of an operation, including those of its path. */
export function parametersOf(spec: Json, operation: Operation): Parameter[] {
  const pointer = pointerOf(operation);
  const shared = list(at(spec, pointer.slice(0, pointer.lastIndexOf("/"))), "parameters");
  const found = new Map<string, Parameter>();
  for (const one of [...shared, ...list(at(spec, pointer), "parameters")]) {
    const parameter = follow(spec, one);
    const name = text(parameter, "name");
    const place = text(parameter, "in");
    found.set(`${place} ${name}`, {
      name,
      place,
      required: get(parameter, "required") === true,
      description: text(parameter, "description"),
      schema: get(parameter, "schema"),
      example: get(parameter, "example"),
    });
  }
  return [...found.values()];
}

/** The schema and an example of the JSON request body; undefined if it accepts none. */
export function bodyOf(
  spec: Json,
  operation: Operation,
): { schema: Json | undefined; example: Json | undefined } | undefined {
  const body = follow(spec, get(at(spec, pointerOf(operation)), "requestBody"));
  const content = get(body, "content");
  const media = get(content, jsonIn(content));
  return media === undefined ? undefined : { schema: get(media, "schema"), example: exampleOf(spec, media) };
}

/** The JSON media type in a content object; "" if there is none. */
export function jsonIn(content: Json | undefined): string {
  return Object.keys(isObject(content) ? content : {}).find((one) => /[/+]json\b/.test(one)) ?? "";
}

/** The example of a media type: its own, or the first of several. */
export function exampleOf(spec: Json, media: Json | undefined): Json | undefined {
  const own = get(media, "example");
  if (own !== undefined) return own;
  const examples = get(media, "examples");
  return isObject(examples) ? get(follow(spec, Object.values(examples)[0]), "value") : undefined;
}

/** The properties of an object schema, including those in allOf. */
export function propertiesOf(spec: Json, schema: Json | undefined, depth = 0): Property[] {
  const own = follow(spec, schema);
  if (!isObject(own) || depth > 8) return [];
  const found = new Map<string, Property>();
  const required = new Set(list(own, "required").map(String));
  for (const part of list(own, "allOf")) {
    for (const one of propertiesOf(spec, part, depth + 1)) found.set(one.name, one);
  }
  const named = get(own, "properties");
  for (const [name, value] of Object.entries(isObject(named) ? named : {})) {
    found.set(name, { name, schema: value, required: required.has(name) });
  }
  return Array.from(found.values(), (one) => (required.has(one.name) ? { ...one, required: true } : one));
}

/** The types that a schema allows, except "null". */
export function typesOf(spec: Json, schema: Json | undefined): string[] {
  const own = follow(spec, schema);
  const type = get(own, "type");
  const types = Array.isArray(type) ? type.map(String) : typeof type === "string" ? [type] : [];
  if (types.length === 0) {
    if (isObject(get(own, "properties"))) return ["object"];
    for (const part of list(own, "allOf")) types.push(...typesOf(spec, part));
  }
  return types.filter((one) => one !== "null");
}

/** The values of an enum, or none. */
export function choicesOf(spec: Json, schema: Json | undefined): readonly Json[] {
  const own = follow(spec, schema);
  const constant = get(own, "const");
  return constant === undefined ? list(own, "enum") : [constant];
}

/** The constraints of a schema, in a few words. */
export function limitsOf(spec: Json, schema: Json | undefined): string {
  const own = (follow(spec, schema) ?? {}) as JsonObject;
  const words = typesOf(spec, schema);
  const format = get(own, "format");
  if (typeof format === "string") words.push(format);
  const from = get(own, "minimum") ?? get(own, "minLength");
  const to = get(own, "maximum") ?? get(own, "maxLength");
  const isLength = get(own, "minLength") !== undefined || get(own, "maxLength") !== undefined;
  const unit = !isLength ? "" : show(to ?? from) === "1" ? " character" : " characters";
  if (from !== undefined && to !== undefined) words.push(`${show(from)} to ${show(to)}${unit}`);
  else if (from !== undefined) words.push(`at least ${show(from)}${unit}`);
  else if (to !== undefined) words.push(`at most ${show(to)}${unit}`);
  const pattern = get(own, "pattern");
  if (typeof pattern === "string") words.push(`like ${pattern}`);
  const choices = choicesOf(spec, schema);
  if (choices.length > 0) words.push(`one of ${choices.slice(0, 8).map(String).join(", ")}`);
  return words.join(", ");
}

/** A value that fits a schema well enough as a start: its example, its default, or the smallest of its type. */
export function sampleOf(spec: Json, schema: Json | undefined, depth = 0): Json {
  const own = follow(spec, schema);
  const given = get(own, "example") ?? list(own, "examples")[0] ?? get(own, "default") ?? choicesOf(spec, own)[0];
  if (given !== undefined) return given;
  const [type = ""] = typesOf(spec, own);
  if (type === "object" && depth < 6) {
    const parts = propertiesOf(spec, own).filter(({ required }) => required);
    return Object.fromEntries(parts.map((one) => [one.name, sampleOf(spec, one.schema, depth + 1)]));
  }
  if (type === "array") return [];
  if (type === "integer" || type === "number") return (get(own, "minimum") as number | undefined) ?? 1;
  if (type === "boolean") return false;
  const usual = FORMATS[text(own, "format")] ?? "text";
  return usual.padEnd(Number(get(own, "minLength") ?? 0), usual);
}

const FORMATS: Readonly<Partial<Record<string, string>>> = Object.assign(Object.create(null), {
  uuid: "7b0e4d5c-3f0a-4c0e-9a53-2f6f8d1c9b11",
  email: "ada@example.com",
  date: "2030-01-31",
  "date-time": "2030-01-31T12:00:00Z",
  time: "12:00:00Z",
  uri: "https://example.com/",
});
