// What is claimed of each thing that a service sends by itself, callback or webhook.
import { coversMedia, isJson, plainMedia } from "../../../src/contract/media.ts";
import type { MediaType } from "../../../src/contract/model.ts";
import { isMultipart } from "../../../src/contract/representation/parts/parts.ts";
import { readJson } from "../../../src/json/read.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import { type JsonValue, equalJson, isLeaf, isObject } from "../../../src/json/value.ts";
import { showViolations } from "../../../src/schema/violation.ts";
import { type AnyCheck, type Check, PASS, defineCheck, fail, inconclusive } from "../../check.ts";
import type { Arrival } from "../../client/receiver.ts";
import type { Target } from "../../client/target.ts";
import { Undecidable } from "../../client/undecidable.ts";
import { sentPartsFault } from "../../judgements/parts.ts";
import { signatureHeaders, wrongSignature } from "../../judgements/signature.ts";
import type { Plan } from "../../plan.ts";
import type { Caused, SentSubject } from "../../probes/sent.ts";
import type { Tested } from "../../requirements/tested.ts";

/** A kind of what is sent. */
export interface Kind {
  readonly family: "callbacks" | "webhooks";
  /** "a callback". */
  readonly noun: string;
  /** Where the document says that it comes. */
  readonly basis: string;
  readonly tests: readonly Tested[];
  readonly applies: (plan: Plan) => readonly SentSubject[];
  /** Causes it, and waits for it. @throws Undecidable if it cannot be caused */
  readonly cause: (target: Target, subject: SentSubject) => Promise<Caused>;
}

const ONCE = "RFC 9110 section 15.3: 2xx says that it was taken; spec/decisions.md#callbacks-in-the-suite";

/** The checks of a kind. */
export function checksOf(kind: Kind): readonly AnyCheck[] {
  return [arrives, method, mediaType, body, signed, isOnce].map((check) => check(kind));
}

type CheckOf = (kind: Kind) => Check<SentSubject>;

const sharedBy = ({ tests, applies }: Kind): Pick<Check<SentSubject>, "writes" | "tests" | "applies"> => ({
  writes: true,
  tests,
  applies,
});

/** "the callback". */
const theOne = ({ noun }: Kind): string => noun.replace(/^a /, "the ");

/** What came first. @throws Undecidable if nothing did */
async function arrived(
  { family, cause }: Kind,
  target: Target,
  subject: SentSubject,
): Promise<Caused & { readonly first: Arrival }> {
  const made = await cause(target, subject);
  const [first] = made.arrivals;
  if (first === undefined) throw new Undecidable("nothing arrived", `see ${family}.arrives`);
  return { ...made, first };
}

const arrives: CheckOf = (kind) =>
  defineCheck<SentSubject>({
    id: `${kind.family}.arrives`,
    level: "should",
    claim: `${kind.noun} should arrive at the address ${kind.family === "callbacks" ? "in the request" : "that subscribed to it"}`,
    basis: `${kind.basis}; spec/decisions.md#callbacks-in-the-suite`,
    ...sharedBy(kind),
    run: async (subject, target) => {
      const { arrivals, exchange } = await kind.cause(target, subject);
      return arrivals.length > 0 ? PASS : fail("a request to the receiver", "none within 5 s", exchange);
    },
  });

const method: CheckOf = (kind) =>
  defineCheck<SentSubject>({
    id: `${kind.family}.method`,
    claim: `${kind.noun} must be sent with a documented method`,
    basis: `the methods of ${theOne(kind)}'s path item`,
    ...sharedBy(kind),
    run: async (subject, target) => {
      const { first, exchange } = await arrived(kind, target, subject);
      const methods = [...new Set(subject.sent.map((one) => one.method))];
      return methods.includes(first.method) ? PASS : fail(methods.join(" or "), show(first), exchange);
    },
  });

const mediaType: CheckOf = (kind) =>
  defineCheck<SentSubject>({
    id: `${kind.family}.media-type`,
    claim: `the body of ${kind.noun} must have a documented media type`,
    basis: `the content of ${theOne(kind)}'s request body`,
    ...sharedBy(kind),
    applies: (plan) => kind.applies(plan).filter(hasBody),
    run: async (subject, target) => {
      const { first, exchange } = await arrived(kind, target, subject);
      const content = contentFor(subject, first);
      if (content.some(({ name }) => coversMedia(name, first.mediaType))) return PASS;
      if (first.text === "" && !isRequired(subject)) return PASS;
      return fail(
        content.map(({ name }) => name).join(" or "),
        plainMedia(first.mediaType) || "no Content-Type",
        exchange,
      );
    },
  });

