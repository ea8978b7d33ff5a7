// Why a place of the document is not tested, or cannot be: one table, by kind of place. A constraint that no check
// covers and no reason explains has neither, and a test of this project fails for it.
import { isGone } from "../../src/contract/lifecycle.ts";
import { shapeOf } from "../../src/contract/shape.ts";
import { type Plan, bodySchema, resourceOf } from "../plan.ts";
import { sampleBody } from "../body.ts";
import { chosenIdentifier } from "../identifier.ts";
import type { PlaceKind } from "./grammar.ts";
import type { Place } from "./places.ts";
import type { Use } from "./uses.ts";

export interface Reason {
  readonly id: string;
  readonly reason: string;
  /** True for a place, given those of its uses that no check covers; none: no operation uses it. */
  holds(place: Place, uses: readonly Use[], plan: Plan): boolean;
}

/** Kinds of place that claim nothing about a server. */
const SILENT: Readonly<Partial<Record<PlaceKind, string>>> = {
  label: "a title for readers; it claims nothing",
  information: "says what the document is, nothing about a server",
  server: "an address: the target is named by the user",
  tag: "a grouping for readers",
  "reading aid": "a pointer to further text",
  example: "an example: the checks use it where they need a value, it demands none",
  annotation: "a note for tools; it allows and refuses nothing",
  "unknown field": "no field that OpenAPI knows, so nobody can rely on it",
  link: "links say what a client may do next, which no single answer can break",
  callback: "a request that the server sends: the suite cannot receive it",
};

const isProse = ({ kind }: Place): boolean => kind === "sentence" || kind === "table row";
const everyUse =
  (test: (use: Use, plan: Plan) => boolean) =>
  (_: Place, uses: readonly Use[], plan: Plan): boolean =>
    uses.every((use) => test(use, plan));
/** For keywords, or some of them, in some of the places where they can stand. */
const keyword =
  (test: (use: Use, plan: Plan) => boolean, keys?: readonly string[]) =>
  ({ kind, key }: Place, uses: readonly Use[], plan: Plan): boolean =>
    kind === "keyword" && keys?.includes(key) !== false && uses.every((use) => test(use, plan));

const roleIn = ({ operation }: Use, plan: Plan): string | undefined =>
  plan.resources.flatMap(({ operations }) => Object.entries(operations)).find(([, one]) => one === operation)?.[0];
const isIdentifier = ({ parameter }: Use, plan: Plan): boolean =>
  plan.resources.some(({ identifier }) => identifier.parameter?.pointer === parameter?.pointer);
const isReadOnly = ({ side, anchors: [anchor] }: Use, plan: Plan): boolean =>
  side === "body" && anchor !== undefined && shapeOf(plan.contract.document, anchor).readOnly;

const isText = (use: Use): boolean =>
  use.side === "query" || use.side === "header" || use.side === "cookie" || use.side === "path";

const LEFT_OPEN =
  /\b(?:is|are) not (?:shown|stated|described|specified|defined)\b|\bdo(?:es)? not (?:say|show|mention|state|specify|define)\b|\b(?:shows?|states?|names?) no\b/i;

function hasSample({ operation }: Use, plan: Plan): boolean {
  const schema = bodySchema(operation);
  const resource = resourceOf(plan, operation);
  const text = "sample-of-a-text";
  const isFree = resource === undefined || chosenIdentifier(plan.contract.document, resource, text) !== undefined;
  return (
    isFree &&
    schema !== undefined &&
    schema.validate(sampleBody(plan.contract.document, operation, { text: "sample" })).length === 0
  );
}

/** Keywords that allow more, or say what belongs together, where a request has many ways to be wrong. */
const COMBINING = [
  ...["oneOf", "anyOf", "not", "if", "then", "else", "contains", "minContains", "maxContains", "propertyNames"],
  ...["additionalProperties", "unevaluatedProperties", "additionalItems", "unevaluatedItems", "prefixItems"],
  ...["patternProperties", "dependentSchemas", "dependentRequired", "minProperties", "maxProperties", "nullable"],
  ...["contentEncoding", "contentMediaType", "contentSchema", "$dynamicRef"],
];

