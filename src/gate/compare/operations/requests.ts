// Compares what a request may contain: parameters, body, media types, credentials.
import type { SurfaceMedia, SurfaceParameter } from "../../surface/model.ts";
import { findParameter } from "../../surface/find-parameter.ts";
import { admits, mayAdmit, showCredential } from "../../exchange/match.ts";
import type { WireExchange } from "../../exchange/model.ts";
import { ANYTHING_GOES, type Conjunction, NOT_EMPTY, join, ofType } from "../../../schema/normal/conjunction.ts";
import type { NormalForms } from "../../../schema/normal/normal-forms.ts";
import {
  type Claim,
  type Comparison,
  type OperationPair,
  type Slot,
  consumerSide,
  places,
  producerSide,
} from "../context.ts";
import { type MediaPair, bodyParts, lostTypes, mediaPairs } from "./media.ts";
import type { JsonValue } from "../../../json/value.ts";

type ClaimDetails = Pick<Claim, "kind" | "subject" | "text" | "fix" | "build"> & {
  readonly producerPointer?: string;
  readonly consumerPointer?: string;
};

type OpenSlot = Omit<Slot, "sender" | "direction" | "pair" | "root" | "graph">;

/** Finds the differences in the requests of two operations. */
export function compareRequests(comparison: Comparison, pair: OperationPair): void {
  new RequestComparison(comparison, pair).run();
}

class RequestComparison {
  readonly #comparison: Comparison;
  readonly #pair: OperationPair;

  constructor(comparison: Comparison, pair: OperationPair) {
    this.#comparison = comparison;
    this.#pair = pair;
  }

  run(): void {
    this.#parameters();
    this.#body();
    this.#security();
  }

