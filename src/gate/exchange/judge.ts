// What one contract says of a request or response: nothing, or why it is refused. This decides every verdict,
// and the same code judges each witness a second time with validators that are compiled anew.
import { SchemaCompiler } from "../../contract/compile.ts";
import { type Document, DocumentError } from "../../contract/document.ts";
import { judgesRest } from "../../contract/evaluated-properties.ts";
import type { JsonValue } from "../../contract/json.ts";
import type { Direction, Schema, Violation } from "../../contract/model.ts";
import { SchemaSet } from "../../contract/schema-set.ts";
import { SchemaSpace } from "../schema/space.ts";
import { discriminatorViolations } from "./discriminator.ts";
import type { Sender, SurfaceMedia, SurfaceOperation, SurfaceParameter, SurfaceResponse } from "../surface/model.ts";
import { admits, isJson, mediaFor, responseFor, showCredential } from "./match.ts";
import type { WireBody, WireRequest, WireResponse } from "./model.ts";
import { type Written, asTexts, readParameter, readTexts } from "./wire.ts";

/** Thrown where a schema cannot be compiled: nothing can then be said of values under it. */
export class NotCompiled extends Error {}

const MAX_ATTEMPTS = 10;
const ENDLESS = "it leads back to itself without end";

export class Judge {
  readonly document: Document;
  readonly request: SchemaSpace;
  readonly response: SchemaSpace;
  readonly #set: SchemaSet;
  readonly #deferred: boolean;
  readonly #schemas = new Map<string, Schema>();
  /** How often the validator of a schema gave up. */
  readonly #gaveUp = new Map<string, number>();

  /** @param known another judge of the document, whose reading of it is taken over, but none of its validators */
  constructor(document: Document, known?: Judge) {
    this.document = document;
    this.request = known?.request ?? new SchemaSpace(document, "request");
    this.response = known?.response ?? new SchemaSpace(document, "response");
    this.#deferred = known === undefined ? !judgesRest(document.root) : known.#deferred;
    this.#set = new SchemaSet(document, new SchemaCompiler(document, { deferred: this.#deferred }));
  }

  /** The same document with validators that nothing was judged by yet. */
  afresh(): Judge {
    return new Judge(this.document, this);
  }

  space(sender: Sender): SchemaSpace {
    return sender === "client" ? this.request : this.response;
  }

