// Compares what a response may contain: statuses, headers, media types, bodies.
import { concreteMedia, mediaFor } from "../../../contract/media.ts";
import { concreteStatus, describedAs, hasNoContent, isErrorStatus, responseFor } from "../../../contract/responses.ts";
import type { ResponseChoice } from "../../exchange/build.ts";
import type { WireExchange } from "../../exchange/model.ts";
import type { Sender, SurfaceHeader, SurfaceMedia, SurfaceResponse } from "../../surface/model.ts";
import {
  type Claim,
  type Comparison,
  type OperationPair,
  type Slot,
  consumerSide,
  places,
  producerSide,
} from "../context.ts";
import { type MediaPair, bodyParts, mediaPairs } from "./media.ts";
import { partBody, partHeaderAt, partHeaderSlot } from "./part-headers.ts";
import { slotPlaces } from "./requests.ts";
import { type PartHeaderPair, partHeaderPairs } from "../../surface/part-pairs.ts";
import { sentence } from "./sentences.ts";
import { isPutOff } from "./sunset.ts";

/** Finds the differences in the responses of two operations. `pair.sender` is who sends the response. */
export function compareResponses(comparison: Comparison, pair: OperationPair): void {
  new ResponseComparison(comparison, pair).run();
}

/** Two descriptions that apply to a response of one status. */
interface ResponsePair {
  readonly sent: SurfaceResponse;
  readonly known: SurfaceResponse;
  readonly status: string;
}

/** What a header is of. */
interface HeaderOf {
  /** "x-sum", "x-sum of part 0". */
  readonly what: string;
  /** The same as part of an identity. */
  readonly subject: string;
  /** Where its violation is in an exchange, if the subject does not say so. */
  readonly at?: string;
  /** Where the document lacks it, unless it is the response. */
  readonly holder?: string;
  readonly build: () => WireExchange | undefined;
}

class ResponseComparison {
  readonly #comparison: Comparison;
  readonly #pair: OperationPair;

  constructor(comparison: Comparison, pair: OperationPair) {
    this.#comparison = comparison;
    this.#pair = pair;
  }

  run(): void {
    const { producer, consumer } = this.#pair;
    for (const sent of producer.responses) {
      const known = matchResponse(sent, consumer.responses);
      if (known === undefined) this.#undocumented(sent);
      else {
        this.#parts({ sent, known, status: sent.status });
        // Nobody asks for an error: the policy tells of its body.
        if (this.#answersTo(sent, known) && !isErrorStatus(known.status))
          for (const media of this.#content(known)) this.#removedMedia(sent, known, media);
      }
    }
    // A status that only the other side names is sent by the range or default that covers it here.
    for (const known of consumer.responses) {
      if (known.status === "default" || describedAs(producer.responses, known.status) !== undefined) continue;
      const sent = responseFor(producer.responses, concreteStatus(known.status));
      if (sent === undefined || matchResponse(sent, consumer.responses) === known) continue;
      this.#parts({ sent, known, status: known.status });
    }
  }

  /**
   * True if a response replaces another. False for a status that a default or range used to cover and that now has a
   * description of its own.
   */
  #answersTo(sent: SurfaceResponse, known: SurfaceResponse): boolean {
    const own = describedAs(this.#pair.producer.responses, known.status);
    return (own === undefined || own === sent) && !hasNoContent(sent.status);
  }

  /** A status that the other side does not describe, not even with "default". */
  #undocumented(sent: SurfaceResponse): void {
    const { consumer, sender } = this.#pair;
    if (!this.#comparison.open || consumer.responses.length === 0 || sent.status === "default") return;
    this.#claim({
      kind: "response-status-added",
      subject: sent.status,
      ...(sender === "server"
        ? {
            text: `the status ${sent.status} was added`,
            fix: "describe a default response from the start, or answer with a status that is described",
          }
        : {
            text: `the status ${sent.status} is no longer expected`,
            fix: "keep describing what receivers may answer",
          }),
      ...places(sender, sent.pointer, `${consumer.pointer}/responses`),
      build: () => this.#build({ sent, status: sent.status }, {}),
    });
  }

