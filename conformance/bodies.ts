// The bodies of requests: the media type in which an operation is sent its values, and how they are written in it. JSON
// wherever it is taken, else a form; nothing else is written.
import {
  JSON_TYPE,
  URLENCODED,
  concreteMedia,
  jsonMedia,
  jsonMediaWithSchema,
  plainMedia,
} from "../src/contract/media.ts";
import type { Contract, Operation } from "../src/contract/model.ts";
import { isFormMedia } from "../src/contract/serialization/form-reader.ts";
import { FormWriter } from "../src/contract/serialization/form-writer.ts";
import { decodeFor } from "../src/contract/serialization/styles.ts";
import type { JsonValue } from "../src/json/value.ts";
import { writeJson } from "../src/json/write.ts";
import type { Schema } from "../src/schema/model.ts";
import { type SentRequest, header } from "./client/exchange.ts";

/** The form that an operation takes, and its schema: made when it is first asked for. */
interface Form {
  readonly name: string;
  readonly body: () => FormWriter;
  readonly schema: Schema;
}

/** By operation: every operation belongs to one contract. */
const forms = new WeakMap<Operation, Form>();

/** Takes note of the operations that take no JSON, but a form. */
export function noteForms({ document, operations }: Contract): void {
  for (const operation of operations) {
    const content = operation.body?.content ?? [];
    const media = jsonMedia(content) === undefined ? content.find(isFormMedia) : undefined;
    if (media === undefined || forms.has(operation)) continue;
    let made: FormWriter | undefined;
    const body = (): FormWriter => (made ??= new FormWriter(document, media));
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

/** True where a request needs no body but one that can be written. */
export function isWritable(operation: Operation): boolean {
  return operation.body?.required !== true || isWritten(operation);
}

/** True where a body can be written for an operation. */
export function isWritten(operation: Operation): boolean {
  return forms.has(operation) || jsonMedia(operation.body?.content ?? []) !== undefined;
}

/** True where the body of an operation is sent as JSON. */
export function takesJson(operation: Operation): boolean {
  return !forms.has(operation);
}

/** True for a property that an operation is sent as a file: nobody says that it is shown as it was sent. */
export function isFile(operation: Operation | undefined, property: string): boolean {
  return operation !== undefined && forms.get(operation)?.body().isFile(property) === true;
}

/** The schema of an operation's request body as a whole. Of a form it judges what the form carries. */
export function wholeBodySchema(operation: Operation): Schema | undefined {
  return forms.get(operation)?.schema ?? jsonMediaWithSchema(operation.body?.content ?? [])?.schema;
}

/** The media type in which bodies are sent to an operation. */
export function bodyMediaType(operation: Operation): string {
  return forms.get(operation)?.name ?? concreteMedia(jsonMedia(operation.body?.content ?? [])?.name ?? JSON_TYPE);
}

/** A value as an operation is sent it, and its media type; as JSON where its form has no way to write it. */
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

/** The text of a body that was sent; of a form as its fields say it. "" where there is none. */
export function sentText({ headers, body }: SentRequest): string {
  const text = new TextDecoder().decode(body ?? new Uint8Array());
  const isForm = plainMedia(header(headers, "content-type") ?? "") === URLENCODED;
  return isForm ? (decodeFor("query", text) ?? text) : text;
}
