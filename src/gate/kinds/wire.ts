// Kinds of differences between two operations, outside their schemas, that a witness can show.
import type { KindInfo } from "./model.ts";

export const WIRE_KINDS = {
  "operation-removed": {
    meaning: "an operation that was not deprecated is no longer there",
    help: "deprecate it with a sunset day, and remove it after that day",
  },
  "deprecated-operation-removed": {
    meaning: "an operation that was deprecated is no longer there",
    help: "remove it after its sunset day",
  },
  "operation-added": { meaning: "an operation is new", help: "nothing: nobody calls it yet", isAddition: true },
  unfinished: { meaning: "operations were not compared to the end", help: "allow more work with --budget-ms" },
  "not-compared": {
    meaning: "a part could not be compared: something failed there",
    help: "look at the place: if the document is right there, tell us",
  },
  "document-fault": {
    meaning: "a part of a document cannot be understood, so that nothing can be said of what it touches",
    help: "fix the document at this place: animal-store lint lists what is wrong",
  },
  "request-parameter-required": {
    meaning: "a parameter, or a header of a part, must be sent that need not have been",
    help: "make it optional, or give it a meaning when it is absent",
  },
  "request-parameter-empty-refused": {
    meaning: "a query parameter may no longer be empty",
    help: "keep allowEmptyValue",
  },
  "request-parameter-added": {
    meaning: "an optional parameter, or a header of a part, is new",
    help: "nothing: nobody need send it",
    isAddition: true,
  },
  "request-body-required": { meaning: "a body must be sent that need not have been", help: "keep the body optional" },
  "request-body-added": { meaning: "an optional body is new", help: "nothing: nobody need send it", isAddition: true },
  "request-media-type-removed": {
    meaning: "bodies of a media type are no longer accepted",
    help: "keep it beside the new media types",
  },
  "request-media-type-added": {
    meaning: "bodies of one more media type are accepted",
    help: "nothing: nobody need send it",
    isAddition: true,
  },
  "request-style": {
    meaning: "what clients send is written in another way",
    help: "keep style and explode, or take the new form under a new name",
  },
  "response-style": {
    meaning: "what clients receive is written in another way",
    help: "keep style and explode, or take the new form under a new name",
  },
  "response-status-added": {
    meaning: "a status is new",
    help: "answer with a status that is described, or describe a default response from the start",
    isAddition: true,
  },
  "response-property-allowed": {
    meaning: "a closed object of a response has a property that it had not",
    help: "nothing, where clients ignore what they do not know; close no object that is to grow",
  },
  "implied-type": {
    meaning: "a type is named that the other keywords of the schema imply, such as object beside properties",
    help: "nothing, where every value that was sent has this type",
  },
  "nullable-without-effect": {
    meaning: "nullable is left over from OpenAPI 3.0, so that null is no longer accepted",
    help: "list null among the types instead: OpenAPI 3.1 has no nullable",
  },
  "response-header-optional": {
    meaning: "a header that was always sent need not be",
    help: "keep sending the header always",
  },
  "response-header-added": {
    meaning: "a header is new",
    help: "nothing: clients ignore what they do not know",
    isAddition: true,
  },
  "response-media-type-removed": {
    meaning: "responses of a media type are no longer offered",
    help: "keep it beside the new media types",
  },
  "response-media-type-added": {
    meaning: "responses of one more media type are offered",
    help: "nothing: who asks for another one still gets it",
    isAddition: true,
  },
  "security-added": {
    meaning: "requests without a credential are no longer accepted",
    help: "keep accepting them, or bring the credential with a new operation",
  },
  "security-changed": {
    meaning: "a credential that was enough is no longer",
    help: "keep accepting it beside what is new",
  },
  "security-alternative-added": {
    meaning: "one more credential is accepted",
    help: "nothing: what was enough still is",
    isAddition: true,
  },
  "sunset-put-off": {
    meaning: "a sunset day was moved to a later day",
    help: "nothing: it stays longer than was said",
  },
} as const satisfies Readonly<Record<string, KindInfo>>;

export type WireKind = keyof typeof WIRE_KINDS;

/** True for additions: semver asks for a minor version. */
export const isAddition = (kind: string): boolean =>
  Object.hasOwn(WIRE_KINDS, kind) && "isAddition" in WIRE_KINDS[kind as WireKind];
