// Checks that a body that cannot be read, or has another media type, creates nothing.
import { MEDIA, WRONG_BODY, ofProperties } from "./tests.ts";
import { refused } from "../../judgements/refused.ts";
import { PASS, type ResourceSubject, defineCheck, inconclusive } from "../../check.ts";
import { type Exchange, isRefusal, statusOf } from "../../client/exchange.ts";
import { takesJson, wholeBodySchema } from "../../bodies.ts";
import { freshMarksOf } from "../../items/bodies/marks.ts";
import type { Target } from "../../client/target.ts";
import { markedBody, plainVariant } from "../../items/bodies/variants.ts";
import { creators } from "./subjects.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { unmakable } from "../../items/bodies/unmakable.ts";

/** A valid body with marks, so that an item created from it can be recognized. */
export function markedFor(target: Target, subject: ResourceSubject): JsonObject {
  const marked = markedBody(target.plan, subject, freshMarksOf(target.session, "refused"));
  if (marked === undefined) throw unmakable(subject.operation);
  return marked;
}

interface BrokenSubject extends ResourceSubject {
  readonly about: string;
  readonly text: (valid: JsonValue) => string;
  readonly mediaType: string | undefined;
}

const EMPTY_ARRAY = "an empty array";
const DEEP = "arrays in arrays, 5,000 deep";

/** Texts that are not JSON objects, or not JSON at all; some are nearly the valid one. "" leaves the media type out. */
const BROKEN: readonly (readonly [what: string, text: (valid: JsonValue) => string, mediaType?: string])[] = [
  ["an empty body", () => ""],
  ["broken JSON", () => '{"'],
  ["JSON that ends too early", (valid) => writeJson(valid).slice(0, -1)],
  ["text after the JSON", (valid) => `${writeJson(valid)} {}`],
  ["JSON with a comma too many", (valid) => `${writeJson(valid).slice(0, -1)},}`],
  ["a single word", () => "hello"],
  [EMPTY_ARRAY, () => "[]"],
  ["an array of one item", (valid) => writeJson([valid])],
  ["a text", () => '"text"'],
  ["a number", () => "42"],
  ["null", () => "null"],
  ["an object without anything in it", () => "{}"],
  ["an object without anything in it, nor a media type", () => "{}", ""],
  [DEEP, () => "[".repeat(5000) + "]".repeat(5000)],
  ["80,000 bytes that are not asked for", () => `{"x-not-in-the-document":"${"large ".repeat(13_333)}"}`],
];

export const brokenBodies = defineCheck<BrokenSubject>({
  id: "create.refuses-broken",
  claim: "a body that is not a JSON object of the schema must be refused",
  signs: { wrongBody: "special" },
  basis: "the request body's content and schema",
  fault: "F101",
  stage: "refusing",
  writes: true,
  tests: [{ part: "request-body", fields: ["required"] }, ...ofProperties("type"), WRONG_BODY],
  applies: (plan) =>
    creators(plan)
      .filter((subject) => takesJson(subject.operation) && plainVariant(plan, subject) !== undefined)
      .flatMap((subject) =>
        BROKEN.filter(([, text]) => !isValid(subject, text({ a: 1 }))).map(([about, text, mediaType]) => ({
          ...subject,
          about,
          text,
          mediaType,
          ...(about === DEEP && { stage: "risky" as const }),
        })),
      ),
  run: async (subject, target) => {
    const { operation, about, text, mediaType } = subject;
    const named = mediaType === undefined ? {} : { mediaType };
    const send = (sent: string): Promise<Exchange> => target.ask({ operation, intent: "invalid", raw: sent, ...named });
    const shallow = (): Promise<Exchange> =>
      target.session.once(`an empty array ${operation.pointer}`, () => send("[]"));
    const { isUnsteady, doubtful } = target.session.steadiness;
    if (about === DEEP && (isUnsteady || doubtful.length > 0))
      return inconclusive("some requests before it were not answered", "a target that answers each request");
    // A service that keeps such a value may not be able to write it again.
    if (about === DEEP && !isRefusal(await shallow()))
      return inconclusive("it takes an empty array, and might not survive a deep one", "see the empty array");
    const exchange = await (about === EMPTY_ARRAY ? shallow() : send(text(markedFor(target, subject))));
    target.look(exchange);
    const otherwise = mediaType === undefined ? 413 : 415;
    return statusOf(exchange) === otherwise ? PASS : refused(exchange, operation, about);
  },
});

function isValid({ operation }: ResourceSubject, text: string): boolean {
  try {
    return (wholeBodySchema(operation)?.validate(JSON.parse(text)) ?? []).length === 0;
  } catch {
    return text === "" && operation.body?.required !== true;
  }
}

const MEDIA_TYPES = ["text/plain", "application/x-www-form-urlencoded", "application/xml"];

interface MediaSubject extends ResourceSubject {
  readonly about: string;
}

export const mediaType = defineCheck<MediaSubject>({
  id: "create.refuses-media-type",
  level: "should",
  claim: "a body of another media type should be refused",
  signs: { wrongBody: "special" },
  basis: "the request body's content; spec/decisions.md#request-media-type, RFC 9110 section 15.5.16",
  stage: "refusing",
  writes: true,
  tests: [MEDIA, WRONG_BODY],
  applies: (plan) =>
    creators(plan).flatMap((subject) =>
      MEDIA_TYPES.filter(
        (name) => !subject.operation.body?.content.some((media) => media.name === name || media.name === "*/*"),
      ).map((about) => ({ ...subject, about })),
    ),
  run: async (subject, target) => {
    const { operation, about } = subject;
    const json = markedFor(target, subject);
    const exchange = await target.ask({ operation, intent: "invalid", json, mediaType: about });
    return statusOf(exchange) === 415 ? PASS : refused(exchange, operation, `the media type ${about}`);
  },
});
