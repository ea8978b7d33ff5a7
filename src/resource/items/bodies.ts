// The bodies of operations as inference sees them: which one describes success, and which one a request has.
import { jsonMediaWithSchema, valueMedia } from "../../contract/media.ts";
import type { MediaType, Operation } from "../../contract/model.ts";
import { successes } from "../../contract/responses.ts";
import { saidNode } from "../../contract/representation/items.ts";
import { isFormMedia } from "../../contract/representation/forms/form-reader.ts";
import type { Document } from "../../document/document.ts";
import { partAt, spoken, itemsOf } from "./envelope.ts";
import { type SchemaNode, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Schema } from "../../schema/model.ts";
import type { Shape } from "../model.ts";

/** The description of an operation's first success response as JSON, or else as XML, if any. */
export function successMedia(operation: Operation): MediaType | undefined {
  const content = successes(operation).flatMap((one) => one.content);
  return jsonMediaWithSchema(content) ?? withSchema(valueMedia(content));
}

const withSchema = (media: MediaType | undefined): MediaType | undefined =>
  media?.schema === undefined ? undefined : media;

/** The schema of a success body, as a response contains it; undefined if none is described. */
export function shownNode(document: Document, operation: Operation): SchemaNode | undefined {
  const schema = successMedia(operation)?.schema;
  return schema === undefined ? undefined : spoken(schemaAt(document, schema.pointer, "response"));
}

/** The schema of a request body: of JSON, or else of a form, or of XML. */
export function sentSchema({ body }: Operation): Schema | undefined {
  const content = body?.content ?? [];
  return (jsonMediaWithSchema(content) ?? content.find(isFormMedia) ?? valueMedia(content))?.schema;
}

/** What an operation receives: the item in its body, or one of several items. */
export function sentNode(document: Document, operation: Operation, shape: Shape | undefined): SchemaNode | undefined {
  const schema = sentSchema(operation);
  if (schema === undefined) return itemsSent(document, operation);
  const whole = schemaAt(document, schema.pointer, "request");
  const part = shape === undefined ? whole : partAt(whole, shape.sent);
  return shape?.sendsMany === true ? part && itemsOf(part) : part;
}

/** What an operation receives many of, one after another or in parts, where it takes no single body. */
export function itemsSent(document: Document, operation: Operation): SchemaNode | undefined {
  if (sentSchema(operation) !== undefined) return undefined;
  for (const media of operation.body?.content ?? []) {
    const node = saidNode(document, media);
    if (node !== undefined) return node;
  }
  return undefined;
}

/** True if the request body can be read as a value, or if there is none. */
export function isReadable({ body }: Operation): boolean {
  const content = body?.content ?? [];
  if (content.length === 0 || valueMedia(content) !== undefined) return true;
  return content.some(isFormMedia);
}

/** True if the operation documents one of these success statuses. */
export function names(operation: Operation, ...statuses: readonly string[]): boolean {
  return operation.responses.some(({ status }) => statuses.includes(status));
}