const body: CheckOf = (kind) =>
  defineCheck<SentSubject>({
    id: `${kind.family}.body`,
    claim: `the body of ${kind.noun} must match its schema`,
    basis: `the schema of ${theOne(kind)}'s request body`,
    ...sharedBy(kind),
    applies: (plan) => kind.applies(plan).filter(hasBody),
    run: async (subject, target) => {
      const { first, exchange } = await arrived(kind, target, subject);
      const content = contentFor(subject, first).filter(({ name }) => coversMedia(name, first.mediaType));
      if (content.length === 0)
        return inconclusive("its media type is not documented", `see ${kind.family}.media-type`);
      if (isMultipart(first.mediaType)) {
        const sent = { bytes: new TextEncoder().encode(first.text), type: first.mediaType };
        const { document } = target.plan.contract;
        const all = content.map((media) => sentPartsFault(document, sent, media));
        return all.includes(undefined) ? PASS : fail("parts as documented", all[0]?.message ?? "", exchange);
      }
      if (!isJson(first.mediaType)) return inconclusive(`nothing here reads ${plainMedia(first.mediaType)}`, "JSON");
      const reading = readJson(first.text);
      if ("fault" in reading) return fail("JSON", `a body that ${reading.fault.message}`, exchange);
      const faults = content.map(({ schema }) => schema?.validate(reading.value) ?? []);
      const [violations = []] = faults;
      if (faults.some(({ length }) => length === 0)) return PASS;
      return fail("a body that matches the schema", showViolations(violations), exchange);
    },
  });

const signed: CheckOf = (kind) =>
  defineCheck<SentSubject>({
    id: `${kind.family}.signed`,
    claim: `${kind.noun} must be signed as its headers are described`,
    basis: `${theOne(kind)}'s signature header; Standard Webhooks`,
    ...sharedBy(kind),
    applies: (plan) => kind.applies(plan).filter(({ sent }) => signatureHeaders(sent).length > 0),
    run: async (subject, target) => {
      const { first, exchange, secret = target.session.options.callbackSecret } = await arrived(kind, target, subject);
      if (secret === undefined) return inconclusive("no secret was given", "--callback-secret-env");
      const found = signatureHeaders(subject.sent).flatMap((name) => wrongSignature(name, first, secret) ?? []);
      const [unread] = found;
      const fault = found.find(({ wrong }) => wrong !== undefined);
      if (fault?.wrong !== undefined) return fail(fault.expected, fault.wrong, exchange);
      return unread === undefined ? PASS : inconclusive(unread.unknown ?? "", unread.expected);
    },
  });

const isOnce: CheckOf = (kind) =>
  defineCheck<SentSubject>({
    id: `${kind.family}.once`,
    level: "should",
    claim: `${kind.noun} that was taken should come only once`,
    basis: ONCE,
    ...sharedBy(kind),
    run: async (subject, target) => {
      const { later, exchange, about } = await arrived(kind, target, subject);
      // Several may go to one address, and each tells something else.
      const own = (await later()).filter((one) => about === undefined || tellsOf(one, about));
      if (own.length === 0) return inconclusive("nothing in it says what it is about", "a body with the identifier");
      const texts = own.map(({ method: verb, text }) => `${verb} ${text}`);
      const again = texts.find((text, at) => texts.indexOf(text) !== at);
      return again === undefined ? PASS : fail("one request", `the same one ${texts.length} times`, exchange);
    },
  });

/** True for something that has an identifier somewhere in it. */
function tellsOf({ text }: Arrival, id: JsonValue): boolean {
  const reading = readJson(text);
  return "value" in reading && holds(reading.value, id);
}

function holds(value: JsonValue, id: JsonValue): boolean {
  if (equalJson(value, id)) return true;
  // Some write identifiers as text.
  if (typeof value === "string") return isLeaf(id) && value === showScalar(id);
  if (Array.isArray(value)) return value.some((one: JsonValue) => holds(one, id));
  return isObject(value) && Object.values<JsonValue>(value).some((one) => holds(one, id));
}

function hasBody({ sent }: SentSubject): boolean {
  return sent.some((one) => (one.body?.content.length ?? 0) > 0);
}

function isRequired({ sent }: SentSubject): boolean {
  return sent.every((one) => one.body?.required === true);
}

/** The descriptions of a body: those of its method, if there are any. */
function contentFor({ sent }: SentSubject, { method: verb }: Arrival): readonly MediaType[] {
  const own = sent.filter((one) => one.method === verb);
  return (own.length > 0 ? own : sent).flatMap((one) => one.body?.content ?? []);
}

function show({ method: verb, mediaType: type }: Arrival): string {
  return type === "" ? verb : `${verb} with ${plainMedia(type)}`;
}
