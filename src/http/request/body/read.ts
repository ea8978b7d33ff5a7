// The body of a request: its media type, its size, its text, and whether its schema allows it.
import type { Incoming, Reply } from "../../exchange.ts";
import type { Document } from "../../../document/document.ts";
import { OCTETS, formatOf, isJson, mediaFor, mediaParameter } from "../../../contract/media.ts";
import type { MediaType, Operation } from "../../../contract/model.ts";
import { type Refusal, quote, refuse } from "../../../mock/errors/refusal.ts";
import { type BodyReading, invalidBody } from "./reading.ts";
import { isFormMedia } from "../../../contract/representation/forms/form-reader.ts";
import { FormStage } from "./form.ts";
import { ItemsStage } from "./items.ts";
import { isOfItems } from "../../../contract/representation/items.ts";
import type { Head } from "../head.ts";
import type { JsonValue } from "../../../json/value.ts";
import { schemaAt } from "../../../schema/normal/schema-node.ts";
import { readXml } from "../../../contract/representation/xml.ts";
import { readXmlTree } from "../../../contract/representation/xml-tree.ts";
import { joinedBytes, utf8Of } from "../../../json/bytes.ts";
import { readJsonBytes } from "../../../json/read.ts";
import { BodyLimits, LARGEST_VALUE } from "./limits.ts";

/** After a body is refused for its size, this much more is discarded so that the client can read the answer. */
const SWALLOWED_BYTES = 1_048_576;

/** The refusal of a body that stalls. */
export const STALLED = refuse("request_timeout", "request", "the request did not arrive in time");

const MISSING = refuse("invalid_body", "body", "a body is required");

const TOO_MANY = refuse("service_unavailable", "body", "too many large bodies are arriving; send it again");

const NO_BODY: BodyReading = { value: undefined };

/** Reads and validates the bodies of one operation. */
export class BodyStage {
  readonly #required: boolean;
  readonly #content: readonly MediaType[];
  readonly #names: string;
  /** The JSON media types as the document spells them; most clients use that spelling. */
  readonly #jsonNames: ReadonlySet<string>;
  /** What reads the media types that are neither JSON nor XML. */
  readonly #others: ReadonlyMap<MediaType, FormStage | ItemsStage>;
  readonly #limits: BodyLimits;
  readonly #document: Document;

