// Reads the surface of a document.
import { type Document, resolve } from "../../contract/document.ts";
import { type JsonObject, type JsonValue, isObject } from "../../contract/json.ts";
import { METHODS } from "../../contract/keywords.ts";
import { appendPointer, valueAt } from "../../contract/pointer.ts";
import type {
  Alternative,
  Credential,
  SurfaceBody,
  SurfaceHeader,
  SurfaceMedia,
  SurfaceOperation,
  SurfaceParameter,
  SurfaceResponse,
} from "./model.ts";
import { DEFAULT_STYLES, IGNORED_HEADERS, anythingInPath, isSchema, mediaName } from "./names.ts";

const MAX_CALLBACK_DEPTH = 4;

interface Part {
  readonly value: JsonObject;
  readonly pointer: string;
}

interface Place {
  readonly kind: SurfaceOperation["kind"];
  /** What stands before the method: "", "webhook ", or the operation that the callback belongs to. */
  readonly prefix: string;
  readonly path: string;
  readonly pointer: string;
  readonly depth: number;
}

/**
 * Every operation of a document that was found sound, those of webhooks and callbacks included.
 * @param skip tells of a path that it need not be read, because it is the same on both sides
 */
export function readSurface(document: Document, skip: (path: string) => boolean = () => false): SurfaceOperation[] {
  const reader = new SurfaceReader(document);
  const found: SurfaceOperation[] = [];
  for (const [key, kind] of [
    ["paths", "path"],
    ["webhooks", "webhook"],
  ] as const) {
    const holder = document.root[key];
    if (!isObject(holder)) continue;
    for (const path of Object.keys(holder)) {
      if (path.startsWith("x-") || (kind === "path" && (!path.startsWith("/") || skip(path)))) continue;
      const prefix = kind === "webhook" ? "webhook " : "";
      found.push(...reader.item({ kind, prefix, path, pointer: appendPointer(`/${key}`, path), depth: 0 }));
    }
  }
  return found;
}

class SurfaceReader {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  item(place: Place): SurfaceOperation[] {
    const item = this.#part(place.pointer, valueAt(this.#document.root, place.pointer));
    if (item === undefined) return [];
    return METHODS.filter((method) => (item.value[method] ?? null) !== null).flatMap((method) =>
      this.#operation(place, method, item),
    );
  }

  #operation(place: Place, method: string, item: Part): SurfaceOperation[] {
    const operation = this.#inside(item, method);
    if (operation === undefined) return [];
    const { value, pointer } = operation;
    const name = `${place.prefix}${method.toUpperCase()} ${place.path}`;
    const body = this.#body(operation);
    const security = value["security"] === undefined ? "/security" : appendPointer(pointer, "security");
    const servers = value["servers"] ?? item.value["servers"];
    const own: SurfaceOperation = {
      name,
      key: `${place.prefix}${method.toUpperCase()} ${place.kind === "path" ? place.path.replace(/\{[^}]*\}/g, "{}") : place.path}`,
      kind: place.kind,
      method: method.toUpperCase(),
      path: place.path,
      pointer,
      value,
      ...(servers === undefined ? {} : { servers }),
      parameters: this.#parameters(place.path, item, operation),
      ...(body === undefined ? {} : { body }),
      responses: this.#responses(operation),
      security: this.#security(value["security"] ?? this.#document.root["security"]),
      securityPointer: security,
    };
    return [own, ...(place.depth >= MAX_CALLBACK_DEPTH ? [] : this.#callbacks(name, operation, place.depth))];
  }

  #callbacks(owner: string, operation: Part, depth: number): SurfaceOperation[] {
    const callbacks = operation.value["callbacks"];
    if (!isObject(callbacks)) return [];
    return Object.keys(callbacks).flatMap((name) => {
      const callback = this.#inside(operation, "callbacks", name);
      if (callback === undefined) return [];
      return Object.keys(callback.value).flatMap((path) =>
        isObject(callback.value[path])
          ? this.item({
              kind: "callback",
              prefix: `${owner} callback ${name} `,
              path,
              pointer: appendPointer(callback.pointer, path),
              depth: depth + 1,
            })
          : [],
      );
    });
  }

