// Bodies of many values, judged item by item: sequences, and parts without names.
import type { Document } from "../../../document/document.ts";
import type { MediaType } from "../../../contract/model.ts";
import { itemFaults, partsPlace, saidIn } from "../../../contract/representation/items.ts";
import { isParts } from "../../../contract/representation/parts/parts.ts";
import { readParts } from "../../../contract/representation/parts/read-parts.ts";
import { readSequence } from "../../../contract/representation/sequence.ts";
import { utf8Of } from "../../../json/bytes.ts";
import type { JsonArray, JsonValue } from "../../../json/value.ts";
import { type Refusal, refuse } from "../../../mock/errors/refusal.ts";
import type { Violation } from "../../../schema/model.ts";
import { type BodyReading, MOST_FAULTS, invalidBody, partRefusal } from "./reading.ts";

/** Items of one body. */
const MOST_ITEMS = 100_000;

/** Validates the bodies of one media type. */
export class ItemsStage {
  readonly #document: Document;
  readonly #media: MediaType;

  constructor(document: Document, media: MediaType) {
    this.#document = document;
    this.#media = media;
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
    const { value, faults } = readParts(this.#document, partsPlace(this.#document, this.#media), {
      bytes,
      type: contentType,
    });
    const [first] = faults;
    if (first === undefined) return { items: value as JsonArray };
    return { refusal: partRefusal(first) };
  }
}

type ItemsReading = { readonly items: readonly JsonValue[] } | { readonly refusal: Refusal };

function malformed(where: string, why: string): { readonly refusal: Refusal } {
  return { refusal: refuse("malformed_body", where, why) };
}