/** In order: the first that holds is given. */
export const REASONS: readonly Reason[] = [
  ...Object.entries(SILENT).map(([kind, reason]): Reason => ({
    id: kind,
    reason,
    holds: (place) => place.kind === kind,
  })),
  {
    id: "of-the-mock",
    reason: "speaks of the mock that comes with the document, and binds no other server",
    holds: (place) => isProse(place) && /\b(?:this|the) mock\b/i.test(place.text),
  },
  {
    id: "left-open",
    reason: "says what the document leaves open, so that nothing can break it",
    holds: (place) => isProse(place) && LEFT_OPEN.test(place.text),
  },
  {
    id: "of-the-whole",
    reason: "speaks of the API as a whole; each operation says for itself what can be tested of it",
    holds: (place) => isProse(place) && (place.holderKind === "info" || place.holderKind === "path item"),
  },
  {
    id: "extension",
    reason: "an extension that states nothing about answers: a source, a marker or a hint for tools",
    holds: ({ kind, key }) => kind === "extension" && key !== "x-sunset",
  },
  {
    id: "unused",
    reason: "no operation uses it",
    holds: (_, uses) => uses.length === 0,
  },
  {
    id: "prose",
    reason: "free text beside the fields that state it; no check looks for more than those",
    holds: isProse,
  },
  {
    id: "past-sunset",
    reason: "the operation is past its sunset, and only asked whether it is gone",
    holds: everyUse(({ operation }, plan) => isGone(operation.lifecycle, plan.today)),
  },
  {
    id: "not-json",
    reason: "content that is not JSON: the suite judges its media type, not its inside",
    holds: everyUse(({ json }) => !json),
  },
  {
    id: "open-of-no-known-meaning",
    reason: "no credential is asked of an operation whose meaning is not known: no request is sure to succeed there",
    holds: (place, uses, plan) =>
      place.kind === "security" && uses.every(({ operation }) => plan.unmodelled.has(operation)),
  },
  {
    id: "redirects",
    reason: "an answer below 200 or a redirect: the suite sends nothing that asks for one",
    holds: everyUse(({ side, status = "" }) => side.startsWith("response") && /^[13]/.test(status)),
  },
  {
    id: "any-text",
    reason: "every text of a URL, a header or a cookie is a string",
    holds: ({ kind, key, value }, uses) =>
      kind === "keyword" && key === "type" && value === "string" && uses.every(isText),
  },
  {
    id: "path-of-no-item",
    reason: "a path parameter that names no item of a known resource: any value may be a valid one",
    holds: everyUse((use, plan) => use.side === "path" && !isIdentifier(use, plan)),
  },
  {
    id: "path-without-fetch",
    reason: "identifiers of the wrong form are sent where an item can be fetched, and this path cannot",
    holds: everyUse((use, plan) => use.side === "path" && isIdentifier(use, plan)),
  },
  {
    id: "cookie",
    reason: "cookies are sent where they are required, and not sent wrongly",
    holds: everyUse(({ side }) => side === "cookie"),
  },
  {
    id: "body-of-no-known-meaning",
    reason: "the body of an operation whose meaning is not known: the suite does not guess what it would do",
    holds: everyUse((use, plan) => use.side === "body" && plan.unmodelled.has(use.operation)),
  },
  {
    id: "body-of-change",
    reason: "in the body of a change, only wrong types and missing properties are tried; --explore draws from the rest",
    holds: everyUse((use, plan) => use.side === "body" && ["replace", "update"].includes(roleIn(use, plan) ?? "")),
  },
  {
    id: "no-sample",
    reason:
      "no valid body can be made from the schema, so that none can be made wrong: an example would do, or room for identifiers",
    holds: everyUse((use, plan) => use.side === "body" && roleIn(use, plan) === "create" && !hasSample(use, plan)),
  },
  {
    id: "read-only",
    reason: "a readOnly property: no request needs to carry it",
    holds: everyUse(isReadOnly),
  },
  {
    id: "inside-of-body",
    reason: "stands deeper than the properties of the body, where no check puts a wrong value; --explore does",
    holds: keyword(({ side, depth }) => side === "body" && depth > 1),
  },
  {
    id: "list-in-body",
    reason: "a list that is wrong as a whole: --explore draws such ones",
    holds: keyword(({ side }) => side === "body", ["minItems", "maxItems", "uniqueItems"]),
  },
  {
    id: "parameter-form",
    reason: "how a value is written: the checks write it so, and try no other way",
    holds: ({ kind }) => kind === "style" || kind === "encoding",
  },
  {
    id: "combining",
    reason: "wrong values are made of single properties and bounds; --explore draws from the whole schema",
    holds: keyword((use) => use.side === "body" || isText(use), COMBINING),
  },
  {
    id: "item-of-parameter",
    reason: "the inside of a parameter that is a list or an object; --explore draws from it",
    holds: ({ kind, value }, uses) =>
      kind === "keyword" &&
      uses.every((use) => isText(use) && (use.depth > 0 || value === "array" || value === "object")),
  },
  {
    id: "parameter-of-no-known-meaning",
    reason: "a parameter of an operation whose meaning is not known, so that a wrong value may be right",
    holds: everyUse((use, plan) => isText(use) && plan.unmodelled.has(use.operation)),
  },
  {
    id: "boolean-parameter",
    reason: "servers read booleans in many spellings, and the document names none; --explore tries them",
    holds: ({ kind, value }, uses) => kind === "keyword" && value === "boolean" && uses.every(isText),
  },
  {
    id: "plain-parameter",
    reason: "a parameter without a meaning that answers show: its allowed values are drawn by --explore",
    holds: ({ kind }, uses) => kind === "parameter" && uses.every(isText),
  },
  {
    id: "default",
    reason: "what an omitted value stands for shows only where the document says what depends on it",
    holds: ({ kind }) => kind === "default",
  },
  {
    id: "access",
    reason: "readOnly and writeOnly decide what is demanded of a body; the checks of the body keep to that",
    holds: ({ kind }) => kind === "access",
  },
  {
    id: "deprecation-mark",
    reason: "deprecates a parameter, header or property: a note to clients, the server goes on as before",
    holds: ({ kind, holderKind }) => kind === "deprecation" && holderKind !== "operation",
  },
];
