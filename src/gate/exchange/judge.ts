// Judges whole requests and responses by one contract, listing the violations. All verdicts depend on this code.
import type { Sender, SurfaceMedia, SurfaceOperation, SurfaceParameter, SurfaceResponse } from "../surface/model.ts";
import { mayBeJson, mediaFor } from "../../contract/media.ts";
import { responseFor } from "../../contract/responses.ts";
import { admits, showCredential } from "./match.ts";
import type { WireBody, WireRequest, WireResponse } from "./model.ts";
import { judgedParts, partHeadersAt } from "./parts.ts";
import { ParameterReadings, type Readings } from "../../contract/serialization/read.ts";
import { type Pairs, pairName } from "../../contract/serialization/styles.ts";
import { asTexts, readTexts } from "../../contract/serialization/untyped.ts";
import type { Violation } from "../../schema/model.ts";
import type { JsonValue } from "../../json/value.ts";
import { ValueJudge } from "./value-judge.ts";

export { NotCompiled } from "./value-judge.ts";

export class Judge extends ValueJudge {
  /** Judges a body of a media type. Formats without types carry text, which the schema may read as numbers. */
  body(media: SurfaceMedia, sender: Sender, value: JsonValue): readonly Violation[] {
    if (media.itemSchema !== undefined && Array.isArray(value)) {
      const items = value.flatMap((item: JsonValue, index) =>
        at(`/${index}`, this.value(media.itemSchema, sender, item)),
      );
      return [...this.value(media.schema, sender, value), ...items];
    }
    if (mayBeJson(media.name)) return this.value(media.schema, sender, value);
    // One reading of the text is the value that was written: only its violations count.
    const meant = hasWrittenForm(value) ? this.value(media.schema, sender, value) : undefined;
    if (meant?.length === 0) return meant;
    const readings = readTexts(asTexts(value), this.expected(media.schema, sender));
    return this.#best(media.schema, sender, readings, meant);
  }

  /** Judges a parameter or header as it was written. */
  written(parameter: Described, written: Pairs, sender: Sender): readonly Violation[] {
    const readings = this.#read(parameter, written, sender);
    if (readings.kind === "values") {
      return this.#best(parameter.schema, sender, readings.values);
    }
    // A schema that does not compile is a fault of the document, not of the value.
    this.value(parameter.schema, sender, null);
    const pointer = parameter.schema ?? "";
    return [refusal("type", "", "cannot be read as what its schema describes", `${pointer}/type`)];
  }

