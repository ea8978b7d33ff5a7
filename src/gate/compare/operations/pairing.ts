// Compares what two operations send in one direction: as claims about messages, and as slots for values.
import { lazy } from "../../../memo.ts";
import { ANYTHING_GOES, type Conjunction, NOT_EMPTY, join, ofType } from "../../../schema/form/conjunction.ts";
import type { NormalForms } from "../../../schema/normal/normal-forms.ts";
import type { PartHeaderChoice } from "../../exchange/build.ts";
import type { WireBody, WireExchange } from "../../exchange/model.ts";
import { partHeadersAt } from "../../exchange/parts.ts";
import type { Kind } from "../../kinds/kinds.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { SurfaceHeader } from "../../surface/model.ts";
import { type PartHeaderPair, partHeaderPairs } from "../../surface/part-pairs.ts";
import {
  type Claim,
  type Comparison,
  type OperationPair,
  type Side,
  type Slot,
  consumerSide,
  places,
  producerSide,
} from "../context.ts";
import { type MediaPair, bodyParts } from "./media.ts";

type ClaimDetails = Pick<Claim, "kind" | "subject" | "text" | "build"> &
  Partial<Claim> & { readonly producerPointer?: string; readonly consumerPointer?: string };

/** A part of a message on one side. */
interface Part {
  readonly pointer: string;
  readonly required?: boolean;
}

/** What a receiver may rely on. */
interface Reliance extends Pick<Claim, "subject" | "build"> {
  readonly kind: Kind;
  /** The part in words: "the header parameter x-sig". */
  readonly what: string;
  /** Where the sender lacks it. */
  readonly holder: string;
  /** Where its violation is in an exchange, if the subject does not say so. */
  readonly at?: string;
}

type OpenSlot = Omit<Slot, "sender" | "direction" | "pair" | "root" | "graph" | "basePlace" | "revisionPlace"> & {
  /** Whether its values travel as text. */
  readonly textual: boolean;
};

/** Writes a message with a body, and with a header of one of its parts. */
type WithBody = (choice: {
  readonly body: WireBody;
  readonly partHeader?: PartHeaderChoice;
}) => WireExchange | undefined;

/** The names of the parts of one message: how a report calls its body and a header, and what tells headers apart. */
export interface Naming {
  readonly body: string;
  readonly header: (name: string) => string;
  readonly kind: Kind;
  readonly subject: (name: string) => string;
}

export class Pairing {
  readonly comparison: Comparison;
  readonly pair: OperationPair;
  readonly direction: "request" | "response";

  constructor(comparison: Comparison, pair: OperationPair, direction: Pairing["direction"]) {
    this.comparison = comparison;
    this.pair = pair;
    this.direction = direction;
  }

  get producerSide(): Side {
    return producerSide(this.comparison, this.pair.sender);
  }

  get consumerSide(): Side {
    return consumerSide(this.comparison, this.pair.sender);
  }

  claim({ producerPointer, consumerPointer, ...details }: ClaimDetails): void {
    const { sender, producer, consumer, base } = this.pair;
    const at = places(sender, producerPointer, consumerPointer);
    const roles = { sender, direction: this.direction, operation: base, producer, consumer };
    this.comparison.claims.push({ ...roles, ...at, ...details });
  }

  /** A receiver that relies on a part, which the sender does not describe or may leave out. */
  reliance(own: Part | undefined, wanted: Part, { what, holder, ...details }: Reliance): void {
    if (wanted.required !== true || own?.required === true) return;
    this.claim({
      ...details,
      ...this.#sentence(what, own === undefined),
      producerPointer: own?.pointer ?? holder,
      consumerPointer: wanted.pointer,
    });
  }

