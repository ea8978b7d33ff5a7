// What the page of the suite and `--explain` say of the checks of "Creation".
import type { ProseOf } from "./model.ts";

export const CREATE: ProseOf<"create"> = {
  title: "Creation",
  checks: {
    "create.accepts": {
      says: "The body's schema allows the value, and a 4xx is documented for others.",
      alsoRight: "Any documented success. If the database refuses a value, the schema should say so.",
      why: "The document allows each of these bodies: unusual scripts, long texts, the ends of the number range, optional properties given or left out.",
      fix: "Remove the limit that the document does not have, or add it to the schema.",
    },
    "create.answers-as-sent": {
      says: "The success response shows the item, and its schema has the property that was sent.",
      alsoRight:
        "Leaving out what the response's schema does not have; a number in another notation of the same value; inside a value,\ncompleting what was left out by properties that the document describes, such as a default or the identifier of an element.",
      why: "What was sent must come back unchanged: not trimmed, not escaped, not rounded.",
      fix: "Store and return values unchanged. For integers above 2^53 use a parser that keeps them.",
    },
    "create.keeps": {
      says: "The creation answers with the item, and another operation shows it by its identifier.",
      alsoRight: "Showing less, if the schemas have less.",
      why: "An answer may repeat the request although the store has something else.",
      fix: "Store before answering, and answer from what was stored.",
    },
    "create.media-type-spelling": {
      says: "The body's `content` names the media type; RFC 9110 section 8.3.1 makes it case-insensitive and lets it have parameters.",
      alsoRight: "Any documented success.",
      why: "Media types ignore case, and many clients add `charset=utf-8`.",
      fix: "Parse the media type; do not compare the whole header.",
    },
    "create.repeated": {
      says: "The operation adds an item, and the body's schema makes nothing unique.",
      alsoRight:
        "Any answer, if the operation documents a 409 or the client chooses the identifier: then the check does not apply. A refusal that says that the value is taken leaves the claim open.",
      why: "The schema makes nothing unique and POST is not idempotent, so the same body is another item.",
      fix: "Remove the constraint, or add it to the document.",
    },
    "create.extra-property": {
      says: "The body's schema is open: it does not say `additionalProperties: false`.",
      alsoRight: "Ignoring the property or keeping it.",
      why: "The schema leaves the object open, and newer clients send properties that this server does not know yet.",
      fix: "Ignore unknown properties, or say `additionalProperties: false`.",
    },
    "create.identifier": {
      says: "The response to a creation has the property by which the item is fetched.",
      alsoRight: "Any value that the schema allows, in any order, with gaps.",
      why: "Everything else depends on the identifier: a missing or repeated one makes items unreachable.",
      fix: "Let the store assign it, from a sequence that never goes back.",
    },
    "create.idempotency-key": {
      says: "The operation has a header parameter `Idempotency-Key`.",
      alsoRight:
        "The same answer again, or a refusal of the second request. Another body under the key must be refused only if the document has a 409 or 422 and says so.",
      why: "Clients repeat a request after a timeout and rely on the key for not buying twice.",
      fix: "Keep the answer under the key, with a hash of the body.",
    },
    "create.client-identifier": {
      says: "The body's schema has no identifier, or has it `readOnly`: the service assigns it.",
      alsoRight: "Ignoring it, or any refusal.",
      why: "A client that can set identifiers can overwrite the items of others (mass assignment).",
      fix: "Read only the properties of the body that its schema lists.",
    },
    "create.location": {
      says: "Nothing, or an optional header: RFC 9110 section 10.2.2 says that `Location` names what was created.",
      alsoRight: "No `Location`; an absolute or a relative one, with another prefix.",
      why: "A `Location` that leads nowhere is worse than none.",
      fix: "Build it from the route and the identifier, with the version prefix.",
    },
    "create.refuses-missing": {
      says: "The body's schema lists the property in `required`.",
      alsoRight: "Any documented refusal; any 4xx if none is documented.",
      why: "An item without a required property breaks its readers.",
      fix: "Validate the body against its schema before storing it.",
    },
    "create.refuses-null": {
      says: "The body's schema does not list `null` among the types of the property.",
      alsoRight:
        "Any documented refusal. Treating `null` as absent is a conversion that the document does not describe.",
      why: "`null` is a value of its own; a schema that does not list it does not allow it.",
      fix: "Validate types strictly; check for `null` as well as for a missing property.",
    },
    "create.refuses-type": {
      says: "The body's schema has a `type` that the value does not have; JSON Schema converts nothing.",
      alsoRight: "Any documented refusal. `1.0` is an integer, so it is not sent.",
      why: '`"1"` that becomes 1 hides an error of the client, until another server refuses it.',
      fix: "Switch off type coercion in the validator of bodies.",
    },
    "create.refuses-unlisted": {
      says: "The body's schema has an `enum` or a `const` without the value.",
      alsoRight: "Any documented refusal.",
      why: "Clients have no case for a value outside the enumeration. A value in another case or with spaces counts too.",
      fix: "Compare values exactly.",
    },
    "create.refuses-bound": {
      says: "The body's schema has a bound, a length, a pattern or a format that the value breaks.",
      alsoRight:
        "Any documented refusal. Formats that JSON Schema leaves optional are tested only with clearly wrong values.",
      why: "Values outside the bounds, lengths, patterns and formats of the schema break clients that rely on them.",
      fix: "Validate the body against its schema; mind int32 and int64.",
    },
    "create.refuses-broken": {
      says: "The body is required and is JSON of the schema, which this text is not.",
      alsoRight: "Any documented refusal; 413 for a large body, 415 if no media type was sent.",
      why: "An empty, malformed or wrongly typed body is a client error and should be reported as one, in the documented shape.",
      fix: "Answer 4xx with the error body when parsing fails; frameworks answer 500 or HTML of their own.",
    },
    "create.accepts-sequence": {
      says: "The body is a sequence (JSON Lines, JSON text sequences, events) or parts without names, with a schema of the items.",
      alsoRight: "Any success. The sequence has one item, so that the answer is about that one.",
      why: "Whoever sends many items writes them as the document describes them.",
      fix: "Read the body item by item in each media type that the document lists.",
    },
    "create.refuses-sequence": {
      says: "The items have a schema, which the only item of this body does not match.",
      alsoRight: "Any documented refusal.",
      why: "What is wrong with an item is found only when somebody reads the store.",
      fix: "Validate each item before the first one is kept, and name its place in the refusal.",
    },
    "create.refuses-media-type": {
      says: "The body's `content` lists other media types. The document does not say how to handle the rest: `should`.",
      alsoRight: "415 (RFC 9110 section 15.5.16), or any documented refusal.",
      why: "A body in another format that is parsed as JSON anyway opens ways around CORS and gateways.",
      fix: "Answer 415 (or 400) to a media type that the document does not list.",
    },
    "create.refused-not-kept": {
      says: "A refusal is an error: the operation's success, which adds an item, did not take place (RFC 9110 section 15.5).",
      alsoRight: "Any refusal: the check judges only that nothing was added.",
      why: "A refusal that still stores the item leaves data that the client believes not to exist.",
      fix: "Validate before writing, or roll back.",
    },
    "create.keeps-key": {
      says: "The property that identifies items may be in the body of a creation.",
      alsoRight: "A refusal of the key; `create.accepts` judges that.",
      why: "A client that chooses the key keeps using it: if the item has another key, the client loses it.",
      fix: "Store the item under the key of the body, without changing its case or trimming it.",
    },
    "create.taken-key": {
      says: "The creation has a 409 response.",
      alsoRight: "Any refusal (4xx).",
      why: "A second item under the same key replaces the first, or creates two items that nobody can distinguish.",
      fix: "Insert with a unique constraint on the key, and answer 409 if it refuses.",
    },
    "create.refuses-bare": {
      says: "The body of the creation requires a property that holds the item.",
      alsoRight: "Any documented refusal, else any 4xx.",
      why: "A server that also accepts the item without its envelope has a second request format that is not documented.",
      fix: "Validate the whole body before taking the item out of it.",
    },
    "create.many": {
      says: "The body of the creation lists items.",
      alsoRight: "An answer without the items, if a list shows them.",
      why: "Loops that stop early, or statements with a fixed number of rows, lose items of a batch.",
      fix: "Insert the whole list in one transaction, and answer with what was inserted.",
    },
  },
};