  #read(parameter: Described, written: Pairs, sender: Sender): Readings {
    return new ParameterReadings(parameter, this.expected(parameter.schema, sender)).read(written);
  }

  /** One accepted reading is enough; otherwise report the violations of the intended reading, or of the first. */
  #best(
    pointer: string | undefined,
    sender: Sender,
    readings: readonly JsonValue[],
    meant?: readonly Violation[],
  ): readonly Violation[] {
    const isRead = (reading: JsonValue): boolean =>
      this.allows(pointer, sender, reading) && this.value(pointer, sender, reading).length === 0;
    if (readings.some(isRead)) return [];
    if (meant !== undefined) return meant;
    const [first] = readings;
    return first === undefined ? [NO_READING] : this.value(pointer, sender, first);
  }

  /** Judges a whole request to an operation. */
  wholeRequest(operation: SurfaceOperation, request: WireRequest): Violation[] {
    const sender: Sender = operation.kind === "path" ? "client" : "server";
    return [
      ...operation.parameters.flatMap((parameter) => this.#parameter(parameter, request, sender)),
      ...this.#requestBody(operation, request.body, sender),
      ...this.#security(operation, request),
      ...this.#accept(operation, request),
    ];
  }

  /** Judges a whole response of an operation. A status without a description is not judged. */
  wholeResponse(operation: SurfaceOperation, response: WireResponse): Violation[] {
    const sender: Sender = operation.kind === "path" ? "server" : "client";
    const described = responseFor(operation.responses, response.status);
    if (described === undefined) {
      const message = `status ${response.status} is not described`;
      return [refusal("status", "/status", message, `${operation.pointer}/responses`)];
    }
    const headers = described.headers.flatMap((header) => {
      const found = response.headers.find(([name]) => name === header.name);
      if (found === undefined) {
        return header.required ? [missing(`/headers/${header.name}`, `the header ${header.name}`, header.pointer)] : [];
      }
      return at(`/headers/${header.name}`, this.written({ ...header, in: "header", style: "simple" }, [found], sender));
    });
    return [...headers, ...this.#responseBody(described, response.body, sender)];
  }

  #parameter(parameter: SurfaceParameter, request: WireRequest, sender: Sender): readonly Violation[] {
    const written = writtenIn(parameter, request);
    const place = `/${parameter.in}/${parameter.name}`;
    if (written === undefined) {
      const absent = parameter.required && parameter.in !== "path";
      return absent ? [missing(place, `the ${parameter.in} parameter ${parameter.name}`, parameter.pointer)] : [];
    }
    return isEmptyAllowed(parameter, written) ? [] : at(place, this.written(parameter, written, sender));
  }

  /** The possible readings of a parameter of a request; undefined if the request does not have it. */
  readings(parameter: SurfaceParameter, request: WireRequest, sender: Sender): readonly JsonValue[] | undefined {
    const written = writtenIn(parameter, request);
    if (written === undefined) return undefined;
    const readings = this.#read(parameter, written, sender);
    return readings.kind === "values" ? readings.values : [];
  }

  #requestBody(operation: SurfaceOperation, body: WireBody | undefined, sender: Sender): Violation[] {
    const { body: described } = operation;
    if (described === undefined) return [];
    if (body === undefined) return described.required ? [missing("/body", "a body", described.pointer)] : [];
    if (described.content.length === 0) return [];
    const media = mediaFor(described.content, body.mediaType);
    if (media !== undefined) return this.#body(media, sender, body);
    const message = `the media type ${body.mediaType} is not accepted`;
    return [refusal("content", "/headers/content-type", message, `${described.pointer}/content`)];
  }

  #responseBody(described: SurfaceResponse, body: WireBody | undefined, sender: Sender): Violation[] {
    if (body === undefined) return [];
    const media = mediaFor(described.content, body.mediaType);
    // Accept excludes types that are not described.
    return media === undefined ? [] : this.#body(media, sender, body);
  }

  #body(media: SurfaceMedia, sender: Sender, body: WireBody): Violation[] {
    const { parts } = media;
    const own = at("/body", this.body(media, sender, body.value));
    if (parts === undefined) return own;
    const headers = judgedParts(parts, body, (header, pair, place) => {
      const where = `${partHeadersAt(place)}/${header.name}`;
      if (pair !== undefined)
        return at(where, this.written({ ...header, in: "header", style: "simple" }, [pair], sender));
      return header.required ? [missing(where, `the header ${header.name}`, header.pointer)] : [];
    });
    return [...own, ...headers];
  }

  #security(operation: SurfaceOperation, request: WireRequest): Violation[] {
    const { security } = operation;
    if (security.length === 0) return [];
    if (admits(security, request.credentials)) return [];
    const shown = security
      .map((alternative) => alternative.map(showCredential).join(" and ") || "nothing")
      .join(", or ");
    return [refusal("security", "/credentials", `must carry ${shown}`, operation.securityPointer)];
  }

  #accept(operation: SurfaceOperation, request: WireRequest): Violation[] {
    if (request.accept === undefined) return [];
    const { status, mediaType } = request.accept;
    const described = responseFor(operation.responses, status);
    if (described === undefined || mediaFor(described.content, mediaType) !== undefined) return [];
    const message = `no ${status} response is ${mediaType}`;
    return [refusal("content", "/headers/accept", message, `${described.pointer}/content`)];
  }
}

/** True for a value without null, because no text represents null. */
function hasWrittenForm(value: JsonValue): boolean {
  if (typeof value !== "object") return true;
  return value !== null && Object.values(value).every((inner: JsonValue) => hasWrittenForm(inner));
}

/** `allowEmptyValue` lets a query parameter appear without a value, whatever its schema says. */
function isEmptyAllowed({ in: place, value }: SurfaceParameter, written: Pairs): boolean {
  return place === "query" && value["allowEmptyValue"] === true && written.length === 1 && written[0]?.[1] === "";
}

type Described = Pick<SurfaceParameter, "name" | "in" | "style" | "explode" | "schema" | "mediaType"> & {
  readonly isWhole?: true;
};

/** @param place where it is in the exchange @param pointer what refuses it in the document */
export function refusal(keyword: string, place: string, message: string, pointer: string): Violation {
  return { keyword, params: {}, at: place, message, pointer };
}

const NO_READING = refusal("type", "", "cannot be read", "");

const missing = (place: string, what: string, pointer: string): Violation =>
  refusal("required", place, `must have ${what}`, `${pointer}/required`);

function at(prefix: string, violations: readonly Violation[]): Violation[] {
  return violations.map((violation) => ({ ...violation, at: `${prefix}${violation.at}` }));
}

function writtenIn(parameter: SurfaceParameter, request: WireRequest): Pairs | undefined {
  if (parameter.in === "path") {
    const unplaced = request.unplaced.find(([name]) => name === parameter.name);
    const text = parameter.position < 0 ? unplaced?.[1] : request.pathTexts[parameter.position];
    return text === undefined ? undefined : [[parameter.name, text]];
  }
  if (parameter.in === "header") {
    const found = request.headers.find(([name]) => name === parameter.name);
    return found === undefined ? undefined : [found];
  }
  const pairs = parameter.in === "query" ? request.query : request.cookies;
  const wanted = pairName(parameter);
  const own = pairs.filter(([name]) => name === wanted || name.startsWith(`${parameter.name}[`));
  // An exploded object uses its property names as parameter names: any pair may belong to it.
  if (own.length === 0 && parameter.explode && parameter.style === "form" && parameter.schema !== undefined) {
    const loose = pairs.filter(([name]) => request.loose?.includes(name) === true);
    return loose.length === 0 ? undefined : loose;
  }
  return own.length === 0 ? undefined : own;
}