  /** What the schema at a pointer says of a value. No pointer: no schema, nothing to say. */
  value(pointer: string | undefined, sender: Sender, value: JsonValue): readonly Violation[] {
    if (pointer === undefined) return [];
    if ((this.#gaveUp.get(`${sender} ${pointer}`) ?? 0) >= MAX_ATTEMPTS) throw new NotCompiled(ENDLESS);
    const schema = this.#schema(pointer, sender === "client" ? "request" : "response");
    try {
      const space = this.space(sender);
      const refusals = schema.validate(value);
      // What nothing was said of is not allowed: neither side has to take it.
      if (refusals.length === 0 && schema.hasVerdict?.(value) === false) throw new RangeError(ENDLESS);
      const violations = refusals.filter((violation) => !isBlank(violation));
      const judgeBy = (at: string, item: JsonValue) => this.#schema(at, space.direction).validate(item);
      const more = discriminatorViolations({ space, judgeBy }, space.conjunction(pointer), value);
      // A schema that builds upon the one of the tag has judged by that already.
      const told = new Set(violations.map(({ at, pointer: keyword }) => `${at} ${keyword}`));
      return [...violations, ...more.filter(({ at, pointer: keyword }) => !told.has(`${at} ${keyword}`))];
    } catch (error) {
      if (error instanceof DocumentError) throw error;
      // The validator itself gave up: too deep a recursion, or a combination of keywords it cannot run. A schema
      // that is nothing but itself does so with every value, each time at the price of a whole stack.
      this.#gaveUp.set(`${sender} ${pointer}`, (this.#gaveUp.get(`${sender} ${pointer}`) ?? 0) + 1);
      throw new NotCompiled(error instanceof Error ? error.message : String(error));
    }
  }

  #schema(pointer: string, direction: Direction): Schema {
    const key = `${direction} ${pointer}`;
    const known = this.#schemas.get(key);
    if (known !== undefined) return known;
    const schema = this.#set.schema(pointer, direction);
    this.#schemas.set(key, schema);
    return schema;
  }

  /** Judges a body of a media type: formats without types carry texts, which the schema may read as numbers. */
  body(media: SurfaceMedia, sender: Sender, value: JsonValue): readonly Violation[] {
    if (isJson(media.name)) return this.value(media.schema, sender, value);
    const space = this.space(sender);
    const readings = readTexts(asTexts(value), space, space.shape(space.conjunction(media.schema)));
    return this.best(readings.map((reading) => this.value(media.schema, sender, reading)));
  }

  /** Judges a parameter or header as it was written. */
  written(parameter: Described, written: Written, sender: Sender): readonly Violation[] {
    const space = this.space(sender);
    const shape = space.shape(space.conjunction(parameter.schema));
    const readings = readParameter(parameter, written, space, shape);
    if (readings.length === 0) {
      // A schema that cannot be compiled is a fault of the document, not of what was written.
      this.value(parameter.schema, sender, null);
      const pointer = parameter.schema ?? "";
      return [
        { keyword: "type", at: "", message: "cannot be read as what its schema describes", pointer: `${pointer}/type` },
      ];
    }
    return this.best(readings.map((reading) => this.value(parameter.schema, sender, reading)));
  }

  /** Of several readings one is enough; else the complaint about the first. */
  best(judgements: readonly (readonly Violation[])[]): readonly Violation[] {
    return judgements.find((violations) => violations.length === 0) ?? judgements[0] ?? [NO_READING];
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

  /** Judges a whole response of an operation. A status that is not described is not judged. */
  wholeResponse(operation: SurfaceOperation, response: WireResponse): Violation[] {
    const sender: Sender = operation.kind === "path" ? "server" : "client";
    const described = responseFor(operation.responses, response.status);
    if (described === undefined) {
      const pointer = `${operation.pointer}/responses`;
      return [{ keyword: "status", at: "/status", message: `status ${response.status} is not described`, pointer }];
    }
    const headers = described.headers.flatMap((header) => {
      const found = response.headers.find(([name]) => name === header.name);
      if (found === undefined) {
        return header.required ? [missing(`/headers/${header.name}`, `the header ${header.name}`, header.pointer)] : [];
      }
      return at(
        `/headers/${header.name}`,
        this.written({ ...header, in: "header", style: "simple" }, { text: found[1] }, sender),
      );
    });
    return [...headers, ...this.#responseBody(described, response.body, sender)];
  }

  #parameter(parameter: SurfaceParameter, request: WireRequest, sender: Sender): Violation[] {
    const written = writtenIn(parameter, request);
    const place = `/${parameter.in}/${parameter.name}`;
    if (written === undefined) {
      const absent = parameter.required && parameter.in !== "path";
      return absent ? [missing(place, `the ${parameter.in} parameter ${parameter.name}`, parameter.pointer)] : [];
    }
    return isEmptyAllowed(parameter, written) ? [] : at(place, this.written(parameter, written, sender));
  }

  /** What a parameter of a request may be taken for; undefined where the request does not carry it. */
  readings(parameter: SurfaceParameter, request: WireRequest, sender: Sender): readonly JsonValue[] | undefined {
    const written = writtenIn(parameter, request);
    const space = this.space(sender);
    const shape = space.shape(space.conjunction(parameter.schema));
    return written === undefined ? undefined : readParameter(parameter, written, space, shape);
  }

  #requestBody(operation: SurfaceOperation, body: WireBody | undefined, sender: Sender): Violation[] {
    const { body: described } = operation;
    if (described === undefined) return [];
    if (body === undefined) return described.required ? [missing("/body", "a body", described.pointer)] : [];
    if (described.content.length === 0) return [];
    const media = mediaFor(described.content, body.mediaType);
    if (media !== undefined) return at("/body", this.body(media, sender, body.value));
    const message = `the media type ${body.mediaType} is not accepted`;
    return [{ keyword: "content", at: "/headers/content-type", message, pointer: `${described.pointer}/content` }];
  }

  #responseBody(described: SurfaceResponse, body: WireBody | undefined, sender: Sender): Violation[] {
    if (body === undefined) return [];
    const media = mediaFor(described.content, body.mediaType);
    // A type that is not described is kept away by Accept.
    return media === undefined ? [] : at("/body", this.body(media, sender, body.value));
  }

