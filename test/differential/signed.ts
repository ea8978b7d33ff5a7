// The disagreements of Prism's validator and ours, each looked at and signed: who is right, and why. Each entry is as
// narrow as possible: a disagreement that none of them explains fails the test.
import { mayOverlap } from "../../src/schema/form/overlap.ts";
import { appendPointer, pointerSteps, valueAt } from "../../src/json/pointer.ts";
import { KEYWORDS } from "../../src/schema/keywords.ts";
import { isJson } from "../../src/contract/media.ts";
import { hasNoContent } from "../../src/contract/responses.ts";
import { type Exchange, headerOf, mediaTypeOf, statusOf, textOf, valueOf } from "../../conformance/client/exchange.ts";
import type { Plan } from "../../conformance/plan.ts";
import { describedResponse } from "../../conformance/operations.ts";
import type { Opinion, AnswerPart } from "./own-opinion.ts";
import { reaches } from "./reach.ts";
import { type JsonObject, isObject } from "../../src/json/value.ts";

/** A part of an answer on which the judges differ. Exactly one of the two lists is empty. */
export interface Difference {
  readonly part: AnswerPart;
  readonly exchange: Exchange;
  readonly plan: Plan;
  readonly ours: readonly Opinion[];
  readonly theirs: readonly Opinion[];
  /** True if Prism finds nothing wrong with any JSON body of this status. */
  readonly takesAny: () => boolean;
}

export interface Signed {
  readonly id: string;
  readonly parts: readonly AnswerPart[];
  readonly right: "ours" | "prism";
  /** What Prism does ("it …"), and why that is right or wrong. */
  readonly reason: string;
  explains(difference: Difference): boolean;
}

export const SIGNED: readonly Signed[] = [
  {
    id: "not-compiled",
    right: "ours",
    parts: ["body"],
    reason: "it cannot compile some schemas, mostly large ones that refer to themselves, and then takes any body",
    explains: ({ theirs, takesAny }) => theirs.length === 0 && takesAny(),
  },
  {
    id: "links-of-any-type",
    right: "ours",
    parts: ["body"],
    reason: "the schema says string, and the answer has something else; why it takes that has not been looked into",
    explains: ({ ours, theirs }) =>
      theirs.length === 0 &&
      ours.length > 0 &&
      ours.every(({ at, keyword }) => keyword === "type" && /^\/links\/(?:next|prev)$/.test(at)),
  },
  {
    id: "text-as-value",
    right: "ours",
    parts: ["body"],
    reason:
      "it judges a body that is not JSON as a string, though the schema describes the value that is written in it",
    explains: ({ exchange, theirs }) =>
      !isJson(mediaTypeOf(exchange)) && theirs.length > 0 && theirs.every(({ keyword }) => keyword === "type"),
  },
  {
    id: "integers-above-2-53",
    right: "ours",
    parts: ["body"],
    reason: "it reads numbers as doubles and takes 2^53-1 for the bounds of int64",
    explains: ({ exchange, ours, theirs }) => {
      const value = valueOf(exchange);
      if (value === undefined) return false;
      const opinions = [...ours, ...theirs].filter(({ keyword }) => keyword !== "oneOf" && keyword !== "anyOf");
      const large = opinions.map(({ at }) => at).filter((at) => typeof valueAt(value, at) === "bigint");
      // A value around a number that the judge refuses then fails its alternatives too.
      return (
        large.length > 0 && opinions.every(({ at }) => large.some((one) => one === at || one.startsWith(`${at}/`)))
      );
    },
  },
  {
    id: "decimal-multiples",
    right: "ours",
    parts: ["body", "headers"],
    reason: "it divides doubles, by which 19.99 is not a multiple of 0.01",
    explains: (difference) =>
      difference.theirs.length > 0 &&
      difference.theirs.every(({ keyword }) => keyword === "multipleOf") &&
      mentions(difference, ({ multipleOf }) => typeof multipleOf === "number" && !Number.isInteger(multipleOf)),
  },
  {
    id: "json-text",
    right: "ours",
    parts: ["body"],
    reason: "it parses leniently: bad UTF-8, repeated keys and the like pass, and text that is no JSON is a string",
    explains: ({ ours }) => ours.length > 0 && ours.every(({ keyword }) => keyword === "json"),
  },
  {
    id: "newer-keywords",
    right: "ours",
    parts: ["body", "headers"],
    reason: "it judges by draft 7, which lacks prefixItems, unevaluatedProperties and other keywords of 2020-12",
    explains: (difference) => {
      const { ours, theirs } = difference;
      if (theirs.length > 0) return mentions(difference, (schema) => schema["prefixItems"] !== undefined);
      return ours.every(({ keyword, pointer = "" }) =>
        [keyword, ...keywordsTo(pointer)].some((name) => NEWER.has(name)),
      );
    },
  },
  {
    id: "closed-parts",
    right: "ours",
    parts: ["body"],
    reason: "it merges the parts of an allOf, after which a closed part allows what the others describe",
    explains: (difference) =>
      difference.ours.length > 0 &&
      difference.ours.every(({ keyword }) => keyword === "additionalProperties") &&
      mentions(difference, ({ allOf }) => Array.isArray(allOf) && allOf.length > 1),
  },
  {
    id: "nullable",
    right: "ours",
    parts: ["body"],
    reason: "nullable adds null to an enum that does not list it, and counts in 3.1, where it is not a keyword",
    explains: (difference) =>
      difference.ours.length > 0 &&
      mentions(difference, (schema) => schema["nullable"] === true) &&
      difference.ours.every(({ at }) => valueAt(valueOf(difference.exchange) ?? null, at) === null),
  },
  {
    id: "write-only",
    right: "ours",
    parts: ["body"],
    reason: "it takes writeOnly properties out of the schema of a response, so that they are judged by nothing",
    explains: (difference) => mentions(difference, (schema) => schema["writeOnly"] === true),
  },
  {
    id: "date-time",
    right: "ours",
    parts: ["body"],
    reason: "it looks for the leap second of a date-time at 23:59:60 of the zone, not of UTC (RFC 3339 section 5.7)",
    explains: (difference) =>
      [...difference.ours, ...difference.theirs].every(({ keyword }) => keyword === "format") &&
      /:60/.test(textOf(difference.exchange)) &&
      mentions(difference, (schema) => schema["format"] === "date-time"),
  },
  {
    id: "default-response",
    right: "prism",
    parts: ["status"],
    reason: "it takes `default` for the description of successes too, as OpenAPI's letter allows; ours is stricter",
    explains: ({ exchange, ours }) => ours.length > 0 && statusOf(exchange) < 400,
  },
  {
    id: "range-in-lower-case",
    right: "ours",
    parts: ["status", "media-type", "body", "headers"],
    reason: 'it does not know the range "4xx" in lower case, which many documents have',
    explains: ({ exchange, plan }) => {
      const { operation } = exchange;
      if (operation === undefined || describedResponse(exchange)?.status.endsWith("XX") !== true) return false;
      const responses = valueAt(plan.contract.document.root, appendPointer(operation.pointer, "responses"));
      return isObject(responses) && Object.keys(responses).some((status) => /^\dxx$/.test(status));
    },
  },
  {
    id: "media-type-suffix",
    right: "ours",
    parts: ["media-type"],
    reason: "it takes application/problem+json and its like for application/json",
    explains: ({ exchange, ours }) => {
      const plain = mediaTypeOf(exchange).replace(/\/.*\+/, "/");
      const names = describedResponse(exchange)?.content.map(({ name }) => name.replace(/\/.*\+/, "/")) ?? [];
      return ours.length > 0 && names.includes(plain);
    },
  },
  {
    id: "media-type-parameters",
    right: "ours",
    parts: ["media-type"],
    reason: "it wants the parameters of a declared media type, and fails on a stray semicolon",
    explains: ({ exchange, theirs }) => {
      const declared = describedResponse(exchange)?.content.some(({ pointer }) => pointer.includes(";")) === true;
      return theirs.length > 0 && (declared || (headerOf(exchange, "content-type") ?? "").includes(";"));
    },
  },
  {
    id: "chosen-by-tag",
    right: "prism",
    parts: ["body"],
    reason:
      "it refuses what several alternatives of a oneOf allow, as JSON Schema does; ours lets a tag choose one of them",
    explains: (difference) =>
      difference.ours.length === 0 &&
      isOfAlternatives(difference.theirs) &&
      mentions(difference, (schema) => mayOverlap(schema, (at) => valueAt(difference.plan.contract.document.root, at))),
  },
  {
    id: "no-content",
    right: "ours",
    parts: ["media-type", "body"],
    reason: "it wants a body, and its media type, where HTTP allows none and the document describes one",
    explains: ({ exchange, theirs }) => theirs.length > 0 && hasNoBody(exchange),
  },
];

