// Kinds that the policy judges, because no witness can show them. See policy/rules/.
import type { KindInfo } from "./model.ts";

export const POLICY_KINDS = {
  "version-lowered": { meaning: "info.version went down", help: "raise info.version" },
  "version-not-raised": {
    meaning: "something breaks and info.version does not say so",
    help: "raise info.version as semver asks",
  },
  "server-path-changed": {
    meaning: "a path prefix that a server had is gone",
    help: "keep the old prefix next to the new one while clients use it",
  },
  "server-removed": { meaning: "a server is no longer listed", help: "list the old server while it is in use" },
  "operation-server-removed": {
    meaning: "an operation is no longer available at its old server",
    help: "list the old server of the operation while it is in use",
  },
  "component-removed": {
    meaning: "a component that generated code may name was removed",
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
    meaning: "a success status that clients expect is no longer described",
    help: "keep sending the status that clients expect",
  },
  "success-status-narrowed": {
    meaning: "one of several success statuses is no longer described",
    help: "make sure that no client expects the removed one",
  },
  "success-status-added": {
    meaning: "a success status is new: clients distinguish outcomes by it",
    help: "send it only to clients that ask for it",
  },
  "request-body-removed": {
    meaning: "a request body is no longer described",
    help: "keep accepting the body, or say in the description that it is ignored",
  },
  "removed-before-sunset": {
    meaning: "something is removed before its promised day",
    help: "wait for the sunset day",
  },
  "sunset-invalid": { meaning: "x-sunset is not a date", help: 'write the date as "2030-12-05"' },
  "sunset-moved-earlier": {
    meaning: "a sunset day moved to an earlier day",
    help: "keep the day that was promised, or a later one",
  },
  "sunset-removed": {
    meaning: "a sunset day was removed, but not the deprecation",
    help: "keep the day, or end the deprecation",
  },
  "notice-too-short": {
    meaning: "there are too few days between the announcement and the sunset day",
    help: "choose a later sunset day",
  },
  "deprecated-without-sunset": {
    meaning: "something was deprecated without a sunset day",
    help: "give it a sunset day with x-sunset",
  },
  "stability-invalid": {
    meaning: "x-stability-level is not a known level",
    help: "write experimental or beta, or leave it out for stable",
  },
  "stability-lowered": {
    meaning: "a stability level was lowered",
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
    meaning: "a path parameter was renamed: generated code may use its name",
    help: "keep the name",
  },
  "parameter-style-changed": {
    meaning: "a parameter is serialized differently",
    help: "keep style, explode and allowReserved",
  },
  "form-style-changed": { meaning: "a part of a form is serialized differently", help: "keep style and explode" },
  "form-part-refused": {
    meaning: "a part of a form or multipart body has fewer content types in requests, or more in answers",
    help: "keep the content types of the parts",
  },
  "parameter-default-changed": {
    meaning: "a parameter has a different default: clients that leave it out rely on it",
    help: "keep the default: clients that leave the parameter out rely on it",
  },
  "parameter-default-added": {
    meaning: "a parameter has a new default, which mostly documents what the API always did",
    help: "check that the API did the same before for clients that leave the parameter out",
  },
  "parameter-default-removed": {
    meaning: "a parameter no longer has a default",
    help: "keep the default in the description of the parameter",
  },
  "parameter-type-changed": {
    meaning: "a parameter became a list, or stopped being one",
    help: "introduce the new type with a new name",
  },
  "property-default-changed": {
    meaning: "a property has a different default",
    help: "keep the default: clients that leave the property out rely on it",
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
    meaning: "a different scheme of the same kind is required",
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
    meaning: "a string is encoded differently",
    help: "keep the encoding, or bring the new one under a new name",
  },
  "content-media-type-changed": {
    meaning: "a string contains a different media type",
    help: "keep the media type, or bring the new one under a new name",
  },
  "content-schema-changed": {
    meaning: "the content of a string has a different schema",
    help: "keep the schema of the content",
  },
  "became-read-only": { meaning: "what clients send is ignored from now on", help: "keep it writable" },
  "became-write-only": { meaning: "responses no longer show it", help: "keep sending it in responses" },
  "error-status-removed": {
    meaning: "the response to an error is no longer described",
    help: "keep describing what may still be sent",
  },
  "error-body-removed": {
    meaning: "the body of an error is no longer described",
    help: "keep describing what may still be sent",
  },
  "charset-changed": {
    meaning: "a body is written in a different charset",
    help: "keep the charset: who reads the text relies on it",
  },
  "scopes-without-effect": {
    meaning: "scopes changed where OpenAPI 3.0 gives them no effect",
    help: "leave the list empty, or use a scheme of type oauth2 or openIdConnect",
  },
  "response-header-removed": { meaning: "a header is no longer described", help: "keep sending it" },
  "security-scheme-changed": {
    meaning: "credentials are issued elsewhere, or for something else",
    help: "keep issuing credentials the old way while clients use it",
  },
} as const satisfies Readonly<Record<string, KindInfo>>;

export type PolicyKind = keyof typeof POLICY_KINDS;
