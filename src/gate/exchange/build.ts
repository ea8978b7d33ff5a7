// Builds whole requests and responses that one contract allows, around the one part that a witness is about.
import type { JsonValue } from "../../contract/json.ts";
import type { SchemaSpace } from "../schema/space.ts";
import type {
  Credential,
  Sender,
  SurfaceHeader,
  SurfaceOperation,
  SurfaceParameter,
  SurfaceResponse,
} from "../surface/model.ts";
import { proposals } from "../witness/values.ts";
import { drawContext } from "./draw.ts";
import { type Judge, NotCompiled } from "./judge.ts";
import { withKinds, withTags } from "./tags.ts";
import type { Pair, WireBody, WireRequest, WireResponse } from "./model.ts";
import { type Written, toText, writeParameter } from "./wire.ts";

/** What is to differ from the smallest request that the contract allows. */
export interface RequestWish {
  readonly parameter?: SurfaceParameter;
  readonly value?: JsonValue;
  readonly body?: WireBody;
  readonly credentials?: readonly Credential[];
  readonly accept?: WireRequest["accept"];
}

export interface ResponseWish {
  /** The status, where another description than its own speaks of it: a range or the default. */
  readonly status?: string;
  readonly body?: WireBody;
  readonly header?: SurfaceHeader;
  readonly value?: JsonValue;
}

export class ExchangeBuilder {
  readonly #judge: Judge;
  readonly #samples = new Map<string, JsonValue | undefined>();

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  /** The smallest request that an operation allows, with what is wished; undefined where it cannot be written. */
  request(operation: SurfaceOperation, wish: RequestWish): WireRequest | undefined {
    const sender: Sender = operation.kind === "path" ? "client" : "server";
    const places: Places = { query: [], cookie: [], header: [], unplaced: [], path: [] };
    const names = [...operation.path.matchAll(/\{([^}]*)\}/g)];
    if (operation.kind === "path") places.path = names.map(() => "1");
    const loose: string[] = [];
    for (const parameter of operation.parameters) {
      const wished = parameter === wish.parameter;
      if (!wished && !parameter.required) continue;
      const written = wished ? writeParameter(parameter, wish.value ?? null) : this.#written(parameter, sender);
      // An empty segment is another path: no server takes it for this operation.
      if (written === undefined || (parameter.in === "path" && "text" in written && written.text === "")) {
        if (wished) return undefined;
        continue;
      }
      put(places, parameter, written, loose);
    }
    const body = wish.body ?? this.#body(operation, sender);
    return {
      kind: "request",
      method: operation.method,
      path: operation.path,
      pathTexts: places.path,
      unplaced: places.unplaced,
      query: places.query,
      ...(loose.length === 0 ? {} : { loose }),
      headers: places.header,
      cookies: places.cookie,
      credentials: wish.credentials ?? operation.security[0] ?? [],
      ...(wish.accept === undefined ? {} : { accept: wish.accept }),
      ...(body === undefined ? {} : { body }),
    };
  }

  /** The smallest response of an operation, with what is wished. */
  response(operation: SurfaceOperation, described: SurfaceResponse, wish: ResponseWish): WireResponse | undefined {
    const sender: Sender = operation.kind === "path" ? "server" : "client";
    const headers: Pair[] = [];
    for (const header of described.headers) {
      const wished = header === wish.header;
      if (!wished && !header.required) continue;
      const value = wished ? wish.value : this.sample(header.schema, sender);
      const form = { ...header, in: "header", style: "simple" };
      const written = value === undefined ? undefined : writeParameter(form, value);
      if (written !== undefined && "text" in written) headers.push([header.name, written.text]);
      else if (wished) return undefined;
    }
    return {
      kind: "response",
      status: concreteStatus(wish.status ?? described.status),
      headers,
      ...(wish.body === undefined ? {} : { body: wish.body }),
    };
  }

  /** A value that the schema allows, by the validators; undefined where none was found. */
  sample(pointer: string | undefined, sender: Sender): JsonValue | undefined {
    const key = `${sender} ${pointer ?? ""}`;
    if (!this.#samples.has(key)) this.#samples.set(key, this.#named(pointer, sender));
    return this.#samples.get(key);
  }

  /** The first sample, its objects tagged with what they are where that can be. */
  #named(pointer: string | undefined, sender: Sender): JsonValue | undefined {
    const { value } = this.#samplesOf(pointer, sender).next();
    if (pointer === undefined || value === undefined) return value;
    return withTags(this.#judge, pointer, sender, value);
  }

  *#samplesOf(pointer: string | undefined, sender: Sender): Generator<JsonValue, undefined> {
    const space: SchemaSpace = this.#judge.space(sender);
    const context = drawContext(this.#judge, sender, space, false);
    for (const depth of [0, 2, 4]) {
      const conjunction = space.conjunction(pointer);
      for (const proposal of proposals(context, conjunction, [], depth)) {
        const value = space.hasKinds ? withKinds(context, conjunction, proposal) : proposal;
        try {
          if (this.#judge.value(pointer, sender, value).length > 0) continue;
        } catch (error) {
          if (error instanceof NotCompiled) return undefined;
          throw error;
        }
        yield value;
      }
    }
    return undefined;
  }

  #written(parameter: SurfaceParameter, sender: Sender): Written | undefined {
    // Not every value can be written: an empty list leaves no trace in a query.
    for (const value of this.#samplesOf(parameter.schema, sender)) {
      const written = parameter.in === "path" && toText(value) === "" ? undefined : writeParameter(parameter, value);
      if (written !== undefined) return written;
    }
    return undefined;
  }

  #body(operation: SurfaceOperation, sender: Sender): WireBody | undefined {
    if (operation.body?.required !== true) return undefined;
    for (const media of operation.body.content) {
      const value = this.sample(media.schema, sender);
      if (value !== undefined) return { mediaType: concreteMedia(media.name), value };
    }
    return operation.body.content.length === 0 ? { mediaType: "application/json", value: {} } : undefined;
  }
}

interface Places {
  readonly query: Pair[];
  readonly cookie: Pair[];
  readonly header: Pair[];
  readonly unplaced: Pair[];
  path: string[];
}

function put(places: Places, parameter: SurfaceParameter, written: Written, loose: string[]): void {
  if ("pairs" in written) {
    if (parameter.in === "cookie") places.cookie.push(...written.pairs);
    else places.query.push(...written.pairs);
    for (const [name] of written.pairs)
      if (name !== parameter.name && !name.startsWith(`${parameter.name}[`)) loose.push(name);
  } else if (parameter.in === "header") places.header.push([parameter.name, written.text]);
  else if (parameter.position >= 0) places.path[parameter.position] = written.text;
  else places.unplaced.push([parameter.name, written.text]);
}

/** A status that a pattern stands for. */
export function concreteStatus(status: string): string {
  if (status === "default") return "500";
  return /^[1-5]XX$/.test(status) ? `${status[0]}99` : status;
}

/** A media type that a range stands for. */
export function concreteMedia(name: string): string {
  if (name === "*/*" || name === "application/*") return "application/json";
  return name.endsWith("/*") ? name.replace("*", "plain") : name;
}
