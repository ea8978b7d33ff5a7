// Builds whole requests and responses that one contract allows, around the value that a witness is about.
import { JSON_TYPE, concreteMedia, mediaFor } from "../../contract/media.ts";
import { concreteStatus } from "../../contract/responses.ts";
import { ANYTHING_GOES, type Conjunction } from "../../schema/form/conjunction.ts";
import type { NormalForms } from "../../schema/normal/normal-forms.ts";
import type {
  Credential,
  Sender,
  SurfaceHeader,
  SurfaceMedia,
  SurfaceOperation,
  SurfaceParameter,
  SurfaceResponse,
} from "../surface/model.ts";
import { proposals } from "../../schema/compare/proposals/values.ts";
import { drawContext } from "./draw.ts";
import { type Judge, NotCompiled } from "./judge.ts";
import { withKinds, withTags } from "./tags.ts";
import { writtenParts } from "./parts.ts";
import type { WireBody, WireRequest, WireResponse } from "./model.ts";
import type { Pair, Pairs } from "../../contract/serialization/styles.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { writeParameter } from "../../contract/serialization/write.ts";
import { type JsonArray, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { keptFor } from "../../memo.ts";

/** A header of a part of the body, and the value that it has there. */
export interface PartHeaderChoice {
  readonly header: SurfaceHeader;
  /** Pointer to the part. */
  readonly place: string;
  readonly value: JsonValue;
}

/** How a request should differ from the smallest one that the contract allows. */
export interface RequestChoice {
  readonly parameter?: SurfaceParameter;
  readonly value?: JsonValue;
  readonly body?: WireBody;
  readonly partHeader?: PartHeaderChoice;
  readonly credentials?: readonly Credential[];
  readonly accept?: WireRequest["accept"];
}

export interface ResponseChoice {
  /** The status to send if the response is described by a range or by `default`. */
  readonly status?: string;
  readonly body?: WireBody;
  readonly partHeader?: PartHeaderChoice;
  readonly header?: SurfaceHeader;
  readonly value?: JsonValue;
}

export class ExchangeBuilder {
  readonly #judge: Judge;
  readonly #samples = new Map<string, { readonly value: JsonValue | undefined }>();
  readonly #parameters = new Map<SurfaceParameter, { readonly pairs: Pairs | undefined }>();

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
    const body = this.#withParts(choice.body ?? this.#body(operation, sender), operation.body?.content, sender, choice);
    if (choice.partHeader !== undefined && body === undefined) return undefined;
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
    const body = this.#withParts(choice.body, described.content, sender, choice);
    if (choice.partHeader !== undefined && body === undefined) return undefined;
    return {
      kind: "response",
      status: concreteStatus(choice.status ?? described.status),
      headers,
      ...(body === undefined ? {} : { body }),
    };
  }

  /** A body with the headers that its parts must have; undefined if the chosen header cannot be written. */
  #withParts(
    body: WireBody | undefined,
    content: readonly SurfaceMedia[] = [],
    sender: Sender,
    { partHeader }: { readonly partHeader?: PartHeaderChoice },
  ): WireBody | undefined {
    const parts = body && mediaFor(content, body.mediaType)?.parts;
    if (body === undefined || parts === undefined) return body;
    let isWritten = partHeader === undefined;
    const written = writtenParts(parts, body.value, (header, place) => {
      const isChosen = partHeader?.header === header && partHeader.place === place;
      if (!isChosen && !header.required) return undefined;
      const value = isChosen ? partHeader.value : this.sample(header.schema, sender);
      const pairs =
        value === undefined ? undefined : writeParameter({ ...header, in: "header", style: "simple" }, value);
      isWritten ||= isChosen && pairs !== undefined;
      return pairs;
    });
    return isWritten ? { ...body, parts: written } : undefined;
  }

  /** A body that has the part at a place, if one was found. @param steps names and places of parts that lead to it */
  bodyWith(media: SurfaceMedia, sender: Sender, steps: readonly (string | number)[]): JsonValue | undefined {
    const space = this.#judge.space(sender);
    const insert = (
      conjunction: Conjunction,
      known: JsonValue | undefined,
      [step, ...rest]: typeof steps,
    ): JsonValue => {
      const value = known ?? this.sample(space.definitions(conjunction)[0]?.pointer, sender) ?? null;
      const form = space.form(conjunction);
      if (typeof step === "string") {
        const whole = isObject(value) ? value : {};
        const inner = form.properties.get(step) ?? form.additional;
        return { ...whole, [step]: insert(inner, ownValue(whole, step), rest) };
      }
      // Each item of a list is a part: without items there is none.
      const isEmpty = Array.isArray(value) && value.length === 0;
      if (step === undefined) return isEmpty ? [insert(form.prefix[0] ?? form.items, undefined, [])] : value;
      const items = Array.isArray(value) ? [...(value as JsonArray)] : [];
      const at = (index: number): Conjunction => form.prefix[index] ?? form.items;
      while (items.length < step) items.push(insert(at(items.length), undefined, []));
      items[step] = insert(at(step), items[step], rest);
      return items;
    };
    const [first] = steps;
    const isOfItems = media.schema === undefined && media.itemSchema !== undefined && typeof first === "number";
    const [place, known, left] = isOfItems
      ? [media.itemSchema, undefined, steps.slice(1)]
      : [media.schema, this.sample(media.schema, sender), steps];
    const made = insert(space.conjunction(place), known, left);
    const value = isOfItems ? Array.from({ length: first + 1 }, () => made) : made;
    return this.#judge.body(media, sender, value).length === 0 ? value : undefined;
  }

  /** A value that the schema allows according to the validators; undefined if none was found. */
  sample(pointer: string | undefined, sender: Sender): JsonValue | undefined {
    const key = `${sender} ${pointer ?? ""}`;
    return keptFor(this.#samples, key, () => ({ value: this.#named(pointer, sender) })).value;
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
    return keptFor(this.#parameters, parameter, () => ({ pairs: this.#write(parameter, sender) })).pairs;
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
