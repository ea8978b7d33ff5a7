// From a document to the contract: each part of it read once, in the terms of OpenAPI, and frozen.
import { type Document, type DocumentProblem, DocumentError, refuseDocument, resolve } from "./document.ts";
import { type JsonObject, type JsonValue, isObject, writeJson } from "./json.ts";
import { readLifecycle } from "./lifecycle.ts";
import type {
  Contract,
  Direction,
  Header,
  MediaType,
  Method,
  Operation,
  Parameter,
  ParameterPlace,
  RequestBody,
  Response,
  Schema,
  Warning,
} from "./model.ts";
import { appendPointer } from "./pointer.ts";
import { readExamples } from "./examples.ts";
import type { SchemaSet } from "./schema-set.ts";
import { readSecurity } from "./security.ts";
import { readServers } from "./servers.ts";
import { text } from "./text.ts";

export const METHODS: readonly Method[] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/**
 * Builds the contract of a document.
 * @throws DocumentError naming each place that cannot be understood
 */
export function buildContract(document: Document, schemas: SchemaSet, warnings: readonly Warning[] = []): Contract {
  return new Builder(document, schemas).contract(warnings);
}

/** Every schema of a contract, with the direction in which its values travel. */
export function* schemasOf(contract: Contract): Generator<readonly [Schema, Direction]> {
  for (const { parameters, body, responses } of contract.operations) {
    for (const { schema } of parameters) yield [schema, "request"];
    for (const { schema } of body?.content ?? []) if (schema) yield [schema, "request"];
    for (const { headers, content } of responses) {
      for (const { schema } of headers) yield [schema, "response"];
      for (const { schema } of content) if (schema) yield [schema, "response"];
    }
  }
}

class Builder {
  readonly #document: Document;
  readonly #schemas: SchemaSet;
  readonly #ids = new Set<string>();

  constructor(document: Document, schemas: SchemaSet) {
    this.#document = document;
    this.#schemas = schemas;
  }

