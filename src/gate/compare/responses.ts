// What may come back in a response, on both sides: statuses, headers, media types, bodies.
import { concreteMedia, concreteStatus } from "../exchange/build.ts";
import { isJson, mediaFor, responseFor } from "../exchange/match.ts";
import type { Sender, SurfaceHeader, SurfaceMedia, SurfaceResponse } from "../surface/model.ts";
import {
  type Claim,
  type Comparison,
  type OperationPair,
  type Slot,
  consumerSide,
  places,
  producerSide,
} from "./context.ts";
import { slotPlaces } from "./requests.ts";

/** Finds what differs in the responses of two operations. `pair.sender` is who sends the response. */
export function compareResponses(comparison: Comparison, pair: OperationPair): void {
  new ResponseComparison(comparison, pair).run();
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
      else this.#response(sent, known);
    }
  }

  /** A status that the other side never heard of, not even as "default". */
  #undocumented(sent: SurfaceResponse): void {
    const { consumer, sender } = this.#pair;
    if (!this.#comparison.open || consumer.responses.length === 0 || sent.status === "default") return;
    this.#claim({
      kind: "response-status-added",
      subject: sent.status,
      text: `the status ${sent.status} was added`,
      fix: "describe a default response from the start, or answer with a status that is described",
      ...places(sender, sent.pointer, `${consumer.pointer}/responses`),
      build: () => this.#response200(sent, {}),
    });
  }

  #claim(details: Omit<Claim, "sender" | "direction" | "operation" | "producer" | "consumer"> & Partial<Claim>): void {
    const { sender, producer, consumer, base } = this.#pair;
    this.#comparison.claims.push({ sender, direction: "response", operation: base, producer, consumer, ...details });
  }

  #response200(sent: SurfaceResponse, wish: Parameters<Comparison["base"]["builder"]["response"]>[2]) {
    const { sender, producer } = this.#pair;
    return producerSide(this.#comparison, sender).builder.response(producer, sent, wish);
  }

  #response(sent: SurfaceResponse, known: SurfaceResponse): void {
    for (const header of known.headers) {
      const own = sent.headers.find(({ name }) => name === header.name);
      if (own === undefined || (header.required && !own.required)) this.#optionalHeader(sent, header, own);
      if (own !== undefined) this.#headerSlot(sent, own, header);
    }
    for (const media of known.content) this.#removedMedia(sent, known, media);
    for (const media of sent.content) {
      const wanted = mediaFor(known.content, concreteMedia(media.name));
      if (wanted !== undefined) this.#bodySlot(sent, media, wanted);
    }
  }

  #optionalHeader(sent: SurfaceResponse, header: SurfaceHeader, own: SurfaceHeader | undefined): void {
    if (!header.required) return;
    this.#claim({
      kind: "response-header-optional",
      subject: `${sent.status} ${header.name}`,
      text: `the header ${header.name} of ${sent.status} is no longer ${own === undefined ? "described" : "required"}`,
      fix: "keep sending the header always",
      ...places(this.#pair.sender, own?.pointer ?? sent.pointer, header.pointer),
      build: () => this.#response200(sent, {}),
    });
  }

  #slot(slot: Omit<Slot, "sender" | "direction" | "pair" | "root" | "graph">, textual: boolean): void {
    const { sender } = this.#pair;
    const graph = (textual ? this.#comparison.textGraphs : this.#comparison.graphs)[sender];
    const { producer, consumer } = graph.sides;
    const root = graph.pair(producer.conjunction(slot.producerPointer), consumer.conjunction(slot.consumerPointer));
    this.#comparison.slots.push({ ...slot, sender, direction: "response", pair: this.#pair, graph, root });
  }

  #headerSlot(sent: SurfaceResponse, own: SurfaceHeader, known: SurfaceHeader): void {
    this.#slot(
      {
        producerPointer: own.schema,
        consumerPointer: known.schema,
        ...slotPlaces(this.#pair, own.pointer, known.pointer),
        label: `header ${own.name} of ${sent.status}`,
        formChanged: own.explode !== known.explode || own.mediaType !== known.mediaType,
        assemble: (value) => this.#response200(sent, { header: own, value }),
      },
      own.mediaType === undefined,
    );
  }

  #bodySlot(sent: SurfaceResponse, media: SurfaceMedia, known: SurfaceMedia): void {
    this.#slot(
      {
        producerPointer: media.schema,
        consumerPointer: known.schema,
        ...slotPlaces(this.#pair, media.pointer, known.pointer),
        label: `body of ${sent.status}`,
        formChanged: false,
        assemble: (value) => this.#response200(sent, { body: { mediaType: concreteMedia(media.name), value } }),
      },
      !isJson(concreteMedia(media.name)),
    );
  }

  /** Who can read one media type only says so in Accept; the request is what breaks. */
  #removedMedia(sent: SurfaceResponse, known: SurfaceResponse, media: SurfaceMedia): void {
    const mediaType = concreteMedia(media.name);
    if (mediaFor(sent.content, mediaType) !== undefined) return;
    const receiver: Sender = this.#pair.sender === "server" ? "client" : "server";
    const { producer, consumer, sender } = this.#pair;
    this.#claim({
      kind: "response-media-type-removed",
      subject: `${known.status} ${media.name}`,
      text: `responses of the media type ${media.name} with ${known.status} are no longer offered`,
      fix: `keep ${media.name} beside the new media types`,
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

/** The description that the other side has for a response; a default only answers to a default or a new status. */
function matchResponse(sent: SurfaceResponse, known: readonly SurfaceResponse[]): SurfaceResponse | undefined {
  if (sent.status === "default") return known.find(({ status }) => status === "default");
  return known.find(({ status }) => status === sent.status) ?? responseFor(known, concreteStatus(sent.status));
}
