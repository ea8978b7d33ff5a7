// Bodies of many values, judged item by item: sequences, and parts without names.
import type { Document } from "../../../document/document.ts";
import { coversMedia } from "../../../contract/media.ts";
import type { MediaType } from "../../../contract/model.ts";
import { itemFaults, saidIn } from "../../../contract/representation/items.ts";
import { isParts, partTypes, readParts } from "../../../contract/representation/parts.ts";
import { partHeaderFault } from "../../../contract/serialization/part-headers.ts";
import { readSequence } from "../../../contract/representation/sequence.ts";
import { utf8Of } from "../../../json/bytes.ts";
import type { JsonValue } from "../../../json/value.ts";
import { type Refusal, quote, refuse } from "../../../mock/errors/refusal.ts";
import type { Violation } from "../../../schema/model.ts";
import { type BodyReading, MOST_FAULTS, invalidBody } from "./reading.ts";

/** Items of one body. */
const MOST_ITEMS = 100_000;

/** Validates the bodies of one media type. */
export class ItemsStage {
  readonly #document: Document;
  readonly #media: MediaType;
  readonly #typesOf: (at: number) => readonly string[];

  constructor(document: Document, media: MediaType) {
    this.#document = document;
    this.#media = media;
    this.#typesOf = partTypes(document, media);
  }

  /** Validates the bytes of a body. */
  judge(bytes: Uint8Array, contentType: string): BodyReading {
    const read = isParts(this.#media.name) ? this.#parts(bytes, contentType) : this.#sequence(bytes);
    if ("refusal" in read) return read;
    const { items } = read;
    const violations: Violation[] = [];
    for (const { at, inData, violations: own } of itemFaults(items, this.#media)) {
      const place = inData ? `/${at}/data` : `/${at}`;
      for (const one of own) violations.push({ ...one, at: place + one.at });
      if (violations.length > MOST_FAULTS) break;
    }
    const whole = violations.length > 0 ? violations : (this.#media.schema?.validate(items) ?? []);
    return whole.length > 0
      ? { refusal: invalidBody(items, whole), value: items }
      : { value: saidIn(items, this.#media) };
  }

  #sequence(bytes: Uint8Array): ItemsReading {
    const text = utf8Of(bytes);
    if (text === undefined) return malformed("body", "the body is not UTF-8");
    const reading = readSequence(text, this.#media.name, MOST_ITEMS);
    return "items" in reading ? reading : malformed(`body /${reading.at}`, `item ${reading.at} ${reading.fault}`);
  }

  #parts(bytes: Uint8Array, contentType: string): ItemsReading {
    const reading = readParts(bytes, contentType);
    if ("fault" in reading) return malformed("body", `the body ${reading.fault}`);
    const { items, types, heads } = reading;
    for (const [at, type] of types.entries()) {
      const allowed = this.#typesOf(at);
      const isAllowed = allowed.length === 0 || allowed.some((one) => coversMedia(one, type));
      const fault = partHeaderFault(this.#document, this.#media, at, heads[at] ?? []);
      if (isAllowed && fault === undefined) continue;
      const why = isAllowed ? `: ${fault}` : ` is ${quote(type)}; allowed is ${allowed.join(", ")}`;
      return { refusal: refuse("invalid_body", `body /${at}`, `part ${at}${why}`) };
    }
    return { items };
  }
}

type ItemsReading = { readonly items: readonly JsonValue[] } | { readonly refusal: Refusal };

function malformed(where: string, why: string): { readonly refusal: Refusal } {
  return { refusal: refuse("malformed_body", where, why) };
}
