// Compares what a request may contain: parameters, body, media types, credentials.
import type { Credential, Sender, SurfaceMedia, SurfaceParameter } from "../../surface/model.ts";
import { type PartHeaderPair, partHeaderPairs } from "../../surface/part-pairs.ts";
import { bothUndescribed, findParameter } from "../../surface/find-parameter.ts";
import { admits, mayAdmit, showCredential } from "../../exchange/match.ts";
import type { WireExchange } from "../../exchange/model.ts";
import { ANYTHING_GOES, type Conjunction, NOT_EMPTY, join, ofType } from "../../../schema/form/conjunction.ts";
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
import { type Effect, sentence } from "./sentences.ts";
import { partBody, partHeaderAt, partHeaderSlot } from "./part-headers.ts";
import { type MediaPair, bodyParts, lostTypes, mediaPairs } from "./media.ts";
import type { JsonValue } from "../../../json/value.ts";

type ClaimDetails = Pick<Claim, "kind" | "subject" | "at" | "text" | "fix" | "effect" | "build"> & {
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

  #says(effect: Effect, what: string): Pick<Claim, "text" | "fix" | "effect"> {
    return sentence(effect, this.#pair.sender, what);
  }

  #request(choice: Parameters<Comparison["base"]["builder"]["request"]>[1]): WireExchange | undefined {
    return producerSide(this.#comparison, this.#pair.sender).builder.request(this.#pair.producer, choice);
  }

  #parameters(): void {
    const { producer, consumer } = this.#pair;
    for (const wanted of consumer.parameters) {
      const own = findParameter(producer, wanted);
      if (own !== undefined) {
        if (!bothUndescribed(own, wanted)) this.#bothParameters(own, wanted);
        continue;
      }
      if (!wanted.required || wanted.in === "path") continue;
      this.#claim({
        kind: "request-parameter-required",
        subject: `${wanted.in} ${wanted.name}`,
        ...this.#says("missing", `the ${wanted.in} parameter ${wanted.name}`),
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
        ...this.#says("optional", `the ${wanted.in} parameter ${wanted.name}`),
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
        effect: "unknown",
        ...(this.#pair.sender === "client"
          ? { text: `the query parameter ${wanted.name} may no longer be empty`, fix: "keep allowEmptyValue" }
          : { text: `the query parameter ${wanted.name} may now be empty`, fix: "keep sending a value" }),
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
        ...this.#says(own === undefined ? "missing" : "optional", `${own === undefined ? "a" : "the"} request body`),
        producerPointer: own?.pointer ?? producer.pointer,
        consumerPointer: wanted.pointer,
        build: () => this.#request({}),
      });
    }
    if (own === undefined || wanted === undefined) return;
    if (wanted.content.length === 0) return;
    for (const media of own.content) this.#lostMedia(media, wanted.content, wanted.pointer);
    for (const pair of mediaPairs(own.content, wanted.content)) {
      this.#bodySlots(pair);
      for (const header of partHeaderPairs(pair.own, pair.wanted)) this.#partHeader(pair, header);
    }
  }

  #partHeader(pair: MediaPair, { part, own, wanted }: PartHeaderPair): void {
    const build = partBody(producerSide(this.#comparison, this.#pair.sender), this.#pair.sender, pair, part);
    if (wanted.required && own?.required !== true) {
      this.#claim({
        kind: "request-parameter-required",
        subject: `header ${wanted.name} of ${part.label} in ${pair.own.name}`,
        at: partHeaderAt(part, wanted),
        ...this.#says(own === undefined ? "missing" : "optional", `the header ${wanted.name} of ${part.label}`),
        producerPointer: own?.pointer ?? pair.own.pointer,
        consumerPointer: wanted.pointer,
        build: () => build((body) => this.#request({ body })),
      });
    }
    if (own === undefined) return;
    this.#slot(
      {
        ...partHeaderSlot(own, wanted, `header ${own.name} of ${part.label}`, part),
        ...slotPlaces(this.#pair, own.pointer, wanted.pointer),
        assemble: (value) =>
          build((body) => this.#request({ body, partHeader: { header: own, place: part.place, value } })),
      },
      own.mediaType === undefined,
    );
  }

  #lostMedia(media: SurfaceMedia, wanted: readonly SurfaceMedia[], pointer: string): void {
    const { sender } = this.#pair;
    const lost = lostTypes(media.name, wanted);
    for (const mediaType of lost) {
      this.#claim({
        kind: "request-media-type-removed",
        subject: mediaType,
        ...mediaSentence(sender, media.name, mediaType),
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
        effect: "unknown",
        ...credentialSentence(this.#pair.sender, credentials),
        producerPointer: producer.securityPointer,
        consumerPointer: consumer.securityPointer,
        build: () => this.#request({ credentials }),
      });
    }
  }
}

function mediaSentence(sender: Sender, name: string, example: string): Pick<Claim, "text" | "fix" | "effect"> {
  const more = example === name ? "" : `, for example ${example}`;
  return sender === "client"
    ? {
        effect: "unknown",
        text: `requests of the media type ${name} are no longer accepted${more}`,
        fix: `keep ${name} beside the new media types`,
      }
    : {
        effect: "unknown",
        text: `requests of the media type ${name} may now arrive${more}, which the base does not describe`,
        fix: "keep sending the media types that receivers know",
      };
}

function credentialSentence(sender: Sender, credentials: readonly Credential[]): Pick<Claim, "text" | "fix"> {
  const shown = credentials.map(showCredential).join(" and ");
  if (sender === "server")
    return {
      text: `requests may now arrive ${shown === "" ? "without a credential" : `with the credential ${shown} alone`}`,
      fix: "keep sending what receivers check",
    };
  return {
    text:
      shown === ""
        ? "requests without a credential are no longer accepted"
        : `the credential ${shown} is no longer enough`,
    fix: "keep accepting it beside what is new",
  };
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