  /** Words for clients, who send requests, and for the receivers of webhooks and callbacks, who get them. */
  #sentence(what: string, isMissing: boolean): Pick<Claim, "text" | "fix"> {
    if (this.pair.sender === "server")
      return this.direction === "request"
        ? { text: `${what} ${isMissing ? "is no longer sent" : "may now be absent"}`, fix: "keep sending it always" }
        : { text: `${what} is no longer ${isMissing ? "described" : "required"}` };
    return isMissing
      ? { text: `${what} was added and is required` }
      : { text: `${what} became required`, fix: "keep it optional" };
  }

  /** @param own the part in the producer's document @param wanted in the consumer's */
  slot(own: Part, wanted: Part, { textual, ...slot }: OpenSlot, inPath = false): void {
    const { sender } = this.pair;
    const graph = (textual ? this.comparison.textGraphs : this.comparison.graphs)[sender];
    const { producer, consumer, work } = graph.sides;
    // Both sides know that a path parameter is never empty, because an empty one would make another path.
    const known = inPath ? NOT_EMPTY : ANYTHING_GOES;
    // Both sides read a value without a schema as a string.
    const undescribed = (pointer: string | undefined): Conjunction =>
      inPath && slot.producerPointer === undefined && pointer === undefined
        ? join(known, ofType("string"), work)
        : known;
    const isWritten = textual && slot.carrier === "parameter";
    const read = (space: NormalForms, pointer: string | undefined): Conjunction => {
      const described = space.conjunction(pointer);
      return join(undescribed(pointer), isWritten ? space.written(described) : described, work);
    };
    const root = graph.pair(read(producer, slot.producerPointer), read(consumer, slot.consumerPointer));
    const [basePlace, revisionPlace] = (sender === "client" ? [own, wanted] : [wanted, own]).map(
      ({ pointer }) => pointer,
    ) as [string, string];
    const { direction, pair } = this;
    this.comparison.slots.push({ ...slot, basePlace, revisionPlace, sender, direction, pair, graph, root });
  }

  headerSlot(own: SurfaceHeader, wanted: SurfaceHeader, slot: Pick<Slot, "at" | "label" | "assemble">): void {
    this.slot(own, wanted, {
      ...slot,
      producerPointer: own.schema,
      consumerPointer: wanted.schema,
      carrier: "header",
      formChanged: own.explode !== wanted.explode || own.mediaType !== wanted.mediaType,
      textual: own.mediaType === undefined,
    });
  }

  /** The values of a body, and the headers of its parts. */
  body(media: MediaPair, naming: Naming, send: WithBody): void {
    const { own, wanted } = media;
    for (const { body, ...part } of bodyParts(media, naming.body))
      this.slot(own, wanted, { ...part, assemble: (value) => send({ body: body(value) }) });
    for (const header of partHeaderPairs(own, wanted)) this.#partHeader(media, header, naming, send);
  }

  #partHeader(media: MediaPair, { part, own, wanted }: PartHeaderPair, naming: Naming, send: WithBody): void {
    // The body is made once, when the first exchange is asked for.
    const body = lazy((): WireBody | undefined => {
      const value = this.producerSide.builder.bodyWith(media.own, this.pair.sender, part.steps);
      return value === undefined ? undefined : { mediaType: media.mediaType, value };
    });
    const build = (partHeader?: PartHeaderChoice): WireExchange | undefined => {
      const made = body();
      return made && send({ body: made, ...(partHeader === undefined ? {} : { partHeader }) });
    };
    const what = `${wanted.name} of ${part.label}`;
    const at = `${partHeadersAt(part.place)}/${wanted.name}`;
    this.reliance(own, wanted, {
      kind: naming.kind,
      subject: `${naming.subject(what)} in ${media.own.name}`,
      at,
      what: `the ${naming.header(what)}`,
      holder: media.own.pointer,
      build: () => build(),
    });
    if (own === undefined) return;
    const assemble = (value: JsonValue) => build({ header: own, place: part.place, value });
    this.headerSlot(own, wanted, { at, label: naming.header(what), assemble });
  }
}