  #security(operation: SurfaceOperation, request: WireRequest): Violation[] {
    const { security } = operation;
    if (security.length === 0) return [];
    if (admits(security, request.credentials)) return [];
    const shown = security
      .map((alternative) => alternative.map(showCredential).join(" and ") || "nothing")
      .join(", or ");
    return [
      { keyword: "security", at: "/credentials", message: `must carry ${shown}`, pointer: operation.securityPointer },
    ];
  }

  #accept(operation: SurfaceOperation, request: WireRequest): Violation[] {
    if (request.accept === undefined) return [];
    const { status, mediaType } = request.accept;
    const described = responseFor(operation.responses, status);
    if (described === undefined || mediaFor(described.content, mediaType) !== undefined) return [];
    const message = `no ${status} response is ${mediaType}`;
    return [{ keyword: "content", at: "/headers/accept", message, pointer: `${described.pointer}/content` }];
  }
}

/** An empty name among the required ones is a template that was not filled in: nobody sends such a property. */
function isBlank({ keyword, message }: Violation): boolean {
  return keyword === "required" && message.endsWith('property ""');
}

/** `allowEmptyValue` lets a query parameter be there without a value, whatever its schema says. */
function isEmptyAllowed({ in: place, value }: SurfaceParameter, written: Written): boolean {
  const texts = "pairs" in written ? written.pairs.map(([, text]) => text) : [];
  return place === "query" && value["allowEmptyValue"] === true && texts.length === 1 && texts[0] === "";
}

type Described = Pick<SurfaceParameter, "name" | "in" | "style" | "explode" | "schema" | "mediaType">;

const NO_READING: Violation = { keyword: "type", at: "", message: "cannot be read", pointer: "" };

function missing(place: string, what: string, pointer: string): Violation {
  return { keyword: "required", at: place, message: `must have ${what}`, pointer: `${pointer}/required` };
}

function at(prefix: string, violations: readonly Violation[]): Violation[] {
  return violations.map((violation) => ({ ...violation, at: `${prefix}${violation.at}` }));
}

function writtenIn(parameter: SurfaceParameter, request: WireRequest): Written | undefined {
  if (parameter.in === "path") {
    const unplaced = request.unplaced.find(([name]) => name === parameter.name);
    const text = parameter.position < 0 ? unplaced?.[1] : request.pathTexts[parameter.position];
    return text === undefined ? undefined : { text };
  }
  if (parameter.in === "header") {
    const found = request.headers.find(([name]) => name === parameter.name);
    return found === undefined ? undefined : { text: found[1] };
  }
  const pairs = parameter.in === "query" ? request.query : request.cookies;
  const own = pairs.filter(([name]) => name === parameter.name || name.startsWith(`${parameter.name}[`));
  // An exploded object has its properties as names: any pair may belong to it.
  if (own.length === 0 && parameter.explode && parameter.style === "form" && parameter.schema !== undefined) {
    const loose = pairs.filter(([name]) => request.loose?.includes(name) === true);
    return loose.length === 0 ? undefined : { pairs: loose };
  }
  return own.length === 0 ? undefined : { pairs: own };
}
