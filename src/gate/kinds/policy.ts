// Kinds that the policy judges, because no witness can show them. See policy/rules/.
import type { KindInfo } from "./model.ts";

export const POLICY_KINDS = {
  "version-lowered": { meaning: "info.version went down", help: "raise info.version" },
  "version-not-raised": {
    meaning: "something breaks and info.version does not say so",
    help: "raise info.version as semver asks",
  },
  "server-path-changed": {
    meaning: "no server has a path prefix any more that one had",
    help: "keep the old prefix beside the new one while clients use it",
  },
  "server-removed": { meaning: "a server is no longer listed", help: "list the old server while it serves" },
  "operation-server-removed": {
    meaning: "an operation is no longer served where it was",
    help: "list the old server of the operation while it serves",
  },
  "component-removed": {
    meaning: "a component that generated code may name is gone",
    help: "keep the old name as a reference to the new one",
  },
  "operation-id-removed": {
    meaning: "an operationId changed: generated clients name functions by it",
    help: "keep the operationId: generated clients name their functions by it",
  },
  "tag-removed": {
    meaning: "a tag was removed: generated clients group functions by it",
    help: "keep the tag: generated clients group their functions by it",
  },
  "success-status-removed": {
    meaning: "a success status that clients wait for is no longer described",
    help: "keep answering with the status that clients wait for",
  },
  "success-status-narrowed": {
    meaning: "one of several success statuses is no longer described",
    help: "see that no client waits for the one that is gone",
  },
  "success-status-added": {
    meaning: "a success status is new: clients tell by it what was done",
    help: "answer with it only where clients ask for it",
  },
  "request-body-removed": {
    meaning: "a request body is no longer described",
    help: "keep accepting the body, or say in the description that it is ignored",
  },
  "removed-before-sunset": {
    meaning: "something is removed before the day that was promised",
    help: "wait for the sunset day",
  },
  "sunset-invalid": { meaning: "x-sunset is not a date", help: 'write the date as "2030-12-05"' },
  "sunset-moved-earlier": {
    meaning: "a sunset day moved to an earlier day",
    help: "keep the day that was promised, or a later one",
  },
  "sunset-removed": {
    meaning: "a sunset day was taken away and the deprecation stays",
    help: "keep the day, or end the deprecation",
  },
  "notice-too-short": {
    meaning: "between the announcement and the sunset day lie too few days",
    help: "choose a later sunset day",
  },
  "deprecated-without-sunset": {
    meaning: "something was deprecated, and nothing says until when it is served",
    help: "say with x-sunset until when it is served",
  },
  "stability-invalid": {
    meaning: "x-stability-level is not a known level",
    help: "write experimental or beta, or leave it away for stable",
  },
  "stability-lowered": {
    meaning: "a promise of stability was taken back",
    help: "keep the level: what was promised stays promised",
  },
  "webhook-removed": {
    meaning: "a webhook is no longer sent",
    help: "keep sending it, or deprecate it with a sunset day first",
  },
  "callback-removed": {
    meaning: "a callback is no longer sent",
    help: "keep sending it, or deprecate it with a sunset day first",
  },
  "parameter-removed": {
    meaning: "a parameter is no longer described",
    help: "keep describing it, deprecated, as long as it has an effect",
  },
  "parameter-renamed": {
    meaning: "a path parameter has another name: generated code may use it",
    help: "keep the name",
  },
  "parameter-style-changed": {
    meaning: "a parameter is written in another way",
    help: "keep style, explode and allowReserved",
  },
  "form-style-changed": { meaning: "a part of a form is written in another way", help: "keep style and explode" },
  "form-part-refused": {
    meaning: "a part of a form may no longer be what it could be",
    help: "keep the content types of the parts, and new headers optional",
  },
  "parameter-default-changed": {
    meaning: "a parameter has another default: clients that leave it out count on it",
    help: "keep the default: who leaves the parameter away counts on it",
  },
  "parameter-default-added": {
    meaning: "a parameter that had no default has one: mostly it says what the API always did",
    help: "check that the API did the same before for clients that leave the parameter out",
  },
  "parameter-default-removed": {
    meaning: "a parameter no longer says what holds where it is left out",
    help: "keep the default in the description of the parameter",
  },
  "parameter-type-changed": {
    meaning: "a parameter is a list now, or no longer",
    help: "bring the new type under a new name",
  },
  "property-default-changed": {
    meaning: "a property has another default",
    help: "keep the default: who leaves the property away counts on it",
  },
  "request-property-removed": {
    meaning: "a property of a request is no longer described",
    help: "keep describing it, deprecated, as long as it has an effect",
  },
  "response-property-removed": {
    meaning: "a property of a response is no longer described",
    help: "keep sending it, or deprecate it first",
  },
  "extensible-enum-reduced": { meaning: "x-extensible-enum lost values", help: "keep accepting the old values" },
  "security-scheme-replaced": {
    meaning: "another scheme of the same kind is asked for",
    help: "keep accepting the old scheme beside the new one",
  },
  "security-scope-widened": {
    meaning: "a scope is asked for beside one that it includes by its name: by the letter both are needed",
    help: "where either scope is enough, write a requirement of its own for each",
  },
  "nullable-enum-without-null": {
    meaning: "nullable is set, but the enum does not list null",
    help: "add null to the enum, or leave nullable out",
  },
  "response-enum-grown": {
    meaning: "responses may hold values that clients do not know",
    help: "mark such values as open from the start, with x-extensible-enum",
  },
  "discriminator-changed": {
    meaning: "values no longer choose the alternatives they chose",
    help: "keep the property that tells alternatives apart, and its values",
  },
  "content-encoding-changed": {
    meaning: "a text is encoded in another way",
    help: "keep the encoding, or bring the new one under a new name",
  },
  "content-media-type-changed": {
    meaning: "a text holds another media type",
    help: "keep the media type, or bring the new one under a new name",
  },
  "content-schema-changed": {
    meaning: "the content of a text has another schema",
    help: "keep the schema of the content",
  },
  "became-read-only": { meaning: "what clients send is ignored from now on", help: "keep it writable" },
  "became-write-only": { meaning: "responses no longer show it", help: "keep sending it in responses" },
  "error-status-removed": {
    meaning: "the response to an error is no longer described",
    help: "keep describing what may still be sent",
  },
  "response-header-removed": { meaning: "a header is no longer described", help: "keep sending it" },
  "security-scheme-changed": {
    meaning: "credentials are issued elsewhere, or for something else",
    help: "keep issuing credentials the old way while clients use it",
  },
} as const satisfies Readonly<Record<string, KindInfo>>;

export type PolicyKind = keyof typeof POLICY_KINDS;
