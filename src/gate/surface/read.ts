// Reads the operations of a contract as the gate compares them: media types with their parameters, path parameters by
// position, credentials by what they are on the wire, and each part as written, for the policy.
import { URLENCODED, canonicalMedia, formatOf, plainMedia } from "../../contract/media.ts";
import type {
  DescribedOperation,
  Header,
  MediaType,
  OperationKind,
  Parameter,
  PartEncoding,
  PartEncodings,
  Response,
  SecurityScheme,
} from "../../contract/model.ts";
import { isParts } from "../../contract/representation/parts/parts.ts";
import { isSequence } from "../../contract/representation/sequence.ts";
import { partTypes } from "../../contract/read/encodings.ts";
import { operationPlaces } from "../../contract/read/operation-places.ts";
import { readOperations } from "../../contract/read/operations.ts";
import { ownServers } from "../../contract/read/servers.ts";
import { Reading } from "../../contract/read/reading.ts";
import { type Document, wayFrom } from "../../document/document.ts";
import { appendPointer, valueAt } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { once } from "../../memo.ts";
import { KEYWORDS } from "../../schema/keywords.ts";
import { SchemaSet } from "../../schema/schema-set.ts";
import type {
  Alternative,
  Credential,
  ListedOperation,
  SurfaceHeader,
  SurfaceMedia,
  SurfaceOperation,
  SurfaceParameter,
  SurfacePart,
  SurfaceParts,
} from "./model.ts";
import { isSchema } from "../../schema/keywords/reading.ts";

/**
 * Every operation of a document without faults, including those of webhooks and callbacks.
 * @param skip whether a path need not be read, because it is the same on both sides
 */
export function readSurface(document: Document, skip?: (path: string) => boolean): SurfaceOperation[] {
  const view = new SurfaceView(document);
  return readOperations(document, unused(document), { skip, asWritten: true }).operations.map((operation) =>
    view.operation(operation),
  );
}

/** Every operation of a document as it is written, without its parts. */
export const listedOperations = once((document: Document): readonly ListedOperation[] =>
  Array.from(operationPlaces(new Reading(document, unused(document))), ({ kind, name, method, path, operation }) => {
    return { kind, name, path, key: keyOf(kind, method, path, name), value: operation.value };
  }),
);

/** The gate has validators of its own. */
function unused(document: Document): SchemaSet {
  return new SchemaSet(document, { validator: () => () => true });
}

/** The same for operations that are at the same place for clients, whatever its parameters are called. */
function keyOf(kind: OperationKind, method: string, path: string, name: string): string {
  return kind === "path" ? `${method} ${path.replace(/\{[^}]*\}/g, "{}")}` : name;
}

/** No parameter in a form is called that. */
const WHOLE_QUERY = "(the whole query)";

/** True for what says nothing about values. */
function isSilent(keyword: string): boolean {
  return (KEYWORDS.get(keyword)?.family ?? "annotation") === "annotation";
}

/** A parameter that the path names and nothing describes. */
function anythingInPath(name: string, position: number, pointer: string): SurfaceParameter {
  const how = { style: "simple", explode: false, position, undescribed: true } as const;
  return { name, in: "path", required: true, pointer, value: {}, ...how };
}

/** The fields of a web form that are not multipart: they have no headers. */
function fieldsOf(media: string, encoding: JsonValue | undefined): SurfaceParts | undefined {
  if (plainMedia(media) !== URLENCODED || !isObject(encoding)) return undefined;
  const named = Object.entries<JsonValue>(encoding).map(([name, one]): [string, SurfacePart] => {
    return [name, { types: isObject(one) ? partTypes(one) : [], headers: [] }];
  });
  return { named: new Map(named), first: [] };
}

const BINARY: JsonObject = { type: "string", format: "binary" };

