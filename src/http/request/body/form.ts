// Bodies in the two media types of web forms, validated like JSON.
import type { Document } from "../../../document/document.ts";
import { MULTIPART, coversMedia, plainMedia } from "../../../contract/media.ts";
import { isMultipart } from "../../../contract/representation/parts/parts.ts";
import { FormReader, type FormMedia } from "../../../contract/representation/forms/form-reader.ts";
import type { Field, Fields } from "../../../contract/serialization/form.ts";
import { readMultipart } from "../../../contract/serialization/multipart.ts";
import { decodeFor } from "../../../contract/serialization/styles.ts";
import { type JsonObject, isObject, ownValue } from "../../../json/value.ts";
import { utf8Of } from "../../../json/bytes.ts";
import { quote, refuse } from "../../../mock/errors/refusal.ts";
import { type BodyReading, invalidBody, partRefusal } from "./reading.ts";
import { queryPairs } from "../target.ts";

/** Validates the bodies of one media type. */
export class FormStage {
  readonly #media: FormMedia;
  readonly #reader: FormReader;

  constructor(document: Document, media: FormMedia) {
    this.#media = media;
    this.#reader = new FormReader(document, media);
  }

  /** Validates the bytes of a body. */
  judge(bytes: Uint8Array, contentType: string): BodyReading {
    const fields = this.#media.name === MULTIPART ? readMultipart(bytes, contentType) : readUrlencoded(bytes);
    if ("fault" in fields) return { refusal: refuse("malformed_body", "body", `the body ${fields.fault}`) };
    const reading = this.#reader.read(fields);
    if ("fault" in reading) {
      const { property, text, message } = reading.fault;
      const seen = text === undefined ? "" : ` is ${quote(text)}:`;
      return { refusal: refuse("invalid_body", `body /${property}`, `${property}${seen} ${message}`) };
    }
    const unread = fields.find((field) => this.#isForeign(field));
    if (unread !== undefined) {
      const { contentType } = this.#encodingOf(unread.name);
      const taken = typeof contentType === "string" ? contentType : "";
      const what = `${quote(unread.name)} is ${quote(unread.file?.type ?? "")}; it may be ${taken}`;
      return { refusal: refuse("unread_media_type", `body /${unread.name}`, what) };
    }
    const { value, violations, faults } = reading;
    const [fault] = faults.filter(({ kind }) => kind === "malformed").concat(faults);
    if (fault !== undefined) return { refusal: partRefusal(fault) };
    if (violations.length > 0) return { refusal: invalidBody(value, violations), value };
    const files = fields.filter(({ file }) => file !== undefined && !isMultipart(file.type ?? ""));
    // Objects may come as files, too.
    const isStructured = ({ name }: Field): boolean =>
      this.#reader.properties.get(name)?.types?.includes("object") === true;
    const file = (files.find((one) => !isStructured(one)) ?? files[0])?.file;
    return { value, ...(file === undefined ? {} : { file }) };
  }

  /** True for a file of another type than the document lists for it; clients that know none send bytes. */
  #isForeign({ name, file }: Field): boolean {
    const { contentType } = this.#encodingOf(name);
    const own = plainMedia(file?.type ?? "");
    if (typeof contentType !== "string" || own === "" || own === "application/octet-stream") return false;
    return !contentType.split(",").some((one) => coversMedia(plainMedia(one.trim()), own));
  }

  #encodingOf(name: string): JsonObject {
    const encoding = ownValue(this.#reader.encodings, name);
    return isObject(encoding) ? encoding : {};
  }
}

function readUrlencoded(bytes: Uint8Array): Fields {
  const text = utf8Of(bytes);
  if (text === undefined) return { fault: "is not UTF-8" };
  const pairs = queryPairs(text);
  const [wrong] = pairs.find(([, value]) => decodeFor("query", value) === undefined) ?? [];
  if (wrong !== undefined) return { fault: `has a field ${quote(wrong)} that is not percent-encoded UTF-8` };
  return pairs.map(([name, value]) => ({ name, text: value }));
}
