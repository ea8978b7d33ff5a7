// Swagger 2.0 as the OpenAPI 3.0 that it means, so that everything else reads one grammar. Places stay those of the
// original. The published converters lose constraints of form fields or the media types of single operations.
import { ComponentNames, Moves, type Moving, below } from "./moves.ts";
import { type Conversion, isInBody, requestBody, responseContent } from "./bodies.ts";
import { convertedSchema, convertedValue, lostFormats, mapped } from "./schemas.ts";
import { securityScheme } from "./security.ts";
import { METHODS } from "../field-names.ts";
import type { Locate } from "../location.ts";
import { hasReference, problemAtStart, referenceText } from "../document.ts";
import { appendPointer, fragmentPointer, valueAt } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { keptFor } from "../../memo.ts";

/** A converted document. */
export interface Upgraded {
  /** An OpenAPI 3.0 document. */
  readonly value: JsonObject;
  /** Locates a pointer of `value` in the original. */
  readonly locate: Locate;
  /** What OpenAPI 3.0 cannot say, by its pointer in `value`. */
  readonly notes: readonly { readonly pointer: string; readonly message: string }[];
  /** The pointer in `value` of a pointer in the original. */
  readonly converted: (pointer: string) => string;
  /** The pointer in the original of a pointer in `value`. */
  readonly original: (pointer: string) => string;
}

/** True for a document of Swagger 2.0. */
export function isSwagger(value: JsonObject): boolean {
  return value["openapi"] === undefined && (value["swagger"] === "2.0" || value["swagger"] === 2);
}

/** Converts a document of Swagger 2.0, which is not changed. @param name what findings call it */
export function upgraded(value: JsonObject, name: string, locate: Locate): Upgraded {
  const upgrade = new Upgrade(value, name);
  const root = upgrade.document();
  const { moves, notes } = upgrade;
  return { value: root, locate: moves.locating(locate), notes, converted: moves.converted, original: moves.original };
}

/** Limits memory. Kubernetes has 4,000. */
const MAX_CONTENTS = 100_000;

/** The parts of the root that move, and what they become. */
const ROOT = new Set([
  ...["swagger", "host", "basePath", "schemes", "consumes", "produces"],
  ...["definitions", "parameters", "responses", "securityDefinitions", "paths"],
]);

type Map = Record<string, JsonValue>;