  contract(warnings: readonly Warning[]): Contract {
    const { root } = this.#document;
    const info = isObject(root["info"]) ? root["info"] : {};
    return Object.freeze({
      title: text(info["title"]) || "untitled",
      version: text(info["version"]),
      document: this.#document,
      servers: freezeList(readServers(root)),
      operations: freezeList(this.#operations()),
      warnings,
    });
  }

  #operations(): Operation[] {
    const paths = this.#document.root["paths"];
    if (paths === undefined) return [];
    if (!isObject(paths)) refuseDocument(this.#document, "/paths", "paths must map path templates to their operations");
    const operations: Operation[] = [];
    const problems: DocumentProblem[] = [];
    for (const path of Object.keys(paths).filter((key) => key.startsWith("/"))) {
      const item = this.#object(appendPointer("/paths", path), "a path item");
      for (const method of METHODS) {
        if (item.value[method.toLowerCase()] === undefined) continue;
        try {
          operations.push(this.#operation(path, method, item));
        } catch (error) {
          // All problems at once: a person mends a document in one go.
          if (!(error instanceof DocumentError)) throw error;
          problems.push(...error.problems);
        }
      }
    }
    if (problems.length > 0) throw new DocumentError(problems);
    return operations;
  }

  #operation(path: string, method: Method, item: Part): Operation {
    const { value, pointer } = this.#object(appendPointer(item.pointer, method.toLowerCase()), "an operation");
    const named = text(value["operationId"]);
    const id = named === "" || this.#ids.has(named) ? `${method} ${path}` : named;
    this.#ids.add(id);
    const body = value["requestBody"] === undefined ? undefined : this.#body(appendPointer(pointer, "requestBody"));
    return Object.freeze({
      id,
      method,
      path,
      pointer,
      summary: text(value["summary"]),
      parameters: freezeList(this.#parameters(item, { value, pointer })),
      ...(body === undefined ? {} : { body }),
      responses: freezeList(this.#responses(appendPointer(pointer, "responses"), value["responses"])),
      security: readSecurity(this.#document, value, pointer),
      lifecycle: readLifecycle(this.#document, value, pointer),
      ...(value["x-resource"] === undefined ? {} : { resourceHint: value["x-resource"] }),
    });
  }

  /** Those of the path, overridden by name and place by those of the operation (OpenAPI 3.1 section 4.8.10). */
  #parameters(item: Part, operation: Part): Parameter[] {
    const merged = new Map<string, Parameter>();
    for (const { value, pointer } of [item, operation]) {
      const list = value["parameters"];
      if (list === undefined) continue;
      const place = appendPointer(pointer, "parameters");
      if (!Array.isArray(list)) refuseDocument(this.#document, place, "parameters must be a list");
      for (const index of list.keys()) {
        const parameter = this.#parameter(appendPointer(place, index));
        if (parameter.in === "header" && IGNORED_HEADERS.has(parameter.name.toLowerCase())) continue;
        merged.set(`${parameter.in} ${parameter.name}`, parameter);
      }
    }
    return [...merged.values()];
  }

  #parameter(at: string): Parameter {
    const { value, pointer } = this.#object(at, "a parameter");
    const name = text(value["name"]);
    const place = value["in"];
    if (place !== "path" && place !== "query" && place !== "header" && place !== "cookie") {
      refuseDocument(this.#document, pointer, `the parameter's "in" must be path, query, header or cookie`);
    }
    if (name === "") refuseDocument(this.#document, pointer, "the parameter has no name");
    const style = text(value["style"]) || DEFAULT_STYLES[place];
    const media = this.#content(pointer, value, "request")[0];
    return Object.freeze({
      name,
      in: place,
      required: place === "path" || value["required"] === true,
      pointer,
      schema: media?.schema ?? this.#schema(appendPointer(pointer, "schema"), value["schema"], "request"),
      style,
      explode: typeof value["explode"] === "boolean" ? value["explode"] : style === "form",
      deprecated: value["deprecated"] === true,
      ...(media === undefined ? {} : { mediaType: media.name }),
      examples: freezeList(readExamples(this.#document, pointer, value)),
    });
  }

  #body(at: string): RequestBody {
    const { value, pointer } = this.#object(at, "a request body");
    const content = freezeList(this.#content(pointer, value, "request"));
    return Object.freeze({ required: value["required"] === true, pointer, content });
  }

  #responses(at: string, responses: JsonValue | undefined): Response[] {
    if (responses === undefined) return [];
    if (!isObject(responses)) refuseDocument(this.#document, at, "responses must map status codes to responses");
    const statuses = Object.keys(responses).filter((status) => !status.startsWith("x-"));
    return statuses.map((status) => {
      const { value, pointer } = this.#object(appendPointer(at, status), "a response");
      return Object.freeze({
        status: status.toLowerCase() === "default" ? "default" : status.toUpperCase(),
        pointer,
        description: text(value["description"]),
        content: freezeList(this.#content(pointer, value, "response")),
        headers: freezeList(this.#headers(appendPointer(pointer, "headers"), value["headers"])),
      });
    });
  }

  #headers(at: string, headers: JsonValue | undefined): Header[] {
    if (!isObject(headers)) return [];
    // A response header named Content-Type is described by the content, not here (OpenAPI 3.1 section 4.8.17).
    const names = Object.keys(headers).filter((name) => name.toLowerCase() !== "content-type");
    return names.map((name) => {
      const { value, pointer } = this.#object(appendPointer(at, name), "a header");
      const schemaAt = appendPointer(pointer, "schema");
      const schema = this.#schema(schemaAt, value["schema"], "response");
      const target = isObject(value["schema"]) ? resolve(this.#document, schemaAt).value : {};
      const definition = isObject(target) ? target : {};
      const known =
        definition["const"] ?? readExamples(this.#document, pointer, value)[0]?.value ?? definition["default"];
      return Object.freeze({
        name,
        required: value["required"] === true,
        pointer,
        schema,
        fixed: definition["const"] !== undefined,
        ...(known === undefined ? {} : { known: typeof known === "string" ? known : writeJson(known) }),
      });
    });
  }

  #content(at: string, holder: JsonObject, direction: Direction): MediaType[] {
    const content = holder["content"];
    if (content === undefined) return [];
    const place = appendPointer(at, "content");
    if (!isObject(content)) refuseDocument(this.#document, place, "content must map media types to their descriptions");
    return Object.keys(content).map((name) => {
      const { value, pointer } = this.#object(appendPointer(place, name), "a media type");
      const schema = value["schema"];
      return Object.freeze({
        name: (name.split(";")[0] ?? name).trim().toLowerCase(),
        pointer,
        ...(schema === undefined ? {} : { schema: this.#schema(appendPointer(pointer, "schema"), schema, direction) }),
        examples: freezeList(readExamples(this.#document, pointer, value)),
      });
    });
  }

  #schema(pointer: string, definition: JsonValue | undefined, direction: Direction): Schema {
    if (definition === undefined) return Object.freeze({ pointer, definition: true, validate: () => [] });
    return this.#schemas.schema(pointer, direction);
  }

  #object(at: string, what: string): Part {
    const { value, pointer } = resolve(this.#document, at);
    if (!isObject(value)) refuseDocument(this.#document, at, `${what} must be an object here`);
    return { value, pointer };
  }
}

interface Part {
  readonly value: JsonObject;
  readonly pointer: string;
}

const DEFAULT_STYLES: Readonly<Record<ParameterPlace, string>> = {
  path: "simple",
  header: "simple",
  query: "form",
  cookie: "form",
};

function freezeList<T>(list: T[]): readonly T[] {
  return Object.freeze(list);
}