  /**
   * Those of the path, overridden by name and place by those of the operation; what the path names and nobody
   * describes may hold anything.
   */
  #parameters(path: string, item: Part, operation: Part): SurfaceParameter[] {
    const merged = new Map<string, SurfaceParameter>();
    const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? "");
    for (const holder of [item, operation]) {
      const list = holder.value["parameters"];
      if (!Array.isArray(list)) continue;
      for (const index of list.keys()) {
        const part = this.#inside(holder, "parameters", index);
        const parameter = part === undefined ? undefined : this.#parameter(part, inPath);
        if (parameter !== undefined) merged.set(`${parameter.in} ${parameter.name}`, parameter);
      }
    }
    const described = new Set([...merged.values()].filter((own) => own.in === "path").map(({ name }) => name));
    const undescribed = inPath
      .map((name, position) => anythingInPath(name, { position, pointer: operation.pointer }))
      .filter(({ name }) => !described.has(name));
    return [...merged.values(), ...undescribed];
  }

  #parameter(part: Part, inPath: readonly string[]): SurfaceParameter | undefined {
    const { value, pointer } = part;
    const { name, in: place } = value;
    if (typeof name !== "string" || typeof place !== "string") return undefined;
    if (place === "header" && IGNORED_HEADERS.has(name.toLowerCase())) return undefined;
    const style = typeof value["style"] === "string" ? value["style"] : (DEFAULT_STYLES[place] ?? "form");
    const [media] = this.#content(part);
    return {
      name: place === "header" ? name.toLowerCase() : name,
      in: place,
      required: place === "path" || value["required"] === true,
      pointer,
      value,
      style,
      explode: typeof value["explode"] === "boolean" ? value["explode"] : style === "form",
      ...this.#schema(pointer, value, media),
      position: place === "path" ? inPath.indexOf(name) : -1,
    };
  }

  #schema(
    pointer: string,
    value: JsonObject,
    media: SurfaceMedia | undefined,
  ): { schema?: string; mediaType?: string } {
    if (media !== undefined) {
      return { mediaType: media.name, ...(media.schema === undefined ? {} : { schema: media.schema }) };
    }
    return isSchema(value["schema"]) ? { schema: appendPointer(pointer, "schema") } : {};
  }

  #body(operation: Part): SurfaceBody | undefined {
    const part = this.#inside(operation, "requestBody");
    if (part === undefined) return undefined;
    const { value, pointer } = part;
    return { required: value["required"] === true, pointer, value, content: this.#content(part) };
  }

  #content(holder: Part): SurfaceMedia[] {
    const content = holder.value["content"];
    if (!isObject(content)) return [];
    return Object.keys(content).flatMap((name) => {
      const part = this.#inside(holder, "content", name);
      if (part === undefined) return [];
      const schema = isSchema(part.value["schema"]) ? { schema: appendPointer(part.pointer, "schema") } : {};
      const { encoding } = part.value;
      return [{ name: mediaName(name), pointer: part.pointer, ...schema, ...(isObject(encoding) ? { encoding } : {}) }];
    });
  }

  #responses(operation: Part): SurfaceResponse[] {
    const responses = operation.value["responses"];
    if (!isObject(responses)) return [];
    return Object.keys(responses).flatMap((status) => {
      const part = status.startsWith("x-") ? undefined : this.#inside(operation, "responses", status);
      if (part === undefined) return [];
      const { value, pointer } = part;
      const name = status.toLowerCase() === "default" ? "default" : status.toUpperCase();
      return [
        {
          status: name,
          pointer,
          value,
          content: this.#content(part),
          headers: this.#headers(part),
        },
      ];
    });
  }

  #headers(response: Part): SurfaceHeader[] {
    const headers = response.value["headers"];
    if (!isObject(headers)) return [];
    return Object.keys(headers).flatMap((name) => {
      const part = name.toLowerCase() === "content-type" ? undefined : this.#inside(response, "headers", name);
      if (part === undefined) return [];
      const { value, pointer } = part;
      const [media] = this.#content(part);
      const described = this.#schema(pointer, value, media);
      const explode = value["explode"] === true;
      return [
        { name: name.toLowerCase(), required: value["required"] === true, pointer, value, explode, ...described },
      ];
    });
  }

  #security(list: JsonValue | undefined): Alternative[] {
    if (!Array.isArray(list)) return [];
    return list.filter(isObject).map((alternative) =>
      Object.entries(alternative).map(([name, scopes]) => ({
        name,
        identity: this.#identity(name),
        scopes: Array.isArray(scopes) ? scopes.map(String).sort() : [],
      })),
    );
  }

  /** What a scheme is on the wire. A scheme that is not described is known by its name alone. */
  #identity(name: string): Credential["identity"] {
    const at = appendPointer("/components/securitySchemes", name);
    const part = this.#part(at, valueAt(this.#document.root, at));
    if (part === undefined) return name;
    const { type, scheme, in: place, name: key, openIdConnectUrl } = part.value;
    const word = typeof scheme === "string" ? scheme.toLowerCase() : null;
    // Names of headers are compared without case (RFC 9110 section 5.1).
    const field = place === "header" && typeof key === "string" ? key.toLowerCase() : key;
    return JSON.stringify([type, word, place ?? null, field ?? null, openIdConnectUrl ?? null]);
  }

  /** The object some steps inside another one, references followed; undefined where there is none. */
  #inside({ value, pointer }: Part, ...steps: readonly (string | number)[]): Part | undefined {
    return this.#part(appendPointer(pointer, ...steps), valueAt(value, appendPointer("", ...steps)));
  }

  /** What stands at a place, references followed; undefined where it is no object. */
  #part(at: string, there: JsonValue | undefined): Part | undefined {
    if (there === undefined || there === null) return undefined;
    if (isObject(there) && there["$ref"] === undefined) return { value: there, pointer: at };
    const { value, pointer } = resolve(this.#document, at);
    return isObject(value) ? { value, pointer } : undefined;
  }
}