function hasNoBody(exchange: Exchange): boolean {
  return exchange.request.method === "HEAD" || hasNoContent(String(statusOf(exchange)));
}

/** Keywords of JSON Schema 2019-09 and 2020-12 that draft 7 does not have. */
const NEWER = new Set([
  ...["prefixItems", "unevaluatedProperties", "unevaluatedItems", "dependentSchemas", "dependentRequired"],
  ...["minContains", "maxContains", "$dynamicRef"],
]);

/** The keywords on the path to a place in a schema, without property names and indexes. */
function keywordsTo(pointer: string): string[] {
  const steps = pointerSteps(pointer);
  const isComponent = steps[0] === "components" && steps[1] === "schemas";
  const found: string[] = [];
  for (let at = isComponent ? 3 : steps.indexOf("schema") + 1; at < steps.length; at++) {
    const keyword = steps[at] ?? "";
    found.push(keyword);
    const holds = KEYWORDS.get(keyword)?.holds;
    if (holds === "list" || holds === "map") at++;
  }
  return found;
}

/** True if all faults are about a value for which a `oneOf` failed, or about something inside it. */
function isOfAlternatives(opinions: readonly Opinion[]): boolean {
  const places = opinions.flatMap(({ keyword, at }) => (keyword === "oneOf" ? [at] : []));
  return opinions.every(({ at }) => places.some((place) => at === place || at.startsWith(`${place}/`)));
}

/** True if a schema for this part of the answer passes the test, or anything it contains or refers to does. */
function mentions({ part, exchange, plan }: Difference, test: (schema: JsonObject) => boolean): boolean {
  const described = describedResponse(exchange);
  const schemas =
    part === "body" ? described?.content.map(({ schema }) => schema) : described?.headers.map(({ schema }) => schema);
  return (
    schemas?.some((schema) => schema !== undefined && reaches(plan.contract.document, schema.pointer, test)) === true
  );
}
