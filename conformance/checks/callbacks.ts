// What the service sends by itself: a callback comes to the address in the request, as the document describes it.
import { createHmac } from "node:crypto";
import { coversMedia, isJson, plainMedia } from "../../src/contract/media.ts";
import type { MediaType } from "../../src/contract/model.ts";
import { readJson } from "../../src/json/read.ts";
import { showViolations } from "../../src/schema/violation.ts";
import { PASS, defineCheck, fail, inconclusive } from "../check.ts";
import type { Arrival } from "../client/receiver.ts";
import { type CallbackSubject, arrived, callbacksIn, caused } from "../probes/callback.ts";
import type { Tested } from "../requirements/tested.ts";

const CALLBACKS: Tested = { part: "operation", fields: ["callbacks"] };
const SHARED = { writes: true, tests: [CALLBACKS], applies: callbacksIn } as const;

const arrives = defineCheck<CallbackSubject>({
  id: "callbacks.arrives",
  level: "should",
  claim: "a callback should arrive at the address in the request",
  basis: "the callback's runtime expression; spec/decisions.md#callbacks-in-the-suite",
  ...SHARED,
  run: async (subject, target) => {
    const { arrivals, exchange } = await caused(target, subject);
    return arrivals.length > 0 ? PASS : fail("a request to the receiver", "none within 5 s", exchange);
  },
});

const method = defineCheck<CallbackSubject>({
  id: "callbacks.method",
  claim: "a callback must be sent with a documented method",
  basis: "the methods of the callback's path item",
  ...SHARED,
  run: async (subject, target) => {
    const { first, exchange } = await arrived(target, subject);
    const methods = [...new Set(subject.callbacks.map((one) => one.method))];
    return methods.includes(first.method) ? PASS : fail(methods.join(" or "), show(first), exchange);
  },
});

const mediaType = defineCheck<CallbackSubject>({
  id: "callbacks.media-type",
  claim: "the body of a callback must have a documented media type",
  basis: "the content of the callback's request body",
  ...SHARED,
  applies: (plan) => callbacksIn(plan).filter(hasBody),
  run: async (subject, target) => {
    const { first, exchange } = await arrived(target, subject);
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

const body = defineCheck<CallbackSubject>({
  id: "callbacks.body",
  claim: "the body of a callback must match its schema",
  basis: "the schema of the callback's request body",
  ...SHARED,
  applies: (plan) => callbacksIn(plan).filter(hasBody),
  run: async (subject, target) => {
    const { first, exchange } = await arrived(target, subject);
    const content = contentFor(subject, first).filter(({ name }) => coversMedia(name, first.mediaType));
    if (content.length === 0) return inconclusive("its media type is not documented", "see callbacks.media-type");
    if (!isJson(first.mediaType)) return inconclusive(`nothing here reads ${plainMedia(first.mediaType)}`, "JSON");
    const reading = readJson(first.text);
    if ("fault" in reading) return fail("JSON", `a body that ${reading.fault.message}`, exchange);
    const faults = content.map(({ schema }) => schema?.validate(reading.value) ?? []);
    const [violations = []] = faults;
    if (faults.some(({ length }) => length === 0)) return PASS;
    return fail("a body that matches the schema", showViolations(violations), exchange);
  },
});

const isOnce = defineCheck<CallbackSubject>({
  id: "callbacks.once",
  level: "should",
  claim: "a callback that was taken should come only once",
  basis: "RFC 9110 section 15.3: 2xx says that it was taken; spec/decisions.md#callbacks-in-the-suite",
  ...SHARED,
  run: async (subject, target) => {
    const { later, exchange } = await arrived(target, subject);
    const texts = (await later()).map(({ method: verb, text }) => `${verb} ${text}`);
    // Several may go to one address, and each tells something else.
    const again = texts.find((text, at) => texts.indexOf(text) !== at);
    return again === undefined ? PASS : fail("one request", `the same one ${texts.length} times`, exchange);
  },
});

/** The headers of Standard Webhooks, which the document describes for the callback. */
const isSigned = ({ callbacks }: CallbackSubject): boolean =>
  callbacks.some(({ parameters }) =>
    parameters.some((one) => one.in === "header" && one.name.toLowerCase() === "webhook-signature"),
  );

const PREFIX = "whsec_";
/** Standard Webhooks leaves the tolerance to receivers; its libraries allow five minutes. */
const TOLERANCE_S = 300;

/** What is wrong with a signature; undefined if it is right. */
function unsigned({ signed: { id, timestamp, signature }, text, at }: Arrival, secret: string): string | undefined {
  const lacking = Object.entries({ id, timestamp, signature }).find(([, value]) => value === "");
  if (lacking !== undefined) return `no webhook-${lacking[0]}`;
  if (!/^\d+$/.test(timestamp) || Math.abs(Number(timestamp) - at) > TOLERANCE_S)
    return `webhook-timestamp: ${timestamp.slice(0, 40)}, not the seconds of now`;
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : Buffer.from(secret);
  const right = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
  const given = signature.split(" ").map((one) => one.replace(/^v1,/, ""));
  return given.includes(right) ? undefined : "a signature of something else, or by another secret";
}

const signed = defineCheck<CallbackSubject>({
  id: "callbacks.signed",
  claim: "a callback must be signed as its headers are described",
  basis: "the callback's webhook-signature header; Standard Webhooks",
  ...SHARED,
  applies: (plan) => callbacksIn(plan).filter(isSigned),
  run: async (subject, target) => {
    const { first, exchange } = await arrived(target, subject);
    const { callbackSecret } = target.session.options;
    if (callbackSecret === undefined) return inconclusive("no secret was given", "--callback-secret-env");
    const wrong = unsigned(first, callbackSecret);
    return wrong === undefined
      ? PASS
      : fail("v1,HMAC-SHA256 of id.timestamp.body in webhook-signature", wrong, exchange);
  },
});

function hasBody({ callbacks }: CallbackSubject): boolean {
  return callbacks.some((one) => (one.body?.content.length ?? 0) > 0);
}

function isRequired({ callbacks }: CallbackSubject): boolean {
  return callbacks.every((one) => one.body?.required === true);
}

/** The descriptions of a body: those of its method, if there are any. */
function contentFor({ callbacks }: CallbackSubject, { method: verb }: Arrival): readonly MediaType[] {
  const own = callbacks.filter((one) => one.method === verb);
  return (own.length > 0 ? own : callbacks).flatMap((one) => one.body?.content ?? []);
}

function show({ method: verb, mediaType: type }: Arrival): string {
  return type === "" ? verb : `${verb} with ${plainMedia(type)}`;
}

export const callbackChecks = [arrives, method, mediaType, body, signed, isOnce];
