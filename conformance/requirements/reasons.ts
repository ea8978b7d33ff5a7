// Why a statement of the document is not tested, or cannot be. This one table decides by kind and place, never by
// wording. A constraint with neither a check nor a reason is reported as such, and fails a test of this project.
import { isGone } from "../../src/contract/lifecycle.ts";
import { keywordsOf } from "../../src/schema/keywords.ts";
import type { Plan } from "../plan.ts";
import {
  everyUse,
  hasSample,
  isExtensionNamed,
  isIdentifier,
  isProse,
  isReadOnly,
  isSentAsText,
  keyword,
  roleIn,
} from "./conditions.ts";
import type { Statement, StatementKind } from "./statements.ts";
import { type Use, needsNoCredential } from "./uses.ts";

export interface Reason {
  readonly id: string;
  readonly reason: string;
  /** Whether the reason applies to a statement, given its uses that no check covers; none if no operation uses it. */
  holds(statement: Statement, uses: readonly Use[], plan: Plan): boolean;
}

/** Kinds of statement that claim nothing about a server. */
const SILENT: Readonly<Partial<Record<StatementKind, string>>> = {
  label: "a title for readers",
  information: "says what the document is",
  server: "an address: you name the target",
  tag: "a group for readers",
  "reading aid": "a link to further reading",
  example: "an example: checks use it where they need a value; nothing has to match it",
  annotation: "a note for tools; it allows and refuses nothing",
  "unknown field": "not a field of OpenAPI, so no client can rely on it",
  link: "says what a client may do next, which no single response can break",
  callback: "a request that the server sends; the suite receives some of them, and sends none",
};

/** Keywords that combine or relax constraints, so that a request can be wrong in many ways. */
const COMBINING = [
  ...keywordsOf("multiple", "count", "unique", "applicator"),
  ...["dependentRequired", "nullable", "contentEncoding", "contentMediaType", "$dynamicRef"],
];

