// What the page of the suite and `--explain` say of the checks of "Successful answers".
import type { ProseOf } from "./model.ts";

export const SCHEMA: ProseOf<"schema"> = {
  title: "Successful answers",
  checks: {
    "schema.media-type": {
      says: "The success response has `content` with a media type.",
      alsoRight: "Parameters such as `charset`; any of several media types.",
      why: "Clients use it to choose a parser.",
      fix: "Set `Content-Type` to the documented media type; an additional `charset` is fine.",
    },
    "schema.json": {
      says: "The media type of the success response is JSON, which RFC 8259 defines.",
      alsoRight: "Any layout and order of properties; escapes or letters.",
      why: "A body that is not one JSON text in UTF-8 cannot be read. Repeated keys count too: parsers disagree about them.",
      fix: "Serialize with a JSON library, once, and encode as UTF-8.",
    },
    "schema.body": {
      says: "The success response has `content` with a schema, or with an `itemSchema` for the items of a sequence.",
      alsoRight:
        "An event whose data matches the `itemSchema`; `[DONE]`; properties that the schema does not name, unless it is closed. A `writeOnly` property may be absent.",
      why: "The schema is what clients generate their types from. A missing or mistyped property breaks them far from its cause.",
      fix: "Follow the pointer and the place in the finding, and fix the serialization or the schema.",
    },
    "schema.write-only": {
      says: "The schema of the answer has a property with `writeOnly`.",
      alsoRight: "The property is absent.",
      why: "It is usually a password.",
      fix: "Leave the property out of every answer.",
    },
    "schema.envelope": {
      says: "The success response has the item or the list in a property, such as `data`.",
      alsoRight: "An answer that shows nothing, if the schema requires nothing.",
      why: "If the schema requires no property, an answer without its envelope still matches the schema, but every client that reads `data` finds nothing. The check reports only items and lists that are clearly outside their envelope.",
      fix: "Wrap every answer in one place, and declare the envelope's property `required`.",
    },
    "schema.required-headers": {
      says: "The success response lists the header with `required: true`.",
      alsoRight: "Additional values and headers. An optional header may be absent.",
      why: "A header that the document marks as required is one that clients rely on.",
      fix: "Send it on every such response, or make it optional in the document.",
    },
    "schema.error-headers": {
      says: "The error response lists the header with `required: true`. Something in front of the service, which does not know the document, may send an error: hence `should`.",
      alsoRight:
        "An error without it from a gateway. `Deprecation`, `Sunset` and `Link` of a deprecated operation have checks of their own.",
      why: "The document may require a header on errors too. It matters less there, because a gateway may answer before the service does.",
      fix: "Set the header where errors are built, not only in the handlers.",
    },
    "schema.header-values": {
      says: "The response lists the header with a schema.",
      alsoRight: "Absence, if the header is optional.",
      why: "A header in the wrong format is as useless as none.",
      fix: "Write the value as its schema says.",
    },
  },
};
