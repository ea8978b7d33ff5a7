// Request bodies: which media type an operation gets, and how values are written in it. Uses JSON wherever the
// operation accepts JSON, and otherwise a form; it writes no other media types.
import {
  JSON_TYPE,
  URLENCODED,
  concreteMedia,
  jsonMedia,
  jsonMediaWithSchema,
  plainMedia,
} from "../src/contract/media.ts";
import type { Contract, Operation } from "../src/contract/model.ts";
import { isFormMedia } from "../src/contract/representation/forms/form-reader.ts";
import { FormWriter } from "../src/contract/representation/forms/form-writer.ts";
import { decodeFor } from "../src/contract/serialization/styles.ts";
import type { JsonValue } from "../src/json/value.ts";
import { writeJson } from "../src/json/write.ts";
import type { Schema } from "../src/schema/model.ts";
import { sampleHeaders } from "./items/bodies/sample.ts";
import { type SentRequest, header } from "./client/exchange.ts";

/** The form that an operation accepts, and its schema, which is built on first use. */
interface Form {
  readonly name: string;
  readonly body: () => FormWriter;
  readonly schema: Schema;
}

/** Keyed by operation: every operation belongs to one contract. */
const forms = new WeakMap<Operation, Form>();

/** Registers the operations that accept a form but no JSON. */
export function noteForms({ document, operations }: Contract): void {
  for (const operation of operations) {
    const content = operation.body?.content ?? [];
    const media = jsonMedia(content) === undefined ? content.find(isFormMedia) : undefined;
    if (media === undefined || forms.has(operation)) continue;
    let made: FormWriter | undefined;
    const body = (): FormWriter => (made ??= new FormWriter(document, media, sampleHeaders(document)));
    const { pointer } = media.schema;
    forms.set(operation, {
      name: media.name,
      body,
      schema: {
        pointer,
        origin: "derived",
        validate: (value) => body().validate(value, operation.body?.required === true),
      },
    });
  }
}

/** True unless a request needs a body that cannot be written. */
export function isWritable(operation: Operation): boolean {
  return operation.body?.required !== true || hasWrittenBody(operation);
}

/** True if a body can be written for an operation. */
export function hasWrittenBody(operation: Operation): boolean {
  return forms.has(operation) || jsonMedia(operation.body?.content ?? []) !== undefined;
}

/** True if the body of an operation is sent as JSON. */
export function takesJson(operation: Operation): boolean {
  return !forms.has(operation);
}

/** True for a property that is uploaded as a file: a response need not return it as it was sent. */
export function isFile(operation: Operation | undefined, property: string): boolean {
  return operation !== undefined && forms.get(operation)?.body().isFile(property) === true;
}

/** The schema of an operation's whole request body. For a form, it judges the fields. */
export function wholeBodySchema(operation: Operation): Schema | undefined {
  return forms.get(operation)?.schema ?? jsonMediaWithSchema(operation.body?.content ?? [])?.schema;
}

/** The media type in which bodies are sent to an operation. */
export function bodyMediaType(operation: Operation): string {
  return forms.get(operation)?.name ?? concreteMedia(jsonMedia(operation.body?.content ?? [])?.name ?? JSON_TYPE);
}

/** A value as an operation receives it, and its media type; JSON if the form cannot express the value. */
export function bodyText(
  operation: Operation,
  value: JsonValue,
): { readonly body: string; readonly mediaType: string } {
  const form = forms.get(operation)?.body();
  const fields = form?.write(value);
  return form === undefined || fields === undefined
    ? { body: writeJson(value), mediaType: bodyMediaType(operation) }
    : form.text(fields);
}

/** The text of a request body, with the fields of a form decoded; "" if there is none. */
export function sentText({ headers, body }: SentRequest): string {
  const text = new TextDecoder().decode(body ?? new Uint8Array());
  const isForm = plainMedia(header(headers, "content-type") ?? "") === URLENCODED;
  return isForm ? (decodeFor("query", text) ?? text) : text;
}