/** In order: the first reason that holds is reported. */
export const REASONS: readonly Reason[] = [
  ...Object.entries(SILENT).map(([kind, reason]): Reason => ({
    id: kind,
    reason,
    holds: (statement) => statement.kind === kind,
  })),
  {
    id: "of-the-mock",
    reason: "says what the mock of this project does; it binds no other server",
    holds: isExtensionNamed("x-mock"),
  },
  {
    id: "left-open",
    reason: "says what the document leaves open, so nothing can break it",
    holds: isExtensionNamed("x-not-shown"),
  },
  {
    id: "of-the-whole",
    reason: "describes the API as a whole; what can be tested of it is stated at the operations",
    holds: (statement) =>
      isProse(statement) && (statement.holderKind === "info" || statement.holderKind === "path-item"),
  },
  {
    id: "extension",
    reason: "an extension: a source, a marker or a hint for tools",
    holds: ({ kind, key }) => kind === "extension" && key !== "x-sunset",
  },
  {
    id: "unused",
    reason: "no operation uses it",
    holds: (_, uses) => uses.length === 0,
  },
  {
    id: "prose",
    reason: "describes in words what fields and constraints state; the checks test those",
    holds: isProse,
  },
  {
    id: "past-sunset",
    reason: "the operation is past its sunset: the suite only checks that it is gone",
    holds: everyUse(({ operation }, plan) => isGone(operation.lifecycle, plan.today)),
  },
  {
    id: "fragment",
    reason: "the operation cannot be requested as it is written: its path contains ? or #, which a path cannot contain",
    holds: everyUse(({ operation }, plan) => !plan.operations.includes(operation)),
  },
  {
    id: "not-json",
    reason: "content that is not JSON: the suite judges its media type only",
    holds: everyUse(({ json }) => !json),
  },
  {
    id: "open-of-no-known-meaning",
    reason: "an open operation without a known role: no request is certain to succeed",
    holds: (statement, uses, plan) =>
      statement.kind === "security" && uses.every(({ operation }) => plan.unmodelled.has(operation)),
  },
  {
    id: "open-401",
    reason: "a 401 of an operation that requires no credential: the suite sends nothing that would get one",
    holds: everyUse((use) => use.status === "401" && needsNoCredential(use)),
  },
  {
    id: "unasked-404",
    reason: "a 404 that the suite cannot provoke: the operation has no missing item to request",
    holds: everyUse(({ status }) => status === "404"),
  },
  {
    id: "unannounced-deprecation",
    reason: "the operation declares no header that announces its deprecation, so no response shows it",
    holds: ({ kind, holderKind }) => kind === "deprecation" && holderKind === "operation",
  },
  {
    id: "optional-header",
    reason: "an optional header may be absent; what it says is tested where it is sent",
    holds: ({ kind, holderKind, value }) => kind === "required" && holderKind === "header" && value === false,
  },
  {
    id: "redirects",
    reason: "a response below 200 or a redirect: the suite sends nothing that would get one",
    holds: everyUse(({ side, status = "" }) => side.startsWith("response") && /^[13]/.test(status)),
  },
  {
    id: "any-text",
    reason: "every value in a URL, header or cookie is a string",
    holds: ({ kind, key, value }, uses) =>
      kind === "keyword" && key === "type" && value === "string" && uses.every(isSentAsText),
  },
  {
    id: "path-of-no-item",
    reason: "a path parameter that identifies no item of a known resource: any value may be valid",
    holds: everyUse((use, plan) => use.side === "path" && !isIdentifier(use, plan)),
  },
  {
    id: "path-without-fetch",
    reason: "malformed identifiers are tried where an item can be fetched, and here it cannot",
    holds: everyUse((use, plan) => use.side === "path" && isIdentifier(use, plan)),
  },
  {
    id: "cookie",
    reason: "cookies are sent where they are required, never with wrong values",
    holds: everyUse(({ side }) => side === "cookie"),
  },
  {
    id: "body-of-no-known-meaning",
    reason: "the body of an operation without a known role: the suite does not guess what it does",
    holds: everyUse((use, plan) => use.side === "body" && plan.unmodelled.has(use.operation)),
  },
  {
    id: "body-of-change",
    reason: "in the body of a change, only wrong types and missing properties are tried; --explore tries the rest",
    holds: everyUse((use, plan) => use.side === "body" && ["replace", "update"].includes(roleIn(use, plan) ?? "")),
  },
  {
    id: "no-sample",
    reason:
      "no valid body can be generated from the schema, so none can be made wrong; an example of the body would help",
    holds: everyUse((use, plan) => use.side === "body" && roleIn(use, plan) === "create" && !hasSample(use, plan)),
  },
  {
    id: "read-only",
    reason: "a readOnly property: requests need not carry it",
    holds: everyUse(isReadOnly),
  },
  {
    id: "inside-of-body",
    reason: "is nested deeper than the properties of the body, where only --explore tries wrong values",
    holds: keyword(({ side, depth }) => side === "body" && depth > 1),
  },
  {
    id: "list-in-body",
    reason: "a constraint of a list as a whole: only --explore breaks it",
    holds: keyword(({ side }) => side === "body", ["minItems", "maxItems", "uniqueItems"]),
  },
  {
    id: "parameter-form",
    reason: "how a value is serialized: the checks write it so, and try no other way",
    holds: ({ kind }) => kind === "style" || kind === "encoding",
  },
  {
    id: "combining",
    reason: "combines constraints: only --explore tries values against the whole schema",
    holds: keyword((use) => use.side === "body" || isSentAsText(use), COMBINING),
  },
  {
    id: "item-of-parameter",
    reason: "the inside of a parameter that is a list or an object: only --explore tries it",
    holds: ({ kind, value }, uses) =>
      kind === "keyword" &&
      uses.every((use) => isSentAsText(use) && (use.depth > 0 || value === "array" || value === "object")),
  },
  {
    id: "format-without-wrong-text",
    reason: "a format for which the suite has no wrong value; --explore tries some",
    holds: keyword((use) => use.side === "body" || isSentAsText(use), ["format"]),
  },
  {
    id: "parameter-of-no-known-meaning",
    reason: "a parameter of an operation without a known role: a wrong value may be right",
    holds: everyUse((use, plan) => isSentAsText(use) && plan.unmodelled.has(use.operation)),
  },
  {
    id: "boolean-parameter",
    reason: "servers read booleans in many spellings and the document names none; --explore tries them",
    holds: ({ kind, value }, uses) => kind === "keyword" && value === "boolean" && uses.every(isSentAsText),
  },
  {
    id: "plain-parameter",
    reason: "a parameter whose meaning responses do not show; --explore tries its allowed values",
    holds: ({ kind }, uses) => kind === "parameter" && uses.every(isSentAsText),
  },
  {
    id: "default",
    reason: "what an omitted value stands for shows only where the document says what depends on it",
    holds: ({ kind }) => kind === "default",
  },
  {
    id: "access",
    reason: "readOnly and writeOnly decide what a body must carry; the checks of bodies follow them",
    holds: ({ kind }) => kind === "access",
  },
  {
    id: "deprecation-mark",
    reason: "deprecates a parameter, header or property: a note to clients; the server behaves as before",
    holds: ({ kind, holderKind }) => kind === "deprecation" && holderKind !== "operation",
  },
];