  #claim(details: Omit<Claim, "sender" | "direction" | "operation" | "producer" | "consumer"> & Partial<Claim>): void {
    const { sender, producer, consumer, base } = this.#pair;
    this.#comparison.claims.push({ sender, direction: "response", operation: base, producer, consumer, ...details });
  }

  #build(
    { sent, status }: Omit<ResponsePair, "known">,
    choice: Omit<ResponseChoice, "status">,
  ): WireExchange | undefined {
    const { sender, producer } = this.#pair;
    return producerSide(this.#comparison, sender).builder.response(producer, sent, { ...choice, status });
  }

  #parts(responses: ResponsePair): void {
    const { sent, known } = responses;
    for (const header of known.headers) {
      const own = sent.headers.find(({ name }) => name === header.name);
      if (own === undefined || (header.required && !own.required)) {
        const { name } = header;
        this.#optionalHeader(responses, header, own, {
          what: name,
          subject: name,
          build: () => this.#build(responses, {}),
        });
      }
      if (own !== undefined) this.#headerSlot(responses, own, header);
    }
    for (const pair of mediaPairs(this.#content(sent), this.#content(known))) {
      this.#bodySlots(responses, pair);
      for (const header of partHeaderPairs(pair.own, pair.wanted)) this.#partHeader(responses, pair, header);
    }
  }

  /** Ignores the description of a body that is never sent. */
  #content({ status, content }: SurfaceResponse): readonly SurfaceMedia[] {
    return hasNoContent(status) || this.#pair.base.method === "HEAD" ? [] : content;
  }

  #optionalHeader(
    { sent, status }: ResponsePair,
    header: SurfaceHeader,
    own: SurfaceHeader | undefined,
    { what, subject, at, holder, build }: HeaderOf,
  ): void {
    if (!header.required) return;
    const effect = own === undefined ? "missing" : "optional";
    this.#claim({
      kind: "response-header-optional",
      subject: `${status} ${subject}`,
      effect,
      ...(at === undefined ? {} : { at }),
      ...(this.#pair.sender === "server"
        ? {
            text: `the header ${what} of ${status} is no longer ${own === undefined ? "described" : "required"}`,
            fix: "keep sending the header always",
          }
        : sentence(effect, "client", `the header ${what} of ${status}`)),
      ...places(this.#pair.sender, own?.pointer ?? holder ?? sent.pointer, header.pointer),
      build,
    });
  }

  #partHeader(responses: ResponsePair, pair: MediaPair, { part, own, wanted }: PartHeaderPair): void {
    const { sender } = this.#pair;
    const build = partBody(producerSide(this.#comparison, sender), sender, pair, part);
    const what = `${wanted.name} of ${part.label}`;
    if (own?.required !== true) {
      const subject = `${what} in ${pair.own.name}`;
      const sending = (): WireExchange | undefined => build((body) => this.#build(responses, { body }));
      this.#optionalHeader(responses, wanted, own, {
        what,
        subject,
        at: partHeaderAt(part, wanted),
        holder: pair.own.pointer,
        build: sending,
      });
    }
    if (own === undefined) return;
    this.#slot(
      {
        ...partHeaderSlot(own, wanted, `header ${what} of ${responses.status}`, part),
        ...slotPlaces(this.#pair, own.pointer, wanted.pointer),
        assemble: (value) =>
          build((body) => this.#build(responses, { body, partHeader: { header: own, place: part.place, value } })),
      },
      own.mediaType === undefined,
    );
  }

  #slot(slot: Omit<Slot, "sender" | "direction" | "pair" | "root" | "graph">, textual: boolean): void {
    const { sender } = this.#pair;
    const graph = (textual ? this.#comparison.textGraphs : this.#comparison.graphs)[sender];
    const { producer, consumer } = graph.sides;
    const root = graph.pair(producer.conjunction(slot.producerPointer), consumer.conjunction(slot.consumerPointer));
    this.#comparison.slots.push({ ...slot, sender, direction: "response", pair: this.#pair, graph, root });
  }

  #headerSlot(responses: ResponsePair, own: SurfaceHeader, known: SurfaceHeader): void {
    const { sender } = this.#pair;
    const [producer, consumer] = [producerSide(this.#comparison, sender), consumerSide(this.#comparison, sender)];
    if (isPutOff({ judge: consumer.judge, header: known }, { judge: producer.judge, header: own }, sender)) return;
    this.#slot(
      {
        producerPointer: own.schema,
        consumerPointer: known.schema,
        ...slotPlaces(this.#pair, own.pointer, known.pointer),
        carrier: "header",
        at: `/headers/${known.name}`,
        label: `header ${own.name} of ${responses.status}`,
        formChanged: own.explode !== known.explode || own.mediaType !== known.mediaType,
        assemble: (value) => this.#build(responses, { header: own, value }),
      },
      own.mediaType === undefined,
    );
  }

  #bodySlots(responses: ResponsePair, pair: MediaPair): void {
    const where = slotPlaces(this.#pair, pair.own.pointer, pair.wanted.pointer);
    for (const { body, textual, ...part } of bodyParts(pair, `body of ${responses.status}`)) {
      this.#slot({ ...part, ...where, assemble: (value) => this.#build(responses, { body: body(value) }) }, textual);
    }
  }

  /** A client that reads only one media type says so in Accept, so it is the request that breaks. */
  #removedMedia(sent: SurfaceResponse, known: SurfaceResponse, media: SurfaceMedia): void {
    const mediaType = concreteMedia(media.name);
    if (mediaFor(sent.content, mediaType) !== undefined) return;
    const receiver: Sender = this.#pair.sender === "server" ? "client" : "server";
    const { producer, consumer, sender } = this.#pair;
    this.#claim({
      kind: "response-media-type-removed",
      subject: `${known.status} ${media.name}`,
      ...(sender === "server"
        ? {
            text: `responses of the media type ${media.name} with ${known.status} are no longer offered`,
            fix: `keep ${media.name} beside the new media types`,
          }
        : {
            text: `responses of the media type ${media.name} with ${known.status} are now asked for`,
            fix: "keep asking for the media types that receivers answer with",
          }),
      ...places(sender, `${sent.pointer}/content`, media.pointer),
      sender: receiver,
      direction: "request",
      producer: consumer,
      consumer: producer,
      build: () => {
        const accept = { mediaType, status: concreteStatus(known.status) };
        return consumerSide(this.#comparison, sender).builder.request(consumer, { accept });
      },
    });
  }
}

/** The other side's description of a response. A default matches only a default or a new status. */
function matchResponse(sent: SurfaceResponse, known: readonly SurfaceResponse[]): SurfaceResponse | undefined {
  if (sent.status === "default") return describedAs(known, "default");
  return describedAs(known, sent.status) ?? responseFor(known, concreteStatus(sent.status));
}
