// Compares what a response may contain: statuses, headers, media types, bodies.
import { concreteMedia, mediaFor } from "../../../contract/media.ts";
import { concreteStatus, describedAs, hasNoContent, isErrorStatus, responseFor } from "../../../contract/responses.ts";
import type { ResponseChoice } from "../../exchange/build.ts";
import type { WireExchange } from "../../exchange/model.ts";
import type { SurfaceHeader, SurfaceMedia, SurfaceResponse } from "../../surface/model.ts";
import { type Comparison, type OperationPair, places } from "../context.ts";
import { mediaPairs } from "./media.ts";
import { type Naming, Pairing } from "./pairing.ts";
import { readImfDate } from "../../../contract/http-date.ts";
import type { NormalForms } from "../../../schema/normal/normal-forms.ts";

/** Finds the differences in the responses of two operations. `pair.sender` is who sends the response. */
export function compareResponses(comparison: Comparison, pair: OperationPair): void {
  new ResponseComparison(comparison, pair, "response").run();
}

/** Two descriptions that apply to a response of one status. */
interface ResponsePair {
  readonly sent: SurfaceResponse;
  readonly known: SurfaceResponse;
  readonly status: string;
}

const KIND = "response-header-optional";

class ResponseComparison extends Pairing {
  run(): void {
    const { producer, consumer } = this.pair;
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
    const own = describedAs(this.pair.producer.responses, known.status);
    return (own === undefined || own === sent) && !hasNoContent(sent.status);
  }

  /** A status that the other side does not describe, not even with "default". */
  #undocumented(sent: SurfaceResponse): void {
    const { consumer, sender } = this.pair;
    const { status } = sent;
    if (!this.comparison.open || consumer.responses.length === 0 || status === "default") return;
    this.claim({
      kind: "response-status-added",
      subject: status,
      ...(sender === "server"
        ? { text: `the status ${status} was added` }
        : { text: `the status ${status} is no longer expected`, fix: "keep describing what receivers may answer" }),
      producerPointer: sent.pointer,
      consumerPointer: `${consumer.pointer}/responses`,
      build: () => this.#build({ sent, status }, {}),
    });
  }

  #build(
    { sent, status }: Omit<ResponsePair, "known">,
    choice: Omit<ResponseChoice, "status">,
  ): WireExchange | undefined {
    return this.producerSide.builder.response(this.pair.producer, sent, { ...choice, status });
  }

  #parts(responses: ResponsePair): void {
    const { sent, known, status } = responses;
    const naming: Naming = {
      body: `body of ${status}`,
      header: (name) => `header ${name} of ${status}`,
      kind: KIND,
      subject: (name) => `${status} ${name}`,
    };
    for (const header of known.headers) {
      const own = sent.headers.find(({ name }) => name === header.name);
      this.reliance(own, header, {
        kind: KIND,
        subject: naming.subject(header.name),
        what: `the ${naming.header(header.name)}`,
        holder: sent.pointer,
        build: () => this.#build(responses, {}),
      });
      if (own !== undefined) this.#header(responses, own, header);
    }
    for (const media of mediaPairs(this.#content(sent), this.#content(known)))
      this.body(media, naming, (choice) => this.#build(responses, choice));
  }

  /** Ignores the description of a body that is never sent. */
  #content({ status, content }: SurfaceResponse): readonly SurfaceMedia[] {
    return hasNoContent(status) || this.pair.base.method === "HEAD" ? [] : content;
  }

  #header(responses: ResponsePair, own: SurfaceHeader, known: SurfaceHeader): void {
    if (this.#isPutOff(own, known)) return;
    this.headerSlot(own, known, {
      at: `/headers/${known.name}`,
      label: `header ${own.name} of ${responses.status}`,
      assemble: (value) => this.#build(responses, { header: own, value }),
    });
  }

  /** True for a Sunset header (RFC 8594) with a later time: clients that planned for the earlier one lose nothing. */
  #isPutOff(own: SurfaceHeader, known: SurfaceHeader): boolean {
    if (own.name !== "sunset") return false;
    const before = timeOf(this.consumerSide.judge.space(this.pair.sender), known.schema);
    const after = timeOf(this.producerSide.judge.space(this.pair.sender), own.schema);
    return before !== undefined && after !== undefined && after > before;
  }

  /** A client that reads only one media type says so in Accept, so it is the request that breaks. */
  #removedMedia(sent: SurfaceResponse, known: SurfaceResponse, media: SurfaceMedia): void {
    const mediaType = concreteMedia(media.name);
    if (mediaFor(sent.content, mediaType) !== undefined) return;
    const { producer, consumer, sender } = this.pair;
    const { status } = known;
    this.claim({
      kind: "response-media-type-removed",
      subject: `${status} ${media.name}`,
      ...(sender === "server"
        ? { text: `responses of the media type ${media.name} with ${status} are no longer offered` }
        : {
            text: `responses of the media type ${media.name} with ${status} are now asked for`,
            fix: "keep asking for the media types that receivers answer with",
          }),
      ...places(sender, `${sent.pointer}/content`, media.pointer),
      sender: sender === "server" ? "client" : "server",
      direction: "request",
      producer: consumer,
      consumer: producer,
      build: () =>
        this.consumerSide.builder.request(consumer, { accept: { mediaType, status: concreteStatus(status) } }),
    });
  }
}

/** The other side's description of a response. A default matches only a default or a new status. */
function matchResponse(sent: SurfaceResponse, known: readonly SurfaceResponse[]): SurfaceResponse | undefined {
  if (sent.status === "default") return describedAs(known, "default");
  return describedAs(known, sent.status) ?? responseFor(known, concreteStatus(sent.status));
}

/** The only time that a schema allows, in milliseconds. */
function timeOf(space: NormalForms, schema: string | undefined): number | undefined {
  const [only, ...others] = space.form(space.conjunction(schema)).values ?? [];
  return typeof only === "string" && others.length === 0 ? readImfDate(only) : undefined;
}