  #claim({ producerPointer, consumerPointer, ...details }: ClaimDetails): void {
    const { sender, producer, consumer, base } = this.#pair;
    this.#comparison.claims.push({
      ...details,
      ...places(sender, producerPointer, consumerPointer),
      sender,
      direction: "request",
      operation: base,
      producer,
      consumer,
    });
  }

  #request(wish: Parameters<Comparison["base"]["builder"]["request"]>[1]): WireExchange | undefined {
    return producerSide(this.#comparison, this.#pair.sender).builder.request(this.#pair.producer, wish);
  }

  #parameters(): void {
    const { producer, consumer } = this.#pair;
    for (const wanted of consumer.parameters) {
      const own = findParameter(producer, wanted);
      if (own !== undefined) {
        this.#bothParameters(own, wanted);
        continue;
      }
      if (!wanted.required || wanted.in === "path") continue;
      this.#claim({
        kind: "request-parameter-required",
        subject: `${wanted.in} ${wanted.name}`,
        text: `the ${wanted.in} parameter ${wanted.name} was added and is required`,
        fix: "make it optional, or give it a meaning when it is absent",
        producerPointer: producer.pointer,
        consumerPointer: wanted.pointer,
        build: () => this.#request({}),
      });
    }
  }

  #bothParameters(own: SurfaceParameter, wanted: SurfaceParameter): void {
    if (wanted.required && !own.required) {
      this.#claim({
        kind: "request-parameter-required",
        subject: `${wanted.in} ${wanted.name}`,
        text: `the ${wanted.in} parameter ${wanted.name} became required`,
        fix: "keep it optional",
        producerPointer: own.pointer,
        consumerPointer: wanted.pointer,
        build: () => this.#request({}),
      });
    }
    // The matrix style writes the name of a path parameter into the URL; other styles do not.
    const form = ({ name, style, explode, mediaType }: SurfaceParameter): string =>
      `${style === "matrix" ? `matrix ${name}` : style} ${explode} ${mediaType ?? ""}`;
    this.#slot(
      {
        producerPointer: own.schema,
        consumerPointer: wanted.schema,
        ...slotPlaces(this.#pair, own.pointer, wanted.pointer),
        carrier: "parameter",
        at: `/${wanted.in}/${wanted.name}`,
        label: `${own.in} parameter ${own.name}`,
        formChanged: form(own) !== form(wanted),
        assemble: (value) => this.#request({ parameter: own, value }),
        ...(wanted.schema === undefined ? {} : { reread: (exchange) => this.#reread(wanted, exchange) }),
      },
      own.mediaType === undefined,
      wanted.in === "path",
    );
    if (own.value["allowEmptyValue"] === true && wanted.value["allowEmptyValue"] !== true && wanted.in === "query") {
      this.#claim({
        kind: "request-parameter-empty-refused",
        subject: wanted.name,
        text: `the query parameter ${wanted.name} may no longer be empty`,
        fix: "keep allowEmptyValue",
        producerPointer: own.pointer,
        consumerPointer: wanted.pointer,
        build: () => this.#request({ parameter: own, value: "" }),
      });
    }
  }

  #reread(wanted: SurfaceParameter, exchange: WireExchange): readonly JsonValue[] | undefined {
    const { sender } = this.#pair;
    const { judge } = consumerSide(this.#comparison, sender);
    return exchange.kind === "request" ? judge.readings(wanted, exchange, sender) : undefined;
  }

  #slot(slot: OpenSlot, textual: boolean, inPath = false): void {
    const { sender } = this.#pair;
    const graph = (textual ? this.#comparison.textGraphs : this.#comparison.graphs)[sender];
    const { producer, consumer } = graph.sides;
    // Both sides know that a path parameter is never empty, because an empty one would make another path.
    const known = inPath ? NOT_EMPTY : ANYTHING_GOES;
    // Both sides read a value without a schema as a string.
    const undescribed = (pointer: string | undefined): Conjunction =>
      inPath && slot.producerPointer === undefined && pointer === undefined ? join(known, ofType("string")) : known;
    const isWritten = textual && slot.carrier === "parameter";
    const read = (space: NormalForms, pointer: string | undefined): Conjunction => {
      const described = space.conjunction(pointer);
      return join(undescribed(pointer), isWritten ? space.written(described) : described);
    };
    const root = graph.pair(read(producer, slot.producerPointer), read(consumer, slot.consumerPointer));
    this.#comparison.slots.push({ ...slot, sender, direction: "request", pair: this.#pair, graph, root });
  }

  #body(): void {
    const { producer, consumer } = this.#pair;
    const [own, wanted] = [producer.body, consumer.body];
    if (wanted?.required === true && own?.required !== true) {
      this.#claim({
        kind: "request-body-required",
        subject: "",
        text: own === undefined ? "a request body was added and is required" : "the request body became required",
        fix: "keep the body optional",
        producerPointer: own?.pointer ?? producer.pointer,
        consumerPointer: wanted.pointer,
        build: () => this.#request({}),
      });
    }
    if (own === undefined || wanted === undefined) return;
    if (wanted.content.length === 0) return;
    for (const media of own.content) this.#lostMedia(media, wanted.content, wanted.pointer);
    for (const pair of mediaPairs(own.content, wanted.content)) this.#bodySlots(pair);
  }

  #lostMedia(media: SurfaceMedia, wanted: readonly SurfaceMedia[], pointer: string): void {
    const { sender } = this.#pair;
    const lost = lostTypes(media.name, wanted);
    for (const mediaType of lost) {
      this.#claim({
        kind: "request-media-type-removed",
        subject: mediaType,
        text: `requests of the media type ${media.name} are no longer accepted${mediaType === media.name ? "" : `, for example ${mediaType}`}`,
        fix: `keep ${media.name} beside the new media types`,
        producerPointer: media.pointer,
        consumerPointer: `${pointer}/content`,
        build: () => {
          const value = producerSide(this.#comparison, sender).builder.sample(media.schema, sender);
          return value === undefined ? undefined : this.#request({ body: { mediaType, value } });
        },
      });
    }
  }

  #bodySlots(pair: MediaPair): void {
    const where = slotPlaces(this.#pair, pair.own.pointer, pair.wanted.pointer);
    for (const { body, textual, ...part } of bodyParts(pair, "body")) {
      this.#slot({ ...part, ...where, assemble: (value) => this.#request({ body: body(value) }) }, textual);
    }
  }

  /** Credentials that were accepted before must still be accepted. */
  #security(): void {
    const { producer, consumer } = this.#pair;
    const alternatives = producer.security.length === 0 ? [[]] : producer.security;
    for (const credentials of alternatives) {
      if (admits(consumer.security, credentials) || mayAdmit(consumer.security, credentials)) continue;
      const shown = credentials.map(({ name }) => name).join(" and ");
      const scopes = credentials.flatMap((credential) => credential.scopes).join(" ");
      this.#claim({
        kind: shown === "" ? "security-added" : "security-changed",
        subject: `${shown} ${scopes}`.trim(),
        text:
          shown === ""
            ? "requests without a credential are no longer accepted"
            : `the credential ${credentials.map(showCredential).join(" and ")} is no longer enough`,
        fix: "keep accepting it beside what is new",
        producerPointer: producer.securityPointer,
        consumerPointer: consumer.securityPointer,
        build: () => this.#request({ credentials }),
      });
    }
  }
}

/** Base and revision places of a slot. */
export function slotPlaces(
  { sender }: OperationPair,
  producer: string,
  consumer: string,
): { basePlace: string; revisionPlace: string } {
  return sender === "client"
    ? { basePlace: producer, revisionPlace: consumer }
    : { basePlace: consumer, revisionPlace: producer };
}
