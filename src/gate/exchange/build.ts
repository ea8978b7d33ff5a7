// Builds whole requests and responses that one contract allows, around the value that a witness is about.
import { JSON_TYPE, concreteMedia } from "../../contract/media.ts";
import { concreteStatus } from "../../contract/responses.ts";
import { ANYTHING_GOES } from "../../schema/form/conjunction.ts";
import type { NormalForms } from "../../schema/normal/normal-forms.ts";
import type {
  Credential,
  Sender,
  SurfaceHeader,
  SurfaceOperation,
  SurfaceParameter,
  SurfaceResponse,
} from "../surface/model.ts";
import { proposals } from "../../schema/compare/proposals/values.ts";
import { drawContext } from "./draw.ts";
import { type Judge, NotCompiled } from "./judge.ts";
import { withKinds, withTags } from "./tags.ts";
import type { WireBody, WireRequest, WireResponse } from "./model.ts";
import type { Pair, Pairs } from "../../contract/serialization/styles.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { writeParameter } from "../../contract/serialization/write.ts";
import type { JsonValue } from "../../json/value.ts";

/** How a request should differ from the smallest one that the contract allows. */
export interface RequestChoice {
  readonly parameter?: SurfaceParameter;
  readonly value?: JsonValue;
  readonly body?: WireBody;
  readonly credentials?: readonly Credential[];
  readonly accept?: WireRequest["accept"];
}

export interface ResponseChoice {
  /** The status to send if the response is described by a range or by `default`. */
  readonly status?: string;
  readonly body?: WireBody;
  readonly header?: SurfaceHeader;
  readonly value?: JsonValue;
}

export class ExchangeBuilder {
  readonly #judge: Judge;
  readonly #samples = new Map<string, JsonValue | undefined>();
  readonly #parameters = new Map<SurfaceParameter, { readonly written: Pairs | undefined }>();

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  /** The smallest request that an operation allows, with the choice applied; undefined if it cannot be written. */
  request(operation: SurfaceOperation, choice: RequestChoice): WireRequest | undefined {
    const sender: Sender = operation.kind === "path" ? "client" : "server";
    const places: Places = { query: [], cookie: [], header: [], unplaced: [], path: [] };
    const names = [...operation.path.matchAll(/\{([^}]*)\}/g)];
    if (operation.kind === "path") places.path = names.map(() => "1");
    const loose: string[] = [];
    for (const parameter of operation.parameters) {
      const isChosen = parameter === choice.parameter;
      if (!isChosen && !parameter.required) continue;
      const written = isChosen ? writeParameter(parameter, choice.value ?? null) : this.#written(parameter, sender);
      // An empty segment makes another path: no server routes it to this operation.
      if (written === undefined || (parameter.in === "path" && written[0]?.[1] === "")) {
        if (isChosen) return undefined;
        continue;
      }
      put(places, parameter, written, loose);
    }
    const body = choice.body ?? this.#body(operation, sender);
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
      credentials: choice.credentials ?? operation.security[0] ?? [],
      ...(choice.accept === undefined ? {} : { accept: choice.accept }),
      ...(body === undefined ? {} : { body }),
    };
  }

  /** The smallest response of an operation, with the choice applied. */
  response(operation: SurfaceOperation, described: SurfaceResponse, choice: ResponseChoice): WireResponse | undefined {
    const sender: Sender = operation.kind === "path" ? "server" : "client";
    const headers: Pair[] = [];
    for (const header of described.headers) {
      const isChosen = header === choice.header;
      if (!isChosen && !header.required) continue;
      const value = isChosen ? choice.value : this.sample(header.schema, sender);
      const form = { ...header, in: "header", style: "simple" };
      const written = value === undefined ? undefined : writeParameter(form, value);
      if (written !== undefined) headers.push(...written);
      else if (isChosen) return undefined;
    }
    return {
      kind: "response",
      status: concreteStatus(choice.status ?? described.status),
      headers,
      ...(choice.body === undefined ? {} : { body: choice.body }),
    };
  }

  /** A value that the schema allows according to the validators; undefined if none was found. */
  sample(pointer: string | undefined, sender: Sender): JsonValue | undefined {
    const key = `${sender} ${pointer ?? ""}`;
    if (!this.#samples.has(key)) this.#samples.set(key, this.#named(pointer, sender));
    return this.#samples.get(key);
  }

  /** The first sample, with values of tags added to its objects where possible. */
  #named(pointer: string | undefined, sender: Sender): JsonValue | undefined {
    const { value } = this.#samplesOf(pointer, sender).next();
    if (pointer === undefined || value === undefined) return value;
    return withTags(this.#judge, pointer, sender, value);
  }

  *#samplesOf(pointer: string | undefined, sender: Sender): Generator<JsonValue, undefined> {
    const space: NormalForms = this.#judge.space(sender);
    const context = drawContext([this.#judge, this.#judge], sender, false);
    for (const depth of [0, 2, 4]) {
      const conjunction = space.conjunction(pointer);
      for (const proposal of proposals(context, conjunction, ANYTHING_GOES, depth)) {
        const value = space.hasKinds ? withKinds(context, conjunction, proposal) : proposal;
        try {
          if (!this.#judge.allows(pointer, sender, value)) continue;
        } catch (error) {
          if (error instanceof NotCompiled) return undefined;
          throw error;
        }
        yield value;
      }
    }
    return undefined;
  }

  #written(parameter: SurfaceParameter, sender: Sender): Pairs | undefined {
    const known = this.#parameters.get(parameter);
    if (known !== undefined) return known.written;
    const written = this.#write(parameter, sender);
    this.#parameters.set(parameter, { written });
    return written;
  }

  #write(parameter: SurfaceParameter, sender: Sender): Pairs | undefined {
    // Not every value can be written: an empty list leaves no trace in a query.
    for (const value of this.#samplesOf(parameter.schema, sender)) {
      const written =
        parameter.in === "path" && showScalar(value) === "" ? undefined : writeParameter(parameter, value);
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
    return operation.body.content.length === 0 ? { mediaType: JSON_TYPE, value: {} } : undefined;
  }
}

interface Places {
  readonly query: Pair[];
  readonly cookie: Pair[];
  readonly header: Pair[];
  readonly unplaced: Pair[];
  path: string[];
}

function put(places: Places, parameter: SurfaceParameter, written: Pairs, loose: string[]): void {
  const { name: own, in: place, position } = parameter;
  if (place === "header") places.header.push(...written);
  else if (place === "path" && position < 0) places.unplaced.push(...written);
  else if (place === "path") places.path[position] = written[0]?.[1] ?? "";
  else {
    places[place === "cookie" ? "cookie" : "query"].push(...written);
    for (const [name] of written) if (name !== own && !name.startsWith(`${own}[`)) loose.push(name);
  }
}