class SurfaceView {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  operation(operation: DescribedOperation): SurfaceOperation {
    const { kind, name, method, path, pointer, itemPointer, body } = operation;
    const value = this.#at(pointer);
    const servers = ownServers(value, this.#at(itemPointer));
    return {
      kind,
      name,
      method,
      path,
      pointer,
      value,
      key: keyOf(kind, method, path, name),
      ...(servers === undefined ? {} : { servers }),
      parameters: this.#parameters(operation),
      ...(body === undefined ? {} : { body: { ...body, content: this.#content(body) } }),
      responses: operation.responses.map((response) => ({
        ...response,
        value: this.#at(response.pointer),
        content: this.#content(response),
        headers: this.#headers(response),
      })),
      security: operation.security.map((alternative): Alternative => alternative.map((one) => this.#credential(one))),
      securityPointer: value["security"] === undefined ? "/security" : appendPointer(pointer, "security"),
    };
  }

  /** A parameter that the path names and nothing describes may have any value. */
  #parameters({ path, parameters, pointer }: DescribedOperation): SurfaceParameter[] {
    const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? "");
    // Without a description there is nothing to look up, and the pointers of thousands in one path are long.
    const described = parameters.filter(({ undescribed = false }) => !undescribed);
    const names = new Set(described.filter((one) => one.in === "path").map(({ name }) => name));
    const undescribed = inPath
      .map((name, position) => anythingInPath(name, position, pointer))
      .filter(({ name }) => !names.has(name));
    return [...described.map((parameter) => this.#parameter(parameter, inPath)), ...undescribed];
  }

  #parameter(parameter: Parameter, inPath: readonly string[]): SurfaceParameter {
    const { in: place, isWhole, name } = parameter;
    const position = place === "path" ? inPath.indexOf(name) : -1;
    // What is the whole query has no name on the wire.
    return {
      ...this.#named(parameter, place === "header"),
      ...(isWhole === true ? { name: WHOLE_QUERY } : {}),
      position,
    };
  }

  /** Something that is sent as text. Header names are case-insensitive (RFC 9110 section 5.1). */
  #named<Named extends Header | Parameter>({ schema, ...named }: Named, isHeader: boolean) {
    const value = this.#at(named.pointer);
    const [mediaType] = isObject(value["content"]) ? Object.keys(value["content"]) : [];
    return {
      ...named,
      value,
      name: isHeader ? named.name.toLowerCase() : named.name,
      ...(mediaType === undefined ? {} : { mediaType: canonicalMedia(mediaType) }),
      ...(isSchema(valueAt(this.#document.root, schema.pointer)) ? { schema: schema.pointer } : {}),
    };
  }

  #headers({ headers }: Pick<Response, "headers">): SurfaceHeader[] {
    return headers.map((header) => this.#named(header, true));
  }

  #content({ content }: Pick<Response, "content">): SurfaceMedia[] {
    return content.map((media) => this.#media(media));
  }

  #media({ fullName, pointer, schema, itemSchema, parts }: MediaType): SurfaceMedia {
    const { encoding } = this.#at(pointer);
    const described = parts === undefined ? fieldsOf(fullName, encoding) : this.#parts(parts);
    return {
      name: fullName,
      pointer,
      ...(schema === undefined || this.#isAnyBytes(fullName, schema.pointer) ? {} : { schema: schema.pointer }),
      ...(itemSchema === undefined ? {} : { itemSchema: itemSchema.pointer }),
      ...(isSequence(fullName) || isParts(fullName) ? this.#listed(schema?.pointer) : {}),
      ...(isObject(encoding) ? { encoding } : {}),
      ...(described === undefined ? {} : { parts: described }),
    };
  }

  /** A file: OpenAPI 3.1 needs no schema for what 3.0 writes as a binary string. */
  #isAnyBytes(mediaType: string, schema: string): boolean {
    if (mediaType.includes("*") || formatOf(mediaType) !== "bytes") return false;
    const said = valueAt(this.#document.root, wayFrom(this.#document, schema).place);
    return isObject(said) && Object.entries(said).every(([key, value]) => isSilent(key) || BINARY[key] === value);
  }

  #parts({ named, first, others }: PartEncodings): SurfaceParts {
    return {
      named: new Map([...named].map(([name, part]) => [name, this.#part(part)] as const)),
      first: first.map((part) => this.#part(part)),
      ...(others === undefined ? {} : { others: this.#part(others) }),
    };
  }

  #part({ parts, ...part }: PartEncoding): SurfacePart {
    const inner = parts === undefined ? {} : { parts: this.#parts(parts) };
    return { ...part, headers: this.#headers(part), ...inner };
  }

  #listed(schema: string | undefined): Pick<SurfaceMedia, "listedSchema"> {
    if (schema === undefined) return {};
    const pointer = wayFrom(this.#document, schema).place;
    const { type, items, ...rest } = this.#at(pointer);
    const isList = type === "array" && isSchema(items) && Object.keys(rest).every(isSilent);
    return isList ? { listedSchema: appendPointer(pointer, "items") } : {};
  }

  #credential({ name, type, scheme, in: place, key, scopes, pointer }: SecurityScheme): Credential {
    // Header names are case-insensitive (RFC 9110 section 5.1).
    const field = place === "header" ? key?.toLowerCase() : key;
    const { openIdConnectUrl = null } = this.#at(pointer);
    const identity = writeJson([type, scheme ?? null, place ?? null, field ?? null, openIdConnectUrl]);
    const sent = {
      name,
      type,
      identity,
      ...(scheme === undefined ? {} : { scheme }),
      ...(place === undefined ? {} : { in: place }),
      ...(field === undefined ? {} : { key: field }),
    };
    const named = [...scopes].sort();
    // Only these schemes have scopes (OpenAPI 3.0.3, Security Requirement Object). Since 3.1, others list roles.
    const { dialect } = this.#document;
    const isIdle = dialect === "3.0" && type !== "oauth2" && type !== "openIdConnect" && type !== "";
    return isIdle ? { ...sent, scopes: [], idle: named } : { ...sent, scopes: named };
  }

  /** The raw part of the document at a pointer. */
  #at(pointer: string): JsonObject {
    const value = valueAt(this.#document.root, pointer);
    return isObject(value) ? value : {};
  }
}