  constructor(document: Document, operation: Operation, limits: BodyLimits = new BodyLimits()) {
    this.#limits = limits;
    this.#document = document;
    this.#required = operation.body?.required === true;
    this.#content = operation.body?.content ?? [];
    this.#names = this.#content.map(({ name }) => name).join(", ");
    this.#jsonNames = new Set(this.#content.map(({ name }) => name).filter(isJson));
    this.#others = new Map(
      this.#content.flatMap((media): (readonly [MediaType, FormStage | ItemsStage])[] => {
        if (isFormMedia(media)) return [[media, new FormStage(document, media)]];
        return isOfItems(document, media) ? [[media, new ItemsStage(document, media)]] : [];
      }),
    );
  }

  /** Checks what the head says about the body, before any of it is read. */
  judgeHead(head: Head): Refusal | undefined {
    if (!hasBody(head)) return this.#required ? MISSING : undefined;
    const { most, refusal } = this.#limits.of(head.contentType);
    if (head.contentLength > most) return refusal;
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

  /** Reads a body under a media type that the document does not have, if it is JSON and the document has that. */
  judgeAsJson(bytes: Uint8Array, head: Head): BodyReading | undefined {
    const [name] = this.#jsonNames;
    if (name === undefined || head.encoded) return undefined;
    const reading = this.judge(bytes, { ...head, contentType: name, contentTypes: 1 });
    return "refusal" in reading && reading.value === undefined ? undefined : reading;
  }

  /** Reads and validates the bytes of a body. */
  judge(bytes: Uint8Array, head: Head): BodyReading {
    if (bytes.length === 0) return this.#required ? { refusal: MISSING } : NO_BODY;
    if (this.#content.length === 0) {
      const own = isJson(head.contentType ?? "") ? readJsonBytes(bytes) : undefined;
      return own === undefined || "fault" in own ? NO_BODY : own;
    }
    const media = this.#mediaFor(head);
    const other = media === undefined ? undefined : this.#others.get(media);
    if (other !== undefined) return other.judge(bytes, head.contentType ?? "");
    if (media !== undefined && formatOf(head.contentType ?? "") === "xml") return this.#readXml(bytes, media);
    const type = head.contentType ?? OCTETS;
    const isJsonType = this.#isJson(type);
    // Of a file, only the size is checked.
    if (media === undefined || (!isJsonType && takesFile(media))) return { value: undefined, file: { type, bytes } };
    // Documents also describe JSON as octets, text or anything.
    const reading = readJsonBytes(bytes);
    if ("fault" in reading) return { refusal: isJsonType ? malformed(reading.fault) : unreadable(type) };
    if (media.schema?.accepts?.(reading.value) === true) return reading;
    const violations = media.schema?.validate(reading.value) ?? [];
    if (violations.length > 0) return { refusal: invalidBody(reading.value, violations), value: reading.value };
    return reading;
  }

  #readXml(bytes: Uint8Array, media: MediaType): BodyReading {
    const text = utf8Of(bytes);
    const tree = text === undefined ? { fault: "is not UTF-8" } : readXmlTree(text);
    if ("fault" in tree) return { refusal: refuse("malformed_body", "body", `the body ${tree.fault}`) };
    const { schema } = media;
    const node = schema === undefined ? undefined : schemaAt(this.#document, schema.pointer, "request");
    const value = readXml(tree.root, node);
    const violations = schema?.validate(value) ?? [];
    return violations.length > 0 ? { refusal: invalidBody(value, violations), value } : { value };
  }

  /** The value of a body, even if its schema does not allow it; undefined if it has none. */
  valueOf(bytes: Uint8Array, head: Head): JsonValue | undefined {
    const reading = this.judge(bytes, head);
    if (!("refusal" in reading)) return reading.value;
    const json = this.#isJson(head.contentType ?? "") ? readJsonBytes(bytes) : undefined;
    return json === undefined || "fault" in json ? undefined : json.value;
  }

  #isJson(contentType: string): boolean {
    return this.#jsonNames.has(contentType) || isJson(contentType);
  }

  #mediaFor(head: Head): MediaType | undefined {
    const { contentType } = head;
    if (head.contentTypes > 1) return undefined;
    if (contentType === undefined) return this.#octets;
    const [only] = this.#content;
    if (this.#content.length === 1 && only?.name === contentType) return only;
    if (!isUnicode(contentType)) return undefined;
    return mediaFor(this.#content, contentType) ?? this.#octets;
  }

  /** Whoever takes any bytes takes those of a named type as well, and of none (RFC 9110, section 8.3). */
  get #octets(): MediaType | undefined {
    return this.#content.find((media) => media.name === OCTETS && takesFile(media));
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

const malformed = ({ message }: { readonly message: string }): Refusal =>
  refuse("malformed_body", "body", `the body ${message}`);

function unreadable(type: string): Refusal {
  const why = `the body is ${quote(type)} that is not JSON, and nothing else is read as what its schema describes`;
  return refuse("unread_media_type", "header Content-Type", why);
}

/** True if any bytes may be a value of the schema. */
function takesFile({ schema }: MediaType): boolean {
  return schema === undefined || ["", "bytes"].some((text) => schema.validate(text).length === 0);
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

/** Where a body comes from, and who waits for the answer. */
interface Sending {
  readonly req: Incoming;
  readonly res: Reply;
  readonly head: Head;
}

/**
 * Reads a body to its end, or to the limit.
 * @param done called once: with the bytes, or with the refusal of a body that is too large. A request that breaks off
 * is never answered; the connection's own handlers deal with it.
 */
export function readBody(
  { req, res, head }: Sending,
  limits: BodyLimits,
  done: (bytes: Uint8Array | Refusal) => void,
): void {
  const { most, refusal } = limits.of(head.contentType);
  const pieces: Uint8Array[] = [];
  let size = 0;
  let held = 0;
  /** The size at which the body was refused. */
  let refusedAt = Infinity;
  const refuseNow = (why: Refusal): void => {
    refusedAt = size;
    pieces.length = 0;
    done(why);
  };
  req.on("data", (chunk) => {
    size += chunk.length;
    if (refusedAt < Infinity) {
      // The rest of a refused body is discarded up to a limit; then the connection is cut.
      if (size > refusedAt + SWALLOWED_BYTES) req.socket.destroy();
    } else if (size > most) refuseNow(refusal);
    else if (size > LARGEST_VALUE && limits.arriving.left < size - held) refuseNow(TOO_MANY);
    else {
      pieces.push(chunk);
      if (size <= LARGEST_VALUE) return;
      if (held === 0) res.once("close", () => limits.arriving.count(-held));
      limits.arriving.count(size - held);
      held = size;
    }
  });
  req.on("end", () => {
    if (refusedAt === Infinity) done(joinedBytes(pieces));
  });
}