export class Upgrade implements Conversion {
  readonly moves = new Moves();
  readonly notes: { pointer: string; message: string }[] = [];
  readonly root: JsonObject;
  readonly #references: Map[] = [];
  readonly #schemas = new globalThis.Map<JsonValue, JsonValue>();
  readonly schema = (schema: JsonValue): JsonValue =>
    keptFor(this.#schemas, schema, () => convertedSchema(schema, this.refer));
  #contents = 0;
  readonly refer = (holder: Map): void => void this.#references.push(holder);

  readonly #name: string;

  constructor(root: JsonObject, name: string) {
    this.root = root;
    this.#name = name;
  }

  readonly spend = (contents: number): void => {
    this.#contents += contents;
    if (this.#contents <= MAX_CONTENTS) return;
    const message = `its lists of media types stand for more than ${MAX_CONTENTS} bodies`;
    throw problemAtStart(this.#name, message);
  };

  document(): JsonObject {
    const root = this.root;
    const components = this.#components();
    const document: JsonObject = {
      openapi: "3.0.4",
      ...Object.fromEntries(Object.entries(root).filter(([name]) => !ROOT.has(name))),
      servers: this.#servers(root["schemes"]),
      ...(root["paths"] !== undefined && { paths: this.#paths(root["paths"]) }),
      ...(Object.keys(components).length > 0 && { components }),
    };
    this.moves.add("/swagger", "/openapi");
    this.moves.add(root["basePath"] === undefined ? "/host" : "/basePath", "/servers");
    this.lead();
    return document;
  }

  /** Leads all references to where their targets stand now, when everything is converted. */
  lead(): void {
    for (const holder of this.#references) this.#lead(holder);
  }

  /** Leads a reference inside the document to where its target stands now. */
  #lead(holder: Map): void {
    const text = holder["$ref"] as string;
    const pointer = text.startsWith("#") ? fragmentPointer(text) : undefined;
    if (pointer !== undefined) holder["$ref"] = `#${this.moves.converted(pointer).replaceAll("%", "%25")}`;
  }

  #servers(schemes: JsonValue | undefined): JsonValue {
    const { host, basePath } = this.root;
    const path = typeof basePath === "string" ? basePath : "";
    if (typeof host !== "string") return [{ url: path === "" ? "/" : path }];
    const listed = Array.isArray(schemes) && schemes.length > 0 ? schemes : ["https"];
    return listed
      .filter((scheme) => scheme === "http" || scheme === "https")
      .map((scheme) => ({ url: `${scheme}://${host}${path}` }));
  }

  #components(): Map {
    const components: Map = {};
    const put = (from: string, to: string, convert: (part: Moving<JsonValue>) => JsonValue | undefined): void => {
      const parts = this.root[from];
      if (!isObject(parts)) return;
      const names = new ComponentNames();
      for (const [name, value] of Object.entries(parts)) {
        const place = { from: appendPointer("", from, name), to: appendPointer("", "components", to, names.for(name)) };
        const converted = convert({ ...place, value });
        if (converted === undefined) continue;
        this.moves.add(place.from, place.to);
        ((components[to] ??= {}) as Map)[names.for(name)] = converted;
      }
      this.moves.add(`/${from}`, `/components/${to}`);
    };
    put("definitions", "schemas", ({ value }) => this.schema(value));
    put("responses", "responses", (part) => this.response(part, this.root["produces"]));
    // A body is no parameter in 3.0: operations take it over from where it stands.
    put("parameters", "parameters", (part) => (isInBody(part.value) ? undefined : this.parameter(part)));
    put("securityDefinitions", "securitySchemes", ({ value }) => securityScheme(value));
    return components;
  }

  #paths(paths: JsonValue): JsonValue {
    if (!isObject(paths)) return paths;
    return mapped(paths, (value, path) => this.pathItem(below({ value, from: "/paths", to: "/paths" }, value, path)));
  }

  pathItem({ value: item, ...place }: Moving<JsonValue>): JsonValue {
    if (!isObject(item)) return item;
    const shared = this.#parameters(below({ ...place, value: item }, item["parameters"], "parameters"));
    const converted: Map = { ...item };
    if (shared.length > 0) converted["parameters"] = this.#inline(shared, appendPointer(place.to, "parameters"));
    const inBody = shared.filter(({ value }) => isInBody(value));
    for (const method of METHODS) {
      const operation = item[method];
      if (isObject(operation))
        converted[method] = this.operation(below({ ...place, value: item }, operation, method), inBody);
    }
    if (referenceText(item) !== undefined) this.refer(converted);
    return converted;
  }

  operation(part: Moving<JsonObject>, shared: readonly Moving<JsonValue>[]): JsonValue {
    const { value: operation, to } = part;
    const {
      consumes = this.root["consumes"],
      produces = this.root["produces"],
      schemes,
      parameters,
      ...kept
    } = operation;
    const own = this.#parameters(below(part, parameters, "parameters"));
    const converted: Map = { ...kept };
    const inline = this.#inline(own, appendPointer(to, "parameters"));
    if (inline.length > 0) converted["parameters"] = inline;
    const inherited = shared.filter((one) => !own.some((other) => isSame(one.value, other.value)));
    const body = requestBody(this, [...inherited, ...own], consumes, appendPointer(to, "requestBody"));
    if (body !== undefined) converted["requestBody"] = body;
    if (schemes !== undefined) converted["servers"] = this.#servers(schemes);
    const { responses } = operation;
    if (isObject(responses)) {
      const at = below(part, responses, "responses");
      converted["responses"] = mapped(responses, (value, status) => this.response(below(at, value, status), produces));
    }
    return converted;
  }

  /** The parameters of a list. Those in a body stand for what they refer to, since 3.0 cannot refer to them. */
  #parameters({ value: list, ...place }: Moving<JsonValue | undefined>): readonly Moving<JsonValue>[] {
    if (!Array.isArray(list)) return [];
    return list.map((value: JsonValue, index): Moving<JsonValue> => {
      const pointer = fragmentPointer(referenceText(value) ?? "");
      const target = pointer === undefined || pointer === "" ? undefined : valueAt(this.root, pointer);
      if (pointer !== undefined && target !== undefined && isInBody(target))
        return { value: target, from: pointer, to: "" };
      return below({ ...place, value: list }, value, index);
    });
  }

  /** The parameters of a list that are not in a body. @param to the pointer of the new list */
  #inline(parameters: readonly Moving<JsonValue>[], to: string): JsonValue[] {
    return parameters
      .filter(({ value }) => !isInBody(value))
      .map((part, index) => {
        this.moves.add(part.from, appendPointer(to, index));
        return this.parameter({ ...part, to: appendPointer(to, index) });
      });
  }

  parameter({ value, to, from }: Moving<JsonValue>): JsonValue {
    if (!isObject(value)) return value;
    if (referenceText(value) !== undefined) return this.#referring(value);
    for (const name of ["type", "items", "format", "enum", "pattern", "default"]) {
      if (value[name] !== undefined) this.moves.add(appendPointer(from, name), appendPointer(to, "schema", name));
    }
    for (const lost of lostFormats(value, from))
      this.notes.push({ ...lost, pointer: this.moves.converted(lost.pointer) });
    return convertedValue(value, this.refer);
  }

  #referring(value: JsonObject): JsonObject {
    const copy = { ...value };
    this.refer(copy);
    return copy;
  }

  response({ value: response, from, to }: Moving<JsonValue>, produces: JsonValue | undefined): JsonValue {
    if (!isObject(response)) return response;
    const target = this.#target(response);
    if (referenceText(response) !== undefined) {
      const isShared = target === undefined || produces === this.root["produces"] || hasReference(target.value);
      // A shared response has the media types of the document; an operation with its own has a copy.
      return isShared ? this.#referring(response) : this.response({ ...target, to }, produces);
    }
    this.moves.add(from, to);
    const { schema: _schema, examples: _examples, headers, ...rest } = response;
    const content = responseContent(this, { value: response, from, to }, produces);
    const header = (value: JsonValue, name: string): JsonValue =>
      this.parameter({ value, from: appendPointer(from, "headers", name), to: appendPointer(to, "headers", name) });
    return {
      ...rest,
      ...(isObject(headers) && { headers: mapped(headers, header) }),
      ...(Object.keys(content).length > 0 && { content }),
    };
  }

  /** What a reference inside the document leads to. */
  #target(part: JsonValue): Omit<Moving<JsonValue>, "to"> | undefined {
    const from = fragmentPointer(referenceText(part) ?? "");
    const value = from === undefined || from === "" ? undefined : valueAt(this.root, from);
    return from === undefined || value === undefined ? undefined : { value, from };
  }
}

/** True if an operation's own parameter replaces one of its path. There is one body, whatever its name. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  if (!isObject(one) || !isObject(other) || one["in"] !== other["in"]) return false;
  return one["in"] === "body" || one["name"] === other["name"];
}
