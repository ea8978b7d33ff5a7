// The body of a request: its media type, its size, its text, and whether its schema allows it.
import type { Incoming } from "../../exchange.ts";
import type { Document } from "../../../document/document.ts";
import { isJson, mediaFor, mediaParameter } from "../../../contract/media.ts";
import type { MediaType, Operation } from "../../../contract/model.ts";
import { type Refusal, quote, refuse } from "../../../mock/errors/refusal.ts";
import { type BodyReading, invalidBody } from "./reading.ts";
import { isFormMedia } from "../../../contract/serialization/form-reader.ts";
import { FormStage } from "./form.ts";
import type { Head } from "../head.ts";
import { joinedBytes } from "../../../json/bytes.ts";
import { readJsonBytes } from "../../../json/read.ts";

/** The largest body that is read. */
export const MAX_BODY_BYTES = 65_536;
/** After a body is refused for its size, this much more is discarded so that the client can read the answer. */
const SWALLOWED_BYTES = 1_048_576;

/** The refusal of a body that stalls. */
export const STALLED = refuse("request_timeout", "request", "the request did not arrive in time");

const MISSING = refuse("invalid_body", "body", "a body is required");

const NO_BODY: BodyReading = { value: undefined };
const UNREAD: BodyReading = { value: undefined, unread: true };

/** Reads and validates the bodies of one operation. */
export class BodyStage {
  readonly #required: boolean;
  readonly #content: readonly MediaType[];
  readonly #names: string;
  /** The JSON media types as the document spells them; most clients use that spelling. */
  readonly #jsonNames: ReadonlySet<string>;
  readonly #forms: ReadonlyMap<MediaType, FormStage>;

  /** The refusal of a body that is too large. */
  readonly #tooLarge: Refusal;
  readonly limit: BodyLimit;

  /** @param most the largest body that is read, in bytes */
  constructor(document: Document, operation: Operation, most: number = MAX_BODY_BYTES) {
    this.#tooLarge = refuse("body_too_large", "body", `the body is larger than ${most} bytes`);
    this.limit = { most, refusal: this.#tooLarge };
    this.#required = operation.body?.required === true;
    this.#content = operation.body?.content ?? [];
    this.#names = this.#content.map(({ name }) => name).join(", ");
    this.#jsonNames = new Set(this.#content.map(({ name }) => name).filter(isJson));
    this.#forms = new Map(this.#content.filter(isFormMedia).map((media) => [media, new FormStage(document, media)]));
  }

  /** Checks what the head says about the body, before any of it is read. */
  judgeHead(head: Head): Refusal | undefined {
    if (!hasBody(head)) return this.#required ? MISSING : undefined;
    if (head.contentLength > this.limit.most) return this.#tooLarge;
    if (this.#content.length === 0) return undefined;
    if (head.encoded) {
      return refuse(
        "unsupported_media_type",
        "header Content-Encoding",
        "the body has a content coding; none is allowed",
      );
    }
    return this.#mediaFor(head) === undefined ? this.#unsupported(head) : undefined;
  }

  /** Reads and validates the bytes of a body. */
  judge(bytes: Uint8Array, head: Head): BodyReading {
    if (bytes.length === 0) return this.#required ? { refusal: MISSING } : NO_BODY;
    const media = this.#mediaFor(head);
    const form = media === undefined ? undefined : this.#forms.get(media);
    if (form !== undefined) return form.judge(bytes, head.contentType ?? "");
    // For a body that is neither JSON nor a form, only the size is checked.
    if (media === undefined || !this.#isJson(head.contentType ?? "")) return UNREAD;
    const reading = readJsonBytes(bytes);
    if ("fault" in reading) {
      return { refusal: refuse("malformed_body", "body", `the body ${reading.fault.message}`) };
    }
    if (media.schema?.accepts?.(reading.value) === true) return reading;
    const violations = media.schema?.validate(reading.value) ?? [];
    if (violations.length > 0) return { refusal: invalidBody(reading.value, violations) };
    return reading;
  }

  #isJson(contentType: string): boolean {
    return this.#jsonNames.has(contentType) || isJson(contentType);
  }

  #mediaFor(head: Head): MediaType | undefined {
    const { contentType } = head;
    if (contentType === undefined || head.contentTypes > 1) return undefined;
    const [only] = this.#content;
    if (this.#content.length === 1 && only?.name === contentType) return only;
    if (!isUnicode(contentType)) return undefined;
    return mediaFor(this.#content, contentType);
  }

  #unsupported({ contentType, contentTypes }: Head): Refusal {
    const what =
      contentType === undefined
        ? "the body has no Content-Type"
        : contentTypes > 1
          ? "the body has two Content-Types"
          : `the body is ${quote(contentType)}`;
    const allowed = this.#content.length > 1 ? `allowed are ${this.#names}` : `allowed is ${this.#names}`;
    return refuse("unsupported_media_type", "header Content-Type", `${what}; ${allowed}`);
  }
}

/** True if a body was announced. */
export function hasBody(head: Head): boolean {
  return head.contentLength > 0 || head.chunked;
}

/** JSON is UTF-8 (RFC 8259, section 8.1): a charset parameter may say so, but may not say otherwise. */
function isUnicode(contentType: string): boolean {
  const charset = mediaParameter(contentType, "charset");
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset) || !isJson(contentType);
}

/** The maximum size of a body, and the refusal of a larger one. */
export interface BodyLimit {
  readonly most: number;
  readonly refusal: Refusal;
}

/**
 * Reads a body to its end, or to the limit.
 * @param done called once: with the bytes, or with the refusal of a body that is too large. A request that breaks off
 * is never answered; the connection's own handlers deal with it.
 */
export function readBody(
  req: Incoming,
  { most, refusal }: BodyLimit,
  done: (bytes: Uint8Array | Refusal) => void,
): void {
  const pieces: Uint8Array[] = [];
  let size = 0;
  req.on("data", (chunk) => {
    const wasRefused = size > most;
    size += chunk.length;
    if (size <= most) pieces.push(chunk);
    else if (!wasRefused) done(refusal);
    // The rest of a refused body is discarded up to a limit; then the connection is cut.
    else if (size > most + SWALLOWED_BYTES) req.socket.destroy();
  });
  req.on("end", () => {
    if (size <= most) done(joinedBytes(pieces));
  });
}
